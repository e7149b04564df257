# Makes the built page part of the program: writes a source file that includes every file of the
# page, plain and compressed. Called with -D PAGE=<folder> -D OUT=<source file> -D WORK=<folder>.

file(GLOB_RECURSE files RELATIVE ${PAGE} ${PAGE}/*)
list(SORT files)
set(types_html "text/html; charset=utf-8")
set(types_js "text/javascript; charset=utf-8")
set(types_css "text/css; charset=utf-8")
set(types_svg "image/svg+xml")
set(types_png "image/png")
set(types_json "application/json")
set(types_webmanifest "application/manifest+json")
set(types_woff2 "font/woff2")
set(types_txt "text/plain; charset=utf-8")

file(MAKE_DIRECTORY ${WORK})
set(assembly "")
set(declarations "")
set(table "")
set(number 0)
foreach(file IN LISTS files)
  string(REGEX MATCH "[^.]+$" extension ${file})
  if(NOT DEFINED types_${extension})
    message(FATAL_ERROR "cmake/embed_page.cmake does not know the type of ${file}")
  endif()
  # A copy of its own, so that all belongs together when the page is built again meanwhile.
  set(plain ${WORK}/${number})
  set(packed ${WORK}/${number}.gz)
  configure_file(${PAGE}/${file} ${plain} COPYONLY)
  execute_process(COMMAND gzip -9 -n -c ${plain} OUTPUT_FILE ${packed} COMMAND_ERROR_IS_FATAL ANY)
  file(SHA256 ${plain} hash)
  string(SUBSTRING ${hash} 0 16 tag)
  foreach(kind plain packed)
    string(APPEND assembly
      "    \"page_${kind}_${number}: .incbin \\\"${${kind}}\\\"\\n\"\n"
      "    \"page_${kind}_${number}_end:\\n\"\n")
    string(APPEND declarations
      "extern const char page_${kind}_${number}[];\nextern const char page_${kind}_${number}_end[];\n")
  endforeach()
  string(APPEND table
    "    {\"/${file}\", \"${types_${extension}}\", text(page_plain_${number}, page_plain_${number}_end),\n"
    "     text(page_packed_${number}, page_packed_${number}_end), \"\\\"${tag}\\\"\"},\n")
  math(EXPR number "${number} + 1")
endforeach()

file(CONFIGURE OUTPUT ${OUT} @ONLY CONTENT [[
// The page's files. Made by cmake/embed_page.cmake.
#include "server/web/page.h"

asm(".pushsection .rodata\n"
@assembly@    ".popsection\n");

extern "C" {
@declarations@}

namespace spielwerk::server {
namespace {
std::string_view text(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}
}  // namespace

std::span<const PageFile> page_files() {
  static const PageFile files[] = {
@table@  };
  return files;
}

}  // namespace spielwerk::server
]])
