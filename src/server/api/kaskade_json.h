// The Kaskade server's state and wishes about it as JSON.
#pragma once

#include "server/api/kaskade_service.h"
#include "server/json/json_reader.h"

namespace spielwerk::server {

/// Where players are is nobody else's business: only who holds the key sees it.
json::object json_of_kaskade(const KaskadeService::State& state, bool has_key);

/// Does what a message wants. The first that does not work ends it; what follows is not done
/// either.
std::expected<void, Refusal> change_kaskade(KaskadeService& kaskade, const json::value& body);

}  // namespace spielwerk::server
