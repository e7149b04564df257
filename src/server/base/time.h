// How the server writes time.
#pragma once

#include <chrono>

namespace spielwerk::server {

/// Milliseconds since 1970.
using Time = std::chrono::sys_time<std::chrono::milliseconds>;
using std::chrono::milliseconds;

}  // namespace spielwerk::server
