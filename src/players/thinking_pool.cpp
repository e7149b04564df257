#include "players/thinking_pool.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <condition_variable>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "core/text.h"
#include "players/thinking_kinds.h"
#include "search/search_control.h"

namespace spielwerk {
namespace {

using SteadyClock = std::chrono::steady_clock;
using TimePoint = SteadyClock::time_point;
using std::chrono::milliseconds;

/// What is left of the time for everything but thinking: waking threads, sending the answer.
milliseconds time_for_thinking(milliseconds time) {
  return std::max(time - std::max(time / 10, milliseconds(5)), milliseconds(1));
}

/// What one thread has used last. Players are asked about positions of many games in turn, and
/// what they remember of one helps or at least does not hurt in the others.
class PlayerShelf {
 public:
  explicit PlayerShelf(const PoolSettings& settings, std::uint64_t seed)
      : table_megabytes_(settings.table_megabytes), seed_(seed) {}

  std::expected<MoveChooser*, Failure> take(const Game& game, const std::string& text) {
    const std::string key = game.text() + ' ' + text;
    for (auto each = players_.begin(); each != players_.end(); ++each) {
      if (each->first != key) continue;
      players_.splice(players_.begin(), players_, each);
      return each->second.get();
    }
    // Room first: two tables at once would be one too many.
    if (players_.size() == kMaxKept) players_.pop_back();
    const auto make = parse_chooser(game, text);
    if (!make) return failed(fmt::format("{} does not think on this machine", in_quotes(text)));
    if (!*make) return failed(make->error().message(text));
    players_.emplace_front(
        key, (**make)({.engine = {.table_megabytes = table_megabytes_}, .seed = ++seed_}));
    return players_.front().second.get();
  }

 private:
  /// Enough for the usual boards at the usual levels.
  static constexpr std::size_t kMaxKept = 4;
  const int table_megabytes_;
  std::uint64_t seed_;
  std::list<std::pair<std::string, std::unique_ptr<MoveChooser>>> players_{};
};

}  // namespace

class ThinkingPool::Impl {
 public:
  explicit Impl(const PoolSettings& settings)
      : settings_{std::max(settings.threads, 1), settings.table_megabytes, settings.niceness} {
    for (int index = 0; index < settings_.threads; ++index) {
      threads_.emplace_back([this, index](const std::stop_token& stop) {
        // The threads make different random choices.
        think(stop, PlayerShelf(settings_, 1'000'003u * static_cast<unsigned>(index)));
      });
    }
    watcher_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
  }
  // What callers have given away with their answers may call back when it is destroyed, and
  // whoever is told to stop may call anybody. So both happen only while no lock is held.

  /// Withdraws all questions and takes no more. Everything is still there while callers' answers
  /// are destroyed.
  void end() {
    std::map<Ticket, Waiting> withdrawn;
    std::vector<std::stop_source> stopped;
    {
      const std::lock_guard lock(mutex_);
      is_ending_ = true;
      withdrawn.swap(waiting_);
      for (auto& [ticket, job] : running_) {
        job.is_withdrawn = true;
        stopped.push_back(job.stop);
      }
    }
    for (std::stop_source& each : stopped) each.request_stop();
    withdrawn.clear();
    watcher_ = {};
    threads_.clear();
  }

  Ticket ask(Question question, Answer answer) {
    const TimePoint now = SteadyClock::now();
    const auto latest = search::time_limits(question.limits, now).hard;
    const milliseconds time = latest ? std::chrono::floor<milliseconds>(*latest - now)
                                     : milliseconds(ThinkingPool::kMaxThought);
    const TimePoint deadline = now + time_for_thinking(time);
    Ticket ticket{.deadline = deadline};
    {
      const std::lock_guard lock(mutex_);
      if (is_ending_) return ticket;
      ticket.number = ++last_number_;
      waiting_.emplace(ticket, Waiting{std::move(question), std::move(answer)});
      is_changed_ = true;
    }
    has_question_.notify_one();
    has_changed_.notify_one();
    return ticket;
  }

  void withdraw(Ticket ticket) {
    std::map<Ticket, Waiting>::node_type withdrawn;
    std::optional<std::stop_source> stopped;
    {
      const std::lock_guard lock(mutex_);
      if (const auto job = running_.find(ticket); job != running_.end()) {
        job->second.is_withdrawn = true;
        stopped.emplace(job->second.stop);
      } else {
        withdrawn = waiting_.extract(ticket);
      }
    }
    if (stopped) stopped->request_stop();
  }

  Load load() const {
    const std::lock_guard lock(mutex_);
    return {static_cast<int>(running_.size()), static_cast<int>(waiting_.size())};
  }

 private:
  struct Waiting {
    Question question;
    Answer answer;
  };
  struct Running {
    TimePoint begin;
    TimePoint deadline;
    std::stop_source stop{};
    bool is_withdrawn = false;
  };

  /// When a question that is being thought about has to make room: until the deadline of each one
  /// that waits, it gets as much time as those before that one and that one itself.
  TimePoint end_of(const Running& job) const {
    const std::int64_t threads = settings_.threads;
    TimePoint end = job.deadline;
    std::int64_t sharing = threads;
    const std::int64_t all = threads + std::ssize(waiting_);
    for (const auto& [ticket, waiting] : waiting_) {
      const SteadyClock::duration time = std::max(ticket.deadline, job.begin) - job.begin;
      // Later ones have more time; even shared by all of them it would not be less than now.
      if (job.begin + time * threads / all >= end) break;
      end = std::min(end, job.begin + time * threads / ++sharing);
    }
    return end;
  }

  void think(const std::stop_token& stop, PlayerShelf shelf) {
    // On Linux this is a matter of the thread alone. If it does not work, nothing is lost.
    if (settings_.niceness > 0) ::setpriority(PRIO_PROCESS, 0, settings_.niceness);
    while (true) {
      std::unique_lock lock(mutex_);
      if (!has_question_.wait(lock, stop, [&] { return !waiting_.empty(); })) return;
      auto node = waiting_.extract(waiting_.begin());
      const Ticket ticket = node.key();
      Waiting job = std::move(node.mapped());
      const TimePoint now = SteadyClock::now();
      Running& running =
          running_
              .emplace(ticket, Running{.begin = now, .deadline = std::max(ticket.deadline, now)})
              .first->second;
      const TimePoint end = end_of(running);
      const std::stop_token is_stopped = running.stop.get_token();
      is_changed_ = true;
      lock.unlock();
      has_changed_.notify_one();

      auto choice = choose(shelf, job.question, end, is_stopped);
      lock.lock();
      const bool is_wanted = !running_.at(ticket).is_withdrawn;
      running_.erase(ticket);
      lock.unlock();
      if (is_wanted) job.answer(std::move(choice));
    }
  }

  static std::expected<Choice, Failure> choose(PlayerShelf& shelf, const Question& question,
                                               TimePoint end, const std::stop_token& stop) {
    try {
      const auto player = shelf.take(question.game, question.player);
      if (!player) return std::unexpected(player.error());
      // Engines keep two milliseconds in reserve, which here the deadline has; and where time is
      // short the watcher ends the thinking to the microsecond.
      const auto time = std::max(end - SteadyClock::now(), SteadyClock::duration(0));
      SearchLimits limits = question.limits;
      limits.move_time = std::chrono::ceil<milliseconds>(time) + milliseconds(2);
      auto choice = choose_safely(**player, question.position, limits, stop);
      if (!choice || !choice->move || question.position.is_legal(*choice->move)) return choice;
      return std::unexpected(
          Failure{FailureKind::IllegalMove, "",
                  fmt::format("{} chose a move that is not legal", question.player)});
    } catch (const std::exception& failure) {
      // Not even making a player may end the others.
      return failed(failure.what());
    }
  }

  /// Ends thinking at the deadline, and before where others have come to wait.
  void watch(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
      const TimePoint now = SteadyClock::now();
      TimePoint next = now + std::chrono::hours(1);
      std::vector<std::stop_source> late;
      for (const auto& [ticket, job] : running_) {
        const TimePoint end = end_of(job);
        if (end > now) {
          next = std::min(next, end);
        } else if (!job.stop.stop_requested()) {
          late.push_back(job.stop);
        }
      }
      if (!late.empty()) {
        lock.unlock();
        for (std::stop_source& each : late) each.request_stop();
        lock.lock();
        continue;
      }
      has_changed_.wait_until(lock, stop, next, [this] { return is_changed_; });
      is_changed_ = false;
    }
  }

  const PoolSettings settings_;
  mutable std::mutex mutex_;
  std::condition_variable_any has_question_;
  std::condition_variable_any has_changed_;
  /// By deadline, then in the order in which they came.
  std::map<Ticket, Waiting> waiting_{};
  std::map<Ticket, Running> running_{};
  std::uint64_t last_number_ = 0;
  /// Whether the watcher has to look again.
  bool is_changed_ = false;
  bool is_ending_ = false;
  std::vector<std::jthread> threads_{};
  std::jthread watcher_{};
};

ThinkingPool::ThinkingPool(const PoolSettings& settings)
    : impl_(std::make_unique<Impl>(settings)) {}
ThinkingPool::~ThinkingPool() { impl_->end(); }

ThinkingPool::Ticket ThinkingPool::ask(Question question, Answer answer) {
  return impl_->ask(std::move(question), std::move(answer));
}
void ThinkingPool::withdraw(Ticket ticket) { impl_->withdraw(ticket); }
ThinkingPool::Load ThinkingPool::load() const { return impl_->load(); }

namespace {

class PooledPlayer final : public GamePlayer {
 public:
  PooledPlayer(Game game, std::string text, ThinkingPool& pool)
      : game_(std::move(game)), text_(std::move(text)), pool_(pool) {}
  ~PooledPlayer() override { take_back(); }
  PooledPlayer(const PooledPlayer&) = delete;
  PooledPlayer& operator=(const PooledPlayer&) = delete;

  std::string name() const override { return text_; }
  void ask(const Position& at, const SearchLimits& limits, Answer answer) override {
    take_back();
    const ThinkingPool::Ticket ticket = pool_.ask({game_, at, text_, limits}, std::move(answer));
    const std::lock_guard lock(mutex_);
    ticket_ = ticket;
  }
  void withdraw() override { take_back(); }

 private:
  void take_back() {
    std::optional<ThinkingPool::Ticket> ticket;
    {
      const std::lock_guard lock(mutex_);
      ticket.swap(ticket_);
    }
    if (ticket) pool_.withdraw(*ticket);
  }

  const Game game_;
  const std::string text_;
  ThinkingPool& pool_;
  std::mutex mutex_{};
  std::optional<ThinkingPool::Ticket> ticket_{};
};

}  // namespace

std::unique_ptr<GamePlayer> make_pooled_player(const Game& game, std::string text,
                                               ThinkingPool& pool) {
  return std::make_unique<PooledPlayer>(game, std::move(text), pool);
}

}  // namespace spielwerk
