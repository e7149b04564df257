// The options of a command: what its command line may say. The library that reads command lines is
// expensive to compile, so it stays behind this, in one source.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): a name of the library
class App;
class Option;
}  // namespace CLI

namespace spielwerk::app {

/// What may stand behind an option, and where it goes; values.h has the usual kinds.
struct Value {
  /// How the help calls it, `TIME`.
  std::string type;
  /// What it is if nobody says anything, for the help; empty: nothing to tell.
  std::string usual;
  /// Takes the text into the command; an error says what is wrong with it.
  std::function<std::expected<void, std::string>(const std::string& text)> read;
};

class Option {
 public:
  explicit Option(CLI::Option& option) : option_(option) {}
  Option& required();
  /// The two cannot be given together.
  Option& excludes(const Option& other);

 private:
  std::reference_wrapper<CLI::Option> option_;
};

class Options {
 public:
  /// For a command called `spielwerk perft`.
  explicit Options(const std::string& command);
  ~Options();
  Options(const Options&) = delete;
  Options& operator=(const Options&) = delete;

  /// What the command is for, and what its help tells last: examples.
  void describe(const std::string& purpose, const std::string& examples);
  /// A name without dashes is an argument that stands at its place.
  Option add(const std::string& name, Value value, const std::string& help);
  Option add_flag(const std::string& name, bool& flag, const std::string& help);
  /// As many texts as there are.
  Option add_list(const std::string& name, std::vector<std::string>& texts,
                  const std::string& help);

  enum class Wish : std::uint8_t { Run, Help };
  /// Reads a command line into the values; an error is a sentence about it.
  std::expected<Wish, std::string> read(std::span<const std::string> arguments);
  std::string help() const;

 private:
  std::unique_ptr<CLI::App> parser_;
  /// The first value that could not be read, and why.
  std::string problem_;
};

}  // namespace spielwerk::app
