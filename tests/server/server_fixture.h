// An application on a thread of its own, and the gestures with which tests use it over loopback.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "server/application.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/waiting.h"
#include "tests/support/web_client.h"

namespace spielwerk::server {

using test::get;
using test::post;
using test::put;
using test::WebAnswer;
using test::WebSocketClient;

class Running {
 public:
  explicit Running(ApplicationSettings settings) {
    settings.web.port = 0;
    settings.kaskade.port = 0;
    settings.threads = 1;
    application_ = std::make_unique<Application>(settings, [this](std::string_view line) {
      const std::lock_guard lock(mutex_);
      reports_ += line;
      reports_ += '\n';
    });
    thread_ = std::thread([this] {
      application_->run();
      has_ended_ = true;
    });
  }
  ~Running() {
    application_->stop();
    thread_.join();
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  std::uint16_t port() const { return application_->port(); }
  Application& operator*() { return *application_; }
  bool ends_by_itself() const {
    return test::eventually([this] { return has_ended_.load(); });
  }
  std::string reports() {
    const std::lock_guard lock(mutex_);
    return reports_;
  }

 private:
  std::atomic<bool> has_ended_ = false;
  std::mutex mutex_{};
  std::string reports_{};
  std::unique_ptr<Application> application_;
  std::thread thread_{};
};

inline json::value human(const char* name) { return {{"kind", "human"}, {"name", name}}; }
inline json::value guest() { return json::object{{"kind", "invite"}}; }
inline json::value computer(const char* player, const char* time = "50ms") {
  return {{"kind", "computer"}, {"player", player}, {"time", time}};
}

class ServerTest : public testing::Test {
 protected:
  ServerTest() { restart(); }

  /// Ends the application and begins it again with the same data.
  void restart() {
    running_.reset();
    running_ = std::make_unique<Running>(settings_with_folder());
  }
  ApplicationSettings settings_with_folder() const {
    ApplicationSettings settings = settings_;
    settings.data = folder_.path("data");
    return settings;
  }
  std::uint16_t port() const { return running_->port(); }
  /// The line of a request's head that tells the key of whoever runs the program.
  std::vector<std::string> with_key() const {
    return {"X-Spielwerk-Key: " + (**running_).key().text()};
  }

  struct Created {
    std::string id{};
    std::string token{};
    std::string invite{};
  };
  Created create(const char* game, json::array seats, json::object more = {}) {
    more["game"] = game;
    more["seats"] = std::move(seats);
    const WebAnswer answer = post(port(), "/api/tables", more, with_key());
    EXPECT_EQ(answer.status, 201) << answer.body;
    const json::value value = answer.json();
    Created created{value.at("id").as_string().c_str(), value.at("token").as_string().c_str(), ""};
    if (const auto& invites = value.at("invites").as_array(); !invites.empty()) {
      created.invite = invites[0].at("invite").as_string().c_str();
    }
    return created;
  }
  /// Connected, with the first message taken.
  std::unique_ptr<WebSocketClient> watch(const std::string& id, const std::string& token = "",
                                         json::object* first = nullptr,
                                         const std::string& key = "") {
    auto socket = std::make_unique<WebSocketClient>(port(), "/api/tables/" + id + "/live");
    EXPECT_EQ(socket->status(), 101);
    json::object hello{{"type", "hello"}};
    if (!token.empty()) hello["token"] = token;
    if (!key.empty()) hello["key"] = key;
    socket->send(json::value(hello));
    auto message = socket->receive("table");
    EXPECT_TRUE(message);
    if (first != nullptr && message) *first = *message;
    return socket;
  }
  static std::string move(WebSocketClient& socket, const char* move, int at) {
    return socket.command({{"type", "move"}, {"move", move}, {"at", at}});
  }
  json::value table(const std::string& id) { return get(port(), "/api/tables/" + id).json(); }

  ApplicationSettings settings_{};
  test::TemporaryFolder folder_{};
  std::unique_ptr<Running> running_{};
};

}  // namespace spielwerk::server
