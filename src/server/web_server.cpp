#include "server/web_server.h"

#include <boost/asio.hpp>
#include <boost/beast.hpp>
#include <deque>
#include <set>
#include <stdexcept>

#include "protocols/tcp/listening.h"
#include "server/answer.h"
#include "server/request_target.h"
#include "server/token_bucket.h"
#include "server/trusted_proxies.h"

namespace spielwerk::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::awaitable;
using asio::ip::tcp;
using boost::system::error_code;
using SteadyClock = std::chrono::steady_clock;

constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);
/// Said with everything: scripts, styles and pictures come from here alone, nobody may frame the
/// page, and no address leaks to others.
constexpr std::string_view kContentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

using Request = http::request<http::string_body>;

/// Something that comes at once or later, on this thread; whoever waits is woken by a timer.
template <class Value>
class Later {
 public:
  explicit Later(const asio::any_io_executor& executor)
      : state_(std::make_shared<State>(executor)) {}

  std::function<void(Value)> taker() const {
    return [state = state_](Value value) {
      state->value = std::move(value);
      state->wake.cancel();
    };
  }
  awaitable<Value> wait() {
    while (!state_->value) co_await state_->wake.async_wait(kAwait);
    co_return *std::move(state_->value);
  }

 private:
  struct State {
    explicit State(const asio::any_io_executor& executor)
        : wake(executor, SteadyClock::time_point::max()) {}
    std::optional<Value> value{};
    asio::steady_timer wake;
  };
  std::shared_ptr<State> state_;
};

/// What both kinds of connections have.
class Connection {
 public:
  virtual ~Connection() = default;
  virtual void close_now() = 0;
};

struct Shared {
  const WebSettings settings;
  WebHandler& handler;
  const TrustedProxies proxies{settings.trusted_proxies};
  WebCounts counts{};
  std::set<Connection*> connections{};
  std::map<std::string, int> per_visitor{};
  bool is_ending = false;
};

/// One of the connections that a visitor may have, as long as this lives.
class Place {
 public:
  /// Nothing if the visitor has too many already.
  static std::unique_ptr<Place> take(const std::shared_ptr<Shared>& shared,
                                     const std::string& visitor) {
    const auto found = shared->per_visitor.find(visitor);
    const int taken = found == shared->per_visitor.end() ? 0 : found->second;
    if (taken >= shared->settings.max_per_address) return nullptr;
    return std::unique_ptr<Place>(new Place(shared, visitor));
  }
  ~Place() {
    const auto found = shared_->per_visitor.find(visitor_);
    if (--found->second == 0) shared_->per_visitor.erase(found);
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

 private:
  Place(std::shared_ptr<Shared> shared, std::string visitor)
      : shared_(std::move(shared)), visitor_(std::move(visitor)) {
    ++shared_->per_visitor[visitor_];
  }

  std::shared_ptr<Shared> shared_;
  std::string visitor_;
};

/// Takes messages out of a WebSocket and puts others in.
class SocketConnection final : public Socket,
                               public Connection,
                               public std::enable_shared_from_this<SocketConnection> {
 public:
  SocketConnection(websocket::stream<beast::tcp_stream> stream, std::shared_ptr<Shared> shared)
      : stream_(std::move(stream)), shared_(std::move(shared)) {
    ++shared_->counts.sockets;
    shared_->connections.insert(this);
  }
  ~SocketConnection() override {
    --shared_->counts.sockets;
    shared_->connections.erase(this);
  }
  SocketConnection(const SocketConnection&) = delete;
  SocketConnection& operator=(const SocketConnection&) = delete;

  void send(std::shared_ptr<const std::string> text) override {
    if (is_closing_) return;
    waiting_bytes_ += text->size();
    if (waiting_bytes_ > shared_->settings.max_waiting_bytes) return close_now();
    waiting_.push_back(std::move(text));
    write_next();
  }
  void close(std::string_view reason) override {
    if (is_closing_) return;
    is_closing_ = true;
    reason_ = reason.substr(0, 120);
    write_next();
  }
  void close_now() override {
    is_closing_ = true;
    error_code ignored;
    beast::get_lowest_layer(stream_).socket().close(ignored);
  }

  awaitable<void> run(Request request) {
    stream_.set_option(
        websocket::stream_base::timeout{.handshake_timeout = shared_->settings.patience,
                                        // A client that is gone without a word is noticed by pings.
                                        .idle_timeout = std::chrono::seconds(60),
                                        .keep_alive_pings = true});
    // Messages are small; simple clients take each as one frame.
    stream_.auto_fragment(false);
    stream_.read_message_max(shared_->settings.max_message_bytes);
    const auto [failed] = co_await stream_.async_accept(request, kAwait);
    if (failed) co_return;
    is_open_ = true;
    write_next();
    co_await read_all();
  }
  void listen_by(std::shared_ptr<SocketListener> listener) { listener_ = std::move(listener); }
  void end() {
    if (listener_) listener_->closed();
    listener_.reset();
    // Saying why it is closed keeps this alive until it is said.
    if (reason_.empty()) close_now();
  }

 private:
  awaitable<void> read_all() {
    beast::flat_buffer buffer;
    while (true) {
      const auto [failed, count] = co_await stream_.async_read(buffer, kAwait);
      if (failed || is_closing_) co_return;
      if (!stream_.got_text()) co_return close("only text is understood here");
      if (!messages_.take(SteadyClock::now())) co_return close("too many messages");
      ++shared_->counts.messages_in;
      const auto data = buffer.cdata();
      listener_->receive({static_cast<const char*>(data.data()), data.size()});
      buffer.consume(buffer.size());
      // Idle connections keep no more memory than they need.
      if (buffer.capacity() > 1'024) buffer.shrink_to_fit();
    }
  }

  void write_next() {
    if (is_writing_ || !is_open_) return;
    if (waiting_.empty()) {
      if (!is_closing_ || reason_.empty()) return;
      is_writing_ = true;
      stream_.async_close({websocket::close_code::policy_error, reason_},
                          [self = shared_from_this()](error_code) { self->close_now(); });
      return;
    }
    is_writing_ = true;
    stream_.async_write(asio::buffer(*waiting_.front()),
                        [self = shared_from_this()](error_code error, std::size_t) {
                          self->is_writing_ = false;
                          if (error) return self->close_now();
                          ++self->shared_->counts.messages_out;
                          self->waiting_bytes_ -= self->waiting_.front()->size();
                          self->waiting_.pop_front();
                          self->write_next();
                        });
  }

  websocket::stream<beast::tcp_stream> stream_;
  std::shared_ptr<Shared> shared_;
  std::shared_ptr<SocketListener> listener_{};
  std::deque<std::shared_ptr<const std::string>> waiting_{};
  std::size_t waiting_bytes_ = 0;
  std::string reason_{};
  TokenBucket messages_{shared_->settings.message_rate, shared_->settings.message_burst};
  bool is_open_ = false;
  bool is_writing_ = false;
  bool is_closing_ = false;
};

/// Requests, one after the other; perhaps it becomes a WebSocket.
class HttpConnection final : public Connection {
 public:
  HttpConnection(tcp::socket socket, tcp::endpoint peer, std::shared_ptr<Shared> shared)
      : stream_(std::move(socket)),
        peer_(std::move(peer)),
        shared_(std::move(shared)),
        is_proxy_(shared_->proxies.contain(peer_.address())) {
    shared_->connections.insert(this);
  }
  ~HttpConnection() override { shared_->connections.erase(this); }
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;

  void close_now() override {
    error_code ignored;
    stream_.socket().close(ignored);
  }

  awaitable<void> run() {
    beast::flat_buffer buffer;
    bool goes_on = true;
    while (goes_on && !shared_->is_ending) {
      http::request_parser<http::string_body> parser;
      parser.body_limit(shared_->settings.max_request_bytes);
      parser.header_limit(16'384);
      stream_.expires_after(shared_->settings.patience);
      const auto [failed, count] = co_await http::async_read(stream_, buffer, parser, kAwait);
      if (failed) {
        std::optional<Refusal> reason;
        if (failed == http::error::body_limit) reason = refusal<RefusalCode::RequestTooLong>();
        if (failed == http::error::header_limit) reason = refusal<RefusalCode::HeadTooLong>();
        if (reason) co_await refuse(*reason);
        break;
      }
      // An answer may take as long as a computer thinks.
      stream_.expires_never();
      Request message = parser.release();
      ++shared_->counts.requests;
      if (websocket::is_upgrade(message)) {
        co_await upgrade(std::move(message));
        co_return;
      }
      goes_on = co_await answer(message);
    }
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
  }

 private:
  std::optional<Refusal> suspicion(const Request& message) const {
    return refuse_site(view(message[http::field::host]), view(message[http::field::origin]),
                       shared_->settings.hosts);
  }

  /// Whoever asks, perhaps through proxies.
  asio::ip::address visitor(const Request& message) const {
    const auto values_of = [&](std::string_view name) {
      std::vector<std::string_view> values;
      const auto [begin, end] = message.equal_range(beast::string_view(name));
      for (auto each = begin; each != end; ++each) values.push_back(view(each->value()));
      return values;
    };
    return shared_->proxies.visitor(
        peer_.address(),
        {.x_forwarded_for = values_of("X-Forwarded-For"), .forwarded = values_of("Forwarded")});
  }

  HttpRequest request_of(Request& message) const {
    RequestTarget target = parse_target(view(message.target()));
    HttpRequest request{.method = std::string(view(message.method_string())),
                        .path = std::move(target.path),
                        .query = std::move(target.query)};
    request.body = std::move(message.body());
    request.content_type = view(message[http::field::content_type]);
    request.if_none_match = view(message[http::field::if_none_match]);
    request.accepts_gzip =
        view(message[http::field::accept_encoding]).find("gzip") != std::string_view::npos;
    request.address = spielwerk::tcp::network_of(visitor(message));
    request.key = view(message["X-Spielwerk-Key"]);
    return request;
  }

  awaitable<bool> refuse(const Refusal& refusal) {
    HttpResponse response = refused(refusal);
    co_return co_await send(std::move(response), 11, false, false);
  }

  awaitable<bool> answer(Request& message) {
    const unsigned version = message.version();
    const bool goes_on = message.keep_alive();
    const bool is_head = message.method() == http::verb::head;
    HttpResponse response;
    if (const auto refusal = suspicion(message)) {
      response = refused(*refusal);
    } else {
      response = co_await ask(request_of(message));
    }
    co_return co_await send(std::move(response), version, goes_on, is_head);
  }

  awaitable<HttpResponse> ask(HttpRequest request) {
    Later<HttpResponse> answer(stream_.get_executor());
    shared_->handler.handle(request, answer.taker());
    co_return co_await answer.wait();
  }
  awaitable<std::optional<HttpResponse>> refuse_socket(const HttpRequest& request) {
    Later<std::optional<HttpResponse>> answer(stream_.get_executor());
    shared_->handler.admit_socket(request, answer.taker());
    co_return co_await answer.wait();
  }

  awaitable<bool> send(HttpResponse response, unsigned version, bool goes_on, bool is_head) {
    const auto prepare = [&](auto& message) {
      message.version(version);
      message.result(static_cast<unsigned>(response.status));
      message.keep_alive(goes_on);
      message.set(http::field::content_type, response.content_type);
      message.set("Content-Security-Policy", beast::string_view(kContentPolicy));
      message.set("X-Content-Type-Options", "nosniff");
      message.set("Referrer-Policy", "no-referrer");
      message.set("Cross-Origin-Resource-Policy", "same-origin");
      message.set("Cross-Origin-Opener-Policy", "same-origin");
      message.set(http::field::cache_control, "no-store");
      for (const auto& [name, value] : response.headers) message.set(name, value);
    };
    stream_.expires_after(shared_->settings.patience);
    const std::string_view body =
        response.lasting_body.empty() ? std::string_view(response.body) : response.lasting_body;
    http::response<http::span_body<const char>> message;
    prepare(message);
    if (!is_head) message.body() = {body.data(), body.size()};
    message.content_length(body.size());
    http::response_serializer<http::span_body<const char>> serializer(message);
    const auto [failed, count] = co_await http::async_write(stream_, serializer, kAwait);
    co_return !failed && goes_on;
  }

  awaitable<void> upgrade(Request message) {
    if (const auto refusal = suspicion(message)) {
      co_await refuse(*refusal);
      co_return;
    }
    const HttpRequest request = request_of(message);
    // What comes through a proxy has not been counted yet.
    std::unique_ptr<Place> place;
    if (is_proxy_) {
      place = Place::take(shared_, request.address);
      if (!place) {
        ++shared_->counts.refused;
        co_await refuse(refusal<RefusalCode::TooManyConnections>());
        co_return;
      }
    }
    if (auto refusal = co_await refuse_socket(request)) {
      HttpResponse response = *std::move(refusal);
      co_await send(std::move(response), message.version(), false, false);
      co_return;
    }
    const auto socket = std::make_shared<SocketConnection>(
        websocket::stream<beast::tcp_stream>(std::move(stream_)), shared_);
    socket->listen_by(shared_->handler.open(request, socket));
    co_await socket->run(std::move(message));
    socket->end();
  }

  beast::tcp_stream stream_;
  const tcp::endpoint peer_;
  std::shared_ptr<Shared> shared_;
  const bool is_proxy_;
};

}  // namespace

class WebServer::Impl : public std::enable_shared_from_this<Impl> {
 public:
  Impl(asio::io_context& context, const WebSettings& settings, WebHandler& handler)
      : context_(context),
        acceptor_(spielwerk::tcp::listen_at(context, settings.address, settings.port)),
        shared_(std::make_shared<Shared>(Shared{settings, handler})) {}

  void start() { asio::co_spawn(context_, accept(shared_from_this()), asio::detached); }

  void end() {
    shared_->is_ending = true;
    error_code ignored;
    acceptor_.close(ignored);
    for (Connection* each : std::set(shared_->connections)) each->close_now();
  }
  std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
  WebCounts counts() const {
    WebCounts counts = shared_->counts;
    counts.open = open_;
    return counts;
  }

 private:
  awaitable<void> accept(std::shared_ptr<Impl> self) {
    while (!shared_->is_ending) {
      auto [error, socket] = co_await acceptor_.async_accept(kAwait);
      if (shared_->is_ending) break;
      if (error) {
        // Out of file descriptors, most likely: some will be free again.
        asio::steady_timer pause(context_, std::chrono::milliseconds(50));
        co_await pause.async_wait(kAwait);
        continue;
      }
      const tcp::endpoint peer = socket.remote_endpoint(error);
      if (error) continue;  // gone already
      socket.set_option(tcp::no_delay(true), error);
      std::unique_ptr<Place> place;
      // A proxy has as many as its visitors have.
      const bool is_proxy = shared_->proxies.contain(peer.address());
      if (!is_proxy) place = Place::take(shared_, spielwerk::tcp::network_of(peer.address()));
      if (open_ >= shared_->settings.max_connections || !(is_proxy || place)) {
        ++shared_->counts.refused;
        continue;
      }
      ++open_;
      ++shared_->counts.connections;
      asio::co_spawn(context_, serve(self, std::move(socket), peer, std::move(place)),
                     asio::detached);
    }
  }

  awaitable<void> serve(std::shared_ptr<Impl> self, tcp::socket socket, tcp::endpoint peer,
                        [[maybe_unused]] std::unique_ptr<Place> place) {
    try {
      HttpConnection connection(std::move(socket), peer, shared_);
      co_await connection.run();
    } catch (const std::exception&) {
      // Whatever happens in one connection must not cost the others anything; it is closed.
    }
    --self->open_;
  }

  asio::io_context& context_;
  tcp::acceptor acceptor_;
  std::shared_ptr<Shared> shared_;
  int open_ = 0;
};

WebServer::WebServer(asio::io_context& context, const WebSettings& settings, WebHandler& handler)
    : impl_(std::make_shared<Impl>(context, settings, handler)) {
  impl_->start();
}
WebServer::~WebServer() { impl_->end(); }
std::uint16_t WebServer::port() const { return impl_->port(); }
WebCounts WebServer::counts() const { return impl_->counts(); }

}  // namespace spielwerk::server
