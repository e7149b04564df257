// A UGI conversation on foreign input: the first line names the game, the rest is sent.
#include <algorithm>

#include "core/engine.h"
#include "fuzz/fuzzing.h"
#include "games/all_games.h"
#include "protocols/ugi/session.h"

namespace spielwerk::fuzz {
namespace {

/// An engine that never needs much time or memory, whatever it is asked for.
class BoundedEngine final : public Engine {
 public:
  BoundedEngine(const GameDescription& original, const Game& game, const EngineSettings& settings)
      : engine_(make(original, game, {.table_megabytes = 1, .seed = settings.seed})) {}

  void forget() override { engine_->forget(); }
  SearchReport search(const Position& at, const SearchLimits& limits, std::stop_token stop,
                      const SearchListener& listener) override {
    SearchLimits bounded = limits;
    bounded.nodes = std::min<std::uint64_t>(limits.nodes.value_or(kMaxNodes), kMaxNodes);
    return engine_->search(at, bounded, std::move(stop), listener);
  }
  SearchReport solve(const Position& at, const SearchLimits& limits, std::stop_token stop,
                     const SearchListener& listener) override {
    return search(at, limits, std::move(stop), listener);
  }

 private:
  static std::unique_ptr<Engine> make(const GameDescription& original, const Game& game,
                                      const EngineSettings& settings) {
    return original.make_engine ? original.make_engine(game, settings)
                                : game.make_general_engine(settings);
  }

  static constexpr std::uint64_t kMaxNodes = 50;
  std::unique_ptr<Engine> engine_;
};

const Registry& bounded_games() {
  static const Registry registry = [] {
    std::vector<GameDescription> games;
    for (const auto& each : all_games().games()) {
      GameDescription bounded = *each;
      bounded.make_engine = [&original = *each](const Game& game, const EngineSettings& settings) {
        return std::make_unique<BoundedEngine>(original, game, settings);
      };
      games.push_back(std::move(bounded));
    }
    return Registry(std::move(games));
  }();
  return registry;
}

}  // namespace
}  // namespace spielwerk::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace spielwerk;
  std::string_view input = fuzz::as_text(data, size);
  const auto game = fuzz::bounded_games().parse(fuzz::take_line(input));
  if (!game) return 0;
  const std::string output = fuzz::run(input, [&](Streams& streams) {
    ugi::converse(*game, "Fuzz", streams.input, streams.output);
  });
  for (const std::string_view line : split(output, '\n')) {
    const bool is_answer = line.empty() || line.starts_with("id ") ||
                           line.starts_with("option name ") || line.starts_with("info ") ||
                           line.starts_with("response ") || line.starts_with("bestmove ") ||
                           line == "ugiok" || line == "readyok";
    fuzz::require(is_answer, "every line is an answer of the protocol");
  }
  return 0;
}
