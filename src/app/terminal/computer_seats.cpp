#include "app/terminal/computer_seats.h"

#include <fmt/format.h>

#include "protocols/all_players.h"

namespace spielwerk::app {

namespace {

std::string tag_of(std::size_t seat) { return fmt::format("Player{}", seat + 1); }

}  // namespace

void ComputerSeats::take_over(const Record& record) {
  for (std::size_t each = 0; each < settings_.texts.size(); ++each) {
    if (settings_.is_given[each]) continue;
    const std::string text(record.tag(tag_of(each)));
    // A file must not make us connect to anybody.
    if (!text.empty() && all_players().parse(record.game, text, {})) {
      settings_.texts[each] = text;
    }
  }
}

void ComputerSeats::sign(Record& record) const {
  for (std::size_t each = 0; each < players_.size(); ++each) {
    if (players_[each]) record.set_tag(tag_of(each), settings_.texts[each]);
  }
}

std::expected<void, std::string> ComputerSeats::sit_down(const Game& game) {
  std::string problem;
  adviser_.reset();
  game_ = std::make_unique<Game>(game);
  for (std::size_t each = 0; each < players_.size(); ++each) {
    players_[each].reset();
    const std::string& text = settings_.texts[each];
    if (static_cast<int>(each) >= game.players()) continue;
    const auto plan = all_players().parse(game, text, kAllPlayers);
    if (!plan) {
      if (!problem.empty()) continue;
      problem = fmt::format("{}: {}", game.player_name(static_cast<Player>(each)),
                            plan.error().message(text));
    } else if (!plan->traits.is_person) {
      PlayerSettings settings = settings_.players;
      settings.seed = mix64(settings.seed + each);
      settings.engine.seed = settings.seed;
      players_[each] = plan->make(settings);
    }
  }
  if (!problem.empty()) return std::unexpected(problem);
  return {};
}

bool ComputerSeats::has_person() const {
  for (int each = 0; each < game_->players(); ++each) {
    if (!is_computer(static_cast<Player>(each))) return true;
  }
  return false;
}

std::expected<Choice, std::string> ComputerSeats::choose(const Position& at) {
  GamePlayer& player = *players_[at.side_to_move()];
  auto choice = spielwerk::choose(player, at, settings_.limits);
  if (!choice) return std::unexpected(choice.error().sentence);
  if (choice->move && !at.is_legal(*choice->move))
    return std::unexpected(at.objection(*choice->move));
  return *std::move(choice);
}

void ComputerSeats::end_game(const Position& at) {
  for (const auto& player : players_) {
    if (player) spielwerk::end_game(*player, at);
  }
}

SearchReport ComputerSeats::advise(const Position& at, int lines) {
  if (adviser_ == nullptr) {
    adviser_ = game_->make_engine(settings_.players.engine);
  }
  SearchLimits limits = settings_.limits;
  limits.lines = lines;
  return adviser_->search(at, limits, {}, {});
}

}  // namespace spielwerk::app
