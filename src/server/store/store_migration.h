// What is in the file of each version, and how an older one becomes a newer one.
#pragma once

#include "server/store/store_file.h"

namespace spielwerk::server {

/// Brings a file up to date, each version as a whole or not at all; a new one is filled. `report`
/// hears how far it has come if that takes long.
void migrate_store(SQLite::Database& database, const StoreReporter& report);

}  // namespace spielwerk::server
