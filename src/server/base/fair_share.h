// How much one visitor may take of what is there for all.
#pragma once

#include <algorithm>

namespace spielwerk::server {

/// An eighth of what is `free`, so that whoever has much gets little more: eight who take all they
/// can leave half of everything, a hundred one part in fourteen. But always `min`.
constexpr int fair_share(int free, int min) { return std::max(min, free / 8); }

}  // namespace spielwerk::server
