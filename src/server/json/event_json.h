// Events and their parts as JSON: the one form in which they are stored and sent.
#pragma once

#include "server/json/json_reader.h"
#include "server/tables/event.h"

namespace spielwerk::server {

/// The event without number and time.
json::object to_json(const EventBody& body);
std::expected<EventBody, Refusal> parse_event(std::string_view text);

/// A seat as it is asked for and stored.
std::expected<Seat, Refusal> parse_seat(const json::value& value);
/// Without the server of a remote player if that is hidden.
json::object to_json(const Seat& seat);
json::object to_json(const ClockRule& clock);
json::array to_json(const std::vector<milliseconds>& durations);

std::string_view print_offer(OfferKind what);
std::string_view print_reason(EndReason reason);
std::expected<EndReason, Refusal> parse_reason(std::string_view text);
std::string_view print_failure_kind(FailureKind kind);
/// A sentence without full stop that names no address.
std::string explain(const Failure& failure);

}  // namespace spielwerk::server
