// SPDX-License-Identifier: BSD-3-Clause
// Verdicts by a scenario's own goals: a place, a climb, a distance, a time, slip, tilt, or any metric of the
// run.
#include "grouser/simulation/observe/goal_verdict.hpp"

#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "grouser/simulation/observe/recorded_verdict.hpp"
#include "grouser/simulation/run/resume.hpp"
#include "scratch_folder.hpp"
#include "support.hpp"

using namespace grouser;
using namespace grouser::test;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Four seconds on rock; the drives start at 1 s.
std::vector<std::string> on_rock(std::vector<std::string> more) {
  more.insert(more.begin(), {"terrain.soil=bedrock", "duration=4", "drive.start=0.5", "drive.speed=0.1"});
  return more;
}

Verdict verdict_on_rock(std::vector<std::string> more) {
  const RunSummary summary = run_all("drive_flat_soft", on_rock(std::move(more)));
  REQUIRE(summary.status == RunStatus::completed);
  REQUIRE(summary.verdict);
  return *summary.verdict;
}

/// First time at which `holds` is true of a run without goals, to a step; -1: never.
double first_time(const std::vector<std::string>& overrides,
                  const std::function<bool(const Simulation&)>& holds) {
  Simulation s = start("drive_flat_soft", overrides);
  while (!s.finished() && s.step() == StepStatus::ok)
    if (holds(s)) return s.time();
  return -1.0;
}

}  // namespace

TEST_CASE("goals: the rover that climbs a step is a success, at the moment at which it is up") {
  Simulation plain = start("climb_step", {"verdict.success.climb.above=1e3", "verdict.stop=true"});
  const double from = chassis(plain).z();
  double up_at = -1.0;
  while (!plain.finished()) {
    REQUIRE(plain.step() == StepStatus::ok);
    if (up_at < 0.0 && chassis(plain).z() - from >= 0.12) up_at = plain.time();
  }
  REQUIRE(plain.verdict());
  CHECK(plain.verdict()->name == "timed_out");  // a climb that nobody makes
  REQUIRE(up_at > 10.0);
  const RunSummary summary = run_all("climb_step", {"verdict.success.climb.above=0.12", "verdict.stop=true"});
  REQUIRE(summary.verdict);
  CHECK(summary.verdict->name == "success");
  CHECK(summary.verdict->time == up_at);
  CHECK_THAT(summary.verdict->reason, ContainsSubstring("climb above 0.12 m"));
  CHECK(tone_of(*summary.verdict) == VerdictTone::good);
  CHECK(summary.simulated_s == Approx(up_at + kVerdictHold).margin(0.01));
}

TEST_CASE("goals: distance, displacement and place are those of the chassis, to the step") {
  const auto far = [&](double limit) {
    Vec3 begin = Vec3::Constant(std::nan(""));
    return first_time(on_rock({}), [=](const Simulation& s) mutable {
      if (std::isnan(begin.x())) begin = chassis(start("drive_flat_soft", on_rock({})));
      return (chassis(s) - begin).head<2>().norm() >= limit;
    });
  };
  const double there = far(0.2);
  REQUIRE(there > 0.0);
  const Verdict displacement = verdict_on_rock({"verdict.success.displacement.above=0.2"});
  CHECK(displacement.name == "success");
  CHECK(displacement.time == there);
  CHECK(verdict_on_rock({"verdict.success.distance.above=0.2"}).time == Approx(there).margin(0.01));
  const double end =
      first_time(on_rock({}), [](const Simulation& s) { return std::fabs(chassis(s).x() - 0.2) <= 0.05; });
  const Verdict place =
      verdict_on_rock({"verdict.success.place.at=[0.2, 0.0]", "verdict.success.place.within=0.05"});
  CHECK(place.name == "success");
  CHECK(place.time == Approx(end).margin(0.02));  // y moves by less than a millimetre
}

TEST_CASE("goals: success asks for all of its conditions, failure for any one") {
  CHECK(verdict_on_rock({"verdict.success.distance.above=0.1", "verdict.success.time.below=1"}).name ==
        "timed_out");
  CHECK(verdict_on_rock({"verdict.success.distance.above=0.1", "verdict.success.time.below=3"}).name ==
        "success");
  const Verdict late = verdict_on_rock({"verdict.success.distance.above=9", "verdict.failure.time.above=2"});
  CHECK(late.name == "failure");
  CHECK(late.time == Approx(2.0).margin(0.004));
  CHECK_THAT(late.reason, ContainsSubstring("time") && ContainsSubstring("above 2 s"));
  CHECK(tone_of(late) == VerdictTone::bad);
  const Verdict tilted =
      verdict_on_rock({"terrain.kind=plane", "terrain.slope_deg=4", "terrain.uphill_deg=0",
                       "verdict.failure.tilt_deg.above=3", "verdict.failure.place.at=[50, 0]"});
  CHECK(tilted.name == "failure");
  CHECK_THAT(tilted.reason, ContainsSubstring("tilt_deg 4"));
  CHECK(verdict_on_rock({"verdict.failure.tilt_deg.above=3"}).name == "success");  // none of the failures
}

TEST_CASE("goals: slip counts once it has lasted") {
  const std::vector<std::string> steep = {"terrain.kind=plane", "terrain.slope_deg=25", "duration=6",
                                          "drive.start=0.5", "verdict.least_commanded=1e3"};
  std::vector<std::string> held = steep;
  held.insert(held.end(), {"verdict.hold=1.5", "verdict.failure.slip.above=0.5"});
  const RunSummary spins = run_all("drive_flat_soft", held);
  REQUIRE(spins.verdict);
  CHECK(spins.verdict->name == "failure");
  CHECK_THAT(spins.verdict->reason, ContainsSubstring("slip"));
  CHECK(spins.verdict->time > 0.5 + 1.5);
  CHECK(verdict_on_rock({"verdict.failure.slip.above=0.5"}).name == "success");
}

TEST_CASE("goals: slip that must stay below a limit may pass it for a moment, and is decided at the end") {
  // 0.5 s without a drive come before slip has a value
  const Verdict gentle = verdict_on_rock({"verdict.success.slip.below=1.5"});
  CHECK(gentle.name == "success");
  CHECK(gentle.time == Approx(4.0).margin(0.004));
  CHECK(verdict_on_rock({"verdict.success.slip.below=1.5", "verdict.failure.slip.above=0.5"}).name ==
        "success");
  // the rover spins on a steep slope
  const std::vector<std::string> steep = {"terrain.kind=plane", "terrain.slope_deg=25",
                                          "verdict.least_commanded=1e3", "drive.start=0.5", "duration=4"};
  const auto spun = [&](std::vector<std::string> more) {
    more.insert(more.begin(), steep.begin(), steep.end());
    const RunSummary summary = run_all("drive_flat_soft", more);
    REQUIRE(summary.verdict);
    return *summary.verdict;
  };
  const Verdict spins = spun({"verdict.success.slip.below=0.3"});
  CHECK(spins.name == "timed_out");
  CHECK_THAT(spins.reason, ContainsSubstring("success not met: slip reached") &&
                               ContainsSubstring("for 1 s not below 0.3"));
  CHECK(spun({"verdict.success.slip.below=0.3", "verdict.hold=10"}).name == "success");  // not for that long
  // beside a distance that is soon made, and as a slip to reach
  const Verdict both =
      verdict_on_rock({"verdict.success.distance.above=0.1", "verdict.success.slip.below=0.5"});
  CHECK(both.name == "success");
  CHECK(both.time < 3.0);
  CHECK(spun({"verdict.success.slip.above=0.3"}).name == "success");
  const Verdict grips = verdict_on_rock({"verdict.success.slip.above=0.9"});
  CHECK(grips.name == "timed_out");
  CHECK_THAT(grips.reason, ContainsSubstring("not above 0.9"));
}

TEST_CASE("goals: a run that is over says which condition of its success was missed, and by what") {
  const auto missed = [](const std::vector<std::string>& settings, const std::string& words) {
    CAPTURE(settings);
    const Verdict verdict = verdict_on_rock(settings);
    CHECK(verdict.name == "timed_out");
    CHECK_THAT(verdict.reason, ContainsSubstring("s are over") &&
                                   ContainsSubstring("; success not met: " + words) &&
                                   !ContainsSubstring("1e+300"));
  };
  missed({"verdict.success.sinkage.below=-1"}, "sinkage reached ");
  missed({"verdict.success.tilt_deg.below=1e-9"}, "tilt_deg reached ");
  missed({"verdict.success.time.below=1"}, "time reached 3.999 s, not below 1 s");
  missed({"verdict.success.climb.above=0.12", "verdict.success.distance.above=0.01"}, "climb reached ");
  missed({"verdict.success.place.at=[5, 0]"}, "place no nearer than 4.");
  missed({"verdict.success.distance.above=0.1", "verdict.success.time.below=1"}, "never at the same time: ");
  missed({"verdict.success.displacement.below=0.1"}, "displacement reached 0.");
  missed({"verdict.success.slip.above=1.5"}, "slip reached ");
  missed({"verdict.success.slip.above=0.5", "drive.speed=0"}, "slip had no value, not above 0.5");
}

TEST_CASE("goals: a limit that was passed on the way was not kept, even if the end is below it") {
  // the chassis leans by 8 degrees while it climbs, and stands level on the step
  const RunSummary summary = run_all("climb_step", {"verdict.success={tilt_deg={below=5}}"});
  REQUIRE(summary.verdict);
  CHECK(summary.verdict->name == "timed_out");
  CHECK_THAT(summary.verdict->reason, ContainsSubstring("tilt_deg reached 7.9"));
  CHECK(run_all("climb_step", {"verdict.success={tilt_deg={below=10}}"}).verdict->name == "success");
}

TEST_CASE("goals: metrics of the run are judged at its end") {
  const RunSummary plain = run_all("drive_flat_soft", on_rock({}));
  const double peak = plain.metrics.at("peak_wheel_force").value;
  const std::string over = fmt::format("verdict.success.peak_wheel_force.below={}", 1.01 * peak);
  const std::string under = fmt::format("verdict.success.peak_wheel_force.below={}", 0.99 * peak);
  const Verdict good = verdict_on_rock({over});
  CHECK(good.name == "success");
  CHECK(good.time == Approx(4.0).margin(0.004));
  const Verdict bad = verdict_on_rock({under, "verdict.success.distance.above=0.05"});
  CHECK(bad.name == "failure");
  CHECK_THAT(bad.reason, ContainsSubstring("peak_wheel_force") && ContainsSubstring("not below"));
  // the same as a failure: beside a distance that is reached the run ends early, and its metrics are those up
  // to there
  CHECK(verdict_on_rock({fmt::format("verdict.failure.peak_wheel_force.above={}", 0.5 * peak),
                         "verdict.success.distance.above=0.05"})
            .name == "failure");
  CHECK_THROWS_WITH(start("drive_flat_soft", on_rock({"verdict.success.peak_wheel_forse.below=1"})),
                    ContainsSubstring("verdict.success.peak_wheel_forse") &&
                        ContainsSubstring("did you mean 'peak_wheel_force'"));
}

TEST_CASE("goals: what cannot be a goal is refused with what could") {
  const auto refused = [](const std::vector<std::string>& settings, const std::string& words) {
    CHECK_THROWS_WITH(load_world("drive_flat_soft", sets(settings)), ContainsSubstring(words));
  };
  refused({"verdict.success.climb=0.1"}, "{ above = 0.1 }");
  refused({"verdict.success.place=[1, 2]"}, "at = [2.0, 0.0]");
  refused({"verdict.success.climb.over=0.1"}, "above");
  refused({"verdict.success.climb.above=2", "verdict.success.climb.below=1"}, "nothing lies in");
  refused({"verdict.failure.slip.above=20"}, "from -2 to 2");
  refused({"verdict.success.slip.below=-20"}, "from -2 to 2");
}

TEST_CASE("goals: a vehicle without wheels is judged by its goals, a hopper by its place") {
  const RunSummary jump = run_all("hopper", {"duration=0.5", "verdict.success.time.above=0.2"});
  REQUIRE(jump.verdict);
  CHECK(jump.verdict->name == "success");
  CHECK(jump.verdict->time == Approx(0.2).margin(0.01));
}

TEST_CASE("goals: the recording tells the verdict, a resumed run goes on with what was driven") {
  const ScratchFolder folder("goals");
  const std::vector<std::string> settings =
      on_rock({"verdict.success.distance.above=0.25", "recording.keyframe_interval=1"});
  Simulation whole = start("drive_flat_soft", settings);
  const RunSummary summary = run_scenario(whole, options_of(folder / "whole.h5"));
  REQUIRE(summary.verdict);
  REQUIRE(summary.verdict->name == "success");
  REQUIRE(summary.verdict->time > 2.0);
  const RunReader reader(folder / "whole.h5");
  REQUIRE(verdict_of(reader.read_events()));
  CHECK(verdict_of(reader.read_events())->reason == summary.verdict->reason);
  ResumedRun resumed = resume_run(folder / "whole.h5", {.at = 1.5, .changes = {}});
  const RunSummary rest = run_scenario(resumed.simulation, timeless());
  REQUIRE(rest.verdict);
  CHECK(rest.verdict->time == summary.verdict->time);
  CHECK(rest.state_hash == summary.state_hash);
  CHECK_FALSE(rerun(folder / "whole.h5", timeless()).first_difference);
}
