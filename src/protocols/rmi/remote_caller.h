// Calls of objects in other programs, for one thread that waits for the answers.
#pragma once

#include <chrono>
#include <functional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include "protocols/rmi/jrmp.h"
#include "protocols/tcp/blocking_connection.h"

namespace spielwerk::rmi {

/// The other program has thrown something.
class RemoteThrown : public std::runtime_error {
 public:
  explicit RemoteThrown(JavaException exception)
      : std::runtime_error(exception.text()), exception_(std::move(exception)) {}

  const JavaException& exception() const { return exception_; }

 private:
  JavaException exception_;
};

/// How long things may take.
struct Patience {
  std::chrono::milliseconds connect = std::chrono::seconds(10);
  std::chrono::milliseconds answer = std::chrono::seconds(30);
};

/// A connection to a program. Every method throws tcp::ConnectionFailure, with what went wrong in a
/// form to be shown, and then is of no use any more.
class RemoteCaller {
 public:
  RemoteCaller(const Endpoint& endpoint, const Patience& patience, std::stop_token stop = {});

  struct Call {
    CallHead head{};
    /// Writes the arguments.
    std::function<void(JavaWriter&)> write{};
    /// The classes that the result consists of. Exceptions may be of any class.
    AllowClass allow{};
    /// Reads the result; asked again when more of it has come, so only the last time counts.
    std::function<void(JavaReader&)> read{};
    /// Whether the result is a reference, which has to be acknowledged.
    bool is_reference = false;
  };
  /// Also throws RemoteThrown.
  void call(const Call& call);

  /// The address that this program has there.
  std::string own_address() const { return connection_.own_address(); }

 private:
  void greet();
  void send(std::string_view bytes) { connection_.send(bytes, patience_.answer); }
  /// Waits for more bytes.
  void receive(std::chrono::steady_clock::time_point deadline);
  /// Whether an answer is complete.
  bool read_answer(const Call& call);
  [[noreturn]] void fail(const std::string& problem) const;

  const Patience patience_;
  const std::stop_token stop_;
  tcp::BlockingConnection connection_;
  std::string buffer_{};
};

// ---- Registries

/// A program's registry of names, usually at port 1099.
inline constexpr std::uint16_t kRegistryPort = 1099;

/// The object of that name, which has that interface; throws as well if it is none that can be
/// called. Who knows no such name throws `java.rmi.NotBoundException`.
RemoteReference look_up(RemoteCaller& registry, const std::string& name,
                        std::string_view interface_name);
std::vector<std::string> list_names(RemoteCaller& registry);
/// Gives an object a name, whatever had it before.
void rebind(RemoteCaller& registry, const std::string& name, const RemoteReference& reference);
void unbind(RemoteCaller& registry, const std::string& name);

}  // namespace spielwerk::rmi
