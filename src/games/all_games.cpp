#include "games/all_games.h"

#include "games/connect6/rules.h"
#include "games/kaskade/rules.h"
#include "games/othello/rules.h"
#include "games/tictactoe/rules.h"
#include "games/towerwars/rules.h"

namespace spielwerk {

const Registry& all_games() {
  static const Registry registry({
      connect6::description(),
      kaskade::description(),
      othello::description(),
      tictactoe::description(),
      towerwars::description(),
  });
  return registry;
}

}  // namespace spielwerk
