#include "arena/match.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "core/outbox.h"
#include "core/random.h"

namespace spielwerk::arena {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// A seed for one purpose in one game of the match.
std::uint64_t seed_for(const MatchSettings& settings, int number, std::uint64_t purpose) {
  return mix64(mix64(settings.seed + 0x9E3779B97F4A7C15u * static_cast<std::uint64_t>(number)) +
               purpose);
}

class MatchRun {
 public:
  MatchRun(const Game& game, const std::array<PlayerFactory, 2>& players,
           const MatchSettings& settings, std::stop_token stop, const GameObserver& observe)
      : game_(game),
        players_(players),
        settings_(settings),
        stop_(std::move(stop)),
        news_([&observe](const News& news) {
          if (observe) observe(news.played, news.so_far);
        }) {
    result_.total.players = game.players();
    for (Tally& tally : result_.by_seat) tally.players = game.players();
  }

  MatchResult run() {
    {
      std::vector<std::jthread> threads;
      const int count = std::clamp(settings_.concurrency, 1, std::max(settings_.games, 1));
      for (int index = 1; index < count; ++index) threads.emplace_back([this] { work(); });
      work();
    }
    return result_;
  }

 private:
  void work() {
    while (!stop_.stop_requested()) {
      const int number = next_.fetch_add(1);
      if (number >= settings_.games) return;
      finish(play(number));
    }
  }

  MatchGame play(int number) {
    const int seats = game_.players();
    const auto first_seat = static_cast<Player>(number % seats);
    MatchGame result{.number = number, .record = Record(game_)};
    Record& record = result.record;
    Position position = game_.start();
    for (const Move move : random_opening(game_, settings_, number / seats)) {
      position.play(move);
      record.moves.push_back({.move = move});
    }
    // The first player of the match, and the second once for each other seat.
    std::vector<std::unique_ptr<GamePlayer>> players;
    const auto sit_down = [&](const PlayerFactory& make, int seat) {
      players.push_back(make(seed_for(settings_, number, players.size() + 1)));
      players.back()->begin_game();
      record.set_tag("Player" + std::to_string(seat + 1), players.back()->name());
    };
    sit_down(players_[0], first_seat);
    for (int seat = 0; seat < seats; ++seat) {
      if (seat != first_seat) sit_down(players_[1], seat);
    }
    while (!position.outcome().is_over()) {
      const Player side = position.side_to_move();
      const bool is_first = side == first_seat;
      GamePlayer& player = *players[is_first ? 0u : side < first_seat ? side + 1u : side];
      if (static_cast<int>(record.moves.size()) >= settings_.max_plies) {
        result.ending = Ending::TooLong;
        break;
      }
      const auto begin = SteadyClock::now();
      const auto choice = choose(player, position, settings_.limits, stop_);
      if (stop_.stop_requested()) {
        result.ending = Ending::Stopped;
        return result;
      }
      auto& slowest = result.slowest[is_first ? 0 : 1];
      slowest = std::max<std::chrono::nanoseconds>(slowest, SteadyClock::now() - begin);
      judge(position, choice, player.name(), result);
      if (result.ending != Ending::Rules) {
        record.result =
            Outcome::win(is_first ? static_cast<Player>((side + 1) % seats) : first_seat);
        break;
      }
      position.play(*choice->move);
      record.moves.push_back({.move = *choice->move, .evaluation = choice->score});
    }
    if (result.ending == Ending::Rules) {
      record.result = position.outcome();
      for (const auto& each : players) {
        // What the rules say counts, whatever a player makes of it.
        if (const auto failure = end_game(*each, position)) {
          result.trouble = each->name() + ": " + failure->sentence;
        }
      }
    }
    if (result.ending == Ending::TooLong) record.result = Outcome::draw();
    if (result.ending != Ending::Rules) {
      record.set_tag("Termination", print_ending(result.ending));
    }
    result.score = record.result.share(first_seat, seats);
    return result;
  }

  /// Ends the game if what was chosen is no legal move.
  static void judge(const Position& position, const std::expected<Choice, Failure>& choice,
                    const std::string& name, MatchGame& game) {
    if (!choice) {
      game.ending = Ending::Failure;
      game.trouble = name + ": " + choice.error().sentence;
    } else if (!choice->move) {
      game.ending = Ending::Resignation;
    } else if (!position.is_legal(*choice->move)) {
      game.ending = Ending::Illegal;
      game.trouble = name + ": " + position.objection(*choice->move);
    }
  }

  void finish(MatchGame played) {
    if (played.ending == Ending::Stopped) return;
    count(std::move(played));
    // Whoever observes must not hold up the other games.
    news_.deliver();
  }

  void count(MatchGame played) {
    const std::lock_guard lock(mutex_);
    result_.total.add(played.score);
    result_.by_seat[static_cast<std::size_t>(played.number % game_.players())].add(played.score);
    for (std::size_t each = 0; each < 2; ++each) {
      result_.slowest[each] = std::max(result_.slowest[each], played.slowest[each]);
    }
    if (played.ending == Ending::Illegal) ++result_.illegal;
    if (played.ending == Ending::Failure) ++result_.failures;
    if (played.ending == Ending::TooLong) ++result_.too_long;
    news_.add({std::move(played), result_});
  }

  struct News {
    MatchGame played;
    MatchResult so_far;
  };

  const Game& game_;
  const std::array<PlayerFactory, 2>& players_;
  const MatchSettings settings_;
  const std::stop_token stop_;
  Outbox<News> news_;
  std::atomic<int> next_{0};
  std::mutex mutex_;
  MatchResult result_;
};

}  // namespace

std::string_view print_ending(Ending ending) {
  switch (ending) {
    case Ending::Rules:
      return "rules";
    case Ending::Illegal:
      return "illegal move";
    case Ending::Failure:
      return "failure";
    case Ending::Resignation:
      return "resignation";
    case Ending::TooLong:
      return "too long";
    case Ending::Stopped:
      return "stopped";
  }
  return "";
}

std::vector<Move> random_opening(const Game& game, const MatchSettings& settings, int number) {
  Random random(seed_for(settings, number, 0));
  const int span = std::max(settings.max_opening_plies - settings.min_opening_plies, 0);
  const int plies = settings.min_opening_plies +
                    static_cast<int>(random.below(static_cast<std::uint32_t>(span) + 1));
  while (true) {
    std::vector<Move> moves;
    Position position = game.start();
    while (static_cast<int>(moves.size()) < plies && !position.outcome().is_over()) {
      moves.push_back(position.random_move(random));
      position.play(moves.back());
    }
    // A variant so small that it is over by then is played from its start.
    if (position.outcome().is_over() && random.below(16) == 0) return {};
    if (!position.outcome().is_over()) return moves;
  }
}

MatchResult play_match(const Game& game, const std::array<PlayerFactory, 2>& players,
                       const MatchSettings& settings, std::stop_token stop,
                       const GameObserver& observe) {
  return MatchRun(game, players, settings, std::move(stop), observe).run();
}

}  // namespace spielwerk::arena
