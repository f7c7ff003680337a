// Events, verdicts and headline numbers of runs, read from what a run file holds.
#include "session/run_report.hpp"

#include <catch2/catch.hpp>

using namespace grouser;
using namespace grouser::desktop;

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
