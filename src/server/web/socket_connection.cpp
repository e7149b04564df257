#include "server/web/socket_connection.h"

namespace spielwerk::server {

/// A WebSocket is read at least so often, whatever its visitor has used up: else nobody would
/// notice that it is closed.
constexpr milliseconds kMaxSocketPause = std::chrono::seconds(5);

SocketConnection::SocketConnection(websocket::stream<beast::tcp_stream> stream,
                                   std::shared_ptr<Visitor> visitor,
                                   std::shared_ptr<WebShared> shared)
    : shared_(std::move(shared)), stream_(std::move(stream)), visitor_(std::move(visitor)) {
  ++shared_->counts.sockets;
  shared_->connections.insert(this);
}

SocketConnection::~SocketConnection() {
  --shared_->counts.sockets;
  shared_->connections.erase(this);
  visitor_->remove_waiting(waiting_bytes_);
}

void SocketConnection::send(std::shared_ptr<const std::string> text) {
  if (is_closing_) return;
  const bool has_read_all = waiting_.empty();
  waiting_bytes_ += text->size();
  const bool is_fine = visitor_->add_waiting(text->size());
  if (unanswered_ > 0) visitor_->charge_bytes(text->size());
  waiting_.push_back(std::move(text));
  // Whoever keeps up does not pay for others behind the same address.
  if (waiting_bytes_ > shared_->settings.max_waiting_bytes || !(is_fine || has_read_all)) {
    ++shared_->counts.too_slow;
    return close_now();
  }
  write_next();
}

void SocketConnection::close(std::string_view reason) {
  if (is_closing_) return;
  is_closing_ = true;
  reason_ = reason.substr(0, 120);
  write_next();
}

void SocketConnection::close_now() {
  is_closing_ = true;
  is_closed_ = true;
  error_code ignored;
  beast::get_lowest_layer(stream_).socket().close(ignored);
  // Now, not when this is destroyed: perhaps it waits itself for a turn that comes only then.
  visitor_->remove_waiting(std::exchange(waiting_bytes_, 0));
  // What is just being written is needed until that has ended.
  waiting_.resize(std::min<std::size_t>(waiting_.size(), is_writing_ ? 1 : 0));
}

void SocketConnection::shut_down() {
  const auto self = shared_from_this();
  end();
  close_now();
}

awaitable<void> SocketConnection::run(WebMessage request) {
  stream_.set_option(
      websocket::stream_base::timeout{.handshake_timeout = shared_->settings.patience,
                                      // A client that is gone without a word is noticed by pings.
                                      .idle_timeout = std::chrono::seconds(60),
                                      .keep_alive_pings = true});
  // Messages are small; simple clients take each as one frame.
  stream_.auto_fragment(false);
  stream_.read_message_max(shared_->settings.max_message_bytes);
  stream_.control_callback(
      [this](websocket::frame_type kind, beast::string_view) { hear_control_frame(kind); });
  const auto [failed] = co_await stream_.async_accept(request, kAwait);
  if (failed) co_return;
  // It lasts long, and keeps nothing that it does not need.
  request = {};
  is_open_ = true;
  write_next();
  co_await read_all();
}

void SocketConnection::end() {
  if (listener_) listener_->closed();
  listener_.reset();
  // Saying why it is closed keeps this alive until it is said.
  if (reason_.empty()) close_now();
}

bool SocketConnection::take_message() {
  if (messages_.take(SteadyClock::now())) return true;
  ++shared_->counts.floods;
  return false;
}

void SocketConnection::hear_control_frame(websocket::frame_type kind) {
  if (is_closing_ || kind == websocket::frame_type::close) return;
  // It is heard in the middle of reading, which would go on while this is closed with a word.
  if (!take_message()) return close_now();
  // Nobody can be made to wait here, so there are no debts either.
  visitor_->take();
}

awaitable<void> SocketConnection::read_all() {
  beast::flat_buffer buffer;
  while (true) {
    // Whoever has used up the allowance is read more slowly, and has to wait with sending.
    const milliseconds wait = std::min(visitor_->wait(), kMaxSocketPause);
    if (wait > milliseconds(0)) co_await pause(wait);
    const auto [failed, count] = co_await stream_.async_read(buffer, kAwait);
    if (failed || is_closing_) co_return;
    if (!stream_.got_text()) co_return close("only text is understood here");
    if (!take_message()) co_return close("too many messages");
    ++shared_->counts.messages_in;
    visitor_->charge(1);
    const auto turn = co_await turn_of(visitor_, shared_->settings.patience);
    if (is_closing_) co_return;
    if (!turn) co_return close("too many messages");
    const auto begin = thread_time();
    const auto data = buffer.cdata();
    ++unanswered_;
    listener_->receive({static_cast<const char*>(data.data()), data.size()});
    turn->spend(thread_time() - begin);
    turn->end();
    buffer.consume(buffer.size());
    // Idle connections keep no more memory than they need.
    if (buffer.capacity() > 1'024) buffer.shrink_to_fit();
  }
}

void SocketConnection::write_next() {
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
                        if (error || self->is_closed_) return self->close_now();
                        ++self->shared_->counts.messages_out;
                        const std::size_t size = self->waiting_.front()->size();
                        self->waiting_bytes_ -= size;
                        self->visitor_->remove_waiting(size);
                        self->waiting_.pop_front();
                        const bool has_sent_all = self->waiting_.empty();
                        if (has_sent_all && self->unanswered_ > 0) --self->unanswered_;
                        self->write_next();
                      });
}

}  // namespace spielwerk::server
