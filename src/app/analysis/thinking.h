// What the commands share that let an engine think: their options, and how results are told.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "core/engine.h"
#include "core/streams.h"

namespace CLI {  // NOLINT(readability-identifier-naming): a name of the library
class App;
}

namespace spielwerk::app {

/// Reads `othello:8x8`; an error is a sentence.
std::expected<Game, std::string> read_game(const std::string& text);

/// An engine's options `--hash` and `--threads`.
class EngineOptions {
 public:
  explicit EngineOptions(int megabytes) : settings_{.table_megabytes = megabytes} {}
  void add_to(CLI::App& parser);
  std::unique_ptr<Engine> make(const Game& game) const;

 private:
  EngineSettings settings_;
};

/// The options `--position` and `--moves`: what to think about.
class PositionOptions {
 public:
  void add_to(CLI::App& parser);
  std::expected<Position, std::string> position(const Game& game) const;
  bool is_given() const { return !position_.empty() || !moves_.empty(); }

 private:
  std::string position_;
  std::string moves_;
};

/// `Othello 8x8`
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
