// A conversation in the Universal Game Interface, in which a program drives an engine by lines.
#pragma once

#include <cstdint>
#include <functional>
#include <istream>
#include <memory>
#include <mutex>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "core/engine.h"
#include "core/outbox.h"
#include "protocols/ugi/go.h"

namespace spielwerk::ugi {

/// Takes lines and answers with lines. Searches on a thread of its own, so that it listens while
/// it thinks; an answer can therefore come at any time, but never two at once.
class UgiSession {
 public:
  /// Gets each answer, without its line feed, on one thread or the other. What is said during a
  /// search may come a moment after the line that it answers was handled.
  using Output = std::function<void(std::string_view line)>;

  /// The game must have an engine; `program` is its name and version.
  UgiSession(const Game& game, std::string_view program, Output output);
  /// Stops a search and waits for it.
  ~UgiSession();
  UgiSession(const UgiSession&) = delete;
  UgiSession& operator=(const UgiSession&) = delete;

  /// Says whether to go on: false after `quit`. Call it from one thread only.
  bool handle(std::string_view line);
  /// Answers to a line that was too long to be read.
  void refuse_long_line();
  /// Waits until a search has told its best move, and stops one that would go on for ever.
  void wait();

 private:
  using Words = std::span<const std::string_view>;

  struct Options {
    int table_megabytes = 16;
    int threads = 1;
    int level = kStrongestLevel;
    int lines = 1;
    int seed = 0;
  };
  struct Spin {
    std::string_view name;
    int Options::* value;
    int min;
    int max;
  };
  std::vector<Spin> spins() const;

  void introduce();
  void set_option(Words words);
  void set_variant(std::string_view text);
  void begin_game();
  void set_position(Words words);
  void answer_query(Words words);
  void go(Words words);
  void stop() { thread_.request_stop(); }

  /// Runs on the thread of the search.
  void think(const std::stop_token& stop, const Position& at, const Go& go);
  SearchReport think_at_full_strength(const std::stop_token& stop, const Position& at,
                                      const Go& go);
  SearchReport think_at_level(const std::stop_token& stop, const Position& at, const Go& go,
                              const LevelSettings& settings);
  void say_report(const SearchReport& report);

  void prepare_engine();
  bool is_searching();
  bool waits_for_stop();
  /// Whether nothing is being searched; if something is, says that `what` has to wait.
  bool is_idle_for(std::string_view what);
  void say(std::string_view line);
  void say_string(std::string_view text);

  const std::string name_;
  Outbox<std::string> answers_;
  Game game_;
  Position position_;
  Options options_;
  std::unique_ptr<Engine> engine_;

  /// Guards what follows.
  std::mutex mutex_;
  bool is_searching_ = false;
  /// Whether that search ends only by `stop`.
  bool waits_for_stop_ = false;

  /// Last, so that it ends before anything it uses.
  std::jthread thread_;
};

/// A whole conversation, until `quit` or the end of the input. At the end of the input a search
/// with limits is still answered, so that a pipe of commands gets all its answers.
void converse(const Game& game, std::string_view program, std::istream& input,
              std::ostream& output);

}  // namespace spielwerk::ugi
