// SPDX-License-Identifier: BSD-3-Clause
// Parameter studies: keys found in documents, settings with undo, rows that are the runs the command line
// makes.
#include <algorithm>
#include <sstream>

#include "catch.hpp"
#include "desktop/session_support.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/step/simulation.hpp"
#include "grouser/simulation/step/world.hpp"
#include "session/study/study_work.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

/// Updates the desk until its study is over; false after five minutes, which is a hang and no slow machine.
bool update_until_over(StudyWork& desk) {
  const double end = wall_clock() + 300.0;
  while (wall_clock() < end) {
    desk.update();
    const StudyView& view = desk.view();
    const bool all =
        std::all_of(view.rows->begin(), view.rows->end(), [](const StudyRow& r) { return r.over(); });
    if (!view.running && all) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return false;
}

void open_in(StudyWork& desk, const std::string& scenario) {
  desk.open(scenario, load_world(scenario)->documents);
}

}  // namespace

TEST_CASE("number keys: tables, arrays and arrays of tables, with value and remark, each key once") {
  const std::vector<InputDocument> documents = {{"scenario", "x.toml", R"(duration = 12.5  # s
name = "x"
flag = true
[initial]
position = [0.0, 1, -0.5]
[[terrain.shape]]
height = 2 # m, above ground
)"},
                                                {"soil", "a.toml", "phi_deg = 30.0\nonly_here = 1.0\n"},
                                                {"soil", "b", "phi_deg = 20.0\n"},
                                                {"visuals", "odd.txt", "not = = toml"}};
  const std::vector<NumberKey> keys = list_number_keys(documents);
  std::ostringstream text;
  for (const NumberKey& key : keys) text << key.key << "=" << key.value << ";";
  CHECK(text.str() ==
        "duration=12.5;initial.position.0=0;initial.position.1=1;initial.position.2=-0.5;"
        "terrain.shape.0.height=2;soil.phi_deg=30;soil.only_here=1;soil.b.phi_deg=20;");
  CHECK(find_number_key(keys, "duration")->remark == "s");
  CHECK(find_number_key(keys, "terrain.shape.0.height")->remark == "m, above ground");
  CHECK(find_number_key(keys, "flag") == nullptr);
}

TEST_CASE("number keys: every key of a shipped scenario can be set to the value it has") {
  const auto world = load_world("egress_level");
  const std::vector<NumberKey> keys = list_number_keys(world->documents);
  CHECK(keys.size() > 30);
  for (const char* expected : {"duration", "drive.speed", "soil.phi_deg", "soil.hard_plate.friction_mu"}) {
    INFO(expected);
    CHECK(find_number_key(keys, expected) != nullptr);
  }
  std::vector<Override> all;
  for (const NumberKey& key : keys)
    all.push_back({key.key, ParameterGrid({{key.key, {key.value}}}).overrides(0)[0].value});
  const auto same = load_world("egress_level", all);
  CHECK(start_simulation(same).state_hash() == start_simulation(world).state_hash());
}

TEST_CASE("study: what is suggested for a shipped scenario is a key it has, and every value of it loads") {
  for (const std::string& id : asset_ids("scenarios")) {
    INFO(id);
    const auto world = load_world(id);
    const std::vector<NumberKey> keys = list_number_keys(world->documents);
    const StudySettings study = suggested_study(keys, world->scene.group);
    REQUIRE(study.ranges.size() == 1);
    const NumberKey* key = find_number_key(keys, study.ranges[0].key);
    REQUIRE(key != nullptr);
    CHECK(key->value != 0.0);
    CHECK(key->key != "duration");
    for (const double value : range_values(study.ranges[0])) {
      INFO(key->key << " = " << value);
      CHECK_NOTHROW(load_world(id, ParameterGrid({{key->key, {value}}}).overrides(0)));
    }
  }
}

TEST_CASE("study: the number suggested for each group is one that its runs have") {
  for (const char* id : {"egress_level", "skycrane_hard", "tilt_bed", "point_turn", "climb_step", "hopper",
                         "free_fall", "accelerate_brake"}) {
    INFO(id);
    const auto world = load_world(id);
    Simulation simulation = start_simulation(world);
    const MetricsTracker tracker(simulation);
    const StudySettings study = suggested_study(list_number_keys(world->documents), world->scene.group);
    CHECK(tracker.metrics(simulation).count(study.metric) == 1);
  }
}

TEST_CASE("edit history: undo and redo give back exactly what was there") {
  EditHistory<int> history(1);
  history.edit(2);
  history.edit(4);
  history.edit(5);
  CHECK(history.undo());
  CHECK(history.now() == 4);
  CHECK(history.undo());
  CHECK(history.now() == 2);
  CHECK(history.redo());
  CHECK(history.now() == 4);
  history.edit(9);
  CHECK_FALSE(history.redo());
  while (history.undo()) {
  }
  CHECK(history.now() == 1);
}

TEST_CASE("study: ranges have their ends, and one value where there is one") {
  CHECK(range_values({"k", 1.0, 3.0, 5}) == std::vector<double>{1.0, 1.5, 2.0, 2.5, 3.0});
  CHECK(range_values({"k", 2.0, 2.0, 5}) == std::vector<double>{2.0});
  CHECK(range_values({"k", 2.0, 4.0, 1}) == std::vector<double>{2.0});
  const StudyRange about = suggested_range({"k", -4.0, ""});
  CHECK(about.from == -2.0);
  CHECK(about.to == -6.0);
}

TEST_CASE("study: rows are the runs that load_world makes of the same overrides, CSV has them all") {
  StudyWork desk(wall_clock);
  open_in(desk, "free_fall");
  desk.edit({{{"gravity", 1.62, 9.81, 2}, {"duration", 0.3, 0.6, 2}}, "peak_wheel_force"});
  desk.start();
  CHECK(desk.view().rows->size() == 4);
  REQUIRE(update_until_over(desk));
  const StudyView& view = desk.view();
  CHECK(view.progress == Approx(1.0));
  CHECK_FALSE(view.seconds_left);
  for (std::size_t k = 0; k < view.rows->size(); ++k) {
    const StudyRow& row = (*view.rows)[k];
    INFO(row.message);
    REQUIRE(row.status == StudyRowStatus::completed);
    Simulation simulation = start_simulation(load_world("free_fall", desk.overrides(k)));
    RunOptions options;
    options.now = wall_clock;
    const RunSummary alone = run_scenario(simulation, options);
    CHECK(row.report.metrics.at("peak_wheel_force").value == alone.metrics.at("peak_wheel_force").value);
  }
  CHECK((*view.rows)[0].values == std::vector<double>{1.62, 0.3});
  const std::string csv = study_csv(*view.varied, *view.rows);
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 5);
  CHECK(csv.rfind("gravity,duration,status,verdict,", 0) == 0);
  CHECK(csv.find("peak_wheel_force [N]") != std::string::npos);
  CHECK(csv.find("\n1.62,0.3,completed,") != std::string::npos);
}

TEST_CASE("study: a value the scenario refuses is a row with the reason, not a missing row") {
  StudyWork desk(wall_clock);
  open_in(desk, "free_fall");
  desk.edit({{{"duration", -1.0, 0.2, 2}}, "distance"});
  desk.start();
  REQUIRE(update_until_over(desk));
  CHECK((*desk.view().rows)[0].status == StudyRowStatus::refused);
  CHECK((*desk.view().rows)[0].message.find("duration") != std::string::npos);
  CHECK((*desk.view().rows)[1].status == StudyRowStatus::completed);
  desk.edit({{{"duration", 0.1, 0.2, 2}, {"duration", 0.1, 0.2, 2}}, "distance"});
  desk.start();
  CHECK_FALSE(desk.view().message.empty());  // the same key twice
}

TEST_CASE("study: cancelling ends it, rows that were done stay, and leaving does not wait for its end") {
  StudyWork desk(wall_clock);
  open_in(desk, "drive_flat_soft");
  // Forty runs of days: nothing here ends unless it is cancelled.
  desk.edit({{{"duration", 300000.0, 400000.0, 40}}, "distance"});
  desk.start();
  desk.update();
  CHECK(desk.view().running);
  desk.cancel();
  REQUIRE(update_until_over(desk));
  for (const StudyRow& row : *desk.view().rows) CHECK(row.status == StudyRowStatus::cancelled);
  desk.start();
  desk.close();  // its threads end by themselves
  CHECK(desk.view().scenario.empty());
}
