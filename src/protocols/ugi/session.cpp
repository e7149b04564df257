#include "protocols/ugi/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <new>

#include "core/line_reader.h"
#include "core/play_moves.h"
#include "core/random.h"
#include "core/registry.h"
#include "core/text.h"
#include "protocols/ugi/info.h"
#include "search/level.h"

namespace spielwerk::ugi {
namespace {

constexpr int kMaxMegabytes = 4096;
constexpr int kMaxThreads = 256;
constexpr int kMaxLines = 256;
constexpr int kMaxSeed = 2'147'483'647;

/// Names of options are compared without regard to case, as programs for chess do it.
bool is_same_name(std::string_view left, std::string_view right) {
  const auto lower = [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  };
  return std::ranges::equal(left, right, {}, lower, lower);
}

std::string print_result(Outcome outcome) {
  if (!outcome.is_over()) return "none";
  return outcome.is_draw() ? "draw" : fmt::format("p{}win", outcome.winner() + 1);
}

void wait_for_stop(const std::stop_token& stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any().wait(lock, stop, [] { return false; });
}

}  // namespace

UgiSession::UgiSession(const Game& game, std::string_view program, Output output)
    : name_(fmt::format("{} {}", program, game.description().title)),
      answers_(std::move(output)),
      game_(game),
      position_(game.start()) {}

UgiSession::~UgiSession() { stop(); }

bool UgiSession::handle(std::string_view line) {
  const auto all = words(line);
  if (all.empty()) return true;
  const std::string_view command = all.front();
  const Words rest = Words(all).subspan(1);
  if (command == "ugi") {
    introduce();
  } else if (command == "isready") {
    if (!is_searching()) prepare_engine();
    say("readyok");
  } else if (command == "setoption") {
    set_option(rest);
  } else if (command == "uginewgame") {
    begin_game();
  } else if (command == "position") {
    set_position(rest);
  } else if (command == "go") {
    go(rest);
  } else if (command == "stop") {
    stop();
  } else if (command == "query") {
    answer_query(rest);
  } else if (command == "quit") {
    stop();
    wait();
    return false;
  } else {
    say_string(fmt::format("there is no command {}", in_quotes(command)));
  }
  return true;
}

void UgiSession::refuse_long_line() {
  say_string(fmt::format("a line has at most {} characters; this one is ignored", kMaxLineLength));
}

void UgiSession::wait() {
  if (!thread_.joinable()) return;
  if (waits_for_stop()) stop();
  thread_.join();
}

// ---- Options

std::vector<UgiSession::Spin> UgiSession::spins() const {
  return {{"Hash", &Options::table_megabytes, 1, kMaxMegabytes},
          {"Threads", &Options::threads, 1, kMaxThreads},
          {"Level", &Options::level, kWeakestLevel, kStrongestLevel},
          {"MultiPV", &Options::lines, 1, kMaxLines},
          {"Seed", &Options::seed, 0, kMaxSeed}};
}

void UgiSession::introduce() {
  say("id name " + name_);
  say("id author the Spielwerk authors");
  const Options standard;
  for (const Spin& each : spins()) {
    say(fmt::format("option name {} type spin default {} min {} max {}", each.name,
                    standard.*each.value, each.min, each.max));
  }
  say("option name Variant type string default " + game_.variant_text());
  say("ugiok");
}

void UgiSession::set_option(Words words) {
  if (!is_idle_for("setoption")) return;
  if (words.size() != 4 || words[0] != "name" || words[2] != "value") {
    say_string("expected 'setoption name <name> value <value>'");
    return;
  }
  const std::string_view value = words[3];
  if (is_same_name(words[1], "Variant")) {
    set_variant(value);
    return;
  }
  for (const Spin& each : spins()) {
    if (!is_same_name(words[1], each.name)) continue;
    Cursor cursor(value);
    const auto number = cursor.integer(each.min, each.max, "a whole number");
    if (!number || !cursor.at_end()) {
      say_string(fmt::format("expected a whole number from {} to {} for {}, found {}", each.min,
                             each.max, each.name, in_quotes(value)));
      return;
    }
    options_.*each.value = *number;
    engine_.reset();
    return;
  }
  say_string(fmt::format("there is no option {}", in_quotes(words[1])));
}

void UgiSession::set_variant(std::string_view text) {
  auto game = parse_game(game_.description(), text);
  if (!game) {
    say_string(game.error().message(text));
    return;
  }
  engine_.reset();
  game_ = std::move(*game);
  position_ = game_.start();
}

void UgiSession::begin_game() {
  if (!is_idle_for("uginewgame")) return;
  position_ = game_.start();
  if (engine_) engine_->forget();
}

void UgiSession::prepare_engine() {
  if (engine_) return;
  const auto make = [&] {
    engine_ = game_.make_engine({.table_megabytes = options_.table_megabytes,
                                 .threads = options_.threads,
                                 .seed = static_cast<std::uint64_t>(options_.seed)});
  };
  try {
    make();
  } catch (const std::bad_alloc&) {
    const int wanted = options_.table_megabytes;
    options_.table_megabytes = Options().table_megabytes;
    say_string(fmt::format("there is not enough memory for Hash {}; it is {} now", wanted,
                           options_.table_megabytes));
    make();
  }
}

// ---- Positions

void UgiSession::set_position(Words words) {
  Position position = game_.start();
  std::size_t used = 1;
  if (!words.empty() && words[0] == "fen" && words.size() > 1) {
    auto parsed = game_.parse_position(words[1]);
    if (!parsed) {
      say_string(parsed.error().message(words[1]));
      return;
    }
    position = std::move(*parsed);
    used = 2;
  } else if (words.empty() || words[0] != "startpos") {
    say_string("expected 'position startpos' or 'position fen <text>'");
    return;
  }
  if (words.size() > used) {
    if (words[used] != "moves") {
      say_string(fmt::format("expected 'moves', found {}", in_quotes(words[used])));
      return;
    }
    auto played = play_moves(game_, std::move(position), words.subspan(used + 1));
    if (!played) {
      say_string(played.error());
      return;
    }
    position = std::move(*played);
  }
  position_ = std::move(position);
}

void UgiSession::answer_query(Words words) {
  const std::string_view what = words.empty() ? std::string_view() : words[0];
  if (what == "gameover") {
    say(fmt::format("response {}", position_.outcome().is_over()));
  } else if (what == "p1turn") {
    say(fmt::format("response {}", position_.side_to_move() == 0));
  } else if (what == "turn") {
    say(fmt::format("response p{}", position_.side_to_move() + 1));
  } else if (what == "result") {
    say("response " + print_result(position_.outcome()));
  } else {
    say_string("expected 'query gameover', 'query p1turn', 'query turn' or 'query result'");
  }
}

// ---- Searching

void UgiSession::go(Words words) {
  if (!is_idle_for("go")) return;
  auto go = parse_go(words, position_.side_to_move(), game_.players());
  if (!go) {
    say_string(go.error());
    return;
  }
  for (const std::string& each : go->ignored) say_string(each + " after 'go' is ignored");
  if (position_.outcome().is_over()) {
    say_string("the game is over");
    say("bestmove none");
    return;
  }
  prepare_engine();
  go->limits.lines = options_.lines;
  // The thread of the search before may still be on its way out.
  if (thread_.joinable()) thread_.join();
  {
    const std::lock_guard lock(mutex_);
    is_searching_ = true;
    waits_for_stop_ = go->waits_for_stop;
  }
  thread_ = std::jthread([this, at = position_, go = std::move(*go)](const std::stop_token& stop) {
    think(stop, at, go);
  });
}

void UgiSession::think(const std::stop_token& stop, const Position& at, const Go& go) {
  const auto& levels = game_.description().levels;
  const auto level = static_cast<std::size_t>(options_.level - kWeakestLevel);
  const SearchReport report = level < levels.size() ? think_at_level(stop, at, go, levels[level])
                                                    : think_at_full_strength(stop, at, go);
  if (go.waits_for_stop) wait_for_stop(stop);
  {
    const std::lock_guard lock(mutex_);
    // Together, so that whoever has heard the answer may ask again at once.
    answers_.add("bestmove " + game_.print_move(report.best()));
    is_searching_ = false;
    waits_for_stop_ = false;
  }
  answers_.deliver();
}

SearchReport UgiSession::think_at_full_strength(const std::stop_token& stop, const Position& at,
                                                const Go& go) {
  std::uint64_t told = 0;
  SearchReport report = engine_->search(at, go.limits, stop, [&](const SearchReport& so_far) {
    told = so_far.nodes;
    say_report(so_far);
  });
  if (report.nodes != told) say_report(report);
  return report;
}

SearchReport UgiSession::think_at_level(const std::stop_token& stop, const Position& at,
                                        const Go& go, const LevelSettings& settings) {
  // Errors depend on seed and position alone, so that a game can be repeated from anywhere.
  Random random(mix64(static_cast<std::uint64_t>(options_.seed)) ^ at.key());
  auto [line, report] = search::choose_at_level(*engine_, at, settings, go.limits, stop, random);
  report.lines = {std::move(line)};
  say_report(report);
  return report;
}

void UgiSession::say_report(const SearchReport& report) {
  for (std::size_t index = 0; index < report.lines.size(); ++index) {
    say(print_info(game_, report, index));
  }
}

// ---- Talking

bool UgiSession::is_searching() {
  const std::lock_guard lock(mutex_);
  return is_searching_;
}

bool UgiSession::waits_for_stop() {
  const std::lock_guard lock(mutex_);
  return waits_for_stop_;
}

bool UgiSession::is_idle_for(std::string_view what) {
  if (!is_searching()) return true;
  say_string(fmt::format("'{}' is ignored during a search; 'stop' ends it", what));
  return false;
}

void UgiSession::say(std::string_view line) {
  answers_.add(std::string(line));
  answers_.deliver();
}

void UgiSession::say_string(std::string_view text) { say(fmt::format("info string {}", text)); }

void converse(const Game& game, std::string_view program, std::istream& input,
              std::ostream& output) {
  UgiSession session(game, program, [&](std::string_view line) {
    output << line << '\n' << std::flush;
  });
  // The session flushes its output itself, for the reader cannot know when a search speaks.
  std::ostream nothing(nullptr);
  LineReader reader(input, nothing);
  std::string line;
  while (true) {
    const LineStatus status = reader.next(line);
    if (status == LineStatus::End) break;
    if (status == LineStatus::TooLong) {
      session.refuse_long_line();
    } else if (!session.handle(line)) {
      return;
    }
  }
  session.wait();
}

}  // namespace spielwerk::ugi
