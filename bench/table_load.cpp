// The application under load, on the loopback address: many tables, many who watch, and many who
// load the page. docs/performance.md has the command and the figures.
#include <arpa/inet.h>
#include <fmt/format.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <boost/json.hpp>
#include <cstring>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "bench/load.h"
#include "core/random.h"
#include "tests/support/web_client.h"

namespace spielwerk {
namespace {

namespace json = boost::json;
using std::chrono::milliseconds;
using std::chrono::seconds;
using SteadyClock = std::chrono::steady_clock;

constexpr int kTables = 500;
constexpr int kWatchersPerTable = 10;
constexpr milliseconds kMoveEvery = seconds(2);
constexpr seconds kDuration(20);
constexpr int kColumns = 10;
constexpr seconds kPageDuration(5);
constexpr int kPageClients = 8;
constexpr int kThinkingTables = 200;

/// Everybody comes with an address of their own, as if through a proxy: limits count addresses.
std::string next_visitor() {
  static std::atomic<unsigned> count = 0;
  const unsigned number = ++count;
  return fmt::format("X-Forwarded-For: 10.{}.{}.{}", number >> 16 & 0xFF, number >> 8 & 0xFF,
                     number & 0xFF);
}

/// A connection to the loopback address.
int connect_to(std::uint16_t port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
    return socket;
  }
  std::perror("connect");
  std::exit(1);
}

/// A WebSocket that is read when there is something to read. Only complete, unmasked text frames
/// come from the server.
class Listener {
 public:
  Listener(std::uint16_t port, const std::string& table, const std::string& token) {
    socket_ = connect_to(port);
    write(
        fmt::format("GET /api/tables/{}/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
                    "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n{}\r\n"
                    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
                    table, next_visitor()));
    std::string head;
    while (!head.ends_with("\r\n\r\n")) {
      char byte = 0;
      if (::recv(socket_, &byte, 1, 0) != 1) std::exit(1);
      head += byte;
    }
    send(token.empty() ? R"({"type":"hello"})"
                       : fmt::format(R"({{"type":"hello","token":"{}"}})", token));
  }
  Listener(Listener&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)), buffer_(std::move(other.buffer_)) {}
  Listener& operator=(Listener&&) = delete;
  ~Listener() {
    if (socket_ >= 0) ::close(socket_);
  }

  int file() const { return socket_; }
  void send(std::string_view text) {
    std::string frame(1, static_cast<char>(0x81));
    if (text.size() < 126) {
      frame += static_cast<char>(0x80 | text.size());
    } else {
      frame += static_cast<char>(0x80 | 126);
      frame += static_cast<char>(text.size() >> 8);
      frame += static_cast<char>(text.size() & 0xFF);
    }
    write(frame + std::string(4, '\0') + std::string(text));
  }
  /// Calls `take` with each message that is there.
  template <class Take>
  bool read(Take take) {
    char part[65'536];
    const auto count = ::recv(socket_, part, sizeof part, MSG_DONTWAIT);
    if (count == 0) return false;
    if (count < 0) return errno == EAGAIN;
    buffer_.append(part, static_cast<std::size_t>(count));
    std::size_t begin = 0;
    while (buffer_.size() - begin >= 2) {
      std::size_t length = static_cast<unsigned char>(buffer_[begin + 1]);
      std::size_t head = 2;
      if (length >= 126) {
        head = length == 126 ? 4 : 10;
        if (buffer_.size() - begin < head) break;
        length = 0;
        for (std::size_t index = 2; index < head; ++index) {
          length = length << 8 | static_cast<unsigned char>(buffer_[begin + index]);
        }
      }
      if (buffer_.size() - begin < head + length) break;
      if ((buffer_[begin] & 0x0F) == 1)
        take(std::string_view(buffer_).substr(begin + head, length));
      begin += head + length;
    }
    buffer_.erase(0, begin);
    return true;
  }

 private:
  void write(std::string_view text) const {
    if (::send(socket_, text.data(), text.size(), MSG_NOSIGNAL) !=
        static_cast<ssize_t>(text.size())) {
      fmt::print("a message could not be sent\n");
    }
  }

  int socket_ = -1;
  std::string buffer_{};
};

struct LoadTable {
  std::string id{};
  std::string token{};
  std::vector<std::int64_t> picks{};
  int moves = 0;
  bool is_over = false;
  SteadyClock::time_point sent{};
  SteadyClock::time_point next{};
};

int measure_tables(const ServerProcess& server) {
  const json::value person{{"kind", "human"}, {"name", "Anna"}};
  std::vector<LoadTable> tables(kTables);
  for (LoadTable& table : tables) {
    const auto answer =
        test::post(server.port(), "/api/tables",
                   {{"game", "kaskade:10x10"}, {"seats", {person, person}}}, {next_visitor()});
    table.id = answer.json().at("id").as_string().c_str();
    table.token = answer.json().at("token").as_string().c_str();
  }
  const long before = server.kilobytes();
  // The first of each table plays, the others watch.
  std::vector<Listener> listeners;
  constexpr int kEach = 1 + kWatchersPerTable;
  for (int index = 0; index < kTables * kEach; ++index) {
    const LoadTable& table = tables[static_cast<std::size_t>(index / kEach)];
    listeners.emplace_back(server.port(), table.id, index % kEach == 0 ? table.token : "");
  }
  const int poll = ::epoll_create1(0);
  for (std::size_t index = 0; index < listeners.size(); ++index) {
    epoll_event event{.events = EPOLLIN, .data = {.u64 = index}};
    ::epoll_ctl(poll, EPOLL_CTL_ADD, listeners[index].file(), &event);
  }
  std::this_thread::sleep_for(seconds(2));

  Random random(1);
  Latencies latencies;
  std::uint64_t moves = 0;
  std::uint64_t received = 0;
  std::uint64_t refused = 0;
  const double processor_before = server.processor_seconds();
  const auto begin = SteadyClock::now();
  for (LoadTable& table : tables) {
    // The beginnings are spread, as with people.
    table.next = begin + milliseconds(random.below(2'000));
  }
  const auto take = [&](std::size_t index, std::string_view message) {
    LoadTable& table = tables[index / kEach];
    const bool is_event = message.find("\"type\":\"event\"") < 20;
    if (is_event && message.find("\"type\":\"moved\"") != std::string_view::npos) {
      ++received;
      latencies.all.push_back(milliseconds_of(SteadyClock::now() - table.sent));
    }
    if (index % kEach != 0) return;
    if (message.find("\"type\":\"refused\"") < 20) ++refused;
    if (!is_event && message.find("\"type\":\"table\"") > 20) return;
    const json::value value = json::parse(message);
    const json::value& state = is_event ? value.at("change") : value.at("table");
    table.picks.clear();
    for (const json::value& cell : state.at("position").at("picks").as_array()) {
      table.picks.push_back(cell.as_int64());
    }
    table.is_over = !state.at("result").is_null();
  };
  const auto end = begin + kDuration;
  const auto drained = end + seconds(1);
  while (SteadyClock::now() < drained) {
    epoll_event events[256];
    const int count = ::epoll_wait(poll, events, 256, 1);
    for (int index = 0; index < count; ++index) {
      const std::size_t number = events[index].data.u64;
      if (!listeners[number].read([&](std::string_view message) { take(number, message); })) {
        fmt::print("a connection is lost\n");
        return 1;
      }
    }
    const auto now = SteadyClock::now();
    if (now >= end) continue;
    for (std::size_t index = 0; index < tables.size(); ++index) {
      LoadTable& table = tables[index];
      if (now < table.next || table.picks.empty() || table.is_over) continue;
      const std::int64_t cell =
          table.picks[random.below(static_cast<std::uint32_t>(table.picks.size()))];
      table.picks.clear();
      table.next += kMoveEvery;
      table.sent = now;
      listeners[index * kEach].send(
          fmt::format(R"({{"type":"move","id":{},"move":"{};{}","at":{}}})", table.moves + 1,
                      cell % kColumns, cell / kColumns, table.moves));
      ++table.moves;
      ++moves;
    }
  }
  ::close(poll);
  const double processor = server.processor_seconds() - processor_before;
  const double duration = std::chrono::duration<double>(SteadyClock::now() - begin).count();
  const std::uint64_t lost = moves * kEach - received;
  fmt::print(
      "{} tables with a move every {} s, {} connections, {} s: {} moves, {} messages, {} lost, {} "
      "refused\n"
      "from move to message: median {:.1f} ms, 99 % {:.1f} ms, slowest {:.1f} ms\n"
      "memory: {:.1f} KB a connection, {} MB in all\n"
      "processor: {:.0f} % of one core, {:.0f} us a message\n",
      kTables, kMoveEvery.count() / 1000, listeners.size(), kDuration.count(), moves, received,
      lost, refused, latencies.at(0.5), latencies.at(0.99), latencies.at(1),
      static_cast<double>(server.kilobytes() - before) / static_cast<double>(listeners.size()),
      server.kilobytes() / 1024, 100 * processor / duration,
      1e6 * processor / static_cast<double>(received));
  return lost == 0 && refused == 0 && latencies.at(0.99) < 50 ? 0 : 1;
}

/// Everything a browser asks for when it comes for the first time, in one connection.
bool load_page(std::uint16_t port, const std::vector<std::string>& paths) {
  const int socket = connect_to(port);
  std::string buffer;
  char part[65'536];
  bool is_good = true;
  const auto receive = [&] {
    const auto count = ::recv(socket, part, sizeof part, 0);
    if (count > 0) buffer.append(part, static_cast<std::size_t>(count));
    return count > 0;
  };
  const std::string visitor = next_visitor();
  for (const std::string& path : paths) {
    const std::string request = fmt::format(
        "GET {} HTTP/1.1\r\nHost: localhost\r\n{}\r\nAccept-Encoding: gzip\r\n\r\n", path, visitor);
    is_good = is_good && ::send(socket, request.data(), request.size(), MSG_NOSIGNAL) > 0;
    std::size_t head = 0;
    while (is_good && (head = buffer.find("\r\n\r\n")) == std::string::npos) is_good = receive();
    const std::size_t length = buffer.find("Content-Length: ");
    if (!is_good || !buffer.starts_with("HTTP/1.1 200") || length > head) {
      is_good = false;
      break;
    }
    const std::size_t end = head + 4 + std::stoul(buffer.substr(length + 16, 10));
    while (is_good && buffer.size() < end) is_good = receive();
    buffer.erase(0, end);
  }
  ::close(socket);
  return is_good;
}

int measure_page(const ServerProcess& server) {
  std::vector<std::string> paths{"/"};
  const std::string index = test::get(server.port(), "/").body;
  for (std::size_t at = 0; (at = index.find("=\"./", at)) != std::string::npos; ++at) {
    paths.push_back(index.substr(at + 3, index.find('"', at + 3) - at - 3));
  }
  std::atomic<int> loaded = 0;
  std::atomic<int> failed = 0;
  const auto end = SteadyClock::now() + kPageDuration;
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < kPageClients; ++thread) {
      threads.emplace_back([&] {
        while (SteadyClock::now() < end) ++(load_page(server.port(), paths) ? loaded : failed);
      });
    }
  }
  const double rate = static_cast<double>(loaded) / static_cast<double>(kPageDuration.count());
  fmt::print("page loads of {} files each: {:.0f} a second, {} failed\n", paths.size(), rate,
             failed.load());
  return failed == 0 && rate >= 1000 ? 0 : 1;
}

/// Many computers think at full strength while people load the page and move.
int measure_thinking(const ServerProcess& server) {
  const json::value engine{{"kind", "computer"}, {"player", "max"}, {"time", "5s"}};
  const json::value person{{"kind", "human"}, {"name", "Anna"}};
  std::vector<Listener> watchers;
  for (int count = 0; count < kThinkingTables; ++count) {
    const auto answer = test::post(
        server.port(), "/api/tables",
        {{"game", "connect6:18"}, {"seats", {engine, engine}}, {"delay", "0ms"}}, {next_visitor()});
    watchers.emplace_back(server.port(), answer.json().at("id").as_string().c_str(), "");
  }
  const auto answer =
      test::post(server.port(), "/api/tables",
                 {{"game", "kaskade:10x10"}, {"seats", {person, person}}}, {next_visitor()});
  test::WebSocketClient player(
      server.port(), "/api/tables/" + std::string(answer.json().at("id").as_string()) + "/live",
      {next_visitor()});
  player.send(json::value{{"type", "hello"}, {"token", answer.json().at("token")}});
  Latencies moves;
  Latencies loads;
  for (int at = 0; at < kColumns * kColumns; ++at) {
    std::this_thread::sleep_for(milliseconds(60));
    auto begin = SteadyClock::now();
    // Each on a field of its own, so that any order is legal.
    player.command({{"type", "move"},
                    {"move", fmt::format("{};{}", at % kColumns, at / kColumns)},
                    {"at", at}});
    moves.all.push_back(milliseconds_of(SteadyClock::now() - begin));
    begin = SteadyClock::now();
    load_page(server.port(), {"/"});
    loads.all.push_back(milliseconds_of(SteadyClock::now() - begin));
  }
  fmt::print(
      "while {} tables of computers think: a move is stored and told in {:.1f} ms (99 %: {:.1f} "
      "ms), "
      "a page comes in {:.1f} ms (99 %: {:.1f} ms)\n",
      kThinkingTables, moves.at(0.5), moves.at(0.99), loads.at(0.5), loads.at(0.99));
  return moves.at(0.99) < 100 && loads.at(0.99) < 100 ? 0 : 1;
}

int measure() {
  const std::filesystem::path data =
      std::filesystem::temp_directory_path() / fmt::format("spielwerk-load-{}", ::getpid());
  int status = 0;
  {
    const ServerProcess server([&](const auto& report) {
      server::ApplicationSettings settings;
      settings.api.creation_burst = 1'000'000;
      serve_visitors(settings, data, report);
    });
    status = measure_tables(server);
    status += measure_page(server);
    status += measure_thinking(server);
  }
  std::filesystem::remove_all(data);
  return status == 0 ? 0 : 1;
}

}  // namespace
}  // namespace spielwerk

int main() {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
  return spielwerk::measure();
}
