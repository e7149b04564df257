// spielwerk store: looks after the games that a server keeps, while it runs or not.
#include <fmt/format.h>
#include <fmt/ostream.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "app/commands/application.h"
#include "app/commands/commands.h"
#include "app/commands/common_options.h"
#include "app/commands/signals.h"
#include "app/terminal/record_file.h"
#include "games/all_games.h"
#include "server/application.h"
#include "server/store/new_file.h"
#include "server/store/store_check.h"
#include "server/store/store_records.h"

namespace spielwerk::app {
namespace {

namespace fs = std::filesystem;

/// `1 game`, `2 games`.
std::string counted(std::int64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// Shows how far a long work has come to whoever watches.
class Progress {
 public:
  explicit Progress(Streams& streams) : streams_(streams) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(std::int64_t done, std::int64_t total) {
    const auto now = std::chrono::steady_clock::now();
    if (!streams_.shows_progress || now < next_) return;
    fmt::print(streams_.error, "\r{} of {}\033[K", done, total);
    streams_.error << std::flush;
    next_ = now + std::chrono::milliseconds(200);
    is_shown_ = true;
  }
  /// A line that stays.
  void say(std::string_view line) {
    clear();
    fmt::print(streams_.error, "{}\n", line);
  }
  server::StoreProgress hearing() {
    return [this](std::int64_t done, std::int64_t total) { show(done, total); };
  }
  server::StoreReporter reporter() {
    return [this](std::string_view line) { say(line); };
  }

 private:
  void clear() {
    if (is_shown_) fmt::print(streams_.error, "\r\033[K");
    is_shown_ = false;
  }

  Streams& streams_;
  std::chrono::steady_clock::time_point next_ =
      std::chrono::steady_clock::now() + std::chrono::seconds(1);
  bool is_shown_ = false;
};

/// What all of them share.
class StoreCommand : public Command {
 public:
  ExitStatus run(Streams& streams) final {
    try {
      return work(streams);
    } catch (const std::runtime_error& failure) {
      return std::unexpected(failure.what());
    }
  }

 protected:
  virtual ExitStatus work(Streams& streams) = 0;

  void add_folder(Options& options) {
    options.add("--data", text(data_), "the folder where games are kept");
  }
  fs::path folder() const { return data_; }
  fs::path file() const { return folder() / server::kStoreFile; }

 private:
  std::string data_ = standard_settings().data.string();
};

/// Why a file should not be written, or an empty text.
std::string objection_to_writing(const std::string& file, bool is_forced) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) return fmt::format("{} is a folder", file);
  // Replacing it would destroy a device or a pipe; a link to a file is followed.
  const bool is_there = fs::symlink_status(file, ignored).type() != fs::file_type::not_found;
  if (is_there && !fs::is_regular_file(file, ignored)) {
    return fmt::format("{} is no regular file", file);
  }
  if (is_forced || !fs::exists(file, ignored)) return "";
  return fmt::format("{} is there already; --force replaces it", file);
}

constexpr const char* kForceHelp = "replace the file if there is one";

class StoreCheck final : public StoreCommand {
 public:
  void declare(Options& options) override {
    options.describe(
        "Reads all games that are kept and tells which are damaged: events that are missing,\n"
        "changed or in another order, and games that cannot be. Changes nothing, also while a\n"
        "server runs. The exit status is 1 if there is damage.",
        "Examples:\n"
        "  spielwerk store check\n"
        "  spielwerk store check --data /var/lib/spielwerk");
    add_folder(options);
  }

 private:
  ExitStatus work(Streams& streams) override {
    Progress progress(streams);
    const server::StoreCounts counts =
        server::check_store(all_games(), file(), progress.reporter(), progress.hearing());
    fmt::print(streams.output, "{}, {} of them finished, with {}: {}\n",
               counted(counts.tables, "table"), counts.finished, counted(counts.events, "event"),
               counts.damaged == 0 ? "all is well" : fmt::format("{} damaged", counts.damaged));
    return counts.damaged == 0 ? 0 : 1;
  }
};

class StoreBackup final : public StoreCommand {
 public:
  void declare(Options& options) override {
    options.describe(
        "Copies all that is kept into one file, as it is at one moment, also while a server runs,\n"
        "and checks the copy. The copy holds the secrets of those who play: only its owner can\n"
        "read it. It is put back as spielwerk.db into the folder of a server that does not run.",
        "Examples:\n"
        "  spielwerk store backup /media/backup/spielwerk-monday.db\n"
        "  spielwerk store backup --data /var/lib/spielwerk --force latest.db");
    options.add("FILE", text(copy_), "where the copy goes").required();
    add_folder(options);
    options.add_flag("--force", is_forced_, kForceHelp);
  }

 private:
  ExitStatus work(Streams& streams) override {
    if (copy_ == "-") return std::unexpected("a backup is a file and cannot be the output");
    server::refuse_own_files(file(), copy_);
    if (std::string objection = objection_to_writing(copy_, is_forced_); !objection.empty()) {
      return std::unexpected(std::move(objection));
    }
    Progress progress(streams);
    const server::StoreCounts counts =
        server::back_up_store(all_games(), file(), copy_, progress.reporter(), progress.hearing());
    fmt::print(streams.output, "{} in {}{}\n", counted(counts.tables, "table"), copy_,
               counts.damaged == 0 ? "" : fmt::format(", {} damaged", counts.damaged));
    return counts.damaged == 0 ? 0 : 1;
  }

  std::string copy_;
  bool is_forced_ = false;
};

class StoreExport final : public StoreCommand {
 public:
  void declare(Options& options) override {
    options.describe(
        "Writes all finished games as records, in the order in which they ended, also while a\n"
        "server runs. Damaged ones are left out; the exit status is then 1.",
        "Examples:\n"
        "  spielwerk store export games.txt\n"
        "  spielwerk store export --all - | gzip > games.txt.gz");
    options.add("FILE", text(target_), "where the records go; - is the output").required();
    add_folder(options);
    options.add_flag("--all", with_unfinished_, "also games that go on");
    options.add_flag("--force", is_forced_, kForceHelp);
  }

 private:
  ExitStatus work(Streams& streams) override {
    if (target_ == "-") return status_of(write(streams.output, streams));
    server::refuse_own_files(file(), target_);
    if (std::string objection = objection_to_writing(target_, is_forced_); !objection.empty()) {
      return std::unexpected(std::move(objection));
    }
    // What is there already stays until all of the new file is.
    server::NewFile made(target_, 0666);
    std::ofstream output(made.path(), std::ios::binary);
    const server::ExportCounts counts = write(output, streams);
    output.close();
    if (!output) throw std::runtime_error(fmt::format("{} cannot be written", target_));
    made.put_in_place();
    fmt::print(streams.output, "{} in {}{}{}\n", counted(counts.games, "game"), target_,
               counts.left_out == 0
                   ? ""
                   : fmt::format(", {} unfinished left out (--all)", counts.left_out),
               counts.damaged == 0 ? "" : fmt::format(", {} damaged", counts.damaged));
    return status_of(counts);
  }

  server::ExportCounts write(std::ostream& output, Streams& streams) const {
    Progress progress(streams);
    return server::export_records(all_games(), file(), with_unfinished_, output,
                                  progress.reporter(), progress.hearing());
  }
  static int status_of(const server::ExportCounts& counts) { return counts.damaged == 0 ? 0 : 1; }

  std::string target_;
  bool with_unfinished_ = false;
  bool is_forced_ = false;
};

class StoreImport final : public StoreCommand {
 public:
  void declare(Options& options) override {
    options.describe(
        "Reads records into tables that everybody can see and nobody holds. Games that are there\n"
        "already are left out. Games with errors are reported as FILE:LINE:COLUMN and left out;\n"
        "the exit status is then 1. No server may use the folder meanwhile.",
        "Examples:\n"
        "  spielwerk store import games.txt\n"
        "  zcat games.txt.gz | spielwerk store import --data /var/lib/spielwerk -");
    options.add_list("FILES", files_, "files of records or transcripts; - is the input").required();
    add_folder(options);
    options.add_flag("--all", with_unfinished_, "also games without a result");
  }

 private:
  using Outcome = server::RecordImport::Outcome;

  ExitStatus work(Streams& streams) override {
    // It has to say what could not be written.
    survive_failed_writes();
    Progress progress(streams);
    server::RecordImport import(all_games(), folder(), progress.reporter());
    for (const std::string& name : files_) {
      if (name == "-") {
        read("-", streams.input, import, progress);
      } else if (std::string objection = objection_to_file(name); !objection.empty()) {
        complain(objection, progress);
      } else {
        std::ifstream input(name, std::ios::binary);
        read(name, input, import, progress);
      }
    }
    import.finish();
    fmt::print(streams.output, "{} imported", counted(imported_, "game"));
    if (known_ > 0) fmt::print(streams.output, ", {} there already", known_);
    if (unfinished_ > 0) {
      fmt::print(streams.output, ", {} unfinished left out (--all)", unfinished_);
    }
    if (errors_ > 0) fmt::print(streams.output, ", {}", counted(errors_, "error"));
    fmt::print(streams.output, "\n");
    return errors_ == 0 ? 0 : 1;
  }

  void complain(const std::string& what, Progress& progress) {
    ++errors_;
    progress.say(what);
  }

  void read(const std::string& name, std::istream& input, server::RecordImport& import,
            Progress& progress) {
    RecordReader reader(input, all_games(), RecordFormat::Auto);
    while (const auto result = reader.next()) {
      if (!*result) {
        complain(describe_error(name, result->error()), progress);
        continue;
      }
      const auto added = import.add(
          **result, with_unfinished_,
          std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now()));
      if (!added) {
        complain(describe_error(name, {{"record", added.error()}, reader.game_location()}),
                 progress);
      } else {
        count(*added);
      }
      progress.show(imported_, imported_ + known_ + unfinished_);
    }
  }

  void count(Outcome outcome) {
    switch (outcome) {
      case Outcome::Imported:
        ++imported_;
        break;
      case Outcome::Known:
        ++known_;
        break;
      case Outcome::Unfinished:
        ++unfinished_;
        break;
    }
  }

  std::vector<std::string> files_;
  bool with_unfinished_ = false;
  int imported_ = 0;
  int known_ = 0;
  int unfinished_ = 0;
  int errors_ = 0;
};

}  // namespace

std::unique_ptr<Command> make_store_backup() { return std::make_unique<StoreBackup>(); }
std::unique_ptr<Command> make_store_check() { return std::make_unique<StoreCheck>(); }
std::unique_ptr<Command> make_store_export() { return std::make_unique<StoreExport>(); }
std::unique_ptr<Command> make_store_import() { return std::make_unique<StoreImport>(); }

}  // namespace spielwerk::app
