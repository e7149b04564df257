// The one template that turns a game's static rules into a Game and its Positions.
#pragma once

#include <memory>
#include <utility>

#include "core/game.h"
#include "core/perft.h"
#include "core/text.h"

namespace spielwerk {

template <Rules R>
class GameAdapter {
 public:
  /// `make_general_engine` makes the engine that needs nothing but these rules; games are made by
  /// search::make_game (search/make_game.h), which knows one for all rules.
  static Game make(const GameDescription& description, const Variant& variant, R rules,
                   EngineMaker* make_general_engine) {
    return Game(
        std::make_shared<GameModel>(description, variant, std::move(rules), make_general_engine));
  }

  /// The way back, for what works on the static rules again: the position's rules and its static
  /// position, or nullptr if they are not of this type.
  static const R* rules_of(const Position& position) {
    const auto* model = dynamic_cast<const PositionModel*>(position.model_.get());
    return model == nullptr ? nullptr : &model->rules();
  }
  static const typename R::Position* position_of(const Position& position) {
    const auto* model = dynamic_cast<const PositionModel*>(position.model_.get());
    return model == nullptr ? nullptr : &model->position_;
  }

 private:
  struct GameModel final : Game::Model, std::enable_shared_from_this<GameModel> {
    GameModel(const GameDescription& game, const Variant& chosen, R its_rules,
              EngineMaker* its_general_engine)
        : description_(game),
          variant_(chosen),
          rules_(std::move(its_rules)),
          make_general_engine_(its_general_engine) {}

    const GameDescription& description() const override { return description_; }
    const Variant& variant() const override { return variant_; }
    const Geometry& geometry() const override { return rules_.geometry(); }
    const Notation& notation() const override { return rules_.notation(); }
    int players() const override { return rules_.players(); }
    std::string_view player_name(Player player) const override {
      return rules_.player_name(player);
    }
    int capacity([[maybe_unused]] Cell cell) const override {
      if constexpr (HasCapacity<R>) {
        return rules_.capacity(cell);
      } else {
        return 0;
      }
    }
    Position start() const override { return wrap(rules_.start()); }
    EngineMaker* make_general_engine() const override { return make_general_engine_; }

    Parsed<Position> parse(std::string_view text) const override {
      const std::size_t colon = text.rfind(':');
      const std::string_view board = text.substr(0, colon);
      if (colon == std::string_view::npos) {
        return parse_error(text.size(), "':' and the player to move");
      }
      const std::string_view name = text.substr(colon + 1);
      for (int player = 0; player < rules_.players(); ++player) {
        if (rules_.player_name(static_cast<Player>(player)) != name) continue;
        auto position = rules_.parse_board(board, static_cast<Player>(player));
        if (!position) return std::unexpected(position.error());
        return wrap(std::move(*position));
      }
      return parse_error(colon + 1, "the player to move, " + player_names());
    }

    Position wrap(typename R::Position position) const {
      return Position(
          std::make_unique<PositionModel>(this->shared_from_this(), std::move(position)));
    }
    std::string player_names() const {
      std::string names;
      for (int player = 0; player < rules_.players(); ++player) {
        if (player > 0) names += " or ";
        names += rules_.player_name(static_cast<Player>(player));
      }
      return names;
    }

    const GameDescription& description_;
    Variant variant_;
    R rules_;
    EngineMaker* make_general_engine_;
  };

  struct PositionModel final : Position::Model {
    PositionModel(std::shared_ptr<const GameModel> game, typename R::Position position)
        : game_(std::move(game)), position_(std::move(position)) {}

    std::unique_ptr<Position::Model> clone() const override {
      return std::make_unique<PositionModel>(*this);
    }
    bool equals(const Position::Model& other) const override {
      const auto* same = dynamic_cast<const PositionModel*>(&other);
      return same != nullptr && same->position_ == position_;
    }
    Player side_to_move() const override { return position_.side_to_move(); }
    Outcome outcome() const override { return rules().outcome(position_); }
    Ending ending() const override {
      if constexpr (HasEnding<R>) {
        if (outcome().is_over()) return rules().ending(position_);
      }
      return {};
    }
    std::uint64_t key() const override { return position_.key(); }
    std::uint64_t move_count() const override { return rules().move_count(position_); }
    std::vector<Move> moves() const override {
      std::vector<Move> moves;
      moves.reserve(rules().move_count(position_));
      rules().for_each_move(position_, [&](Move move) { moves.push_back(move); });
      return moves;
    }
    bool is_legal(Move move) const override {
      return is_on_board(move) && rules().is_legal(position_, move);
    }
    std::string objection(Move move) const override {
      if (!is_on_board(move)) return "there is no such field on the board";
      return rules().objection(position_, move);
    }
    std::vector<Cell> next_cells(Cell first) const override {
      if (first != kNoCell && first >= rules().geometry().cell_count()) return {};
      return spielwerk::next_cells(rules(), position_, first);
    }
    void play(Move move) override { rules().play(position_, move); }
    Move random_move(Random& random) const override {
      return spielwerk::random_move(rules(), position_, random);
    }
    std::string text() const override {
      std::string text = rules().print_board(position_);
      text += ':';
      text += rules().player_name(position_.side_to_move());
      return text;
    }
    Piece piece(Cell cell) const override { return rules().piece(position_, cell); }
    std::vector<Step> steps(Move move) const override { return rules().steps(position_, move); }
    std::uint64_t perft(int depth) const override {
      return spielwerk::perft(rules(), position_, depth);
    }
    std::uint64_t perft_behind(Move first, int depth) const override {
      return spielwerk::perft_behind(rules(), position_, first, depth);
    }

    const R& rules() const { return game_->rules_; }
    /// Static rules trust their callers to name cells of the board; here anybody may call.
    bool is_on_board(Move move) const {
      const int cells = rules().geometry().cell_count();
      if (move.size() != rules().notation().cells_per_move) return false;
      return move.first < cells && (move.size() == 1 || move.second < cells);
    }

    std::shared_ptr<const GameModel> game_;
    typename R::Position position_;
  };
};

}  // namespace spielwerk
