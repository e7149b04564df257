#include "core/game.h"

#include "core/engine.h"

namespace spielwerk {

std::unique_ptr<Engine> Game::make_engine(const EngineSettings& settings) const {
  const auto& make = description().make_engine;
  return make ? make(*this, settings) : make_general_engine(settings);
}

std::unique_ptr<Engine> Game::make_general_engine(const EngineSettings& settings) const {
  return model_->make_general_engine()(*this, settings);
}

}  // namespace spielwerk
