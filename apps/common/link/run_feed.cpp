// SPDX-License-Identifier: BSD-3-Clause
// Hands over a frame when LiveFrames finds one due and a viewer is there, with all that is new since the last
// update that the server took. An update that the full queue refuses is not repeated: its events and ground
// go with the next one.
#include "common/link/run_feed.hpp"

#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {
namespace {

constexpr double kMetricsInRun = 300.0;  // of a whole run

}  // namespace

RunFeed::RunFeed(RunAudience& server, const Simulation& simulation)
    : server_(server),
      watch_(simulation),
      frame_writer_(simulation.world()),
      frames_(simulation.world().settings),
      metrics_(simulation.scene().duration, kMetricsInRun) {}

void RunFeed::observe(const Simulation& simulation, const MetricsTracker& metrics) {
  if (simulation.step_count() > 0) watch_.observe(simulation);
  const double time = simulation.time();
  // A viewer that comes between two frames gets the next one; before that nobody needs any.
  if (!frames_.due(time) || server_.viewers() == 0) return;
  frames_.shown(time);
  std::optional<std::map<std::string, Metric>> numbers;
  if (metrics_.due(time)) {
    metrics_.kept(time);
    numbers = metrics.metrics(simulation);
  }
  LinkUpdate update = update_of(simulation, std::move(numbers));
  const std::shared_ptr<const GroundMemory> ground = update.ground;
  if (!server_.publish(std::move(update))) return;  // a part left out now goes with the next frame
  last_step_ = simulation.step_count();
  if (ground) ground_hash_ = ground->hash();
  events_sent_ = watch_.events().size();
}

LinkUpdate RunFeed::update_of(const Simulation& simulation,
                              std::optional<std::map<std::string, Metric>> metrics) {
  LinkUpdate update;
  if (simulation.step_count() != last_step_) {
    auto frame = std::make_shared<Frame>();
    frame_writer_.fill(simulation, *frame);
    update.frame = std::move(frame);
  }
  const GroundMemory& ground = simulation.ground();
  if (ground.hash() != ground_hash_)
    update.ground = std::make_shared<GroundMemory>(ground);  // shares its tiles
  const auto& events = watch_.events();
  update.events.assign(events.begin() + static_cast<std::ptrdiff_t>(events_sent_), events.end());
  update.metrics = std::move(metrics);
  return update;
}

void RunFeed::finish(const Simulation& simulation, const RunSummary& summary, double linger) {
  server_.finish(server_.viewers() > 0 ? update_of(simulation, summary.metrics) : LinkUpdate{},
                 {summary.status, summary.message}, linger);
}

}  // namespace grouser
