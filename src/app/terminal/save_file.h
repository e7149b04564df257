// Saving a file so that nothing is lost, whatever happens meanwhile.
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

namespace spielwerk::app {

/// Writes a new file beside `path` and puts it in its place when it is complete: until then a file
/// of that name stays as it was. Else says why that is not possible.
std::expected<void, std::string> save_file(const std::filesystem::path& path,
                                           std::string_view content);

}  // namespace spielwerk::app
