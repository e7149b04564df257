// How RMI names methods: by a hash of their name, parameters and result.
#pragma once

#include <cstdint>
#include <string_view>

namespace spielwerk::rmi {

/// Of a method as class files write it: `init(ILtowerwarspp/preset/PlayerColor;)V`.
std::int64_t method_hash(std::string_view signature);

}  // namespace spielwerk::rmi
