// What the commands share that let an engine think: how results are told, and how far it is.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "core/engine.h"
#include "core/streams.h"

namespace spielwerk::app {

/// Title and variant, `Chess 8x8`.
std::string title_of(const Game& game);
/// `X wins in 5 plies`, `a draw`, `X expects 53 %`
std::string describe_prospects(const Game& game, Player player, Score score);
/// `X wins`, `a draw`
std::string describe_outcome(const Game& game, Outcome outcome);
/// A number that is easy to read: `1,234,567`.
std::string print_count(std::uint64_t count);
double to_seconds(std::chrono::nanoseconds time);

/// A line on a person's terminal that tells every now and then how far a search is, and is gone at
/// the end. Without such a person it is silent.
class Progress {
 public:
  explicit Progress(Streams& streams);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// What is being done now, `move 5 of 60`; shown before the rest.
  void begin(std::string what);
  void hear(const SearchReport& report);
  /// Lets `print` write to the streams without disturbing the line. It may tell what it likes here.
  void aside(const std::function<void()>& print);

 private:
  void show(const std::string& text);
  void clear();

  Streams& streams_;
  const bool is_shown_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  /// Guards what follows, never the terminal.
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::condition_variable has_shown_;
  std::string what_;
  std::string found_;
  /// While somebody prints, the line is not shown; while it is shown, whoever wants to print waits.
  int asides_ = 0;
  bool is_showing_ = false;
  std::jthread thread_;
};

}  // namespace spielwerk::app
