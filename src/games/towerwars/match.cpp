#include "games/towerwars/match.h"

#include <fmt/format.h>

#include <array>

#include "games/towerwars/move_tables.h"

namespace spielwerk::towerwars {
namespace {

/// How a decided game was won: the last move took the base, or left no reply.
Ending ending_of(const Board& board, std::optional<Move> last_move) {
  if (!last_move) return Ending::Surrender;
  const Cell base = base_of(board.turn(), board.game().geometry().columns());
  return last_move->second == base ? Ending::BaseTaken : Ending::NoMove;
}

std::string result_message(const Board& board, Ending ending) {
  const std::string_view loser = board.game().player_name(board.turn());
  const std::string_view winner = board.game().player_name(opponent_of(board.turn()));
  switch (ending) {
    case Ending::BaseTaken:
      return fmt::format("{} wins: the base of {} is taken", winner, loser);
    case Ending::NoMove:
      return fmt::format("{} wins: {} has no legal move", winner, loser);
    default:
      return fmt::format("{} wins: {} surrenders", winner, loser);
  }
}

/// Asks, plays and tells until the game is decided; what the players throw goes through.
void play(Board& board, const std::array<Participant*, 2>& players, const MoveObserver& observe,
          MatchResult& result) {
  while (true) {
    const Player mover = board.turn();
    const std::optional<Move> move = players[mover]->request();
    const Status status = board.make(move);
    players[mover]->confirm(status);
    if (status == Status::Illegal) {
      throw ParticipantError(
          fmt::format("the move {} of {} is illegal: {}", board.game().print_move(*move),
                      board.game().player_name(mover), board.position().objection(*move)));
    }
    if (move) {
      result.moves.push_back(*move);
      observe(board, *move);
    }
    players[opponent_of(mover)]->update(move, status);
    if (status == Status::Ok) continue;
    result.status = status;
    result.ending = ending_of(board, move);
    result.message = result_message(board, result.ending);
    return;
  }
}

}  // namespace

MatchResult play_match(int size, Participant& red, Participant& blue, const MoveObserver& observe) {
  MatchResult result;
  Board board(size);
  try {
    red.init(size, kRed);
    blue.init(size, kBlue);
    play(board, {&red, &blue}, observe, result);
  } catch (const ParticipantError& problem) {
    result.ending = Ending::Error;
    result.message = problem.what();
  } catch (const ParticipantLeft& left) {
    result.ending = Ending::Left;
    result.message = left.what();
  }
  return result;
}

}  // namespace spielwerk::towerwars
