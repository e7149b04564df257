#include "app/commands/browser.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>
#include <utility>

namespace spielwerk::app {

bool open_browser(const std::string& address, std::function<void()> failed) {
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return false;
  std::string program = "xdg-open";
  std::string argument = address;
  char* arguments[] = {program.data(), argument.data(), nullptr};
  pid_t process = 0;
  if (::posix_spawnp(&process, program.c_str(), nullptr, nullptr, arguments, environ) != 0) {
    return false;
  }
  std::thread([process, failed = std::move(failed)] {
    int status = 0;
    ::waitpid(process, &status, 0);
    if (status != 0) failed();
  }).detach();
  return true;
}

}  // namespace spielwerk::app
