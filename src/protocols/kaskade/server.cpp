#include "protocols/kaskade/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/asio.hpp>
#include <cassert>
#include <future>
#include <map>
#include <set>
#include <stdexcept>
#include <thread>

#include "core/duration.h"
#include "core/text.h"
#include "protocols/kaskade/line_splitter.h"
#include "protocols/kaskade/session.h"
#include "protocols/tcp/listening.h"

namespace spielwerk::kaskade_protocol {
namespace {

namespace asio = boost::asio;
using asio::awaitable;
using asio::ip::tcp;
using boost::system::error_code;
using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);
/// After the last line the client has so long to close the connection itself.
constexpr seconds kClosingTime{2};
/// How often those who are too slow are looked for.
constexpr milliseconds kSweepTime{250};
/// What a client may send while the server thinks; the moves of the longest game have 10,000.
constexpr std::size_t kMaxAhead = 32'768;

/// What all connections share; used on the server's thread only.
struct Shared {
  /// Outlives the server if a player's answer comes too late.
  std::shared_ptr<asio::io_context> context;
  const ServerSettings settings;
  ServerPlayerMaker players;
  Server::Listener listener;
  ServerCounts counts{};
  /// What was read last. Reading waits until there is something, so none needs a buffer of its own.
  std::array<char, 16'384> buffer{};

  void tell(std::string_view line) const {
    if (listener) listener(line);
  }
};

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, tcp::endpoint peer, Shared& shared)
      : socket_(std::move(socket)),
        wake_(socket_.get_executor(), SteadyClock::time_point::max()),
        peer_(std::move(peer)),
        shared_(shared),
        session_(shared.settings.name) {}

  awaitable<void> run() {
    const bool ended_well = co_await converse();
    if (opponent_.player && session_.winner() == End::Client) {
      opponent_.player->end_game(session_.position(), [](const std::optional<Failure>&) {});
    }
    opponent_.player.reset();
    tell_end();
    if (ended_well) co_await close_politely();
    close();
  }

  /// Ends the connection if the other end has been silent or deaf for too long.
  void sweep(SteadyClock::time_point now) {
    if (is_idle_ && !has_spoken_ && !is_greeted_ && now >= greeting_) {
      is_greeted_ = true;
      try_send(fmt::format("> {} plays Kaskade here: help tells how\r\n", shared_.settings.name));
    }
    if (now < deadline_) return;
    if (is_idle_) {
      try_send(reply_line(Refusal{fmt::format("closed after {} without a word",
                                              print_duration(shared_.settings.idle_time))}));
    }
    close();
  }
  /// Ends the connection because the server ends.
  void say_goodbye() {
    if (!is_sending_ && !session_.is_over()) try_send(reply_line(Bye{}));
    close();
  }
  void close() {
    error_code ignored;
    socket_.close(ignored);
    wake_.cancel();
  }
  const tcp::endpoint& peer() const { return peer_; }
  ConnectionInfo info() const {
    ConnectionInfo info;
    info.address = peer_text();
    info.moves = moves_;
    if (session_.has_game()) {
      info.user = user();
      info.game = session_.game().game().text();
      info.is_thinking = session_.wants_move();
    }
    return info;
  }
  std::string peer_text() const {
    return fmt::format("{}:{}", peer_.address().to_string(), peer_.port());
  }

 private:
  /// Whether it ended well: all has been said.
  awaitable<bool> converse() {
    std::string line;
    while (!session_.is_over()) {
      switch (lines_.next(line)) {
        case LineSplitter::Status::NeedMore:
          if (!co_await read()) co_return false;
          break;
        case LineSplitter::Status::TooLong:
          if (!co_await send(session_.refuse_long_line(LineSplitter::kMaxLineLength)))
            co_return false;
          break;
        case LineSplitter::Status::Hopeless:
          co_return false;
        case LineSplitter::Status::Line:
          if (!co_await send(session_.receive(line))) co_return false;
          if (session_.has_game() && !opponent_.player) begin_game();
          if (session_.wants_move() && !co_await make_move()) co_return false;
          break;
      }
    }
    co_return true;
  }

  void begin_game() {
    opponent_ = shared_.players(session_.game(), session_.user());
    if (!opponent_.player) throw std::runtime_error("nobody plays for the server");
    ++shared_.counts.games;
    shared_.tell(fmt::format("{} {} begins a game of {}", peer_text(), user(),
                             session_.game().game().text()));
  }

  /// Lets the opponent think, and meanwhile notices if the client goes.
  awaitable<bool> make_move() {
    chosen_.reset();
    opponent_.player->ask(session_.position(), opponent_.limits,
                          [self = weak_from_this(), context = shared_.context](
                              const std::expected<Choice, Failure>& choice) {
                            asio::post(*context, [self, choice] {
                              const auto connection = self.lock();
                              if (!connection) return;
                              connection->chosen_ = choice;
                              connection->wake_.cancel();
                            });
                          });
    deadline_ = SteadyClock::time_point::max();
    while (!chosen_) {
      if (!socket_.is_open()) co_return false;
      watch();
      co_await wake_.async_wait(kAwait);
      if (is_readable_) {
        is_readable_ = false;
        const Read result = read_now();
        // Who has sent all and still waits for the answers has not left; who has sent nothing that
        // waits, has.
        const bool has_left = result == Read::End && lines_.size() == 0;
        if (result == Read::Closed || (has_left && !chosen_)) co_return false;
        if (lines_.size() > kMaxAhead) {
          const std::string refusal = reply_line(Refusal{"too much is sent ahead of the answers"});
          co_await send(refusal);
          co_return false;
        }
      }
    }
    const auto move = chosen_move();
    if (!move || !session_.position().is_legal(*move)) {
      // On its own line: g++ 12 destroys such a temporary twice within a co_await.
      const std::string refusal =
          reply_line(Refusal{"the server has no move, the game cannot go on"});
      co_await send(refusal);
      co_return false;
    }
    ++moves_;
    ++shared_.counts.moves;
    co_return co_await send(session_.answer(*move));
  }

  /// Nothing if nobody plays for the server any more.
  std::optional<Move> chosen_move() const {
    if (*chosen_) return (*chosen_)->move;
    if (chosen_->error().kind == FailureKind::Left) return std::nullopt;
    return session_.position().moves().front();
  }

  /// Wakes the thinking when there is something to read.
  void watch() {
    if (is_watching_ || is_at_end_) return;
    is_watching_ = true;
    socket_.async_wait(tcp::socket::wait_read, [self = shared_from_this()](error_code) {
      self->is_watching_ = false;
      self->is_readable_ = true;
      self->wake_.cancel();
    });
  }

  enum class Read : std::uint8_t { Something, Nothing, End, Closed };

  Read read_now() {
    error_code error;
    const std::size_t count = socket_.read_some(asio::buffer(shared_.buffer), error);
    if (error == asio::error::would_block) return Read::Nothing;
    is_at_end_ = error == asio::error::eof;
    if (error) return is_at_end_ ? Read::End : Read::Closed;
    has_spoken_ = true;
    lines_.append({shared_.buffer.data(), count});
    return Read::Something;
  }

  awaitable<bool> read() {
    if (is_at_end_) co_return false;
    deadline_ = SteadyClock::now() + shared_.settings.idle_time;
    is_idle_ = true;
    Read result = Read::Nothing;
    while (result == Read::Nothing) {
      const auto [error] = co_await socket_.async_wait(tcp::socket::wait_read, kAwait);
      result = error ? Read::Closed : read_now();
    }
    is_idle_ = false;
    co_return result == Read::Something;
  }

  awaitable<bool> send(std::string text) {
    if (text.empty()) co_return true;
    deadline_ = SteadyClock::now() + shared_.settings.send_time;
    is_sending_ = true;
    const auto [error, count] = co_await asio::async_write(socket_, asio::buffer(text), kAwait);
    is_sending_ = false;
    co_return !error;
  }
  void try_send(std::string_view text) {
    error_code ignored;
    socket_.write_some(asio::buffer(text), ignored);
  }

  /// Closing while there is something unread would make the other end lose what was sent last.
  awaitable<void> close_politely() {
    error_code error;
    socket_.shutdown(tcp::socket::shutdown_send, error);
    deadline_ = SteadyClock::now() + kClosingTime;
    while (!error) {
      const auto [failed] = co_await socket_.async_wait(tcp::socket::wait_read, kAwait);
      if (failed) break;
      socket_.read_some(asio::buffer(shared_.buffer), error);
      if (error == asio::error::would_block) error = {};
    }
  }

  void tell_end() {
    if (const auto winner = session_.winner()) {
      const bool has_won = *winner == End::Server;
      ++(has_won ? shared_.counts.won : shared_.counts.lost);
      shared_.tell(fmt::format("{} {} {} after {} moves of the server", peer_text(), user(),
                               has_won ? "has lost" : "has won", moves_));
    } else if (session_.has_game()) {
      shared_.tell(
          fmt::format("{} {} left after {} moves of the server", peer_text(), user(), moves_));
    }
  }
  std::string user() const { return shortened(session_.user()); }

  tcp::socket socket_;
  /// Never expires; whoever waits for it is woken by cancelling it.
  asio::steady_timer wake_;
  const tcp::endpoint peer_;
  Shared& shared_;
  Session session_;
  LineSplitter lines_{};
  ServerPlayer opponent_{};
  std::optional<std::expected<Choice, Failure>> chosen_{};
  SteadyClock::time_point deadline_ = SteadyClock::time_point::max();
  const SteadyClock::time_point greeting_ = SteadyClock::now() + shared_.settings.greeting_time;
  int moves_ = 0;
  bool has_spoken_ = false;
  bool is_greeted_ = false;
  bool is_idle_ = false;
  bool is_sending_ = false;
  bool is_watching_ = false;
  bool is_readable_ = false;
  /// Whether the client will send no more.
  bool is_at_end_ = false;
};

}  // namespace

class Server::Impl {
 public:
  Impl(const ServerSettings& settings, ServerPlayerMaker players, Listener listener)
      : context_(std::make_shared<asio::io_context>(1)),
        shared_{context_, settings, std::move(players), std::move(listener)},
        sweeper_(*context_) {
    assert(is_printable(settings.name));
    listen(settings.port);
    asio::co_spawn(*context_, sweep(), asio::detached);
    thread_ = std::jthread([this] { context_->run(); });
  }
  ~Impl() {
    on_thread([this] {
      is_ending_ = true;
      acceptor_->close();
      sweeper_.cancel();
      // What has just been sent is noted first, so that the good-bye can follow it.
      asio::post(*context_, [this] {
        for (const auto& connection : connections_) connection->say_goodbye();
      });
    });
    thread_.join();
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  std::uint16_t port() {
    return on_thread([this] { return acceptor_->local_endpoint().port(); });
  }
  void set_port(std::uint16_t port) {
    on_thread([this, port] {
      if (port != acceptor_->local_endpoint().port()) listen(port);
    });
  }
  void set_players(ServerPlayerMaker players) {
    on_thread([&] { shared_.players = std::move(players); });
  }
  std::vector<ConnectionInfo> connections() {
    return on_thread([this] {
      std::vector<ConnectionInfo> infos;
      for (const auto& each : connections_) infos.push_back(each->info());
      return infos;
    });
  }
  ServerCounts counts() {
    return on_thread([this] {
      ServerCounts counts = shared_.counts;
      counts.open = static_cast<int>(connections_.size());
      return counts;
    });
  }

 private:
  /// Runs something on the server's thread and waits for its result or exception.
  template <class Function>
  std::invoke_result_t<Function> on_thread(Function function) {
    std::packaged_task<std::invoke_result_t<Function>()> task(std::move(function));
    auto result = task.get_future();
    asio::dispatch(*context_, [&task] { task(); });
    return result.get();
  }

  void listen(std::uint16_t port) {
    auto acceptor = std::make_shared<tcp::acceptor>(
        spielwerk::tcp::listen_at(*context_, shared_.settings.address, port));
    if (acceptor_) acceptor_->close();
    acceptor_ = acceptor;
    asio::co_spawn(*context_, accept(std::move(acceptor)), asio::detached);
  }

  awaitable<void> accept(std::shared_ptr<tcp::acceptor> acceptor) {
    while (acceptor->is_open()) {
      auto [error, socket] = co_await acceptor->async_accept(kAwait);
      if (!acceptor->is_open() || is_ending_) break;
      if (error) {
        // Out of file descriptors, most likely: some will be free again.
        asio::steady_timer pause(*context_, milliseconds(50));
        co_await pause.async_wait(kAwait);
        continue;
      }
      welcome(std::move(socket));
    }
  }

  void welcome(tcp::socket socket) {
    error_code error;
    const tcp::endpoint peer = socket.remote_endpoint(error);
    if (error) return;  // gone already
    socket.non_blocking(true, error);
    socket.set_option(tcp::no_delay(true), error);
    const auto from_there = ++per_address_[peer.address()];
    if (std::cmp_greater(connections_.size() + 1, shared_.settings.max_connections) ||
        from_there > shared_.settings.max_per_address) {
      leave(peer);
      ++shared_.counts.refused;
      const std::string text = reply_line(Refusal{"too many connections, please try again later"});
      socket.write_some(asio::buffer(text), error);
      socket.shutdown(tcp::socket::shutdown_send, error);
      return;
    }
    ++shared_.counts.connections;
    const auto connection = std::make_shared<Connection>(std::move(socket), peer, shared_);
    connections_.insert(connection);
    asio::co_spawn(*context_, converse(connection), asio::detached);
  }

  awaitable<void> converse(std::shared_ptr<Connection> connection) {
    try {
      co_await connection->run();
    } catch (const std::exception& problem) {
      // Whatever happens in one game must not cost the others anything.
      connection->close();
      shared_.tell(fmt::format("{} {}", connection->peer_text(), problem.what()));
    }
    connections_.erase(connection);
    leave(connection->peer());
  }

  void leave(const tcp::endpoint& peer) {
    const auto found = per_address_.find(peer.address());
    if (--found->second == 0) per_address_.erase(found);
  }

  awaitable<void> sweep() {
    while (!is_ending_) {
      sweeper_.expires_after(kSweepTime);
      co_await sweeper_.async_wait(kAwait);
      const auto now = SteadyClock::now();
      for (const auto& connection : connections_) connection->sweep(now);
    }
  }

  std::shared_ptr<asio::io_context> context_;
  Shared shared_;
  asio::steady_timer sweeper_;
  std::shared_ptr<tcp::acceptor> acceptor_{};
  std::set<std::shared_ptr<Connection>> connections_{};
  std::map<asio::ip::address, int> per_address_{};
  bool is_ending_ = false;
  std::jthread thread_{};
};

Server::Server(const ServerSettings& settings, ServerPlayerMaker players, Listener listener)
    : impl_(std::make_unique<Impl>(settings, std::move(players), std::move(listener))) {}
Server::~Server() = default;

std::uint16_t Server::port() const { return impl_->port(); }
void Server::set_port(std::uint16_t port) { impl_->set_port(port); }
void Server::set_players(ServerPlayerMaker players) { impl_->set_players(std::move(players)); }
std::vector<ConnectionInfo> Server::connections() const { return impl_->connections(); }
ServerCounts Server::counts() const { return impl_->counts(); }

}  // namespace spielwerk::kaskade_protocol
