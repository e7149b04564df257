// The key of whoever runs the program: what strangers must not do, it opens. Where somebody comes
// from opens nothing, since anybody may come through a proxy on this machine.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace spielwerk::server {

/// Kept in the data folder, readable by its owner alone, so that a page that is open goes on when
/// the program is started again, and so that a second start can open the page of the first.
class HostKey {
 public:
  /// Reads the key of a folder. One that is missing, damaged or readable by others is made anew.
  /// Throws std::runtime_error, a sentence, if that is not possible.
  static HostKey open(const std::filesystem::path& folder);
  /// The key of the program that uses a folder now, if it can be read.
  static std::optional<HostKey> find(const std::filesystem::path& folder);

  const std::string& text() const { return text_; }
  bool fits(std::string_view key) const;

  /// What a browser is opened with instead of the key, since everybody on a machine sees the
  /// arguments of all programs: it is good once, for ten minutes, and until the next is made.
  /// Nothing where it cannot be kept to oneself, as on a full disk or one that knows no owners.
  std::optional<std::string> make_ticket() const;
  /// Whether this is the ticket; then it is used up.
  bool take_ticket(std::string_view ticket) const;

 private:
  HostKey(std::filesystem::path folder, std::string text)
      : folder_(std::move(folder)), text_(std::move(text)) {}

  std::filesystem::path folder_;
  std::string text_;
};

}  // namespace spielwerk::server
