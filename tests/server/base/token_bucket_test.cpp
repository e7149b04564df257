// How much somebody may ask for, on a clock of the test's own.
#include "server/base/token_bucket.h"

#include <gtest/gtest.h>

#include "server/base/time.h"

namespace spielwerk::server {
namespace {

using std::chrono::seconds;

TEST(TokenBucket, GivesSomeAtOnceAndThenSoMuchASecond) {
  TokenBucket bucket(2, 5);
  Time now{std::chrono::hours(500'000)};
  const auto take_all = [&] {
    int count = 0;
    while (bucket.take(now)) ++count;
    return count;
  };
  EXPECT_EQ(take_all(), 5);
  now += milliseconds(499);
  EXPECT_EQ(take_all(), 0);
  now += milliseconds(1);
  EXPECT_EQ(take_all(), 1);
  now += seconds(2);
  EXPECT_EQ(take_all(), 4);
  // However long somebody is quiet, there is no more than a full bucket.
  now += std::chrono::hours(5);
  EXPECT_EQ(take_all(), 5);
}

TEST(TokenBucket, AskingInVainCostsNothing) {
  TokenBucket bucket(1, 1);
  Time now{};
  EXPECT_TRUE(bucket.take(now));
  for (int count = 0; count < 9; ++count) {
    now += milliseconds(100);
    EXPECT_FALSE(bucket.take(now));
  }
  now += milliseconds(101);
  EXPECT_TRUE(bucket.take(now));
}

TEST(TokenBucket, WithoutARateThereIsOnlyWhatThereWas) {
  TokenBucket bucket(0, 2);
  EXPECT_TRUE(bucket.take(Time(seconds(1))));
  EXPECT_TRUE(bucket.take(Time(seconds(2))));
  EXPECT_FALSE(bucket.take(Time(seconds(1'000'000))));
}

TEST(TokenBucket, WhatCostsMoreIsPaidLater) {
  TokenBucket bucket(2, 5);
  Time now{seconds(1)};
  EXPECT_TRUE(bucket.take(now, 8));
  EXPECT_FALSE(bucket.take(now));
  // From three tokens below nothing to one.
  EXPECT_EQ(bucket.wait(now.time_since_epoch()), seconds(2));
  bucket.charge(now.time_since_epoch(), 2);
  EXPECT_EQ(bucket.wait(now.time_since_epoch()), seconds(3));
  now += milliseconds(2'999);
  EXPECT_FALSE(bucket.take(now));
  now += milliseconds(1);
  EXPECT_EQ(bucket.wait(now.time_since_epoch()), seconds(0));
  EXPECT_TRUE(bucket.take(now));
  EXPECT_FALSE(bucket.take(now));
}

TEST(TokenBuckets, EverybodyHasOneAndWhoIsQuietIsForgotten) {
  TokenBuckets buckets(1, 2);
  Time now{seconds(1)};
  EXPECT_TRUE(buckets.take("anna", now));
  EXPECT_TRUE(buckets.take("anna", now));
  EXPECT_FALSE(buckets.take("anna", now));
  EXPECT_TRUE(buckets.take("bert", now));
  for (int count = 0; count < 200; ++count) buckets.take(std::to_string(count), now);
  EXPECT_EQ(buckets.size(), 202u);
  // Nobody gets new tokens by being forgotten.
  for (int count = 0; count < 101; ++count) buckets.take("anna", now);
  EXPECT_EQ(buckets.size(), 202u);
  now += seconds(1);
  EXPECT_TRUE(buckets.take("anna", now));
  EXPECT_FALSE(buckets.take("anna", now));
  // A few with each look, until none is left.
  for (int count = 0; count < 101; ++count) buckets.take("anna", now);
  EXPECT_EQ(buckets.size(), 1u);
  EXPECT_FALSE(buckets.take("anna", now));
}

}  // namespace
}  // namespace spielwerk::server
