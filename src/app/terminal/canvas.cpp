#include "app/terminal/canvas.h"

#include <fmt/format.h>

namespace spielwerk::app {
namespace {

constexpr std::string_view kPlain = "\x1b[0m";

std::string style_code(int ink, int paper, bool bold) {
  std::string code = "\x1b[0";
  if (bold) code += ";1";
  if (ink != kNoColor) code += fmt::format(";38;5;{}", ink);
  if (paper != kNoColor) code += fmt::format(";48;5;{}", paper);
  return code + 'm';
}

/// The bytes of the UTF-8 character that begins with `first`.
std::size_t character_length(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

}  // namespace

Canvas::Canvas(int width, int height)
    : width_(width),
      height_(height),
      characters_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {}

void Canvas::write(int x, int y, std::string_view text, int ink, bool bold) {
  for (; !text.empty(); ++x) {
    const std::size_t length = character_length(text.front());
    Character& character = at(x, y);
    character.text = text.substr(0, length);
    character.ink = ink;
    character.bold = bold;
    text.remove_prefix(length);
  }
}

void Canvas::fill(int x, int y, int width, int paper) {
  for (int column = x; column < x + width; ++column) at(column, y).paper = paper;
}

void Canvas::print(std::ostream& output, bool color) const {
  const Character blank;
  for (int y = 0; y < height_; ++y) {
    const auto* line =
        characters_.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width_);
    int end = width_;
    while (end > 0 && line[end - 1].text == " " && (!color || line[end - 1].paper == kNoColor)) {
      --end;
    }
    const Character* before = &blank;
    for (const Character* each = line; each != line + end; ++each) {
      if (color && !each->same_style(*before)) {
        output << style_code(each->ink, each->paper, each->bold);
      }
      output << each->text;
      before = each;
    }
    if (color && !before->same_style(blank)) output << kPlain;
    output << '\n';
  }
}

std::string colored(std::string_view text, int ink, int paper) {
  return fmt::format("{}{}{}", style_code(ink, paper, true), text, kPlain);
}

}  // namespace spielwerk::app
