// One played game as a value: the game, who played, where it started, its moves and its end.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game.h"
#include "core/score.h"

namespace spielwerk {

// What a record can hold, so that no file, however broken or hostile, makes its reader store more
// than some 40 MiB. All are far beyond need: the longest position text has under 3,000 characters.

/// Bytes of a tag's value, of a comment, and of any other single text.
inline constexpr std::size_t kMaxRecordText = 65'536;
/// Bytes of all comments together.
inline constexpr std::size_t kMaxCommentText = 16'777'216;
inline constexpr std::size_t kMaxTags = 256;
inline constexpr std::size_t kMaxRecordMoves = 100'000;

/// A fact about a game, `[Event "Club evening"]`.
struct Tag {
  std::string name;
  std::string value;
  friend bool operator==(const Tag&, const Tag&) = default;
};

struct RecordedMove {
  Move move;
  /// What the position after the move is worth for the player who made it.
  std::optional<Score> evaluation{};
  std::string comment{};
  friend bool operator==(const RecordedMove&, const RecordedMove&) = default;
};

/// The moves are legal one after the other, and the result is that of the rules if the game is over
/// by the rules. A decided result of an unfinished game means that it was given up, agreed on or
/// lost on time; the tag `Termination` may say which.
struct Record {
  explicit Record(const Game& played) : Record(played, played.start()) {}
  Record(const Game& played, const Position& from)
      : game(played), start(from), result(from.outcome()) {}

  Game game;
  Position start;
  /// Everything that is told about the game, in order, but for what the other members hold:
  /// Game, Variant, Start and Result.
  std::vector<Tag> tags;
  /// The comment before the first move.
  std::string comment;
  std::vector<RecordedMove> moves;
  Outcome result;

  /// The tag's value, or an empty text if there is no such tag.
  std::string_view tag(std::string_view name) const;
  /// Changes the tag or adds it as the last; an empty value removes it.
  void set_tag(std::string_view name, std::string_view value);
  Position final_position() const;

  friend bool operator==(const Record& left, const Record& right);
};

/// Whether a name is that of one of Record's own members: Game, Variant, Start or Result.
bool is_own_tag(std::string_view name);
/// Whether a name can be a tag's: a letter, then letters, digits and '_'.
bool is_tag_name(std::string_view name);

}  // namespace spielwerk
