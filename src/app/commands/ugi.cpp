// spielwerk ugi: lets another program drive an engine.
#include "app/commands/commands.h"
#include "app/commands/common_options.h"
#include "core/version.h"
#include "protocols/ugi/session.h"

namespace spielwerk::app {
namespace {

class Ugi final : public Command {
 public:
  void declare(Options& options) override {
    options.describe(
        "Runs a game's engine for another program, which sends lines of the Universal Game\n"
        "Interface and reads the answers; docs/protocols/ugi.md describes it.",
        "Examples:\n"
        "  spielwerk ugi othello\n"
        "  printf 'position startpos moves D3 C5\\ngo movetime 500\\n' | spielwerk ugi othello");
    options.add("game", any_game(game_), kGameHelp).required();
  }

  ExitStatus run(Streams& streams) override {
    ugi::converse(*game_, program_name(), streams.input, streams.output);
    return 0;
  }

 private:
  std::optional<Game> game_;
};

}  // namespace

std::unique_ptr<Command> make_ugi() { return std::make_unique<Ugi>(); }

}  // namespace spielwerk::app
