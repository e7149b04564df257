#include "app/analysis/thinking.h"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "app/analysis/evaluation_text.h"

namespace spielwerk::app {

std::string title_of(const Game& game) {
  return fmt::format("{} {}", game.description().title, game.variant_text());
}

std::string describe_prospects(const Game& game, Player player, Score score) {
  if (score.kind() == Score::Kind::Draw) return "a draw";
  return fmt::format("{} {}{}", game.player_name(player), score.is_exact() ? "" : "expects ",
                     describe_score(score));
}

std::string describe_outcome(const Game& game, Outcome outcome) {
  return outcome.is_draw() ? "a draw" : fmt::format("{} wins", game.player_name(outcome.winner()));
}

std::string print_count(std::uint64_t count) {
  const std::string digits = std::to_string(count);
  std::string text;
  for (std::size_t index = 0; index < digits.size(); ++index) {
    if (index > 0 && (digits.size() - index) % 3 == 0) text += ',';
    text += digits[index];
  }
  return text;
}

double to_seconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double>(time).count();
}

Progress::Progress(Streams& streams) : streams_(streams), is_shown_(streams.shows_progress) {
  if (!is_shown_) return;
  thread_ = std::jthread([this](const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
      wake_.wait_for(lock, stop, std::chrono::milliseconds(500), [] { return false; });
      if (stop.stop_requested() || asides_ > 0) continue;
      // A terminal that is held must hold nobody but this thread.
      is_showing_ = true;
      const std::string text = fmt::format("{}  {}", what_, found_);
      lock.unlock();
      show(text);
      lock.lock();
      is_showing_ = false;
      has_shown_.notify_all();
    }
    lock.unlock();
    clear();
  });
}

Progress::~Progress() = default;

void Progress::begin(std::string what) {
  const std::lock_guard lock(mutex_);
  what_ = std::move(what);
  found_.clear();
}

void Progress::hear(const SearchReport& report) {
  std::string found = fmt::format("depth {}  {}  {} nodes", report.depth,
                                  print_score(report.score()), print_count(report.nodes));
  const std::lock_guard lock(mutex_);
  found_ = std::move(found);
}

void Progress::aside(const std::function<void()>& print) {
  {
    std::unique_lock lock(mutex_);
    ++asides_;
    has_shown_.wait(lock, [this] { return !is_showing_; });
  }
  clear();
  print();
  const std::lock_guard lock(mutex_);
  --asides_;
}

void Progress::show(const std::string& text) {
  const auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - begin_);
  clear();
  fmt::print(streams_.error, "{}  {} s", text, seconds.count());
  streams_.error.flush();
}

void Progress::clear() {
  if (!is_shown_) return;
  // Back to the first column, and the rest of the line is erased.
  streams_.error << "\r\x1b[K" << std::flush;
}

}  // namespace spielwerk::app
