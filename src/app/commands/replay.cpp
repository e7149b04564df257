// spielwerk replay: checks, shows and converts game records.
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <fstream>
#include <map>

#include "app/commands/commands.h"
#include "app/commands/common_options.h"
#include "app/terminal/played_game.h"
#include "app/terminal/record_file.h"
#include "app/terminal/terminal_board.h"
#include "app/terminal/terminal_style.h"
#include "games/all_games.h"
#include "records/record_writer.h"
#include "records/transcript.h"

namespace spielwerk::app {
namespace {

const std::map<std::string, RecordFormat> kFormats{{"auto", RecordFormat::Auto},
                                                   {"record", RecordFormat::Record},
                                                   {"transcript", RecordFormat::Transcript}};

enum class Output : std::uint8_t { Boards, Records, Transcripts, Counts };
const std::map<std::string, Output> kOutputs{{"record", Output::Records},
                                             {"transcript", Output::Transcripts}};

class Replay {
 public:
  Replay(RecordFormat format, Output output, BoardStyle style, Streams& streams)
      : format_(format),
        output_(output),
        style_(style),
        streams_(streams),
        writer_(streams.output) {}

  void read_file(const std::string& file) {
    if (file == "-") {
      read("-", streams_.input);
      return;
    }
    if (const std::string objection = objection_to_file(file); !objection.empty()) {
      complain(objection);
      return;
    }
    std::ifstream input(file, std::ios::binary);
    read(file, input);
  }

  void print_counts() const {
    fmt::print(streams_.output, "games {}  moves {}  errors {}\n", games_, moves_, errors_);
  }
  bool is_all_right() const { return errors_ == 0; }

 private:
  void complain(const std::string& what) {
    ++errors_;
    // So that on a terminal the complaint stands where it belongs.
    streams_.output.flush();
    fmt::print(streams_.error, "{}\n", what);
  }

  void read(const std::string& file, std::istream& input) {
    RecordReader reader(input, all_games(), format_);
    while (const auto result = reader.next()) {
      if (!*result) {
        complain(describe_error(file, result->error()));
        continue;
      }
      ++games_;
      moves_ += (*result)->moves.size();
      write(file, reader.game_location(), **result);
    }
  }

  void write(const std::string& file, SourceLocation location, const Record& record) {
    switch (output_) {
      case Output::Boards:
        show(record);
        break;
      case Output::Records:
        writer_.write(record);
        break;
      case Output::Transcripts:
        if (const auto text = print_transcript(all_games(), record)) {
          fmt::print(streams_.output, "{}\n", *text);
        } else {
          complain(describe_error(file, {{"no_transcript", text.error()}, location}));
        }
        break;
      case Output::Counts:
        break;
    }
  }

  void show(const Record& record) {
    const Game& game = record.game;
    std::ostream& output = streams_.output;
    if (games_ > 1) output << '\n';
    fmt::print(output, "{}. {}, {}\n", games_, game.description().title, game.variant_text());
    for (const Tag& tag : record.tags) {
      fmt::print(output, "{}: {}\n", tag.name, printable(tag.value));
    }
    output << '\n';
    const PlayedGame played(record);
    const TerminalBoard board(game, style_);
    board.print(output, played.position(), {.last = played.last_cells()});
    output << '\n';
    board.print_players(output, played.position(),
                        record.result.is_over() ? kNoPlayer : played.side_to_move());
    fmt::print(output, "position {}\nmoves {}  result {}\n", played.position().text(),
               record.moves.size(), print_outcome(record.result, game.players()));
  }

  RecordFormat format_;
  Output output_;
  BoardStyle style_;
  Streams& streams_;
  RecordWriter writer_;
  std::size_t games_ = 0;
  std::size_t moves_ = 0;
  std::size_t errors_ = 0;
};

class ReplayCommand final : public Command {
 public:
  void declare(Options& options) override {
    options.describe(
        "Checks recorded games against the rules and shows how they ended. Games with errors are\n"
        "reported as FILE:LINE:COLUMN and left out; the exit status is then 1.",
        "Examples:\n"
        "  spielwerk replay evening.txt\n"
        "  spielwerk replay --quiet *.txt\n"
        "  echo f5d6c3d3c4 | spielwerk replay - --as record\n"
        "  spielwerk replay --as transcript games.txt > games.othello");
    options.add_list("files", files_, "files of records or transcripts; - is the input").required();
    options.add("--format", choice(format_, names_of(kFormats)), "what the files hold");
    const Option conversion = options.add("--as", choice(as_, names_of(kOutputs)),
                                          "write the games in this form instead");
    options.add_flag("--quiet", quiet_, "only count games, moves and errors").excludes(conversion);
    style_.add_to(options);
  }

  ExitStatus run(Streams& streams) override {
    const Output output = quiet_ ? Output::Counts : as_.empty() ? Output::Boards : kOutputs.at(as_);
    Replay replay(kFormats.at(format_), output, style_.style(streams), streams);
    for (const std::string& file : files_) replay.read_file(file);
    if (quiet_) replay.print_counts();
    // What is wrong has been said where it was found.
    return replay.is_all_right() ? 0 : 1;
  }

 private:
  template <class Named>
  static std::vector<std::string> names_of(const std::map<std::string, Named>& map) {
    std::vector<std::string> names;
    for (const auto& [name, ignored] : map) names.push_back(name);
    return names;
  }

  std::vector<std::string> files_;
  std::string format_ = "auto";
  std::string as_;
  bool quiet_ = false;
  StyleOptions style_;
};

}  // namespace

std::unique_ptr<Command> make_replay() { return std::make_unique<ReplayCommand>(); }

}  // namespace spielwerk::app
