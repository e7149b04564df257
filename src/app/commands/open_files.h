// How many connections the system lets this program have.
#pragma once

namespace spielwerk::app {

/// Each connection is an open file, of which a process usually may have about a thousand: asks the
/// system for `wanted` connections and tells how many are possible.
int allow_connections(int wanted);

}  // namespace spielwerk::app
