// One connection to the Kaskade server: reads lines, lets the session answer them and the opponent
// think, and notices who is silent, deaf or gone. Part of protocols/kaskade/server.h.
#pragma once

#include <fmt/format.h>

#include <array>
#include <boost/asio.hpp>
#include <stdexcept>

#include "core/duration.h"
#include "core/text.h"
#include "protocols/kaskade/line_splitter.h"
#include "protocols/kaskade/server.h"
#include "protocols/kaskade/server_session.h"
#include "protocols/tcp/network.h"

namespace spielwerk::kaskade_protocol {

namespace asio = boost::asio;
using boost::system::error_code;

inline constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);
/// After the last line the client has so long to close the connection itself.
inline constexpr std::chrono::seconds kClosingTime{2};
/// What a client may send while the server thinks; the moves of the longest game have 10,000.
inline constexpr std::size_t kMaxAhead = 32'768;

/// Reports of clients in a minute: begin and end of a game every two seconds.
inline constexpr int kMaxReports = 60;

/// What all connections share; used on the server's thread only.
struct ServerShared {
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
  /// Of clients who come and go by the hundred only the first are named; nobody fills a log.
  void tell_of_client(std::string_view line) {
    ++(reports < kMaxReports ? reports : unnamed);
    if (unnamed == 0) tell(line);
  }
  /// A minute is over, or the server ends.
  void sum_up() {
    if (unnamed > 0) tell(fmt::format("{} more reports of clients were left out", unnamed));
    reports = unnamed = 0;
  }
  int reports = 0;
  int unnamed = 0;
};

class ServerConnection : public std::enable_shared_from_this<ServerConnection> {
  using SteadyClock = std::chrono::steady_clock;
  using tcp = asio::ip::tcp;
  template <class Result>
  using awaitable = asio::awaitable<Result>;

 public:
  ServerConnection(tcp::socket socket, tcp::endpoint peer, ServerShared& shared)
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
      try_send(reply_line(ErrorReply{fmt::format("closed after {} without a word",
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
    info.connection = peer_text();
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
          has_heard_line_ = true;
          if (!co_await send(session_.receive(line))) co_return false;
          if (session_.has_game() && !opponent_.player) begin_game();
          if (session_.wants_move() && !co_await make_move()) co_return false;
          break;
      }
    }
    co_return true;
  }

  void begin_game() {
    opponent_ = shared_.players(
        session_.game(),
        {session_.user(), spielwerk::tcp::network_of(peer_.address()), peer_text()});
    if (!opponent_.player) throw std::runtime_error("nobody plays for the server");
    ++shared_.counts.games;
    shared_.tell_of_client(fmt::format("{} {} begins a game of {}", peer_text(), user(),
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
          const std::string refusal =
              reply_line(ErrorReply{"too much is sent ahead of the answers"});
          co_await send(refusal);
          co_return false;
        }
      }
    }
    const auto move = chosen_move();
    if (!move || !session_.position().is_legal(*move)) {
      // On its own line: g++ 12 destroys such a temporary twice within a co_await.
      const std::string refusal =
          reply_line(ErrorReply{"the server has no move, the game cannot go on"});
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
    // Browsers and scanners of networks have nothing to hear here.
    if (!has_heard_line_ && speaks_other_protocol(lines_.rest())) return Read::Closed;
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
      shared_.tell_of_client(fmt::format("{} {} {} after {} moves of the server", peer_text(),
                                         user(), has_won ? "has lost" : "has won", moves_));
    } else if (session_.has_game()) {
      shared_.tell_of_client(
          fmt::format("{} {} left after {} moves of the server", peer_text(), user(), moves_));
    }
  }
  std::string user() const { return shortened(session_.user()); }

  tcp::socket socket_;
  /// Never expires; whoever waits for it is woken by cancelling it.
  asio::steady_timer wake_;
  const tcp::endpoint peer_;
  ServerShared& shared_;
  ServerSession session_;
  LineSplitter lines_{};
  ServerPlayer opponent_{};
  std::optional<std::expected<Choice, Failure>> chosen_{};
  SteadyClock::time_point deadline_ = SteadyClock::time_point::max();
  const SteadyClock::time_point greeting_ = SteadyClock::now() + shared_.settings.greeting_time;
  int moves_ = 0;
  bool has_spoken_ = false;
  bool has_heard_line_ = false;
  bool is_greeted_ = false;
  bool is_idle_ = false;
  bool is_sending_ = false;
  bool is_watching_ = false;
  bool is_readable_ = false;
  /// Whether the client will send no more.
  bool is_at_end_ = false;
};

}  // namespace spielwerk::kaskade_protocol
