// A rectangle of characters with colours, filled in any order and then written line by line.
#pragma once

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace spielwerk::app {

/// A colour in the terminal's table of 256, or the terminal's own.
inline constexpr int kNoColor = -1;

class Canvas {
 public:
  Canvas(int width, int height);

  /// Writes UTF-8 text from a place on, one column for each character; the background stays.
  void write(int x, int y, std::string_view text, int ink = kNoColor, bool bold = false);
  /// Gives `width` columns a background.
  void fill(int x, int y, int width, int paper);
  /// Writes the lines, without blanks at their ends.
  void print(std::ostream& output, bool color) const;

 private:
  struct Character {
    std::string text = " ";
    int ink = kNoColor;
    int paper = kNoColor;
    bool bold = false;
    bool same_style(const Character& other) const {
      return ink == other.ink && paper == other.paper && bold == other.bold;
    }
  };
  Character& at(int x, int y) {
    return characters_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
                       static_cast<std::size_t>(x)];
  }

  int width_;
  int height_;
  std::vector<Character> characters_;
};

/// `text` in bold and in these colours.
std::string colored(std::string_view text, int ink, int paper);

}  // namespace spielwerk::app
