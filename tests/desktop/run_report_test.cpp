// SPDX-License-Identifier: BSD-3-Clause
// Events, verdicts and headline numbers of runs, read from what a run file holds.
#include "session/run/run_report.hpp"

#include <cmath>

#include "catch.hpp"
#include "session/run/common_time.hpp"

using namespace grouser;
using namespace grouser::desktop;

namespace {

/// A run of one channel, which is the time itself but for a bump, from one time to another.
LiveData made_run(double begin, double end, double factor) {
  auto scene = std::make_shared<Scene>();
  scene->channels = {{"wheel/a/load", "N", ""}};
  LiveData run(scene);
  for (int k = 0; begin + 0.5 * k <= end + 1e-9; ++k) {
    auto frame = std::make_shared<Frame>();
    frame->time = begin + 0.5 * k;
    frame->channels = {factor * frame->time};
    run.append(std::move(frame));
  }
  return run;
}

}  // namespace

TEST_CASE("run report: metrics and verdict come from the summary, and a broken summary gives none") {
  const RunReport report = parse_report(R"({"scenario": "egress", "status": "completed",
    "metrics": {"distance": {"value": 2.5, "unit": "m"}, "odd": 3, "empty": {"value": null}},
    "verdict": {"name": "hung_up", "time_s": 31.25, "reason": "belly on the ramp's edge"}})");
  REQUIRE(report.metrics.size() == 1);
  CHECK(report.metrics.at("distance").value == 2.5);
  CHECK(report.metrics.at("distance").unit == "m");
  REQUIRE(report.verdict);
  CHECK(report.verdict->name == "hung_up");
  CHECK(report.verdict->time == 31.25);
  CHECK(report.verdict->reason == "belly on the ramp's edge");
  CHECK(tone_of(*report.verdict) == VerdictTone::bad);
  for (const char* good : {"out", "upright", "arrived", "stood"})
    CHECK(tone_of({good, 0.0, ""}) == VerdictTone::good);
  for (const char* bad : {"tipped", "hung_up", "rolled_over", "fallen"})
    CHECK(tone_of({bad, 0.0, ""}) == VerdictTone::bad);
  CHECK(tone_of({"timed_out", 0.0, ""}) == VerdictTone::open);
  for (const char* bad : {"", "{", "[1]", R"({"metrics": 4, "verdict": {}})"}) {
    CHECK(parse_report(bad).metrics.empty());
    CHECK_FALSE(parse_report(bad).verdict);
  }
}

TEST_CASE("run report: the last verdict among the events counts, its reason after the colon") {
  CHECK_FALSE(verdict_of({{1.0, "touchdown", "wheel a"}}));
  const auto verdict = verdict_of({{1.0, "verdict", "stuck"}, {4.0, "verdict", "out: all wheels: down"}});
  REQUIRE(verdict);
  CHECK(verdict->name == "out");
  CHECK(verdict->reason == "all wheels: down");
  CHECK(verdict->time == 4.0);
}

TEST_CASE("events: sorted by time, told once, and walked to and fro") {
  std::vector<RunEvent> events = {
      {3.0, "touchdown", "b"}, {1.0, "lift_off", "b"}, {3.0, "touchdown", "b"}, {3.0, "touchdown", "a"}};
  sort_events(events);
  REQUIRE(events.size() == 3);
  CHECK(events[0].time == 1.0);
  CHECK(events[1].text == "a");
  CHECK(neighbour_event(events, 0.0, +1) == 1.0);
  CHECK(neighbour_event(events, 1.0, +1) == 3.0);  // not the one we stand on
  CHECK_FALSE(neighbour_event(events, 3.0, +1));
  CHECK(neighbour_event(events, 3.0, -1) == 1.0);
  CHECK(neighbour_event(events, 9.0, -1) == 3.0);
  CHECK_FALSE(neighbour_event(events, 1.0, -1));
}

TEST_CASE("comparison: rows of either run, difference second less first, relative to the first") {
  RunReport first, second;
  first.metrics = {{"distance", {4.0, "m"}}, {"slip", {0.0, "-"}}, {"only_first", {1.0, "N"}}};
  second.metrics = {{"distance", {3.0, "m"}}, {"slip", {0.2, "-"}}, {"only_second", {2.0, "J"}}};
  const std::vector<MetricRow> rows = compare_metrics(first, second);
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].name == "distance");
  CHECK(*rows[0].difference() == -1.0);
  CHECK(*rows[0].relative() == -0.25);
  CHECK(rows[1].name == "only_first");
  CHECK_FALSE(rows[1].difference());
  CHECK_FALSE(rows[2].first);
  CHECK(*rows[3].difference() == 0.2);
  CHECK_FALSE(rows[3].relative());  // of nothing
}

TEST_CASE(
    "comparison: of runs of other times no difference is shown, but what both have over the time in common") {
  LiveData parent = made_run(0.0, 60.0, 1.0), branch = made_run(20.0, 60.0, -2.0),
           same = made_run(0.0, 60.0, 3.0);
  CHECK(why_not_comparable(parent, same).empty());
  const std::string why = why_not_comparable(parent, branch);
  CHECK(why.find("0 to 60 s and of 20 to 60 s") != std::string::npos);
  const auto common = common_span(parent, branch);
  REQUIRE(common);
  CHECK(common->begin == 20.0);
  CHECK(common->end == 60.0);
  const std::vector<MetricRow> rows = compare_channels(parent, branch, {"wheel/a/load", "not there"});
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].name == "wheel/a/load, mean");
  CHECK(*rows[0].first == Approx(40.0));  // of 20 to 60 s, not of all
  CHECK(*rows[0].second == Approx(-80.0));
  CHECK(*rows[1].first == 60.0);
  CHECK(*rows[1].second == -120.0);
  CHECK(*rows[1].difference() == -180.0);

  // Runs that were judged each at its own end are compared; cut off at some time they are not.
  LiveData early = made_run(0.0, 50.0, 1.0);
  CHECK_FALSE(why_not_comparable(parent, early).empty());
  parent.add_events({{60.0, "verdict", "out: all wheels"}});
  early.add_events({{50.0, "verdict", "out: all wheels"}});
  CHECK(why_not_comparable(parent, early).empty());
  CHECK_FALSE(common_span(made_run(0.0, 5.0, 1.0), made_run(6.0, 9.0, 1.0)));
}
