// What the programs of the assignment tell each other in calls: the classes that they all have.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "games/towerwars/board.h"
#include "protocols/rmi/java_reader.h"
#include "protocols/rmi/java_writer.h"

namespace spielwerk::towerwars_protocol {

/// The interface of players.
inline constexpr std::string_view kPlayerInterface = "towerwarspp.preset.Player";

/// A method of the interface, as class files write it.
struct PlayerMethod {
  std::string_view signature;
  /// By which calls name it.
  std::int64_t hash() const;
};
inline constexpr PlayerMethod kRequest{"request()Ltowerwarspp/preset/Move;"};
inline constexpr PlayerMethod kConfirm{"confirm(Ltowerwarspp/preset/Status;)V"};
inline constexpr PlayerMethod kUpdate{
    "update(Ltowerwarspp/preset/Move;Ltowerwarspp/preset/Status;)V"};
inline constexpr PlayerMethod kInit{"init(ILtowerwarspp/preset/PlayerColor;)V"};

/// The `serialVersionUID` of the two classes whose objects are sent; programs understand each other
/// only if they have the same.
struct ClassVersions {
  std::int64_t move = 1;
  std::int64_t position = 1;
  friend bool operator==(const ClassVersions&, const ClassVersions&) = default;
};
/// The classes as they were handed out.
inline constexpr ClassVersions kReleased{1, 1};
/// The classes as the assignment prints them: without a number, so Java computes one.
inline constexpr ClassVersions kDraft{-2'692'335'807'599'480'028, -1'323'868'797'690'661'944};

/// Whether arguments and results may consist of that class.
bool is_preset_class(std::string_view name);

/// Takes the versions over that the classes in a stream have.
void learn(ClassVersions& versions, const rmi::JavaGraph& graph);
/// The same from the complaint of a program that has others; false if it tells none that is new.
bool learn(ClassVersions& versions, std::string_view complaint);

/// No move is `null`: surrender.
void write_move(rmi::JavaWriter& writer, const Game& game, std::optional<Move> move,
                const ClassVersions& versions);
/// A move on the board, not necessarily a legal one. The error is a sentence without full stop.
std::expected<std::optional<Move>, std::string> read_move(const rmi::JavaGraph& graph,
                                                          const rmi::JavaValue& value,
                                                          const Game& game);

void write_status(rmi::JavaWriter& writer, towerwars::Status status);
std::optional<towerwars::Status> read_status(const rmi::JavaGraph& graph,
                                             const rmi::JavaValue& value);

void write_colour(rmi::JavaWriter& writer, Player colour);
std::optional<Player> read_colour(const rmi::JavaGraph& graph, const rmi::JavaValue& value);

}  // namespace spielwerk::towerwars_protocol
