// SPDX-License-Identifier: BSD-3-Clause
// A served run in the window's session: it is shown like a live run of our own, takes no orders, and outlives its line.

#include "catch.hpp"
#include "common/link/link_server.hpp"
#include "common/link/run_feed.hpp"
#include "desktop/session_support.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/step/world.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

const LinkAddress kAnyPort{"127.0.0.1", 0};

struct Served {
  std::shared_ptr<const World> world = load_world("drive_flat_soft", {parse_override("duration=4")});
  LinkServer server{kAnyPort, make_link_key(""), encode_scene(*world)};
  Simulation simulation = start_simulation(world);
  MetricsTracker metrics{simulation};
  RunFeed feed{server, simulation};

  void run_to(double time) {
    feed.observe(simulation, metrics);
    while (simulation.time() < time && !simulation.finished()) {
      REQUIRE(simulation.step() == StepStatus::ok);
      metrics.observe(simulation);
      feed.observe(simulation, metrics);
    }
  }
  /// A run does not wait for its viewers: a frame that finds the server busy is left out, and the next one takes its place.
  void step_on() {
    REQUIRE(simulation.step() == StepStatus::ok);
    feed.observe(simulation, metrics);
  }
  void end() { feed.finish(simulation, summarise(simulation, metrics, RunStatus::completed, ""), 5.0); }
};

}  // namespace

TEST_CASE("linked session: follows the run, looks back, and keeps what came after its end") {
  Served served;
  Session session(wall_clock);
  session.connect(served.server.address(), "");
  CHECK(session.view().mode == SessionMode::empty);
  REQUIRE(update_until(session, [](const RunView& run) { return run.mode == SessionMode::connected; }));
  REQUIRE(update_until(session, [&](const RunView&) { return served.server.viewers() == 1; }));
  served.run_to(2.0);
  REQUIRE(update_until(session, [&](const RunView& run) {
    served.step_on();
    return run.newest > 1.99;
  }));
  const RunView& run = session.view();
  CHECK(run.link.state == LinkState::live);
  CHECK(run.state == RunState::playing);
  CHECK(run.name == served.server.address().text());
  CHECK(run.frame->contact_forces.size() == served.world->parts.size());
  CHECK(run.data->column(0).size() == run.data->frame_count());
  CHECK_FALSE(session.world());  // nothing here to study or to record

  session.play_pause();  // hold the view
  const double held = run.time;
  served.run_to(3.0);
  REQUIRE(update_until(session, [&](const RunView& now) {
    served.step_on();
    return now.newest > 2.99;
  }));
  CHECK(run.time == held);
  CHECK(run.looking_back);
  CHECK(run.state == RunState::paused);
  session.seek(1.0);
  session.update();
  CHECK(run.time == 1.0);
  session.set_speed(10.0);
  CHECK(run.speed == 1.0);
  session.reset();
  session.start_recording("nothing.h5");
  session.update();
  CHECK(run.time == 1.0);
  session.play_pause();  // on again, from what is newest
  session.update();
  CHECK(run.time == run.newest);

  served.run_to(10.0);
  std::thread ending([&] { served.end(); });
  REQUIRE(update_until(session, [](const RunView& now) { return now.link.state == LinkState::ended; }));
  ending.join();
  CHECK(run.state == RunState::finished);
  CHECK(run.frame->state_hash == served.simulation.state_hash());
  CHECK_FALSE(run.data->report().metrics.empty());
  REQUIRE(run.ground);
  CHECK_FALSE(run.ground->untouched());
  session.disconnect();
  session.update();
  CHECK(run.frame->state_hash == served.simulation.state_hash());
  CHECK(run.link.state == LinkState::ended);
}

TEST_CASE("linked session: opening a file leaves the link, a wrong token is an error in the log") {
  Served served;
  Session session(wall_clock);
  session.connect(served.server.address(), "0123456789abcdef0123456789abcdef");
  REQUIRE(update_until(session, [](const RunView& run) { return run.link.state == LinkState::refused; }));
  CHECK(session.log().back().level == LogLevel::error);
  session.connect(served.server.address(), "");
  REQUIRE(update_until(session, [](const RunView& run) { return run.mode == SessionMode::connected; }));
  session.open("free_fall");
  REQUIRE(
      update_until(session, [](const RunView& run) { return run.mode == SessionMode::live && run.frame; }));
  CHECK(session.view().link.address.empty());
  REQUIRE(update_until(session, [&](const RunView&) { return served.server.viewers() == 0; }));
}
