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
/// Longer bodies share the room that a visitor has for them.
constexpr std::size_t kSmallBodyBytes = 16'384;
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

/// For the access log, where nothing was answered because nobody was there to hear it; nginx has
/// made it known.
constexpr int kClientGone = 499;

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

bool has_header(const HttpResponse& response, std::string_view name) {
  return std::any_of(response.headers.begin(), response.headers.end(),
                     [&](const auto& each) { return each.first == name; });
}

std::ptrdiff_t field_count(const WebMessage& message) {
  return std::distance(message.begin(), message.end());
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
  Exchange nobody;
  nobody.access.address = peer_.to_string();
  HttpResponse full = refused<RefusalCode::TooManyConnections>();
  co_await send(std::move(full), nobody);
  co_await close_politely();
}

void HttpConnection::be_patient() {
  const milliseconds time = shared_->settings.patience;
  patience_ = std::make_shared<Patience>(asio::steady_timer(stream_.get_executor(), time));
  patience_->timer.async_wait([this, weak = std::weak_ptr(patience_)](error_code error) {
    // It may be over, but nobody waits any more.
    const auto patience = weak.lock();
    if (error || !patience) return;
    patience->is_over = true;
    stream_.cancel();
  });
  // For whoever sends something in the very moment in which reading is to end.
  stream_.expires_after(time + kClosingTime);
}

awaitable<bool> HttpConnection::serve_one() {
  WebMessage message;
  Exchange exchange;
  exchange.access.address = peer_.to_string();
  std::optional<Refusal> problem;
  be_patient();
  const bool is_there = co_await receive(message, exchange, problem);
  const bool is_late = std::exchange(patience_, nullptr)->is_over;
  if (problem) {
    HttpResponse response = refused(*problem);
    if (is_late) response.status = static_cast<int>(http::status::request_timeout);
    exchange.keeps_alive = false;
    co_return co_await send(std::move(response), exchange);
  }
  if (!is_there) {
    if (!exchange.request.method.empty()) note_access(exchange, kClientGone, 0);
    co_return false;
  }
  // An answer may take as long as a computer thinks.
  stream_.expires_never();
  ++shared_->counts.requests;
  if (exchange.is_upgrade) {
    co_await upgrade(message, exchange);
    co_return false;
  }
  exchange.request.body = std::move(message.body());
  co_return co_await answer(exchange);
}

awaitable<bool> HttpConnection::receive(WebMessage& message, Exchange& exchange,
                                        std::optional<Refusal>& problem) {
  std::size_t length = 0;
  const bool is_begun = co_await read_head(length, problem);
  if (problem || !is_begun) co_return is_begun;
  HeadFacts facts;
  problem = look_at_head(length, facts);
  if (problem) co_return true;
  http::request_parser<http::string_body> parser;
  parser.body_limit(shared_->settings.max_request_bytes);
  parser.header_limit(kMaxHeadBytes);
  const auto [failed, count] = co_await http::async_read_header(stream_, buffer_, parser, kAwait);
  if (failed) {
    problem = refusal<RefusalCode::BadRequest>(failed.message());
    co_return true;
  }
  // Before the body: nothing that follows it may change who asks for what.
  exchange = exchange_of(parser.get());
  // Such a connection is closed, and has cost nobody much.
  problem = exchange.suspicion;
  if (problem) co_return true;
  exchange.is_upgrade = websocket::is_upgrade(parser.get());
  if (exchange.is_upgrade && !parser.is_done()) {
    problem = refusal<RefusalCode::BadRequest>("what asks for a WebSocket has a body");
    co_return true;
  }
  exchange.is_allowed = exchange.visitor->take();
  const bool may_come = exchange.is_allowed && has_room(exchange, facts.content_length.value_or(0));
  if (!may_come && !parser.is_done()) {
    problem = refusal<RefusalCode::TooManyQuestions>();
    co_return true;
  }
  const bool is_whole = co_await read_body(parser, facts, exchange, problem);
  if (is_whole) message = parser.release();
  co_return is_whole;
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
    if (failed) {
      // Between two requests everybody may go, or is sent away, without a word.
      if (!begun.empty()) problem = refuse_rest(failed);
      co_return false;
    }
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
                                          const HeadFacts& facts, Exchange& exchange,
                                          std::optional<Refusal>& problem) {
  if (facts.expects_continue && !parser.is_done() && buffer_.size() == 0) {
    constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    const auto [unsent, sent] =
        co_await asio::async_write(stream_, asio::buffer(kContinue), kAwait);
    if (unsent) {
      problem = refuse_rest(unsent);
      co_return false;
    }
  }
  const auto fields = field_count(parser.get());
  parser.eager(true);
  error_code failed;
  while (!failed && !problem && !parser.is_done()) {
    const auto [error, count] = co_await http::async_read_some(stream_, buffer_, parser, kAwait);
    failed = error;
    // Nobody knows before how long all chunks are together.
    if (!has_room(exchange, parser.get().body().size())) {
      problem = refusal<RefusalCode::TooManyQuestions>();
    }
  }
  exchange.visitor->charge_bytes(parser.get().body().size());
  if (failed) problem = refuse_rest(failed);
  if (failed || problem) co_return false;
  // Some programs read fields behind the last chunk as if they stood in the head, others do not.
  if (field_count(parser.get()) != fields) {
    problem = refusal<RefusalCode::BadRequest>("fields follow the body");
  }
  co_return true;
}

bool HttpConnection::has_room(Exchange& exchange, std::size_t bytes) {
  if (bytes <= kSmallBodyBytes) return true;
  if (!exchange.room) exchange.room = std::make_unique<Visitor::Room>(exchange.visitor);
  return exchange.room->grow_to(bytes);
}

std::optional<Refusal> HttpConnection::refuse_rest(error_code failed) const {
  if (patience_->is_over) return refusal<RefusalCode::BadRequest>("it takes too long to come");
  // Whoever has only ended sending still hears that something was missing.
  if (failed == asio::error::eof || failed == http::error::partial_message) {
    return refusal<RefusalCode::BadRequest>("it is cut off");
  }
  if (failed == http::error::body_limit) return refusal<RefusalCode::RequestTooLong>();
  if (failed.category() == make_error_code(http::error::bad_chunk).category()) {
    return refusal<RefusalCode::BadRequest>(failed.message());
  }
  return std::nullopt;
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
  RequestTarget target = parse_target(view(message.target()));
  const std::string_view host =
      target.authority ? std::string_view(*target.authority) : view(message[http::field::host]);
  exchange.suspicion =
      refuse_site(host, view(message[http::field::origin]), shared_->settings.hosts);
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

awaitable<bool> HttpConnection::answer(const Exchange& exchange) {
  std::shared_ptr<Visitor::Turn> turn;
  if (exchange.is_allowed) {
    turn = co_await turn_of(exchange.visitor, shared_->settings.patience);
  }
  if (!turn) {
    HttpResponse response = refused<RefusalCode::TooManyQuestions>();
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
    if (response || !is_asker_gone(exchange)) continue;
    ++shared_->counts.abandoned;
    note_access(exchange, kClientGone, 0);
    const auto gone = std::exchange(exchange.request.asker->on_gone, nullptr);
    if (gone) gone();
    co_return false;
  }
  exchange.request.asker->on_gone = nullptr;
  turn->end();
  exchange.visitor->charge_bytes(response->body.size());
  if (!exchange.is_head) exchange.visitor->charge_lasting_bytes(response->lasting_body.size());
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

bool HttpConnection::is_asker_gone(const Exchange& exchange) {
  // An end that sends nothing more may have been closed, or only shut down by a program that has
  // asked everything and still reads (`nc -N`): that looks the same. Most answers come anyway, and
  // whoever is there gets theirs. Only what can be broken off, the thinking of a computer, ends,
  // since browsers whose tab was closed are many; but not if this was said to be the last request,
  // after which ending is proper. Ends that have broken down are gone in any case.
  const bool may_break_off = exchange.keeps_alive && exchange.request.asker->on_gone;
  const auto looked_for = static_cast<short>(may_break_off ? POLLRDHUP : 0);
  // Whatever it has sent before lies unread, so reading would not tell.
  pollfd other_end{.fd = stream_.socket().native_handle(), .events = looked_for, .revents = 0};
  return ::poll(&other_end, 1, 0) > 0;
}

awaitable<bool> HttpConnection::send(HttpResponse response, const Exchange& exchange) {
  if (response.status >= 400) ++shared_->counts.refusals[response.status];
  const bool may_come_back = response.status == 429 || response.status == 503;
  if (may_come_back && !has_header(response, "Retry-After")) {
    const milliseconds wait = exchange.visitor ? exchange.visitor->wait() : milliseconds(0);
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(wait + kTarpit);
    response.headers.emplace_back("Retry-After", std::to_string(seconds.count()));
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
  if (!exchange.is_allowed) refusal = refused<RefusalCode::TooManyQuestions>();
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
