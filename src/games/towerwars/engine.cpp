#include "games/towerwars/engine.h"

#include "games/towerwars/knowledge.h"
#include "search/alpha_beta_engine.h"

namespace spielwerk::towerwars {
namespace {

/// An engine for boards of that many words, or of the next that fits.
template <int Words, int... Wider>
std::unique_ptr<Engine> make_fitting(const Game& game, const EngineSettings& settings) {
  if constexpr (sizeof...(Wider) > 0) {
    if (GameAdapter<Rules<Words>>::rules_of(game.start()) == nullptr) {
      return make_fitting<Wider...>(game, settings);
    }
  }
  return search::make_engine<Knowledge<Words>>(game, settings);
}

}  // namespace

std::unique_ptr<Engine> make_engine(const Game& game, const EngineSettings& settings) {
  return make_fitting<1, 2, 4, 11>(game, settings);
}

}  // namespace spielwerk::towerwars
