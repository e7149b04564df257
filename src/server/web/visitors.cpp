#include "server/web/visitors.h"

#include <cmath>
#include <utility>

#include "server/base/fair_share.h"

namespace spielwerk::server {
namespace {

/// Whatever takes longer is followed by a rest of so many times its length: then nobody has more
/// than a quarter of the thread.
constexpr milliseconds kShort{2};
constexpr int kRestAfterWork = 3;

/// However few places are free, everybody may have so many.
constexpr int kMinPlaces = 16;

}  // namespace

Visitor::Visitor(Visitors& visitors, Scheduler& scheduler, std::shared_ptr<Entrance> entrance,
                 const VisitorLimits& limits)
    : visitors_(visitors),
      scheduler_(scheduler),
      entrance_(std::move(entrance)),
      limits_(limits),
      allowance_(limits.rate, limits.burst),
      new_connections_(limits.connection_rate, limits.connection_burst) {}

bool Visitor::take() {
  if (allowance_.take(now())) return true;
  ++visitors_.counts_.over_rate;
  return false;
}

void Visitor::charge(double units) {
  if (units > 0) allowance_.charge(now(), units);
}

milliseconds Visitor::wait() const {
  return std::chrono::ceil<milliseconds>(allowance_.wait(now()));
}

bool Visitor::has_turn() const {
  return turns_ < limits_.max_at_once && waiting_bytes_ <= limits_.max_waiting_bytes &&
         scheduler_.now() >= resting_until_;
}

bool Visitor::line_up(Begin begin) {
  if (line_.empty() && has_turn()) {
    ++turns_;
    begin(std::make_shared<Turn>(shared_from_this()));
    return true;
  }
  if (line_.size() >= limits_.max_in_line) return false;
  ++visitors_.counts_.stood_in_line;
  line_.push_back(std::move(begin));
  begin_next();
  return true;
}

void Visitor::begin_next() {
  while (!line_.empty() && has_turn()) {
    const Begin begin = std::move(line_.front());
    line_.pop_front();
    ++turns_;
    begin(std::make_shared<Turn>(shared_from_this()));
  }
  const Time now = scheduler_.now();
  if (line_.empty() || now >= resting_until_) return;
  if (!rested_) rested_ = scheduler_.make_timer();
  rested_->set(resting_until_ - now, [self = weak_from_this()] {
    if (const auto visitor = self.lock()) visitor->begin_next();
  });
}

void Visitor::Turn::spend(std::chrono::nanoseconds time) {
  if (!visitor_) return;
  const auto whole = std::chrono::floor<milliseconds>(time);
  visitor_->charge(static_cast<double>(whole.count()));
  if (whole < kShort) return;
  visitor_->resting_until_ =
      std::max(visitor_->resting_until_, visitor_->scheduler_.now()) + kRestAfterWork * whole;
}

void Visitor::Turn::end() {
  if (!visitor_) return;
  const auto visitor = std::exchange(visitor_, nullptr);
  // Not at once: whoever else has something to do comes first.
  visitor->entrance_->post([visitor] {
    --visitor->turns_;
    visitor->begin_next();
  });
}

bool Visitor::add_waiting(std::size_t bytes) {
  waiting_bytes_ += bytes;
  return waiting_bytes_ <= limits_.max_waiting_bytes;
}

void Visitor::remove_waiting(std::size_t bytes) {
  waiting_bytes_ -= bytes;
  if (line_.empty()) return;
  entrance_->post([self = shared_from_this()] { self->begin_next(); });
}

bool Visitor::Room::grow_to(std::size_t bytes) {
  if (bytes <= bytes_) return true;
  const std::size_t more = bytes - bytes_;
  if (visitor_->body_bytes_ + more > visitor_->limits_.max_body_bytes) return false;
  visitor_->body_bytes_ += more;
  bytes_ = bytes;
  return true;
}

bool Visitor::is_idle() const {
  return connections_ == 0 && turns_ == 0 && line_.empty() && allowance_.is_full(now()) &&
         new_connections_.is_full(now());
}

Visitors::Visitors(Scheduler& scheduler, const VisitorLimits& limits)
    : scheduler_(scheduler), limits_(limits), entrance_(std::make_shared<Entrance>(scheduler)) {}

std::shared_ptr<Visitor> Visitors::find(const std::string& name) {
  return visitors_.look_up(
      name, [this] { return std::make_shared<Visitor>(*this, scheduler_, entrance_, limits_); },
      // Whoever holds one counts on its being the only one of that name.
      [](const auto& each) { return each.use_count() == 1 && each->is_idle(); });
}

bool Visitors::may_connect(Visitor& visitor) const {
  const int free = limits_.max_connections - counts_.connections;
  return visitor.connections_ < limits_.max_per_address &&
         visitor.connections_ < fair_share(free, kMinPlaces) &&
         visitor.new_connections_.take(visitor.now());
}

std::unique_ptr<Visitors::Place> Visitors::refuse() {
  ++counts_.refused;
  return nullptr;
}

std::unique_ptr<Visitors::Place> Visitors::connect(const std::shared_ptr<Visitor>& visitor) {
  if (counts_.connections >= limits_.max_connections) return refuse();
  if (visitor && !may_connect(*visitor)) return refuse();
  return std::make_unique<Place>(*this, visitor, true);
}

std::unique_ptr<Visitors::Place> Visitors::connect_through_proxy(
    const std::shared_ptr<Visitor>& visitor) {
  if (!may_connect(*visitor)) return refuse();
  return std::make_unique<Place>(*this, visitor, false);
}

Visitors::Place::Place(Visitors& visitors, std::shared_ptr<Visitor> visitor, bool is_counted_in_all)
    : visitors_(visitors), visitor_(std::move(visitor)), is_counted_in_all_(is_counted_in_all) {
  if (visitor_) ++visitor_->connections_;
  if (is_counted_in_all_) ++visitors_.counts_.connections;
}

Visitors::Place::~Place() {
  if (visitor_) --visitor_->connections_;
  if (is_counted_in_all_) --visitors_.counts_.connections;
}

VisitorCounts Visitors::counts() const {
  VisitorCounts counts = counts_;
  counts.visitors = visitors_.size();
  return counts;
}

}  // namespace spielwerk::server
