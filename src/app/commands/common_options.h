// Options that several commands have: the same names, meanings and errors everywhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>

#include "app/commands/values.h"
#include "app/terminal/terminal_board.h"
#include "core/engine.h"
#include "core/streams.h"

namespace spielwerk::app {

inline constexpr const char* kGameHelp = "the game, with its variant";

/// Reads the value of `--position`.
std::expected<Position, std::string> parse_position_option(const Game& game,
                                                           const std::string& text);

/// `--position` and `--moves`: where a game stands.
class PositionOptions {
 public:
  void add_to(Options& options);
  std::expected<Position, std::string> position(const Game& game) const;
  /// The same, where there has to be something to think about.
  std::expected<Position, std::string> unfinished_position(const Game& game) const;
  bool is_given() const { return !position_.empty() || !moves_.empty(); }

 private:
  std::string position_;
  std::string moves_;
};

/// `--movetime`, `--depth` and `--nodes`: when a search ends.
class LimitOptions {
 public:
  /// `usual_time` is what limits it if nothing else is said.
  explicit LimitOptions(std::chrono::milliseconds usual_time) : usual_time_(usual_time) {}
  void add_to(Options& options);
  SearchLimits limits() const;

 private:
  const std::chrono::milliseconds usual_time_;
  std::optional<std::chrono::milliseconds> move_time_;
  std::optional<int> depth_;
  std::optional<std::uint64_t> nodes_;
};

/// `--hash` and `--threads`: what an engine may use.
class EngineOptions {
 public:
  explicit EngineOptions(int megabytes) : settings_{.table_megabytes = megabytes} {}
  void add_to(Options& options);
  const EngineSettings& settings() const { return settings_; }
  std::unique_ptr<Engine> make(const Game& game) const;

 private:
  EngineSettings settings_;
};

/// `--seed`: the same random choices again; without it others every time.
class SeedOption {
 public:
  void add_to(Options& options);
  std::uint64_t seed() const;

 private:
  std::optional<std::uint64_t> seed_;
};

/// `--color`, `--ascii` and `--unicode`: how boards are drawn.
class StyleOptions {
 public:
  void add_to(Options& options);
  BoardStyle style(const Streams& streams) const;

 private:
  std::string color_ = "auto";
  bool ascii_ = false;
  bool unicode_ = false;
};

/// `--max-connections` and `--max-per-address`: how many a server takes.
void add_connection_limits(Options& options, int& max_connections, int& max_per_address);

}  // namespace spielwerk::app
