// A game's variants: described parameters, the values chosen for them, and their one text form.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/parsed.h"

namespace spielwerk {

struct Range {
  int min = 0;
  int max = 0;
  /// Allowed values are min, min + step, …
  int step = 1;
  bool contains(int value) const {
    return value >= min && value <= max && (value - min) % step == 0;
  }
};

enum class ParameterKind : std::uint8_t {
  Number,     ///< one whole number
  Rectangle,  ///< two whole numbers, `8x6`
  Choice,     ///< one of several words
  Cells,      ///< rectangles of cells, `C3:C6+F3:F6`, or nothing
};

/// One thing that can be chosen about a game, described well enough to make a dialog, a help text
/// and a check of it. A game's first parameter is its size and is written without its name.
struct Parameter {
  std::string name{};
  ParameterKind kind = ParameterKind::Number;
  std::string help{};
  /// For numbers and for the first number of a rectangle.
  Range range{};
  /// For the second number of a rectangle.
  Range second_range{};
  /// What the two numbers of a rectangle are, in the order they are written.
  std::string first_name{};
  std::string second_name{};
  /// Another parameter by which a number is bounded as well: it is at most that number, or the
  /// shorter side of that rectangle.
  std::string max_by{};
  std::vector<std::string> choices{};
  /// The text of the value that holds if none is given.
  std::string standard{};
};

/// The values chosen for a game's parameters. Values are in range and within `max_by`; whatever
/// else has to fit together is the game's own check.
class Variant {
 public:
  int number(std::string_view parameter) const { return value(parameter).first; }
  std::pair<int, int> rectangle(std::string_view parameter) const {
    return {value(parameter).first, value(parameter).second};
  }
  const std::string& text(std::string_view parameter) const { return value(parameter).text; }
  /// Puts a set of cells into the one form its game gives it.
  void set_cells(std::string_view parameter, std::string text);

  friend bool operator==(const Variant&, const Variant&) = default;

 private:
  struct Value {
    int first = 0;
    int second = 0;
    std::string text;
    friend bool operator==(const Value&, const Value&) = default;
  };
  const Value& value(std::string_view parameter) const;
  static Parsed<Value> parse_value(const Parameter& parameter, std::string_view text);
  /// What a value had to be that is greater than the one it is bounded by; else nothing.
  std::string misfit(const Parameter& parameter) const;

  std::map<std::string, Value, std::less<>> values_;

  friend Parsed<Variant> parse_variant(const std::vector<Parameter>&, std::string_view);
  friend std::string print_variant(const std::vector<Parameter>&, const Variant&);
};

/// `18`, `20,edges=torus,players=4`, `8x8,holes=C3:C6`; what is left out has its standard value,
/// and the empty text is the standard variant.
Parsed<Variant> parse_variant(const std::vector<Parameter>& parameters, std::string_view text);

/// The shortest such text, always with the size.
std::string print_variant(const std::vector<Parameter>& parameters, const Variant& variant);

/// What may be written for a parameter: `18|20`, `width 2..26 x height 2..98`, `standard|torus`.
std::string print_choices(const Parameter& parameter);

}  // namespace spielwerk
