// Conversations with the assignments' consoles: the facts in tests/data, and holding a console to
// them byte for byte.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/streams.h"

namespace spielwerk::test {

using Console = int (*)(std::span<const std::string> arguments, Streams& streams);

/// What one console prints around the answers.
struct Dialect {
  /// Stands before every line it reads.
  std::string_view prompt;
  /// Begins every error line; what follows is free.
  std::string_view error;
};

struct ConsoleCase {
  std::string name;
  std::vector<std::string> arguments;
  std::string input;
  /// With prompts; in place of an error's free text stands `...`.
  std::string output;
};

/// Start arguments that a console takes without a word, or refuses with one error line.
struct StartCase {
  std::vector<std::string> arguments;
  bool is_accepted = false;
};

struct ConsoleCases {
  std::vector<ConsoleCase> cases;
  std::vector<StartCase> starts;
};

/// Reads a file of cases. A case begins with `## <name> …` (its arguments after `args:`) or
/// `=== <name>` (its arguments in a line `! …`). `> ` begins an input line, the lines after it are
/// the answer; `(program ends…)` says that nothing after it is read. `#` and a blank begin a
/// comment, as do words before a case's first input. Start arguments are listed one a line, `args:
/// … -> accepted` or `-> Error`, or as `accepted:` and `rejected:` with each in brackets. Throws
/// at anything else.
ConsoleCases parse_console_cases(std::string_view text, const Dialect& dialect);

struct ConsoleRun {
  int status = 0;
  std::string output;
  std::string error;
  /// What the console left unread.
  std::string rest;
};

ConsoleRun run(Console console, const std::vector<std::string>& arguments,
               const std::string& input);

/// `output` with `...` in place of the free text of each error line.
std::string without_error_texts(std::string_view output, const Dialect& dialect);

void expect_conversations(Console console, const ConsoleCases& cases, const Dialect& dialect);
void expect_starts(Console console, const ConsoleCases& cases, const Dialect& dialect);

}  // namespace spielwerk::test
