#include "protocols/kaskade/message.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "core/text.h"

namespace spielwerk::kaskade_protocol {
namespace {

using Problem = std::unexpected<std::string>;

bool is_blank(char character) { return character == ' ' || character == '\t'; }
bool is_control(char character) {
  const auto byte = static_cast<unsigned char>(character);
  return byte < 0x20 || byte == 0x7F;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Only letters of ASCII have a case here, whatever the locale.
bool same_name(std::string_view left, std::string_view right) {
  const auto lower = [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  };
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [&](char a, char b) { return lower(a) == lower(b); });
}

template <class... Arguments>
Problem problem(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  return Problem(make_printable(fmt::format(format, std::forward<Arguments>(arguments)...)));
}

// ---- The form all lines have: name(parameter=value;parameter=value)

struct Parameter {
  std::string_view name;
  std::string_view value;
};

struct Line {
  std::string_view name;
  std::vector<Parameter> parameters;
};

std::expected<std::vector<Parameter>, std::string> parse_parameters(std::string_view command,
                                                                    std::string_view text) {
  std::vector<Parameter> parameters;
  if (trim(text).empty()) return parameters;
  for (const std::string_view part : split(text, ';')) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) {
      return problem("{}: expected name=value, not {}", command, in_quotes(trim(part)));
    }
    const Parameter parameter{trim(part.substr(0, equals)), trim(part.substr(equals + 1))};
    if (parameter.name.empty()) return problem("{}: a value without a name", command);
    const bool is_repeated =
        std::any_of(parameters.begin(), parameters.end(),
                    [&](const Parameter& other) { return same_name(other.name, parameter.name); });
    if (is_repeated) {
      return problem("{}: {} is given twice", command, in_quotes(parameter.name));
    }
    parameters.push_back(parameter);
  }
  return parameters;
}

/// `what` is that which has one of the names.
std::expected<Line, std::string> parse_line(std::string_view text, std::string_view what,
                                            std::initializer_list<std::string_view> names) {
  text = trim(text);
  const std::size_t open = text.find('(');
  Line line{.name = trim(text.substr(0, open)), .parameters = {}};
  const bool is_known = std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    return same_name(name, line.name);
  });
  if (!is_known) return problem("unknown {} {}", what, in_quotes(line.name));
  if (open == std::string_view::npos) return line;
  const std::size_t close = text.find(')', open);
  if (close == std::string_view::npos) return problem("the closing parenthesis is missing");
  if (close + 1 != text.size()) {
    return problem("nothing may follow the closing parenthesis, but there is {}",
                   in_quotes(text.substr(close + 1)));
  }
  auto parameters = parse_parameters(line.name, text.substr(open + 1, close - open - 1));
  if (!parameters) return Problem(std::move(parameters).error());
  line.parameters = *std::move(parameters);
  return line;
}

/// Reads the parameters of one line one after the other; the first problem stays.
class ParameterReader {
 public:
  explicit ParameterReader(const Line& line) : line_(line), is_used_(line.parameters.size()) {}

  std::optional<std::string_view> optional(std::string_view name) {
    for (std::size_t index = 0; index < line_.parameters.size(); ++index) {
      if (!same_name(line_.parameters[index].name, name)) continue;
      is_used_[index] = true;
      return line_.parameters[index].value;
    }
    return std::nullopt;
  }
  std::string_view text(std::string_view name) {
    const auto value = optional(name);
    if (!value) complain(fmt::format("{} is missing", name));
    return value.value_or("");
  }
  int integer(std::string_view name) {
    const std::string_view value = text(name);
    const auto number = parse_int32(value);
    if (!number) complain(fmt::format("{} must be a whole number, not {}", name, in_quotes(value)));
    return number.value_or(0);
  }
  End end(std::string_view name, std::string_view value) {
    if (value == "c") return End::Client;
    if (value != "s") {
      complain(fmt::format("{} must be c or s, not {}", name, in_quotes(value)));
    }
    return End::Server;
  }
  /// A text that was written by a person.
  std::string name_of_somebody(std::string_view name) {
    const std::string_view value = text(name);
    if (!is_printable(value)) {
      complain(fmt::format("{} must not contain control characters", name));
    }
    return std::string(value);
  }
  void complain(std::string what) {
    if (!problem_) problem_ = make_printable(fmt::format("{}: {}", line_.name, what));
  }

  void allow_no_others() {
    for (std::size_t index = 0; index < is_used_.size(); ++index) {
      if (!is_used_[index]) {
        complain(fmt::format("unknown parameter {}", in_quotes(line_.parameters[index].name)));
      }
    }
  }

  template <class Result>
  std::expected<Result, std::string> result(Result value) {
    if (problem_) return Problem(*problem_);
    return value;
  }

 private:
  const Line& line_;
  std::vector<bool> is_used_;
  std::optional<std::string> problem_{};
};

MoveMessage read_move(ParameterReader& reader) {
  const int x = reader.integer("x");
  const int y = reader.integer("y");
  return {x, y};
}

Init read_init(ParameterReader& reader) {
  Init init{.columns = reader.integer("xDim"), .rows = reader.integer("yDim")};
  init.begin = reader.end("begin", reader.text("begin"));
  if (const auto setup = reader.optional("setup")) init.setup = std::string(*setup);
  init.user = reader.name_of_somebody("user");
  return init;
}

}  // namespace

bool is_comment(std::string_view line) {
  line = trim(line);
  return line.empty() || line.front() == '>';
}

std::string reply_line(const Reply& reply) { return print_reply(reply) + "\r\n"; }

bool is_printable(std::string_view value) {
  if (!value.empty() && (is_blank(value.front()) || is_blank(value.back()))) return false;
  return std::none_of(value.begin(), value.end(), [](char character) {
    return character == ';' || character == ')' || is_control(character);
  });
}

std::string make_printable(std::string_view value) {
  std::string result(trim(value));
  for (char& character : result) {
    if (character == ';' || character == ')' || is_control(character)) character = '?';
  }
  return result;
}

std::expected<Request, std::string> parse_request(std::string_view text) {
  const auto line = parse_line(text, "command", {"init", "move", "exit", "help"});
  if (!line) return Problem(line.error());
  ParameterReader reader(*line);
  Request request;
  if (same_name(line->name, "init")) {
    request = read_init(reader);
  } else if (same_name(line->name, "move")) {
    request = read_move(reader);
  } else if (same_name(line->name, "exit")) {
    request = Exit{};
  } else {
    request = Help{};
  }
  reader.allow_no_others();
  return reader.result(std::move(request));
}

std::expected<Reply, std::string> parse_reply(std::string_view text) {
  const auto line = parse_line(text, "answer", {"initialized", "board", "move", "bye", "error"});
  if (!line) return Problem(line.error());
  ParameterReader reader(*line);
  Reply reply;
  if (same_name(line->name, "initialized")) {
    reply = Initialized{std::string(reader.text("user"))};
  } else if (same_name(line->name, "board")) {
    reply = BoardRow{std::string(reader.text("row"))};
  } else if (same_name(line->name, "move")) {
    reply = read_move(reader);
  } else if (same_name(line->name, "bye")) {
    Bye bye;
    if (const auto winner = reader.optional("winner")) bye.winner = reader.end("winner", *winner);
    reply = bye;
  } else {
    reply = ErrorReply{std::string(reader.text("message"))};
  }
  return reader.result(std::move(reply));
}

namespace {

struct Printer {
  std::string operator()(const Init& init) const {
    assert(is_printable(init.user));
    const std::string setup = init.setup ? fmt::format("setup={};", *init.setup) : "";
    return fmt::format("init(xDim={};yDim={};begin={};{}user={})", init.columns, init.rows,
                       static_cast<char>(init.begin), setup, init.user);
  }
  std::string operator()(const MoveMessage& move) const {
    return fmt::format("move(x={};y={})", move.x, move.y);
  }
  std::string operator()(const Exit&) const { return "exit"; }
  std::string operator()(const Help&) const { return "help"; }
  std::string operator()(const Initialized& initialized) const {
    assert(is_printable(initialized.user));
    return fmt::format("initialized(user={})", initialized.user);
  }
  std::string operator()(const BoardRow& board) const {
    return fmt::format("board(row={})", board.row);
  }
  std::string operator()(const Bye& bye) const {
    if (!bye.winner) return "bye";
    return fmt::format("bye(winner={})", static_cast<char>(*bye.winner));
  }
  std::string operator()(const ErrorReply& refusal) const {
    assert(is_printable(refusal.message));
    return fmt::format("error(message={})", refusal.message);
  }
};

}  // namespace

std::string print_request(const Request& request) { return std::visit(Printer{}, request); }
std::string print_reply(const Reply& reply) { return std::visit(Printer{}, reply); }

}  // namespace spielwerk::kaskade_protocol
