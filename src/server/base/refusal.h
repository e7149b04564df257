// Why something is not done: every reason once, with a code for programs, a status for HTTP and an
// English sentence. The page words the codes in its own languages (web/src/words/refusals_*.ts).
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/parsed.h"
#include "core/problem.h"

namespace spielwerk::server {

enum class RefusalCode : std::uint8_t {
  // What a message says
  BadMessage,
  Expected,
  FieldTooLong,
  OutOfRange,
  BadDuration,
  BadName,
  // Who may do something at a table, and when
  NotSeated,
  NotYourSeat,
  NotHost,
  NotYourTurn,
  NotComplete,
  NotPossible,
  Stale,
  Over,
  TimeOver,
  TimeLeft,
  TooManyMoves,
  NoMoveYet,
  OfferPending,
  NoOffer,
  NotAsked,
  NoDraws,
  ComputerDeclines,
  NotOver,
  HasRematch,
  PeoplePlay,
  NotReplaceable,
  OpponentPresent,
  HelpIsOff,
  HelpIsOn,
  OtherServer,
  RemoteNotAllowed,
  UnfitPlayer,
  UnfitTable,
  // Tables
  NoSuchTable,
  SeatTaken,
  BadInvite,
  TableBusy,
  TableFull,
  TooManyTables,
  TooManyOwnTables,
  Damaged,
  Storage,
  StorageUnclear,
  Inconsistent,
  // The API
  NotFound,
  BadMethod,
  BadContentType,
  NeedsKey,
  BadTicket,
  TooManyCreations,
  TooManyQuestions,
  TooManyEvaluations,
  EngineFailed,
  Port,
  // HTTP
  UnknownSite,
  OtherSite,
  TooManyConnections,
  BadRequest,
  BadExpectation,
  RequestTooLong,
  HeadTooLong,
  Count,
};

struct RefusalText {
  RefusalCode code;
  /// For programs.
  std::string_view name;
  /// Of an HTTP answer.
  int status;
  /// A sentence without full stop; `{field}` is replaced by the parameter of that name.
  std::string_view sentence;
};

/// In the order of the enum.
inline constexpr std::array kRefusalTexts{
    RefusalText{RefusalCode::BadMessage, "bad_message", 400, "{problem}"},
    RefusalText{RefusalCode::Expected, "expected", 400, "expected {expected}"},
    RefusalText{RefusalCode::FieldTooLong, "field_too_long", 400,
                "{field} may have {max} characters at most"},
    RefusalText{RefusalCode::OutOfRange, "out_of_range", 400,
                "{field} must be a whole number from {min} to {max}"},
    RefusalText{RefusalCode::BadDuration, "bad_duration", 400,
                "{field} must be a time from {min} to {max}, like 2s, not {found}"},
    RefusalText{RefusalCode::BadName, "bad_name", 400,
                "{field} must be one line of at most {max} characters, without blanks at its ends"},
    RefusalText{RefusalCode::NotSeated, "not_seated", 403, "only players may do that"},
    RefusalText{RefusalCode::NotYourSeat, "not_your_seat", 403, "this is not your seat"},
    RefusalText{RefusalCode::NotHost, "not_host", 403, "only who created the table may do that"},
    RefusalText{RefusalCode::NotYourTurn, "not_your_turn", 400, "it is not your turn"},
    RefusalText{RefusalCode::NotComplete, "not_complete", 400, "not everybody is here yet"},
    RefusalText{RefusalCode::NotPossible, "not_possible", 400,
                "{move} is not possible: {objection}"},
    RefusalText{RefusalCode::Stale, "stale", 400, "the game has gone on since"},
    RefusalText{RefusalCode::Over, "over", 400, "the game is over"},
    RefusalText{RefusalCode::TimeOver, "time_over", 400, "the time is over"},
    RefusalText{RefusalCode::TimeLeft, "time_left", 400, "there is time left"},
    RefusalText{RefusalCode::TooManyMoves, "too_many_moves", 400,
                "a game may have {max} moves at most"},
    RefusalText{RefusalCode::NoMoveYet, "no_move_yet", 400, "you have not made a move yet"},
    RefusalText{RefusalCode::OfferPending, "offer_pending", 400,
                "something is being asked already"},
    RefusalText{RefusalCode::NoOffer, "no_offer", 400, "nothing is being asked any more"},
    RefusalText{RefusalCode::NotAsked, "not_asked", 403, "you have not been asked"},
    RefusalText{RefusalCode::NoDraws, "no_draws", 400, "{game} knows no draw"},
    RefusalText{RefusalCode::ComputerDeclines, "computer_declines", 400,
                "a computer plays on and does not agree to a draw"},
    RefusalText{RefusalCode::NotOver, "not_over", 400, "the game is not over yet"},
    RefusalText{RefusalCode::HasRematch, "has_rematch", 400, "the next game has begun already"},
    RefusalText{RefusalCode::PeoplePlay, "people_play", 400, "people play at their own pace"},
    RefusalText{RefusalCode::NotReplaceable, "not_replaceable", 400,
                "only others can be replaced, and by computers"},
    RefusalText{RefusalCode::OpponentPresent, "opponent_present", 403,
                "this player is there, or was a moment ago"},
    RefusalText{RefusalCode::HelpIsOff, "help_is_off", 403,
                "hints and evaluation are off in this game"},
    RefusalText{RefusalCode::HelpIsOn, "help_is_on", 400,
                "hints and evaluation are allowed already"},
    RefusalText{RefusalCode::OtherServer, "other_server", 403,
                "a remote server can only be tried again"},
    RefusalText{RefusalCode::RemoteNotAllowed, "remote_not_allowed", 403,
                "this server does not connect to {server}; start it with --allow-remote HOST:PORT"},
    RefusalText{RefusalCode::UnfitPlayer, "unfit_player", 400, "{problem}"},
    RefusalText{RefusalCode::UnfitTable, "unfit_table", 400, "{problem}"},
    RefusalText{RefusalCode::NoSuchTable, "no_such_table", 404, "there is no such table"},
    RefusalText{RefusalCode::SeatTaken, "seat_taken", 403, "this seat is taken already"},
    RefusalText{RefusalCode::BadInvite, "bad_invite", 403,
                "this invitation is not valid or has been used already"},
    RefusalText{RefusalCode::TableBusy, "table_busy", 503, "too much is happening at this table"},
    RefusalText{RefusalCode::TableFull, "table_full", 403,
                "too much has happened at this table; begin a new one"},
    RefusalText{RefusalCode::TooManyTables, "too_many_tables", 503,
                "there are too many tables; please try again later"},
    RefusalText{RefusalCode::TooManyOwnTables, "too_many_own_tables", 429,
                "too many games go on from this address; end some first"},
    RefusalText{RefusalCode::Damaged, "damaged", 500, "this table is damaged: {problem}"},
    RefusalText{RefusalCode::Storage, "storage", 503,
                "this could not be stored, so nothing has changed: {problem}"},
    RefusalText{RefusalCode::StorageUnclear, "storage_unclear", 503,
                "it is not known whether this is stored; the table is read anew: {problem}"},
    RefusalText{RefusalCode::Inconsistent, "inconsistent", 500, "{problem}"},
    RefusalText{RefusalCode::NotFound, "not_found", 404, "there is nothing under this address"},
    RefusalText{RefusalCode::BadMethod, "bad_method", 405, "use {method}"},
    RefusalText{RefusalCode::BadContentType, "bad_content_type", 415,
                "the content type must be application/json"},
    RefusalText{RefusalCode::NeedsKey, "needs_key", 403,
                "only who holds the server's key may do that"},
    RefusalText{RefusalCode::BadTicket, "bad_ticket", 403,
                "this is neither the key nor a ticket that is still good"},
    RefusalText{RefusalCode::TooManyCreations, "too_many_creations", 429,
                "too many tables from this address; try again soon"},
    RefusalText{RefusalCode::TooManyQuestions, "too_many_questions", 429,
                "too many questions from this address; try again soon"},
    RefusalText{RefusalCode::TooManyEvaluations, "too_many_evaluations", 503,
                "too much is being thought about; try again soon"},
    RefusalText{RefusalCode::EngineFailed, "engine_failed", 500, "{problem}"},
    RefusalText{RefusalCode::Port, "port", 400, "port {port} cannot be used: {problem}"},
    RefusalText{RefusalCode::UnknownSite, "unknown_site", 403,
                "this server is not known under that name; start it with --host NAME"},
    RefusalText{RefusalCode::OtherSite, "other_site", 403,
                "requests from other sites are not answered"},
    RefusalText{RefusalCode::TooManyConnections, "too_many_connections", 503,
                "there are too many connections; try again soon"},
    RefusalText{RefusalCode::BadRequest, "bad_request", 400,
                "this is no proper HTTP request: {problem}"},
    RefusalText{RefusalCode::BadExpectation, "bad_expectation", 417,
                "only 100-continue can be expected here"},
    RefusalText{RefusalCode::RequestTooLong, "request_too_long", 413, "the request is too long"},
    RefusalText{RefusalCode::HeadTooLong, "head_too_long", 431, "the header is too long"},
};

constexpr const RefusalText& text_of(RefusalCode code) {
  return kRefusalTexts.at(static_cast<std::size_t>(code));
}

/// How many `{parameters}` a sentence has.
constexpr std::size_t parameter_count(std::string_view sentence) {
  std::size_t count = 0;
  for (const char character : sentence) count += character == '{' ? 1 : 0;
  return count;
}

/// Every code stands at its place, no two have the same name, and every sentence says something.
constexpr bool are_refusal_texts_complete() {
  if (kRefusalTexts.size() != static_cast<std::size_t>(RefusalCode::Count)) return false;
  for (std::size_t index = 0; index < kRefusalTexts.size(); ++index) {
    const RefusalText& text = kRefusalTexts[index];
    if (text.code != static_cast<RefusalCode>(index) || text.name.empty() ||
        text.sentence.empty() || text.status < 400 || text.status > 599) {
      return false;
    }
    for (std::size_t other = 0; other < index; ++other) {
      if (kRefusalTexts[other].name == text.name) return false;
    }
  }
  return true;
}
static_assert(are_refusal_texts_complete());

struct Refusal {
  RefusalCode code;
  /// The sentence with its parameters.
  std::string reason;
  std::vector<std::pair<std::string, std::string>> parameters{};

  std::string_view name() const { return text_of(code).name; }
  int status() const { return text_of(code).status; }
  Problem problem() const { return {std::string(name()), reason, parameters}; }
};

/// Puts the arguments in place of the `{parameters}` of the code's sentence, in their order.
Refusal make_refusal(RefusalCode code, std::vector<std::string> arguments);

/// A refusal with one argument for each parameter of its sentence.
template <RefusalCode code, class... Arguments>
Refusal refusal(const Arguments&... arguments) {
  static_assert(parameter_count(text_of(code).sentence) == sizeof...(Arguments),
                "one argument for each parameter of the sentence");
  return make_refusal(code, {fmt::format("{}", arguments)...});
}

/// That `text`, given as `field`, cannot be read.
Refusal misread(const ParseError& error, std::string_view text, std::string_view field);

}  // namespace spielwerk::server
