#include "protocols/towerwars/preset.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "core/text.h"
#include "games/towerwars/move_tables.h"
#include "protocols/rmi/method_hash.h"

namespace spielwerk::towerwars_protocol {
namespace {

using rmi::JavaEnum;
using rmi::JavaGraph;
using rmi::JavaLayout;
using rmi::JavaValue;
using towerwars::Status;

constexpr std::string_view kMove = "towerwarspp.preset.Move";
constexpr std::string_view kPosition = "towerwarspp.preset.Position";
constexpr std::string_view kStatus = "towerwarspp.preset.Status";
constexpr std::string_view kColour = "towerwarspp.preset.PlayerColor";

constexpr JavaLayout::Field kMoveFields[]{{'L', "end", "Ltowerwarspp/preset/Position;"},
                                          {'L', "start", "Ltowerwarspp/preset/Position;"}};
constexpr JavaLayout::Field kPositionFields[]{{'I', "letter"}, {'I', "number"}};

constexpr std::array kStatuses{Status::Ok, Status::RedWin, Status::BlueWin, Status::Illegal,
                               Status::Undefined};
constexpr std::array<std::string_view, 2> kColours{"RED", "BLUE"};

/// Columns have letters and rows have numbers, both from 1.
void write_position(rmi::JavaWriter& writer, const Geometry& geometry, Cell cell,
                    std::int64_t version) {
  writer.begin_object({.name = kPosition, .version = version, .fields = kPositionFields});
  writer.field_int32(geometry.column(cell) + 1);
  writer.field_int32(geometry.row(cell) + 1);
}

std::expected<Cell, std::string> read_position(const JavaGraph& graph, const JavaValue& move,
                                               std::string_view name, const Game& game) {
  const JavaValue position = graph.field(move, name).value_or(JavaValue());
  const auto letter = graph.field_as<std::int32_t>(position, "letter");
  const auto number = graph.field_as<std::int32_t>(position, "number");
  if (graph.class_name(position) != kPosition || !letter || !number) {
    return std::unexpected(fmt::format("a move without a {}", name));
  }
  const int size = game.geometry().columns();
  if (*letter < 1 || *letter > size || *number < 1 || *number > size) {
    return std::unexpected(fmt::format("a move whose {} is not on the board: column {}, row {}",
                                       name, *letter, *number));
  }
  return to_cell((*number - 1) * size + *letter - 1);
}

const std::string* constant_of(const JavaGraph& graph, const JavaValue& value,
                               std::string_view name) {
  const auto* constant = graph.find<JavaEnum>(value);
  return constant != nullptr && graph.class_name(value) == name ? &constant->constant : nullptr;
}

}  // namespace

std::int64_t PlayerMethod::hash() const { return rmi::method_hash(signature); }

bool is_preset_class(std::string_view name) {
  return name == kMove || name == kPosition || name == kStatus || name == kColour ||
         name == "java.lang.Enum";
}

void learn(ClassVersions& versions, const JavaGraph& graph) {
  for (const rmi::JavaNode& node : graph.nodes) {
    const auto* type = std::get_if<rmi::JavaClass>(&node);
    if (type == nullptr) continue;
    if (type->name == kMove) versions.move = type->version;
    if (type->name == kPosition) versions.position = type->version;
  }
}

bool learn(ClassVersions& versions, std::string_view complaint) {
  // `towerwarspp.preset.Move; local class incompatible: stream classdesc serialVersionUID = 1,
  // local class serialVersionUID = 2`, perhaps in the middle of other complaints.
  constexpr std::string_view kTheirs = "local class serialVersionUID = ";
  const std::size_t at = complaint.find(kTheirs);
  if (at == std::string_view::npos) return false;
  const std::string_view number = complaint.substr(at + kTheirs.size());
  std::int64_t version = 0;
  if (std::from_chars(number.data(), number.data() + number.size(), version).ec != std::errc()) {
    return false;
  }
  const std::string_view before = complaint.substr(0, at);
  const std::size_t move = before.rfind(kMove);
  const std::size_t position = before.rfind(kPosition);
  if (move == std::string_view::npos && position == std::string_view::npos) return false;
  const bool is_move =
      position == std::string_view::npos || (move != std::string_view::npos && move > position);
  std::int64_t& known = is_move ? versions.move : versions.position;
  return std::exchange(known, version) != version;
}

void write_move(rmi::JavaWriter& writer, const Game& game, std::optional<Move> move,
                const ClassVersions& versions) {
  if (!move) return writer.null();
  writer.begin_object({.name = kMove, .version = versions.move, .fields = kMoveFields});
  write_position(writer, game.geometry(), move->second, versions.position);
  write_position(writer, game.geometry(), move->first, versions.position);
}

std::expected<std::optional<Move>, std::string> read_move(const JavaGraph& graph,
                                                          const JavaValue& value,
                                                          const Game& game) {
  if (value == JavaValue()) return std::nullopt;
  if (graph.class_name(value) != kMove) {
    return std::unexpected(
        fmt::format("a {} instead of a move", in_quotes(graph.class_name(value))));
  }
  const auto start = read_position(graph, value, "start", game);
  if (!start) return std::unexpected(start.error());
  const auto end = read_position(graph, value, "end", game);
  if (!end) return std::unexpected(end.error());
  return Move{*start, *end};
}

void write_status(rmi::JavaWriter& writer, Status status) {
  writer.enum_constant(kStatus, towerwars::print_status(status));
}

std::optional<Status> read_status(const JavaGraph& graph, const JavaValue& value) {
  const std::string* constant = constant_of(graph, value, kStatus);
  if (constant == nullptr) return std::nullopt;
  const auto found = std::find_if(kStatuses.begin(), kStatuses.end(), [&](Status each) {
    return towerwars::print_status(each) == *constant;
  });
  return found == kStatuses.end() ? std::nullopt : std::optional(*found);
}

void write_colour(rmi::JavaWriter& writer, Player colour) {
  writer.enum_constant(kColour, kColours.at(colour));
}

std::optional<Player> read_colour(const JavaGraph& graph, const JavaValue& value) {
  const std::string* constant = constant_of(graph, value, kColour);
  if (constant == nullptr) return std::nullopt;
  const auto found = std::find(kColours.begin(), kColours.end(), *constant);
  if (found == kColours.end()) return std::nullopt;
  return found == kColours.begin() ? towerwars::kRed : towerwars::kBlue;
}

}  // namespace spielwerk::towerwars_protocol
