// SPDX-License-Identifier: BSD-3-Clause
// A run that is served, over real lines of this machine: viewers come, drop, stop and lie, and the run does not notice.
#include "common/link/link_server.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include "catch.hpp"
#include "common/link/link_client.hpp"
#include "common/link/run_feed.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/simulation/run/run.hpp"
#include "link/link_run.hpp"
#include "link/raw_viewer.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;

namespace {

const LinkAddress kAnyPort{"127.0.0.1", 0};

double wall() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void nap() { std::this_thread::sleep_for(std::chrono::milliseconds(1)); }

/// Runs the world to its end; `each_step` may look on.
RunSummary run_served(LinkServer& server, const std::function<void(const Simulation&)>& each_step) {
  Simulation simulation = start_simulation(link_world());
  RunFeed feed(server, simulation);
  RunOptions options;
  options.now = wall;
  options.observe = [&](const Simulation& now, const MetricsTracker& metrics) {
    feed.observe(now, metrics);
    each_step(now);
  };
  RunSummary summary = run_scenario(simulation, options);
  feed.finish(simulation, summary, 5.0);
  return summary;
}

RunSummary run_alone() {
  Simulation simulation = start_simulation(link_world());
  RunOptions options;
  options.now = wall;
  return run_scenario(simulation, options);
}

/// Takes news until `done`; false after a minute.
struct Watcher {
  std::vector<std::shared_ptr<const Frame>> frames;
  std::vector<RunEvent> events;
  std::optional<LinkGround> ground;
  std::optional<LinkEnd> end;
  std::optional<LinkMetrics> metrics;
  std::shared_ptr<const World> world;
  LinkState state = LinkState::connecting;
  std::string text;
  int worlds = 0;

  bool until(LinkClient& client, const std::function<bool()>& done) {
    for (const double limit = wall() + 60.0; wall() < limit; nap()) {
      if (auto news = client.take()) {
        state = news->state;
        text = news->text;
        if (news->world) {
          world = news->world;
          ++worlds;
          frames.clear();
        }
        frames.insert(frames.end(), news->frames.begin(), news->frames.end());
        events.insert(events.end(), news->events.begin(), news->events.end());
        if (news->ground) ground = news->ground;
        if (news->metrics) metrics = news->metrics;
        if (news->end) end = news->end;
      }
      if (done()) return true;
    }
    return false;
  }
};

}  // namespace

TEST_CASE("link server: a viewer sees the whole run and its end, the run is to the bit that without one") {
  const RunSummary alone = run_alone();
  LinkServer server(kAnyPort, make_link_key(""), encode_scene(*link_world()));
  LinkClient client(server.address(), "");
  while (server.viewers() == 0) nap();
  Watcher watcher;
  std::thread viewer([&] { watcher.until(client, [&] { return watcher.state == LinkState::ended; }); });
  const RunSummary served = run_served(server, [](const Simulation&) {});
  viewer.join();
  CHECK(served.state_hash == alone.state_hash);
  CHECK(watcher.state == LinkState::ended);
  REQUIRE(watcher.frames.size() > 20);
  CHECK(watcher.frames.back()->state_hash == alone.state_hash);
  REQUIRE(watcher.end);
  CHECK(watcher.end->status == RunStatus::completed);
  REQUIRE(watcher.metrics);
  CHECK(watcher.metrics->size() == alone.metrics.size());
  CHECK(watcher.world->scene.name == "drive_flat_soft");
  REQUIRE(watcher.ground);
  CHECK(!watcher.ground->ground->untouched());
}

TEST_CASE("link server: a viewer gets the last state of a run that has left the server behind") {
  LinkServer server(kAnyPort, make_link_key(""), encode_scene(*link_world()));
  LinkClient client(server.address(), "");
  while (server.viewers() == 0) nap();
  Watcher watcher;
  std::thread viewer([&] { watcher.until(client, [&] { return watcher.state == LinkState::ended; }); });
  Simulation simulation = start_simulation(link_world());
  const MetricsTracker metrics(simulation);
  RunFeed feed(server, simulation);
  feed.observe(simulation, metrics);
  step_to(simulation, 4.0);
  while (server.publish({})) {
  }
  feed.finish(simulation, summarise(simulation, metrics, RunStatus::completed, ""), 5.0);
  viewer.join();
  REQUIRE(!watcher.frames.empty());
  CHECK(watcher.frames.back()->state_hash == simulation.state_hash());
  CHECK(watcher.metrics);
}

TEST_CASE("link server: 100 viewers that come and drop, and one that is stuck, leave the run as it is") {
  const RunSummary alone = run_alone();
  const LinkKey key = make_link_key("");
  LinkServer server(kAnyPort, key, encode_scene(*link_world()));
  RawViewer stuck(server.address(), key);  // joins and never reads
  stuck.upgrade();
  stuck.send(encode(LinkJoin{}));
  std::atomic<int> next{0}, over{0};
  constexpr int kViewers = 100;
  std::vector<std::thread> crowd;
  for (int t = 0; t < 4; ++t)
    crowd.emplace_back([&] {
      for (int k = next++; k < kViewers; k = next++, ++over) {
        RawViewer viewer(server.address(), key);
        viewer.upgrade();
        viewer.send(encode(LinkJoin{}));
        try {
          for (int message = 0; message < k % 7; ++message) (void)viewer.receive();
        } catch (const boost::system::system_error&) {
          // the last ones may find that the run is over
        }
      }
    });
  // The run is held so that all of them fall into it.
  const RunSummary served = run_served(server, [&](const Simulation& now) {
    while (over < static_cast<int>(now.time() / 4.0 * kViewers) - 4) nap();
  });
  for (std::thread& thread : crowd) thread.join();
  CHECK(over == kViewers);
  CHECK(served.state_hash == alone.state_hash);
  CHECK(served.steps == alone.steps);
}

TEST_CASE("link server: hostile bytes end their own line and nothing else") {
  const LinkKey key = make_link_key("");
  const auto world = link_world();
  LinkServer server(kAnyPort, key, encode_scene(*world));
  boost::asio::io_context io;
  const boost::asio::ip::tcp::endpoint at(boost::asio::ip::make_address("127.0.0.1"), server.address().port);
  std::uint64_t state = 1;
  const auto random_bytes = [&](std::size_t size) {
    LinkBytes bytes(size);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(state = mix_bits(state));
    return bytes;
  };
  for (int k = 0; k < 300; ++k) {  // before TLS; every third like a greeting of it
    boost::asio::ip::tcp::socket socket(io);
    socket.connect(at);
    LinkBytes bytes = random_bytes(static_cast<std::size_t>(1 + k));
    if (k % 3 == 0 && k > 10) std::copy_n("\x16\x03\x01\x00\x60\x01\x00\x00\x5c\x03\x03", 11, bytes.begin());
    boost::system::error_code ignored;
    boost::asio::write(socket, boost::asio::buffer(bytes), ignored);
  }
  for (int k = 0; k < 40; ++k) {  // in the place of the WebSocket's greeting, and of the join
    RawViewer viewer(server.address(), key);
    if (k % 2 == 0) {
      viewer.send_raw(random_bytes(static_cast<std::size_t>(9 + 300 * k)));
    } else {
      viewer.upgrade();
      viewer.send(random_bytes(static_cast<std::size_t>(k)));
      CHECK(viewer.is_closed());
    }
  }
  // more than a join may hold
  RawViewer verbose(server.address(), key);
  verbose.upgrade();
  try {
    verbose.send(random_bytes(1u << 20));
  } catch (const boost::system::system_error&) {
    // cut while it was still talking
  }
  CHECK(verbose.is_closed());
  LinkClient client(server.address(), "");
  Watcher watcher;
  CHECK(watcher.until(client, [&] { return watcher.world != nullptr; }));
}

TEST_CASE("link client: another token is refused with the reason, and not tried again") {
  const std::string secret = "0123456789abcdef0123456789abcdef";
  LinkServer server(kAnyPort, make_link_key(secret), encode_scene(*link_world()));
  for (const std::string& token : {std::string(), secret + "x"}) {
    LinkClient client(server.address(), token);
    Watcher watcher;
    CHECK(watcher.until(client, [&] { return watcher.state == LinkState::refused; }));
    CHECK_THAT(watcher.text, ContainsSubstring("another token"));
  }
  LinkClient client(server.address(), secret);
  Watcher watcher;
  CHECK(watcher.until(client, [&] { return watcher.world != nullptr; }));
  CHECK_THROWS_AS(LinkClient({"192.168.0.1", 1}, ""), InputError);
}

TEST_CASE("link client: a line that is cut is opened again, to the next run too") {
  const LinkKey key = make_link_key("");
  const LinkBytes scene = encode_scene(*link_world());
  auto server = std::make_unique<LinkServer>(kAnyPort, key, scene);
  const LinkAddress address = server->address();
  LinkClient client(address, "");
  Watcher watcher;
  REQUIRE(watcher.until(client, [&] { return watcher.worlds == 1; }));
  server.reset();
  REQUIRE(watcher.until(client, [&] { return watcher.state == LinkState::cut; }));
  CHECK(!watcher.text.empty());
  server = std::make_unique<LinkServer>(address, key, scene);
  REQUIRE(watcher.until(client, [&] { return watcher.worlds == 2; }));
  CHECK(watcher.state == LinkState::live);
}

TEST_CASE("link server: a port that is taken is an error with the address") {
  const LinkKey key = make_link_key("");
  const LinkServer server(kAnyPort, key, encode_scene(*link_world()));
  CHECK_THROWS_WITH(LinkServer(server.address(), key, encode_scene(*link_world())),
                    ContainsSubstring(server.address().text()) && ContainsSubstring("port that is free"));
}
