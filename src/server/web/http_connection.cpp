#include "server/web/http_connection.h"

#include <poll.h>

#include <array>
#include <cmath>

#include "server/web/answer.h"
#include "server/web/request_target.h"

namespace spielwerk::server {
namespace {

using asio::ip::tcp;

constexpr std::size_t kMaxHeadBytes = 16'384;
/// Who asks more than is allowed is not listened to for so long.
constexpr milliseconds kTarpit = std::chrono::seconds(1);
/// How often it is looked whether somebody still waits for an answer.
constexpr milliseconds kGonePeriod{200};
/// How long, and for how many bytes, an end is awaited after the last answer.
constexpr milliseconds kClosingTime = std::chrono::seconds(2);
constexpr std::size_t kMaxClosingBytes = 16'777'216;

/// Said with everything: scripts, styles and pictures come from here alone, nobody may frame the
/// page, and no address leaks to others.
constexpr std::string_view kContentPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

bool has_header(const HttpResponse& response, std::string_view name) {
  return std::any_of(response.headers.begin(), response.headers.end(),
                     [&](const auto& each) { return each.first == name; });
}

}  // namespace

HttpConnection::HttpConnection(tcp::socket socket, asio::ip::address peer,
                               std::shared_ptr<Visitor> visitor, std::shared_ptr<WebShared> shared)
    : shared_(std::move(shared)),
      stream_(std::move(socket)),
      peer_(std::move(peer)),
      visitor_(std::move(visitor)) {
  shared_->connections.insert(this);
}

HttpConnection::~HttpConnection() { shared_->connections.erase(this); }

void HttpConnection::close_now() {
  error_code ignored;
  stream_.socket().close(ignored);
}

awaitable<void> HttpConnection::run() {
  bool goes_on = true;
  while (goes_on && !shared_->is_ending) {
    goes_on = co_await serve_one();
    // Idle connections keep no more memory than they need.
    if (buffer_.size() == 0 && buffer_.capacity() > 1'024) buffer_.shrink_to_fit();
  }
  if (socket_) {
    // Not inside of what reads requests: it lasts long, and keeps nothing that it does not need.
    buffer_ = {};
    co_await socket_->run(std::move(socket_request_));
    socket_->end();
  } else {
    co_await close_politely();
  }
}

awaitable<void> HttpConnection::turn_away() {
  const Refusal full = refusal<RefusalCode::TooManyConnections>();
  co_await refuse(full);
  co_await close_politely();
}

awaitable<bool> HttpConnection::serve_one() {
  stream_.expires_after(shared_->settings.patience);
  std::size_t length = 0;
  std::optional<Refusal> refusal;
  const bool is_there = co_await read_head(length, refusal);
  if (!is_there) co_return false;
  HeadFacts facts;
  if (!refusal) refusal = look_at_head(length, facts);
  if (refusal) co_return co_await refuse(*refusal);

  http::request_parser<http::string_body> parser;
  parser.body_limit(shared_->settings.max_request_bytes);
  parser.header_limit(kMaxHeadBytes);
  const auto [failed, count] = co_await http::async_read_header(stream_, buffer_, parser, kAwait);
  if (failed) {
    refusal = server::refusal<RefusalCode::BadRequest>(failed.message());
    co_return co_await refuse(*refusal);
  }
  // Before the body: fields that follow it must not change who asks for what.
  Exchange exchange = exchange_of(parser.get());
  const bool is_whole = co_await read_body(parser, facts);
  if (!is_whole) co_return false;
  // An answer may take as long as a computer thinks.
  stream_.expires_never();
  ++shared_->counts.requests;
  WebMessage message = parser.release();
  if (websocket::is_upgrade(message)) {
    co_await upgrade(message, exchange);
    co_return false;
  }
  exchange.request.body = std::move(message.body());
  co_return co_await answer(exchange);
}

awaitable<bool> HttpConnection::read_head(std::size_t& length, std::optional<Refusal>& problem) {
  std::size_t seen = 0;
  while (true) {
    std::string_view begun(static_cast<const char*>(buffer_.cdata().data()), buffer_.size());
    // Some clients send an empty line behind a body.
    while (begun.starts_with("\r\n")) {
      buffer_.consume(2);
      begun.remove_prefix(2);
      seen = 0;
    }
    const std::size_t end = begun.find("\r\n\r\n", seen < 3 ? 0 : seen - 3);
    const bool is_whole = end != std::string_view::npos;
    length = is_whole ? end + 4 : begun.size();
    problem = refuse_begun_head(begun.substr(0, length), seen);
    if (!problem && length > kMaxHeadBytes) problem = refusal<RefusalCode::HeadTooLong>();
    if (problem || is_whole) co_return true;
    seen = begun.size();
    const auto [failed, count] = co_await stream_.async_read_some(buffer_.prepare(4'096), kAwait);
    if (failed) co_return false;
    buffer_.commit(count);
  }
}

std::optional<Refusal> HttpConnection::look_at_head(std::size_t length, HeadFacts& facts) const {
  const auto checked = check_head({static_cast<const char*>(buffer_.cdata().data()), length});
  if (!checked) return checked.error();
  facts = *checked;
  if (facts.content_length.value_or(0) <= shared_->settings.max_request_bytes) return std::nullopt;
  return refusal<RefusalCode::RequestTooLong>();
}

awaitable<bool> HttpConnection::read_body(http::request_parser<http::string_body>& parser,
                                          const HeadFacts& facts) {
  if (facts.expects_continue && !parser.is_done() && buffer_.size() == 0) {
    constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    const auto [unsent, sent] =
        co_await asio::async_write(stream_, asio::buffer(kContinue), kAwait);
    if (unsent) co_return false;
  }
  const auto [failed, count] = co_await http::async_read(stream_, buffer_, parser, kAwait);
  if (!failed) co_return true;
  std::optional<Refusal> problem;
  if (failed == http::error::body_limit) {
    problem = refusal<RefusalCode::RequestTooLong>();
  } else if (failed.category() == make_error_code(http::error::bad_chunk).category() &&
             failed != http::error::end_of_stream && failed != http::error::partial_message) {
    problem = refusal<RefusalCode::BadRequest>(failed.message());
  }
  // Others have gone in the middle of it.
  if (problem) co_await refuse(*problem);
  co_return false;
}

asio::ip::address HttpConnection::visitor_address(const WebMessage& message) const {
  const auto values_of = [&](std::string_view name) {
    std::vector<std::string_view> values;
    const auto [begin, end] = message.equal_range(beast::string_view(name));
    for (auto each = begin; each != end; ++each) values.push_back(view(each->value()));
    return values;
  };
  return shared_->proxies.visitor(peer_, {.x_forwarded_for = values_of("X-Forwarded-For"),
                                          .forwarded = values_of("Forwarded")});
}

HttpConnection::Exchange HttpConnection::exchange_of(const WebMessage& message) const {
  Exchange exchange{.version = message.version(),
                    .keeps_alive = message.keep_alive(),
                    .is_head = message.method() == http::verb::head};
  exchange.suspicion = refuse_site(view(message[http::field::host]),
                                   view(message[http::field::origin]), shared_->settings.hosts);
  RequestTarget target = parse_target(view(message.target()));
  HttpRequest& request = exchange.request;
  request.method = view(message.method_string());
  request.path = std::move(target.path);
  request.query = std::move(target.query);
  request.content_type = view(message[http::field::content_type]);
  request.if_none_match = view(message[http::field::if_none_match]);
  request.accepts_gzip =
      view(message[http::field::accept_encoding]).find("gzip") != std::string_view::npos;
  request.key = view(message["X-Spielwerk-Key"]);
  const asio::ip::address visitor = visitor_address(message);
  request.address = spielwerk::tcp::network_of(visitor);
  exchange.access = {.address = visitor.to_string(),
                     .method = request.method,
                     .path = request.path,
                     .version = exchange.version,
                     .referer = std::string(view(message[http::field::referer])),
                     .user_agent = std::string(view(message[http::field::user_agent]))};
  exchange.visitor = visitor_ ? visitor_ : shared_->visitors.find(request.address);
  return exchange;
}

awaitable<bool> HttpConnection::refuse(const Refusal& refusal) {
  Exchange nobody;
  nobody.access.address = peer_.to_string();
  HttpResponse response = refused(refusal);
  co_return co_await send(std::move(response), nobody);
}

awaitable<bool> HttpConnection::answer(const Exchange& exchange) {
  if (exchange.suspicion) {
    HttpResponse response = refused(*exchange.suspicion);
    co_return co_await send(std::move(response), exchange);
  }
  Visitor& visitor = *exchange.visitor;
  const bool is_allowed = visitor.take();
  std::shared_ptr<Visitor::Turn> turn;
  if (is_allowed) turn = co_await turn_of(exchange.visitor);
  if (!turn) {
    HttpResponse response = refused<RefusalCode::TooManyQuestions>();
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(visitor.wait() + kTarpit);
    response.headers.emplace_back("Retry-After", std::to_string(seconds.count()));
    const bool goes_on = co_await send(std::move(response), exchange);
    if (goes_on) co_await pause(kTarpit);
    co_return goes_on;
  }
  exchange.request.asker->on_step_aside = [turn] { turn->end(); };
  const auto begin = thread_time();
  Later<HttpResponse> later(stream_.get_executor());
  shared_->handler.handle(exchange.request, later.taker());
  turn->spend(thread_time() - begin);
  std::optional<HttpResponse> response;
  while (!response) {
    response = co_await later.wait(SteadyClock::now() + kGonePeriod);
    if (response || !is_other_end_gone()) continue;
    ++shared_->counts.abandoned;
    const auto gone = std::exchange(exchange.request.asker->on_gone, nullptr);
    if (gone) gone();
    co_return false;
  }
  exchange.request.asker->on_gone = nullptr;
  turn->end();
  visitor.charge_bytes(response->body.size());
  co_return co_await send(*std::move(response), exchange);
}

void HttpConnection::note_access(const Exchange& exchange, int status, std::size_t bytes) const {
  if (!shared_->settings.on_access) return;
  Access access = exchange.access;
  access.time = std::chrono::system_clock::now();
  access.status = status;
  access.bytes = bytes;
  shared_->settings.on_access(access);
}

bool HttpConnection::is_other_end_gone() {
  // Whatever it has sent before lies unread, so reading would not tell.
  pollfd other_end{.fd = stream_.socket().native_handle(), .events = POLLRDHUP, .revents = 0};
  return ::poll(&other_end, 1, 0) > 0;
}

awaitable<bool> HttpConnection::send(HttpResponse response, const Exchange& exchange) {
  if (response.status >= 400) ++shared_->counts.refusals[response.status];
  const bool may_come_back = response.status == 429 || response.status == 503;
  if (may_come_back && !has_header(response, "Retry-After")) {
    response.headers.emplace_back("Retry-After", "1");
  }
  http::response<http::span_body<const char>> message;
  message.version(exchange.version);
  message.result(static_cast<unsigned>(response.status));
  message.keep_alive(exchange.keeps_alive);
  message.set(http::field::content_type, response.content_type);
  message.set("Content-Security-Policy", beast::string_view(kContentPolicy));
  message.set("X-Content-Type-Options", "nosniff");
  message.set("Referrer-Policy", "no-referrer");
  message.set("Cross-Origin-Resource-Policy", "same-origin");
  message.set("Cross-Origin-Opener-Policy", "same-origin");
  message.set(http::field::cache_control, "no-store");
  for (const auto& [name, value] : response.headers) message.set(name, value);
  const std::string_view body =
      response.lasting_body.empty() ? std::string_view(response.body) : response.lasting_body;
  if (!exchange.is_head) message.body() = {body.data(), body.size()};
  message.content_length(body.size());
  stream_.expires_after(shared_->settings.patience);
  if (exchange.visitor) exchange.visitor->add_waiting(response.body.size());
  http::response_serializer<http::span_body<const char>> serializer(message);
  const auto [failed, count] = co_await http::async_write(stream_, serializer, kAwait);
  note_access(exchange, response.status, exchange.is_head ? 0 : body.size());
  if (exchange.visitor) exchange.visitor->remove_waiting(response.body.size());
  co_return !failed && exchange.keeps_alive;
}

awaitable<std::optional<HttpResponse>> HttpConnection::refuse_socket(const HttpRequest& request) {
  Later<std::optional<HttpResponse>> answer(stream_.get_executor());
  shared_->handler.admit_socket(request, answer.taker());
  co_return co_await answer.wait();
}

awaitable<void> HttpConnection::upgrade(WebMessage& message, Exchange& exchange) {
  exchange.keeps_alive = false;
  std::optional<HttpResponse> refusal;
  if (exchange.suspicion) {
    refusal = refused(*exchange.suspicion);
  } else if (!exchange.visitor->take()) {
    refusal = refused<RefusalCode::TooManyQuestions>();
  }
  // What comes through a proxy has not been counted yet.
  std::unique_ptr<Visitors::Place> place;
  if (!refusal && !visitor_) {
    place = shared_->visitors.connect_through_proxy(exchange.visitor);
    if (!place) refusal = refused<RefusalCode::TooManyConnections>();
  }
  if (!refusal) refusal = co_await refuse_socket(exchange.request);
  if (refusal) {
    co_await send(*std::move(refusal), exchange);
    co_return;
  }
  note_access(exchange, 101, 0);
  socket_ = std::make_shared<SocketConnection>(
      websocket::stream<beast::tcp_stream>(std::move(stream_)), exchange.visitor, shared_);
  socket_->listen_by(shared_->handler.open(exchange.request, socket_));
  socket_request_ = std::move(message);
  socket_place_ = std::move(place);
}

awaitable<void> HttpConnection::close_politely() {
  error_code error;
  stream_.socket().shutdown(tcp::socket::shutdown_send, error);
  stream_.expires_after(kClosingTime);
  std::array<char, 4'096> unread;
  for (std::size_t total = 0; !error && total < kMaxClosingBytes;) {
    const auto [failed, count] = co_await stream_.async_read_some(asio::buffer(unread), kAwait);
    error = failed;
    total += count;
  }
}

}  // namespace spielwerk::server
