#include "tests/support/web_client.h"

#include <fmt/format.h>

namespace spielwerk::test {
namespace {

std::string head_of(std::uint16_t port, std::string_view method, std::string_view path,
                    const std::vector<std::string>& more) {
  std::string head = fmt::format("{} {} HTTP/1.1\r\n", method, path);
  bool has_host = false;
  for (const std::string& line : more) {
    head += line + "\r\n";
    has_host = has_host || line.starts_with("Host:");
  }
  if (!has_host) head += fmt::format("Host: localhost:{}\r\n", port);
  return head;
}

std::vector<std::string> with_json(std::vector<std::string> lines) {
  lines.emplace_back("Content-Type: application/json");
  return lines;
}

int status_of(std::string_view head) {
  return head.size() < 12 ? 0 : std::stoi(std::string(head.substr(9, 3)));
}

}  // namespace

std::string WebAnswer::code() const {
  const json::value value = json();
  const json::value* error = value.as_object().if_contains("error");
  return error == nullptr ? "" : error->at("code").as_string().c_str();
}
std::string WebAnswer::reason() const {
  return json().at("error").at("reason").as_string().c_str();
}

WebAnswer request(std::uint16_t port, std::string_view method, std::string_view path,
                  std::string_view body, const std::vector<std::string>& more) {
  RawClient client(port);
  client.send(head_of(port, method, path, more) +
              fmt::format("Connection: close\r\nContent-Length: {}\r\n\r\n{}", body.size(), body));
  WebAnswer answer;
  answer.head = client.receive_until("\r\n\r\n");
  answer.status = status_of(answer.head);
  answer.body = client.receive_all();
  return answer;
}

WebAnswer get(std::uint16_t port, std::string_view path, const std::vector<std::string>& more) {
  return request(port, "GET", path, "", more);
}
WebAnswer post(std::uint16_t port, std::string_view path, const json::value& body,
               const std::vector<std::string>& more) {
  return request(port, "POST", path, json::serialize(body), with_json(more));
}
WebAnswer put(std::uint16_t port, std::string_view path, const json::value& body,
              const std::vector<std::string>& more) {
  return request(port, "PUT", path, json::serialize(body), with_json(more));
}

WebSocketClient::WebSocketClient(std::uint16_t port, std::string_view path,
                                 const std::vector<std::string>& more)
    : client_(port) {
  client_.send(head_of(port, "GET", path, more) +
               "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
               "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n");
  status_ = status_of(client_.receive_until("\r\n\r\n"));
}

bool WebSocketClient::send(std::string_view text) { return send_frame(text, 1); }

bool WebSocketClient::send_frame(std::string_view bytes, int opcode) {
  std::string frame(1, static_cast<char>(0x80 | opcode));
  // Masked, as clients must, by a mask that changes nothing.
  if (bytes.size() < 126) {
    frame += static_cast<char>(0x80 | bytes.size());
  } else if (bytes.size() < 65'536) {
    frame += static_cast<char>(0x80 | 126);
    frame += static_cast<char>(bytes.size() >> 8);
    frame += static_cast<char>(bytes.size() & 0xFF);
  } else {
    frame += static_cast<char>(0x80 | 127);
    for (int shift = 56; shift >= 0; shift -= 8) {
      frame += static_cast<char>((bytes.size() >> shift) & 0xFF);
    }
  }
  frame += std::string(4, '\0');
  // At once: the system would hold back the second of two small packets.
  frame += bytes;
  return client_.send(frame);
}

std::optional<json::object> WebSocketClient::receive(std::chrono::milliseconds time) {
  while (!is_closed_) {
    const std::string start = client_.receive_exactly(2, time);
    if (start.size() < 2) {
      is_closed_ = client_.is_closed();
      return std::nullopt;
    }
    const int opcode = start[0] & 0x0F;
    std::size_t length = static_cast<unsigned char>(start[1]) & 0x7F;
    const std::size_t more = length == 126 ? 2 : length == 127 ? 8 : 0;
    if (more > 0) {
      length = 0;
      for (const char byte : client_.receive_exactly(more)) {
        length = length << 8 | static_cast<unsigned char>(byte);
      }
    }
    const std::string payload = client_.receive_exactly(length);
    if (client_.is_closed() || payload.size() < length) {
      is_closed_ = true;
      return std::nullopt;
    }
    if (opcode == 1) return json::parse(payload).as_object();
    if (opcode == 8) {
      is_closed_ = true;
      close_reason_ = payload.size() > 2 ? payload.substr(2) : "";
    }
    if (opcode == 9) send_frame(payload, 10);
  }
  return std::nullopt;
}

std::optional<json::object> WebSocketClient::receive(std::string_view type,
                                                     std::chrono::milliseconds time) {
  while (auto message = receive(time)) {
    if (message->at("type").as_string() == type) return message;
  }
  return std::nullopt;
}

std::string WebSocketClient::command(json::object message) {
  const int id = next_id_++;
  message["id"] = id;
  if (!send(json::value(message))) return "lost";
  while (auto answer = receive()) {
    const auto& type = answer->at("type").as_string();
    if (type == "event") events_.push_back(*answer);
    if ((type == "done" || type == "refused") && answer->at("id").as_int64() == id) {
      if (type == "done") return "done";
      last_reason_ = answer->at("reason").as_string().c_str();
      return answer->at("code").as_string().c_str();
    }
  }
  return "lost";
}

}  // namespace spielwerk::test
