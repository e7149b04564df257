#include "server/api/host_key.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <stdexcept>

#include "server/base/secrets.h"

namespace spielwerk::server {
namespace {

constexpr const char* kKeyFile = "key";
constexpr const char* kTicketFile = "ticket";
constexpr std::chrono::minutes kTicketTime{10};

/// Closes itself.
class File {
 public:
  File(const std::filesystem::path& path, int flags)
      : number_(::open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR)) {}
  ~File() {
    if (number_ >= 0) ::close(number_);
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }

 private:
  int number_;
};

struct PrivateText {
  std::string secret{};
  std::chrono::system_clock::time_point written{};
};

/// A secret out of a file that nobody else can have read or written.
std::optional<PrivateText> read_private(const std::filesystem::path& path) {
  const File file(path, O_RDONLY);
  struct stat state{};
  if (!file.is_open() || ::fstat(file.number(), &state) != 0) return std::nullopt;
  const bool is_private = S_ISREG(state.st_mode) && state.st_uid == ::geteuid() &&
                          (state.st_mode & (S_IRWXG | S_IRWXO)) == 0;
  std::array<char, 64> buffer{};
  const auto count = ::read(file.number(), buffer.data(), buffer.size());
  if (!is_private || count <= 0) return std::nullopt;
  std::string_view text(buffer.data(), static_cast<std::size_t>(count));
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (!is_secret(text)) return std::nullopt;
  return PrivateText{std::string(text), std::chrono::system_clock::from_time_t(state.st_mtime)};
}

/// Replaces the file as a whole: nobody ever reads half a secret. Says whether that was possible.
bool write_private(const std::filesystem::path& path, const std::string& secret) {
  std::filesystem::path fresh = path;
  fresh += ".new";
  std::error_code ignored;
  // What an interrupted start has left.
  std::filesystem::remove(fresh, ignored);
  const std::string text = secret + "\n";
  const File file(fresh, O_WRONLY | O_CREAT | O_EXCL);
  return file.is_open() &&
         ::write(file.number(), text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
         ::fsync(file.number()) == 0 && ::rename(fresh.c_str(), path.c_str()) == 0;
}

}  // namespace

HostKey HostKey::open(const std::filesystem::path& folder) {
  if (auto key = find(folder)) return *std::move(key);
  HostKey key(folder, make_secret());
  if (!write_private(folder / kKeyFile, key.text_)) {
    throw std::runtime_error(fmt::format("cannot write {}", (folder / kKeyFile).string()));
  }
  return key;
}

std::optional<HostKey> HostKey::find(const std::filesystem::path& folder) {
  auto kept = read_private(folder / kKeyFile);
  if (!kept) return std::nullopt;
  return HostKey(folder, std::move(kept->secret));
}

bool HostKey::fits(std::string_view key) const { return is_same_secret(text_, key); }

std::optional<std::string> HostKey::make_ticket() const {
  std::string ticket = make_secret();
  // Some file systems keep no owners: what is written there counts as readable by others.
  if (!write_private(folder_ / kTicketFile, ticket) || !read_private(folder_ / kTicketFile)) {
    return std::nullopt;
  }
  return ticket;
}

bool HostKey::take_ticket(std::string_view ticket) const {
  const auto kept = read_private(folder_ / kTicketFile);
  if (!kept || !is_same_secret(kept->secret, ticket)) return false;
  std::error_code error;
  // Whoever removes it has it.
  const bool is_taken = std::filesystem::remove(folder_ / kTicketFile, error);
  const auto age = std::chrono::system_clock::now() - kept->written;
  return is_taken && age < kTicketTime;
}

}  // namespace spielwerk::server
