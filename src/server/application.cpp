#include "server/application.h"

#include <fmt/format.h>

#include <fstream>

#include "games/all_games.h"
#include "server/base/asio_scheduler.h"
#include "server/store/sqlite_log.h"
#include "server/tables/seats.h"
#include "server/web/hosts.h"

namespace spielwerk::server {

namespace {

constexpr const char* kPortFile = "port";
/// Whoever thinks stands back: a flood of computers slows their thinking, never the page.
constexpr int kNiceness = 10;

/// Whoever serves others must not be used to look around in the network it stands in.
AllowedRemotes allowed_remotes(const ApplicationSettings& settings) {
  if (settings.allowed_remotes) return AllowedRemotes(*settings.allowed_remotes);
  const bool is_behind_proxy = !settings.web.trusted_proxies.empty() || !settings.web.hosts.empty();
  const bool serves_others = is_behind_proxy || !is_local(settings.web);
  return serves_others ? AllowedRemotes(std::vector<std::string>()) : AllowedRemotes();
}

}  // namespace

std::optional<std::uint16_t> port_of_running(const std::filesystem::path& data) {
  std::uint16_t port = 0;
  std::ifstream(data / kPortFile) >> port;
  if (port == 0) return std::nullopt;
  return port;
}

class Application::Impl {
 public:
  Impl(const ApplicationSettings& settings, const Reporter& report)
      : report_(report),
        remotes_(allowed_remotes(settings)),
        log_(open_sqlite_log(settings.data, {.report = report})),
        key_(HostKey::open(settings.data)),
        pool_({.threads = settings.threads, .niceness = kNiceness}),
        hall_(
            scheduler_, background_, all_games(), *log_,
            [this](const Game& game, const Seat& seat) {
              return make_seat_player(game, seat, pool_, remotes_);
            },
            settings.hall, report),
        client_tables_(scheduler_, hall_, pool_, settings.client_tables),
        kaskade_(pool_, settings.kaskade, settings.kaskade_strategy, settings.kaskade_time, report,
                 &client_tables_),
        api_(make_api(scheduler_, background_, all_games(), hall_, pool_, kaskade_, key_,
                      settings.api,
                      {.web_counts = [this] { return web_ ? web_->counts() : WebCounts(); },
                       .storage_problem = [this] { return log_->state().problem; },
                       .hosts = [web = settings.web] { return hosts_of(web); },
                       .remotes = remotes_,
                       .quit = [this] { quit_soon(); }})) {
    listen(settings.web, settings.other_ports);
    // For whoever looks for a server that is running already.
    std::ofstream(settings.data / kPortFile) << web_->port() << '\n';
    if (const auto done = kaskade_.switch_on(); !done) {
      report(fmt::format("the Kaskade server is off: {}", done.error()));
    }
  }
  ~Impl() {
    kaskade_.switch_off();
    web_.reset();
    // What it does may use everything else here.
    background_.end();
    // Whoever was connected is told to go, so that coroutines end before what they use.
    context_.restart();
    context_.poll();
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  std::uint16_t port() const { return web_->port(); }
  const HostKey& key() const { return key_; }
  KaskadeService& kaskade() { return kaskade_; }
  void run() {
    while (!context_.stopped()) {
      try {
        context_.run();
      } catch (const std::exception& failure) {
        // Whatever goes wrong at one table must not cost the others anything.
        report_(fmt::format("something went wrong and was left out: {}", failure.what()));
      }
    }
  }
  void stop() { context_.stop(); }

 private:
  void listen(WebSettings settings, int others) {
    while (true) {
      try {
        web_ = std::make_unique<WebServer>(context_, scheduler_, settings, *api_);
        return;
      } catch (const std::runtime_error&) {
        if (others-- <= 0) throw;
        ++settings.port;
      }
    }
  }
  void quit_soon() {
    // Whoever asked for it still hears the answer.
    quitting_->set(milliseconds(300), [this] { stop(); });
  }

  const Reporter report_;
  const AllowedRemotes remotes_;
  boost::asio::io_context context_{1};
  AsioScheduler scheduler_{context_};
  const std::unique_ptr<Timer> quitting_ = scheduler_.make_timer();
  std::unique_ptr<EventLog> log_;
  const HostKey key_;
  ThinkingPool pool_;
  BackgroundThread background_{};
  Hall hall_;
  ClientTables client_tables_;
  KaskadeService kaskade_;
  std::unique_ptr<WebHandler> api_;
  std::unique_ptr<WebServer> web_{};
};

Application::Application(const ApplicationSettings& settings, const Reporter& report)
    : impl_(std::make_unique<Impl>(settings, report)) {}
Application::~Application() = default;
std::uint16_t Application::port() const { return impl_->port(); }
const HostKey& Application::key() const { return impl_->key(); }
KaskadeService& Application::kaskade() { return impl_->kaskade(); }
void Application::run() { impl_->run(); }
void Application::stop() { impl_->stop(); }

}  // namespace spielwerk::server
