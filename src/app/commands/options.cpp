#include "app/commands/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

namespace spielwerk::app {

Option& Option::required() {
  option_.get().required();
  return *this;
}

Option& Option::excludes(const Option& other) {
  option_.get().excludes(&other.option_.get());
  return *this;
}

Options::Options(const std::string& command)
    : parser_(std::make_unique<CLI::App>(std::string(), command)) {}

Options::~Options() = default;

void Options::describe(const std::string& purpose, const std::string& examples) {
  parser_->description(purpose);
  parser_->footer(examples);
}

Option Options::add(const std::string& name, Value value, const std::string& help) {
  const auto take = [this, name, read = std::move(value.read)](const CLI::results_t& texts) {
    for (const std::string& text : texts) {
      const auto done = read(text);
      if (done || !problem_.empty()) continue;
      // What stands at its place needs no name: the message is about the word itself.
      problem_ = name.starts_with('-') ? fmt::format("{}: {}", name, done.error()) : done.error();
    }
    return true;
  };
  CLI::Option* option = parser_->add_option(name, take, help);
  option->type_name(value.type);
  option->default_str(value.usual);
  return Option(*option);
}

Option Options::add_flag(const std::string& name, bool& flag, const std::string& help) {
  return Option(*parser_->add_flag(name, flag, help));
}

Option Options::add_list(const std::string& name, std::vector<std::string>& texts,
                         const std::string& help) {
  return Option(*parser_->add_option(name, texts, help));
}

std::expected<Options::Wish, std::string> Options::read(std::span<const std::string> arguments) {
  // The library takes them in reverse order.
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    parser_->parse(reversed);
  } catch (const CLI::CallForHelp&) {
    return Wish::Help;
  } catch (const CLI::ParseError& problem) {
    return std::unexpected(fmt::format("{}; see '{} --help'", problem.what(), parser_->get_name()));
  }
  if (!problem_.empty()) return std::unexpected(problem_);
  return Wish::Run;
}

std::string Options::help() const { return parser_->help(); }

}  // namespace spielwerk::app
