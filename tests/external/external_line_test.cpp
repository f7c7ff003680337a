// SPDX-License-Identifier: BSD-3-Clause
// The line of a controller, with both ends in one process: the same bits as commands of the program itself,
// whoever comes and goes.
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <thread>

#include "catch.hpp"
#include "external/external_run.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/simulation/step/world.hpp"
#include "heading.hpp"
#include "scratch_folder.hpp"
#include "simulation/support.hpp"

using namespace grouser;
using namespace grouser::test;
using namespace grouser::cli;
using Catch::Matchers::ContainsSubstring;

namespace {

/// A client of the line.
class Controller {
 public:
  explicit Controller(const std::filesystem::path& path) {
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    path.string().copy(name.sun_path, sizeof name.sun_path - 1);
    file_ = ::socket(AF_UNIX, SOCK_STREAM, 0);
    REQUIRE(::connect(file_, reinterpret_cast<const sockaddr*>(&name), sizeof name) == 0);
  }
  ~Controller() { ::close(file_); }
  void send(const ExternalBytes& bytes) {
    REQUIRE(::send(file_, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size()));
  }
  /// The next message; empty where the line is cut.
  ExternalBytes receive() {
    for (;;) {
      if (const auto message = inbox_.next()) return {message->begin(), message->end()};
      std::uint8_t room[4096];
      const ssize_t size = ::recv(file_, room, sizeof room, 0);
      if (size <= 0) return {};
      inbox_.take({room, static_cast<std::size_t>(size)});
    }
  }
  ExternalWelcome join(const ExternalJoin& wish) {
    send(encode(wish));
    return decode_external_welcome(receive());
  }
  ExternalState state() { return decode_external_answer(receive()); }

 private:
  int file_ = -1;
  ExternalInbox inbox_;
};

std::shared_ptr<const World> external_world(double duration) {
  return load_world("drive_flat_soft", sets({"drive.mode=external", fmt::format("duration={}", duration)}));
}

/// Runs with a controller of this kind in a thread of its own. Returns the last state's hash.
template <class Control>
std::uint64_t run_with(const std::shared_ptr<const World>& world, const ExternalArguments& arguments,
                       const std::filesystem::path& socket, const Control& control) {
  Simulation simulation = start_simulation(world);
  ExternalRun external(arguments, *world);
  std::thread controller([&] { control(socket); });
  RunOptions options;
  options.now = [] { return 0.0; };
  options.observe = [&](const Simulation&, const MetricsTracker&) { external.exchange(simulation); };
  const RunSummary summary = run_scenario(simulation, options);
  external.finish(simulation, summary);
  controller.join();
  return summary.state_hash;
}

}  // namespace

TEST_CASE("a heading that is held over the line ends in the state that the program's own commands lead to",
          "[external]") {
  const ScratchFolder folder("external_line");
  const auto world = external_world(4.0);
  Simulation own = start_simulation(world);
  HeadingController controller(world->external->columns);
  ChosenChannels yaw(own, {"chassis/yaw"}, "test");
  while (!own.finished()) {
    double heading = 0.0;
    yaw.read(own, {&heading, 1});
    own.command(ExternalCommand{controller.command(heading)});
    for (int k = 0; k < 10 && !own.finished(); ++k) REQUIRE(own.step() == StepStatus::ok);
  }
  std::uint64_t told = 0;
  double end = 0.0;
  const auto path = folder / "line";
  const std::uint64_t last =
      run_with(world, {.address = "unix:" + path.string()}, path, [&](const auto& socket) {
        Controller client(socket);
        const ExternalWelcome welcome = client.join({true, {"chassis/yaw"}});
        HeadingController remote(welcome.columns);
        ExternalState state = client.state();
        while (!state.finished) {
          client.send(encode(ExternalOrder{kInterval, remote.command(state.channels[0])}));
          state = client.state();
        }
        told = state.state_hash;
        end = state.time;
      });
  CHECK(last == own.state_hash());
  if (const char* file = std::getenv("GROUSER_HEADING_HASH"))
    std::ofstream(file) << hash_text(own.state_hash());  // for heading_test.py
  CHECK(told == last);
  CHECK(end == own.time());
  CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("wrong commands are answered, wrong lines are cut, and the next controller goes on", "[external]") {
  const ScratchFolder folder("external_wrong");
  const auto path = folder / "line";
  run_with(external_world(0.3), {.address = "unix:" + path.string()}, path, [&](const auto& socket) {
    {
      Controller stranger(socket);
      stranger.send({'G', 'E', 'T', ' ', '/', '\r', '\n'});
      CHECK_THROWS_WITH(stranger.state(), ContainsSubstring("bytes behind each length"));
      CHECK(stranger.receive().empty());
    }
    {
      Controller wrong(socket);
      wrong.send(encode(ExternalJoin{false, {"chassis/yawn"}}));
      CHECK_THROWS_WITH(wrong.state(), ContainsSubstring("no channel 'chassis/yawn'"));
      CHECK(wrong.receive().empty());
    }
    { Controller leaves(socket); }
    Controller client(socket);
    client.join({});
    client.state();
    client.send(encode(ExternalOrder{0.03, {{0, 99.0}}}));
    CHECK_THROWS_WITH(client.state(), ContainsSubstring("99 rad/s"));
    client.send(encode(ExternalOrder{-1.0, {}}));
    CHECK_THROWS_WITH(client.state(), ContainsSubstring("advance"));
    client.send(encode(ExternalOrder{0.0, {{0, 0.1}}}));
    CHECK(client.state().time == 0.0);
    client.send(encode(ExternalOrder{0.03, {}}));
    CHECK(client.state().step == 10);
    client.send(encode(ExternalOrder{1000.0, {}}));
    CHECK(client.state().finished);
    CHECK_THROWS_WITH(client.state(), ContainsSubstring("completed"));
  });
}

TEST_CASE("a run that is not to wait goes on while nobody commands", "[external]") {
  const ScratchFolder folder("external_on");
  const auto path = folder / "line";
  const auto world = external_world(0.3);
  Simulation alone = start_simulation(world);
  REQUIRE(run_until(alone, 0.3));
  CHECK(run_with(world, {.address = "unix:" + path.string(), .run_on = true}, path, [](const auto&) {}) ==
        alone.state_hash());
}

TEST_CASE("addresses that are no line for a controller are refused", "[external]") {
  const auto world = external_world(1.0);
  const ScratchFolder folder("external_address");
  CHECK_THROWS_WITH(ExternalRun({.address = "192.0.2.1:7790"}, *world), ContainsSubstring("other machines"));
  CHECK_THROWS_WITH(ExternalRun({.address = "unix:" + folder.path().string()}, *world),
                    ContainsSubstring("which exists"));
  CHECK_THROWS_WITH(ExternalRun({.address = "unix:"}, *world), ContainsSubstring("unix:PATH"));
  CHECK_THROWS_WITH(ExternalRun({.address = "7790"}, *world), ContainsSubstring("HOST:PORT"));
  CHECK_THROWS_WITH(ExternalRun({.address = "127.0.0.1:0"}, *load_world("drive_flat_soft", {})),
                    ContainsSubstring("drive.mode=external"));
}
