#include "tests/support/console_cases.h"

#include <gtest/gtest.h>

#include <iterator>
#include <sstream>
#include <stdexcept>

#include "core/text.h"

namespace spielwerk::test {
namespace {

// Sent after a program should have ended; each console would answer it.
constexpr std::string_view kUnreadLine = "print\n";

std::vector<std::string> to_arguments(std::string_view text) {
  std::vector<std::string> arguments;
  for (const std::string_view word : words(text)) arguments.emplace_back(word);
  return arguments;
}

/// `[standard][20 ][4]   [torus][18][3]`: arguments in brackets, lists of them apart by blanks.
std::vector<std::vector<std::string>> read_bracketed(std::string_view text) {
  std::vector<std::vector<std::string>> lists;
  bool is_list_open = false;
  while (!text.empty()) {
    if (text.front() == ' ') {
      is_list_open = false;
      text.remove_prefix(1);
      continue;
    }
    const std::size_t end = text.find(']');
    if (text.front() != '[' || end == std::string_view::npos) {
      throw std::runtime_error("not in brackets: " + std::string(text));
    }
    if (!is_list_open) lists.emplace_back();
    is_list_open = true;
    lists.back().emplace_back(text.substr(1, end - 1));
    text.remove_prefix(end + 1);
  }
  return lists;
}

class Parser {
 public:
  explicit Parser(const Dialect& dialect) : dialect_(dialect) {}

  void read(std::string_view line) {
    if (line.empty()) return;
    if (skip(line, "## ")) {
      begin_case(line.substr(0, line.find(' ')));
      const std::size_t start = line.find("| args: ");
      if (start != std::string_view::npos) {
        const std::string_view rest = line.substr(start + 8);
        case_.arguments = to_arguments(rest.substr(0, rest.find('|')));
      }
    } else if (skip(line, "=== ")) {
      begin_case(line.substr(0, line.find(' ')));
    } else if (skip(line, "! ")) {
      case_.arguments = to_arguments(line);
    } else if (skip(line, "# ")) {
      return;
    } else if (skip(line, "args: ")) {
      read_start(line);
    } else if (skip(line, "accepted: ")) {
      for (auto& each : read_bracketed(line)) result_.starts.push_back({std::move(each), true});
    } else if (skip(line, "rejected: ")) {
      for (auto& each : read_bracketed(line)) result_.starts.push_back({std::move(each), false});
    } else if (has_ended_) {
      throw std::runtime_error(case_.name + " goes on after its end: " + std::string(line));
    } else if (skip(line, "> ")) {
      case_.input.append(line).append("\n");
      case_.output.append(dialect_.prompt);
    } else if (line.starts_with("(program ends")) {
      case_.input.append(kUnreadLine);
      has_ended_ = true;
    } else if (!case_.input.empty()) {
      case_.output.append(line).append("\n");
    } else if (case_.name.empty()) {
      throw std::runtime_error("outside a case: " + std::string(line));
    }
  }

  ConsoleCases finish() {
    end_case();
    return std::move(result_);
  }

 private:
  static bool skip(std::string_view& line, std::string_view beginning) {
    if (!line.starts_with(beginning)) return false;
    line.remove_prefix(beginning.size());
    return true;
  }

  void read_start(std::string_view line) {
    const std::size_t arrow = line.find("->");
    if (arrow == std::string_view::npos) {
      throw std::runtime_error("no '->' in: " + std::string(line));
    }
    std::vector<std::string> arguments = to_arguments(line.substr(0, arrow));
    if (arguments == std::vector<std::string>{"(none)"}) arguments.clear();
    const std::string_view answer = line.substr(arrow + 3);
    const bool is_accepted = answer.starts_with("accepted");
    if (!is_accepted && !answer.starts_with(dialect_.error)) {
      throw std::runtime_error("neither accepted nor an error: " + std::string(line));
    }
    result_.starts.push_back({std::move(arguments), is_accepted});
  }

  void begin_case(std::string_view name) {
    end_case();
    case_.name = name;
  }

  void end_case() {
    if (!case_.input.empty()) {
      if (!has_ended_) case_.output.append(dialect_.prompt);
      result_.cases.push_back(std::move(case_));
    }
    case_ = {};
    has_ended_ = false;
  }

  const Dialect& dialect_;
  ConsoleCases result_;
  ConsoleCase case_;
  bool has_ended_ = false;
};

}  // namespace

ConsoleCases parse_console_cases(std::string_view text, const Dialect& dialect) {
  Parser parser(dialect);
  for (const std::string_view line : split(text, '\n')) parser.read(line);
  return parser.finish();
}

ConsoleRun run(Console console, const std::vector<std::string>& arguments,
               const std::string& input) {
  std::istringstream in(input);
  std::ostringstream out;
  std::ostringstream error;
  Streams streams{in, out, error};
  ConsoleRun result;
  result.status = console(arguments, streams);
  result.output = out.str();
  result.error = error.str();
  result.rest.assign(std::istreambuf_iterator<char>(in), {});
  return result;
}

std::string without_error_texts(std::string_view output, const Dialect& dialect) {
  std::string result;
  bool is_first = true;
  for (std::string_view line : split(output, '\n')) {
    if (!is_first) result += '\n';
    is_first = false;
    while (!dialect.prompt.empty() && line.starts_with(dialect.prompt)) {
      result.append(dialect.prompt);
      line.remove_prefix(dialect.prompt.size());
    }
    // An error that says nothing is none.
    if (line.starts_with(dialect.error) && line.size() > dialect.error.size()) {
      result.append(dialect.error).append("...");
    } else {
      result.append(line);
    }
  }
  return result;
}

void expect_conversations(Console console, const ConsoleCases& cases, const Dialect& dialect) {
  for (const ConsoleCase& each : cases.cases) {
    SCOPED_TRACE(each.name);
    const ConsoleRun result = run(console, each.arguments, each.input);
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(without_error_texts(result.output, dialect), each.output);
    EXPECT_EQ(result.error, "");
  }
}

void expect_starts(Console console, const ConsoleCases& cases, const Dialect& dialect) {
  const std::string answer = std::string(dialect.error) + "...\n";
  for (const StartCase& each : cases.starts) {
    SCOPED_TRACE(testing::PrintToString(each.arguments));
    const std::string input = each.is_accepted ? "" : std::string(kUnreadLine);
    const ConsoleRun result = run(console, each.arguments, input);
    EXPECT_EQ(result.status, each.is_accepted ? 0 : 1);
    EXPECT_EQ(without_error_texts(result.output, dialect), each.is_accepted ? "" : answer);
    EXPECT_EQ(result.error, "");
    EXPECT_EQ(result.rest, input);
  }
}

}  // namespace spielwerk::test
