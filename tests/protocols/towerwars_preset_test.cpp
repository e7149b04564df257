// Moves, statuses and colours as the programs of the assignment tell them to each other.
#include "protocols/towerwars/preset.h"

#include <gtest/gtest.h>

#include "games/towerwars/move_tables.h"
#include "tests/protocols/rmi/java_samples.h"

namespace spielwerk::towerwars_protocol {
namespace {

using rmi::allow_all;
using rmi::JavaReader;
using rmi::JavaValue;
using rmi::JavaWriter;
using rmi::sample;
using towerwars::Status;

TEST(TowerWarsPreset, ReadsWhatJavaWrites) {
  const std::string bytes = sample("update");
  JavaReader reader(bytes, is_preset_class);
  const JavaValue move = reader.object();
  const JavaValue status = reader.object();
  ASSERT_TRUE(reader.is_good()) << reader.problem();
  const Game game = towerwars::game_of_size(26);
  EXPECT_EQ(game.print_move(read_move(reader.graph(), move, game).value().value()), "A2->Z25");
  EXPECT_EQ(read_status(reader.graph(), status), Status::RedWin);
  EXPECT_EQ(read_colour(reader.graph(), status), std::nullopt);
  EXPECT_EQ(read_move(reader.graph(), move, towerwars::game_of_size(8)).error(),
            "a move whose end is not on the board: column 26, row 25");
  EXPECT_EQ(read_move(reader.graph(), status, game).error(),
            "a 'towerwarspp.preset.Status' instead of a move");
  ClassVersions versions = kDraft;
  learn(versions, reader.graph());
  EXPECT_EQ(versions, kReleased);
}

TEST(TowerWarsPreset, WhatIsWrittenIsRead) {
  const Game game = towerwars::game_of_size(8);
  for (const ClassVersions& versions : {kReleased, kDraft}) {
    JavaWriter writer;
    const Move move = game.parse_move("C4->D3").value();
    write_move(writer, game, move, versions);
    write_move(writer, game, std::nullopt, versions);
    for (const Status each :
         {Status::Ok, Status::RedWin, Status::BlueWin, Status::Illegal, Status::Undefined}) {
      write_status(writer, each);
    }
    write_colour(writer, towerwars::kRed);
    write_colour(writer, towerwars::kBlue);
    const std::string bytes = writer.take();
    JavaReader reader(bytes, is_preset_class);
    const auto read = read_move(reader.graph(), reader.object(), game);
    EXPECT_EQ(read.value(), move);
    EXPECT_EQ(read_move(reader.graph(), reader.object(), game).value(), std::nullopt);
    for (const Status each :
         {Status::Ok, Status::RedWin, Status::BlueWin, Status::Illegal, Status::Undefined}) {
      EXPECT_EQ(read_status(reader.graph(), reader.object()), each);
    }
    EXPECT_EQ(read_colour(reader.graph(), reader.object()), towerwars::kRed);
    EXPECT_EQ(read_colour(reader.graph(), reader.object()), towerwars::kBlue);
    ClassVersions known{7, 7};
    learn(known, reader.graph());
    EXPECT_EQ(known, versions);
  }
}

TEST(TowerWarsPreset, LearnsFromComplaints) {
  ClassVersions versions;
  EXPECT_TRUE(learn(versions,
                    "java.rmi.ServerException: x; java.io.InvalidClassException: "
                    "towerwarspp.preset.Position; local class incompatible: stream classdesc "
                    "serialVersionUID = 1, local class serialVersionUID = -1323868797690661944"));
  EXPECT_EQ(versions, (ClassVersions{1, kDraft.position}));
  EXPECT_FALSE(learn(versions,
                     "towerwarspp.preset.Position; local class serialVersionUID = "
                     "-1323868797690661944"));
  EXPECT_FALSE(learn(versions, "java.lang.String; local class serialVersionUID = 5"));
  EXPECT_FALSE(learn(versions, "towerwarspp.preset.Move; local class serialVersionUID = x"));
  EXPECT_FALSE(learn(versions, "something else"));
}

}  // namespace
}  // namespace spielwerk::towerwars_protocol
