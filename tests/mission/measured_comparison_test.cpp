// SPDX-License-Identifier: BSD-3-Clause
// A run file beside measurements that were made of it: shifted, in other units, with known errors.
#include "grouser/mission/campaign/measured_comparison.hpp"

#include <algorithm>
#include <cmath>

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/chart/typed_units.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/run/run.hpp"
#include "scratch_folder.hpp"

using namespace grouser;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr const char* kLoad = "wheel/front_left/load";

struct RecordedDrop {
  test::ScratchFolder folder{"measured_comparison"};
  RecordedDrop() {
    Simulation simulation = start_simulation(load_world("wheel_drop_200", {parse_override("duration=3")}));
    RunOptions options;
    options.out = folder / "drop.h5";
    double seconds = 0.0;
    options.now = [&] { return seconds += 1e-3; };
    REQUIRE(run_scenario(simulation, options).status == RunStatus::completed);
  }
  RunReader run() const { return RunReader(folder / "drop.h5"); }
};

/// Every second frame from 0.5 s on, on a clock that is `shift` behind, in kN and with `error` N added.
MeasuredTable measured_of(const RunReader& run, double shift, double error) {
  const std::vector<double> times = run.read_times(), loads = run.read_channel(kLoad);
  MeasuredTable table{
      .file = "rig.csv", .times = {}, .columns = {{"front left load", "kN", {}}, {"note", "", {}}}};
  for (std::size_t k = 0; k < times.size(); k += 2) {
    if (times[k] < 0.5) continue;
    table.times.push_back(times[k] - shift);
    table.columns[0].values.push_back(1e-3 * (loads[k] + error));
    table.columns[1].values.push_back(1.0);
  }
  return table;
}

}  // namespace

TEST_CASE("units convert where they measure the same and are refused where they do not") {
  const auto factor = [](const char* from, const char* to) { return unit_factor(from, to).value_or(-1.0); };
  CHECK(factor("mm", "m") == Approx(1e-3).epsilon(1e-15));
  CHECK(factor("kPa", "Pa") == Approx(1e3).epsilon(1e-15));
  CHECK(factor("km/h", "m/s") == Approx(1.0 / 3.6).epsilon(1e-15));
  CHECK(factor("deg/s", "rad/s") == Approx(0.017453292519943295).epsilon(1e-15));
  CHECK(factor("N mm", "N m") == Approx(1e-3).epsilon(1e-15));
  CHECK(factor("cm/s2", "m/s^2") == Approx(1e-2).epsilon(1e-15));
  CHECK(factor("g/cm³", "kg/m3") == Approx(1e3).epsilon(1e-12));
  CHECK(factor("%", "-") == Approx(1e-2).epsilon(1e-15));
  CHECK(factor("N m", "J") == 1.0);
  for (const auto& [from, to] : {std::pair{"mm", "N"},
                                 {"furlong", "m"},
                                 {"m/", "m"},
                                 {"/s", "m"},
                                 {"m//s", "m/s"},
                                 {"deg", "-"},
                                 {"5", "-"}})
    CHECK_FALSE(unit_factor(from, to));
}

TEST_CASE("a run agrees with measurements of itself and by as much as was added less well") {
  const RecordedDrop drop;
  const RunReader run = drop.run();
  const MeasuredComparison same = compare_with_measured(run, measured_of(run, 0.0, 0.0), {});
  REQUIRE(same.columns.size() == 2);
  CHECK(same.columns[0].channel == kLoad);
  CHECK(same.columns[1].channel.empty());
  CHECK(same.columns[0].residuals.rms < 1e-9);  // rounding of kN
  const MeasuredComparison apart = compare_with_measured(run, measured_of(run, 0.0, 25.0), {});
  CHECK(apart.columns[0].residuals.rms == Approx(25.0).epsilon(1e-9));
  CHECK(apart.columns[0].residuals.mean == Approx(25.0).epsilon(1e-9));
}

TEST_CASE("the offset of the clocks is found or taken as it is given") {
  const RecordedDrop drop;
  const RunReader run = drop.run();
  const MeasuredTable late = measured_of(run, 0.35, 0.0);
  const MeasuredComparison found = compare_with_measured(run, late, {.clock = ClockOffset::sought});
  // times of frames are known to a ten millionth of the range that is searched
  CHECK(found.offset == Approx(0.35).margin(1e-5));
  const MeasuredComparison given = compare_with_measured(run, late, {.offset = 0.35});
  CHECK(given.columns[0].residuals.rms < 1e-6);
  CHECK(compare_with_measured(run, late, {}).columns[0].residuals.rms > 1.0);
}

TEST_CASE("columns can be chosen and what cannot be compared is refused") {
  const RecordedDrop drop;
  const RunReader run = drop.run();
  const MeasuredTable table = measured_of(run, 0.0, 0.0);
  const auto refusal = [&](const ComparisonSettings& settings) {
    try {
      compare_with_measured(run, table, settings);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const MeasuredComparison other =
      compare_with_measured(run, table, {.chosen = {{"front left load", "wheel/rear_left/load"}}});
  CHECK(other.columns[0].channel == "wheel/rear_left/load");
  CHECK(other.columns[0].residuals.rms > 1.0);
  CHECK_THAT(refusal({.chosen = {{"nothing", kLoad}}}), ContainsSubstring("front left load"));
  CHECK_THAT(refusal({.chosen = {{"note", "wheel/front_left/lod"}}}), ContainsSubstring("lod"));
  CHECK_THAT(refusal({.chosen = {{"front left load", ""}}}), ContainsSubstring("no column"));
  CHECK_THAT(refusal({.chosen = {{"front left load", "chassis/pitch"}}}), ContainsSubstring("kN"));
  CHECK_THAT(refusal({.channels = {"chassis/pitch"}}), ContainsSubstring("chassis/pitch"));
}
