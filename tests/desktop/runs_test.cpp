// SPDX-License-Identifier: BSD-3-Clause
// Recorded runs as a family, branches from the moment that is shown, and reruns, by the desk as the window has it.
#include <fstream>
#include <thread>

#include "catch.hpp"
#include "desks/runs/runs_request.hpp"
#include "desks/runs/runs_work.hpp"
#include "desktop/session_support.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/step/world.hpp"
#include "scratch_folder.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;
namespace fs = std::filesystem;

namespace {

RunHead head_of(const std::string& name, const std::string& parent = "", double time = 0.0,
                std::vector<std::string> overrides = {}) {
  RunHead head;
  head.path = name;
  head.overrides = std::move(overrides);
  if (!parent.empty()) head.parent = RunParent{parent, "0.1.0", 0, time, 0};
  return head;
}

/// "name:depth" of each row.
std::vector<std::string> lines(const std::vector<FamilyRow>& rows) {
  std::vector<std::string> all;
  for (const FamilyRow& row : rows) all.push_back(row.head.path.string() + ":" + std::to_string(row.depth));
  return all;
}

/// A session with a replay open, and its desk; pictures pass until something is so.
struct RunsBench {
  Session session{wall_clock};
  RunsWork desk{wall_clock};
  template <class Done>
  bool pass(const Done& done) {
    constexpr double kPatience = 300.0;  // s: a hang and no slow machine
    for (const double until = wall_clock() + kPatience; wall_clock() < until;) {
      if (session.update() == Opened::another) desk.opened(session);
      desk.update(session);
      if (done()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return false;
  }
  void open(const fs::path& path) {
    session.open(path.string());
    REQUIRE(pass([&] { return session.path() == path.string() && !desk.view().looking; }));
  }
  bool said(const std::string& text) const {
    return std::any_of(session.log().begin(), session.log().end(),
                       [&](const LogLine& line) { return line.text.find(text) != std::string::npos; });
  }
};

void record(const std::string& scenario, const std::vector<Override>& overrides, const fs::path& out) {
  const auto world = load_world(scenario, overrides);
  Simulation simulation = start_simulation(world);
  RunOptions options;
  options.now = wall_clock;
  options.out = out;
  run_scenario(simulation, options);
}

}  // namespace

TEST_CASE("runs: branches stand under their parents by time, orphans and liars by themselves") {
  const auto rows =
      family_tree({head_of("z_late.h5", "a.h5", 8.0, {"duration=9", "soil.phi_deg=20"}),
                   head_of("b.h5", "a.h5", 2.0, {"duration=9"}), head_of("lost.h5", "gone.h5", 1.0),
                   head_of("a.h5", "", 0.0, {"duration=9"}), head_of("c.h5", "b.h5", 3.0),
                   head_of("x.h5", "y.h5"), head_of("y.h5", "x.h5"), head_of("self.h5", "self.h5")});
  CHECK(lines(rows) == std::vector<std::string>{"a.h5:0", "b.h5:1", "c.h5:2", "z_late.h5:1", "lost.h5:0",
                                                "self.h5:0", "x.h5:0", "y.h5:1"});
  CHECK(rows[3].changed == std::vector<std::string>{"soil.phi_deg=20"});
  CHECK(rows[1].changed.empty());
  CHECK(rows[4].orphan);
}

TEST_CASE("runs: a branch goes on from the moment shown, is opened beside its parent and stands below it") {
  const ScratchFolder folder("runs_branch");
  const fs::path parent = folder / "drive.h5", branch = folder / "branch.h5";
  record("drive_flat_soft", {{"duration", "4"}}, parent);
  RunsBench bench;
  bench.open(parent);
  REQUIRE(bench.desk.view().family->rows.size() == 1);
  bench.session.seek(2.35);
  REQUIRE(bench.pass([&] { return bench.session.view().time > 2.0; }));
  const double from = bench.session.view().time;
  bench.desk.carry_out({.kind = RunsRequest::Kind::show_branch_form}, bench.session);
  CHECK(bench.desk.form().open);
  CHECK(bench.desk.form().path == (folder / "drive_branch_1.h5").string());
  bench.desk.carry_out(
      {.kind = RunsRequest::Kind::branch, .path = branch.string(), .changes = {{"soil.phi_deg", "8"}}},
      bench.session);
  REQUIRE(bench.pass([&] { return bench.session.path() == branch.string() && bench.session.view().other; }));
  CHECK(bench.session.other_path() == parent.string());
  const RunReader written(branch), original(parent);
  CHECK(written.header().parent->time == Approx(from).margin(original.header().record_interval + 1e-9));
  // It begins with the bits of its parent, and ends elsewhere.
  CHECK(written.read_state_hashes().front() == original.read_state_hashes()[written.header().parent->frame]);
  CHECK(written.read_state_hashes().back() != original.read_state_hashes().back());
  REQUIRE(
      bench.pass([&] { return bench.desk.view().family->rows.size() == 2 && !bench.desk.view().looking; }));
  const FamilyRow& row = bench.desk.view().family->rows[1];
  CHECK(row.depth == 1);
  CHECK(row.changed == std::vector<std::string>{"soil.phi_deg=8"});
  CHECK(row.head.status == "completed");

  // What cannot be changed any more is refused in words, and nothing is written.
  bench.desk.carry_out({.kind = RunsRequest::Kind::branch,
                        .path = (folder / "no.h5").string(),
                        .changes = {{"initial.position", "[1, 1]"}}},
                       bench.session);
  REQUIRE(bench.pass([&] { return bench.said("another start"); }));
  CHECK_FALSE(fs::exists(folder / "no.h5"));
  // Nor is the run itself written over.
  bench.desk.carry_out({.kind = RunsRequest::Kind::branch, .path = branch.string()}, bench.session);
  REQUIRE(bench.pass([&] { return bench.said("Run file"); }));
  CHECK(RunReader(branch).frame_count() == written.frame_count());
}

TEST_CASE("runs: a rerun says identical, or from where on it differs, it can be stopped") {
  const ScratchFolder folder("runs_rerun");
  const fs::path run = folder / "drop.h5";
  record("wheel_drop_200", {{"duration", "1"}}, run);
  RunsBench bench;
  bench.open(run);
  bench.desk.carry_out({.kind = RunsRequest::Kind::rerun}, bench.session);
  REQUIRE(bench.pass([&] { return !bench.desk.view().job; }));
  CHECK(bench.said("Rerun: identical, " + std::to_string(RunReader(run).frame_count()) + " frames"));
  record("drive_flat_soft", {{"duration", "100"}}, folder / "long.h5");
  bench.open(folder / "long.h5");
  bench.desk.carry_out({.kind = RunsRequest::Kind::rerun}, bench.session);
  bench.desk.carry_out({.kind = RunsRequest::Kind::cancel}, bench.session);
  REQUIRE(bench.pass([&] { return !bench.desk.view().job; }));
  CHECK(bench.said("stopped"));
}

TEST_CASE("runs: files that are no runs are counted, not shown") {
  const ScratchFolder folder("runs_family");
  record("free_fall", {{"duration", "0.2"}}, folder / "a.h5");
  std::ofstream(folder / "b.h5") << "no run";
  std::ofstream(folder / "c.txt") << "no run either";
  const RunFamily family = read_family(folder / "a.h5", [] { return false; });
  CHECK(family.rows.size() == 1);
  CHECK(family.unread == 1);
  CHECK(find_number_key(family.keys, "duration") != nullptr);
}
