#include "server/api/table_socket.h"

#include "server/json/command_json.h"
#include "server/json/game_json.h"
#include "server/json/table_json.h"

namespace spielwerk::server {
namespace {

class TableSocket final : public SocketListener,
                          public Watcher,
                          public std::enable_shared_from_this<TableSocket> {
 public:
  TableSocket(Hall& hall, MessageTexts& texts, const HostKey& key, TableVisit visit,
              Hall::RefuseNewTable refuse_new_table, std::shared_ptr<Socket> socket)
      : hall_(hall),
        texts_(texts),
        key_(key),
        visit_(std::move(visit)),
        refuse_new_table_(std::move(refuse_new_table)),
        socket_(std::move(socket)) {}

  void receive(std::string_view text) override {
    const auto message = parse_json(text);
    if (!message) return refuse(0, message.error());
    JsonReader reader(*message);
    if (!is_watching_) return greet(reader);
    const std::int64_t id = reader.integer("id", 0, std::int64_t{1} << 53);
    if (!reader.is_good()) return refuse(0, reader.problem());
    // Only to see whether anybody is there.
    if (reader.text("type") == "ping") return say({{"type", "done"}, {"id", id}});
    const auto command = parse_command(*message);
    if (!command) return refuse(id, command.error());
    hall_.command(visit_.table, *this, *command, refuse_new_table_,
                  [self = weak_from_this(), id](const std::optional<Refusal>& refusal) {
                    const auto socket = self.lock();
                    if (!socket || !socket->socket_) return;
                    if (refusal) return socket->refuse(id, *refusal);
                    socket->say({{"type", "done"}, {"id", id}});
                  });
  }
  void closed() override {
    hall_.leave(visit_.table, *this);
    socket_.reset();
  }
  void receive(const SharedMessage& message) override {
    if (socket_) socket_->send(texts_.text_of(message));
  }
  void dismiss(std::string_view reason) override {
    if (socket_) socket_->close(reason);
  }

 private:
  void greet(JsonReader& reader) {
    if (reader.text("type") != "hello") {
      reader.complain("the first message must be of the type hello");
    }
    const std::string token = reader.optional_text("token").value_or("");
    // A browser cannot send it with the request for a WebSocket.
    const bool has_key = key_.fits(reader.optional_text("key").value_or(""));
    const auto after = reader.optional_integer("after", 0, 1 << 30);
    if (!reader.is_good()) {
      refuse(0, reader.problem());
      return socket_->close(reader.problem().reason);
    }
    is_watching_ = true;
    std::optional<int> number;
    if (after) number = static_cast<int>(*after);
    const Sight sight = has_key ? Sight::KeyHolder : Sight::Everybody;
    hall_.bring(
        visit_.table, visit_.address,
        [self = weak_from_this(), token, sight, number](const std::optional<Refusal>& refusal) {
          const auto socket = self.lock();
          if (!socket || !socket->socket_) return;
          if (refusal) return socket->socket_->close(refusal->reason);
          socket->hall_.watch(socket->visit_.table, *socket, token, sight, number);
        });
  }
  void say(const json::object& message) {
    if (socket_) socket_->send(std::make_shared<const std::string>(json::serialize(message)));
  }
  void refuse(std::int64_t id, const Refusal& refusal) {
    json::object message = json_of_problem(refusal.problem());
    message["type"] = "refused";
    message["id"] = id;
    say(message);
  }

  Hall& hall_;
  MessageTexts& texts_;
  const HostKey& key_;
  const TableVisit visit_;
  const Hall::RefuseNewTable refuse_new_table_;
  std::shared_ptr<Socket> socket_;
  bool is_watching_ = false;
};

}  // namespace

std::shared_ptr<const std::string> MessageTexts::text_of(const SharedMessage& message) {
  if (message != message_) {
    text_ = std::make_shared<const std::string>(json::serialize(json_of_message(*message)));
    message_ = message;
  }
  return text_;
}

std::shared_ptr<SocketListener> open_table_socket(Hall& hall, MessageTexts& texts,
                                                  const HostKey& key, TableVisit visit,
                                                  Hall::RefuseNewTable refuse_new_table,
                                                  std::shared_ptr<Socket> socket) {
  return std::make_shared<TableSocket>(hall, texts, key, std::move(visit),
                                       std::move(refuse_new_table), std::move(socket));
}

}  // namespace spielwerk::server
