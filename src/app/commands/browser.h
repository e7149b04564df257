// The browser of whoever sits at this machine.
#pragma once

#include <functional>
#include <string>

namespace spielwerk::app {

/// Shows a page in the user's browser. Says whether there is a screen and a way to open one; if
/// that turns out not to work, `failed` is called later, on another thread.
bool open_browser(const std::string& address, std::function<void()> failed);

}  // namespace spielwerk::app
