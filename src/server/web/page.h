// The page's files, which are part of the program.
#pragma once

#include <span>
#include <string_view>

namespace spielwerk::server {

struct PageFile {
  /// `/assets/page.js`
  std::string_view path;
  std::string_view content_type;
  std::string_view plain;
  std::string_view gzipped;
  /// Changes with the content, in quotes.
  std::string_view tag;
};

/// All files; made at build time by cmake/embed_page.cmake.
std::span<const PageFile> page_files();

}  // namespace spielwerk::server
