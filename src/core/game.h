// Any game and any position behind one type: what everything outside rules and search works with.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/level.h"
#include "core/look.h"
#include "core/rules.h"
#include "core/variant.h"

namespace spielwerk {

class Engine;
class Game;
class Strategy;
struct EngineSettings;
using EngineMaker = std::unique_ptr<Engine>(const Game&, const EngineSettings&);

/// A position of some game: a value that can be copied, compared and played on.
class Position {
 public:
  Position(const Position& other) : model_(other.model_->clone()) {}
  Position(Position&&) noexcept = default;
  Position& operator=(const Position& other) {
    model_ = other.model_->clone();
    return *this;
  }
  Position& operator=(Position&&) noexcept = default;

  Player side_to_move() const { return model_->side_to_move(); }
  Outcome outcome() const { return model_->outcome(); }
  /// How the game has ended here, as far as its rules tell.
  Ending ending() const { return model_->ending(); }
  std::uint64_t key() const { return model_->key(); }

  std::uint64_t move_count() const { return model_->move_count(); }
  std::vector<Move> moves() const { return model_->moves(); }
  bool is_legal(Move move) const { return model_->is_legal(move); }
  /// Why a move is not legal; empty if it is.
  std::string objection(Move move) const { return model_->objection(move); }
  /// The cells that may be picked next: first cells of legal moves if `first` is kNoCell, else the
  /// second cells of those that begin with `first`. Ascending.
  std::vector<Cell> next_cells(Cell first = kNoCell) const { return model_->next_cells(first); }
  /// The move must be legal.
  void play(Move move) { model_->play(move); }
  /// A uniformly random legal move; the game must not be over.
  Move random_move(Random& random) const { return model_->random_move(random); }

  /// The position's text: one line without blanks, `<board>:<player to move>`.
  std::string text() const { return model_->text(); }
  Piece piece(Cell cell) const { return model_->piece(cell); }
  /// What a legal move changes here, in order.
  std::vector<Step> steps(Move move) const { return model_->steps(move); }
  /// The number of move sequences of exactly `depth` plies from here.
  std::uint64_t perft(int depth) const { return model_->perft(depth); }
  /// The number of those that begin with the legal move `first`.
  std::uint64_t perft_behind(Move first, int depth) const {
    return model_->perft_behind(first, depth);
  }

  friend bool operator==(const Position& left, const Position& right) {
    return left.model_->equals(*right.model_);
  }

 private:
  template <Rules R>
  friend class GameAdapter;

  struct Model {
    virtual ~Model() = default;
    virtual std::unique_ptr<Model> clone() const = 0;
    virtual bool equals(const Model& other) const = 0;
    virtual Player side_to_move() const = 0;
    virtual Outcome outcome() const = 0;
    virtual Ending ending() const = 0;
    virtual std::uint64_t key() const = 0;
    virtual std::uint64_t move_count() const = 0;
    virtual std::vector<Move> moves() const = 0;
    virtual bool is_legal(Move move) const = 0;
    virtual std::string objection(Move move) const = 0;
    virtual std::vector<Cell> next_cells(Cell first) const = 0;
    virtual void play(Move move) = 0;
    virtual Move random_move(Random& random) const = 0;
    virtual std::string text() const = 0;
    virtual Piece piece(Cell cell) const = 0;
    virtual std::vector<Step> steps(Move move) const = 0;
    virtual std::uint64_t perft(int depth) const = 0;
    virtual std::uint64_t perft_behind(Move first, int depth) const = 0;
  };
  explicit Position(std::unique_ptr<Model> model) : model_(std::move(model)) {}

  std::unique_ptr<Model> model_;
};

/// A variant that is worth offering by name.
struct Preset {
  std::string title;
  std::string variant;
};

/// A way to choose moves other than the engine (core/engine.h), found by its name: what an
/// assignment prescribes, or an opponent to measure the engine against.
struct StrategyDescription {
  std::string name;
  std::string summary;
  /// `parameters` is what stands behind the name and a colon, `depth=2`, or nothing. The seed
  /// decides all its random choices.
  std::function<Parsed<std::unique_ptr<Strategy>>(const Game&, std::string_view parameters,
                                                  std::uint64_t seed)>
      make;
};

/// What a game tells about itself, and how it is made: the one thing a game registers.
struct GameDescription {
  std::string name;   ///< as written in texts, in lower case: `chess`
  std::string title;  ///< as shown to people: `Chess`
  std::string summary;
  std::vector<Parameter> parameters;
  std::vector<Preset> presets;
  Look look{};
  /// Whether the rules know a draw; then players may agree on one as well.
  bool has_draws = true;
  /// Makes the game of a variant; an error says which values do not fit each other, and its
  /// position is that in the printed variant.
  std::function<Parsed<Game>(const GameDescription&, const Variant&)> make;
  /// Makes the engine that has this game's knowledge; without one the general engine plays. Ask
  /// Game::make_engine, which knows both.
  std::function<EngineMaker> make_engine{};
  /// How levels 1 to 8 play; level 9 is the engine at full strength. Without any, those of
  /// search/level.h hold.
  std::span<const LevelSettings> levels{};
  std::vector<StrategyDescription> strategies{};
  /// The variant whose games other programs pass on as transcripts (records/transcript.h), if any.
  std::string transcript_variant{};
};

/// One variant of one game. Cheap to copy; positions do not outlive the description they were
/// made from, which lives in the registry.
class Game {
 public:
  const GameDescription& description() const { return model_->description(); }
  const std::string& name() const { return description().name; }
  const Variant& variant() const { return model_->variant(); }
  /// The variant's text, `11`.
  std::string variant_text() const { return print_variant(description().parameters, variant()); }
  /// Game and variant, `chess:8x8`.
  std::string text() const { return name() + ":" + variant_text(); }

  const Geometry& geometry() const { return model_->geometry(); }
  const Notation& notation() const { return model_->notation(); }
  int players() const { return model_->players(); }
  std::string_view player_name(Player player) const { return model_->player_name(player); }
  /// The number of balls with which a cell overflows, or 0 if nothing overflows in this game.
  int capacity(Cell cell) const { return model_->capacity(cell); }

  Position start() const { return model_->start(); }
  Parsed<Position> parse_position(std::string_view text) const { return model_->parse(text); }

  /// The engine that thinks about this game best (core/engine.h).
  std::unique_ptr<Engine> make_engine(const EngineSettings& settings) const;
  /// The engine that knows nothing but the rules, as a second opinion.
  std::unique_ptr<Engine> make_general_engine(const EngineSettings& settings) const;

  /// The move of these picked cells; a pair without order is put in order.
  Move make_move(Cell first, Cell second = kNoCell) const {
    return spielwerk::make_move(notation(), first, second);
  }
  std::string print_cell(Cell cell) const {
    return spielwerk::print_cell(notation(), geometry(), cell);
  }
  std::string print_move(Move move) const {
    return spielwerk::print_move(notation(), geometry(), move);
  }
  Parsed<Move> parse_move(std::string_view text) const {
    return spielwerk::parse_move(notation(), geometry(), text);
  }

  /// Does not keep the rules alive; nothing if nobody does any more.
  class Weak;

 private:
  template <Rules R>
  friend class GameAdapter;

  struct Model {
    virtual ~Model() = default;
    virtual const GameDescription& description() const = 0;
    virtual const Variant& variant() const = 0;
    virtual const Geometry& geometry() const = 0;
    virtual const Notation& notation() const = 0;
    virtual int players() const = 0;
    virtual std::string_view player_name(Player player) const = 0;
    virtual int capacity(Cell cell) const = 0;
    virtual Position start() const = 0;
    virtual Parsed<Position> parse(std::string_view text) const = 0;
    virtual EngineMaker* make_general_engine() const = 0;
  };
  explicit Game(std::shared_ptr<const Model> model) : model_(std::move(model)) {}

  std::shared_ptr<const Model> model_;
};

class Game::Weak {
 public:
  Weak() = default;
  explicit Weak(const Game& game) : model_(game.model_) {}

  bool is_gone() const { return model_.expired(); }
  std::optional<Game> lock() const {
    auto model = model_.lock();
    return model ? std::optional(Game(std::move(model))) : std::nullopt;
  }

 private:
  std::weak_ptr<const Model> model_;
};

}  // namespace spielwerk
