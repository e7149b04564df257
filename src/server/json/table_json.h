// Views of tables as clients see them: the JSON of docs/api.md.
#pragma once

#include <boost/json.hpp>

#include "server/tables/view.h"

namespace spielwerk::server {

namespace json = boost::json;

json::object json_of_table(const TableView& view);
json::object json_of_move_page(const MovePage& page);
json::object json_of_message(const TableMessage& message);
json::object json_of_summary(const Summary& summary);
json::object json_of_live_table(const LiveSummary& live);

/// The parts of a summary that the event log stores as JSON.
std::string print_seats(const std::vector<Seat>& seats);
std::string print_result(const Result& result);
std::optional<std::vector<Seat>> parse_seats(std::string_view text);
std::optional<Result> parse_result(std::string_view text);

}  // namespace spielwerk::server
