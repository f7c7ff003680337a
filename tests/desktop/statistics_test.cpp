// SPDX-License-Identifier: BSD-3-Clause
// The statistics desk: what is chosen against a plain walk over all cases, campaigns that go on, results that the command
// line wrote, and that 10^5 cases cost a picture no more than their thinned points.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "catch.hpp"
#include "desks/campaigns/statistics_panels.hpp"
#include "desks/campaigns/statistics_request.hpp"
#include "desktop/panel_bench.hpp"
#include "desktop/session_support.hpp"
#include "grouser/math/random.hpp"
#include "grouser/mission/gradeability/grade_curves.hpp"
#include "grouser/mission/placement/placement_table.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "scratch_folder.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

using StatisticsKind = StatisticsRequest::Kind;

/// A table like placements.csv.
std::shared_ptr<const CaseSet> made_cases(int count) {
  math::RandomStream random(11, 0);
  std::vector<double> sample, x, y, heading, tilt, load;
  std::vector<std::string> kind;
  for (int k = 0; k < count; ++k) {
    sample.push_back(k);
    x.push_back(random.uniform(-30.0, 30.0));
    y.push_back(random.uniform(-30.0, 30.0));
    heading.push_back(random.uniform(0.0, 360.0));
    tilt.push_back(std::fabs(random.uniform(-6.0, 6.0) + random.uniform(-6.0, 6.0)));
    load.push_back(100.0 + 10.0 * tilt.back() + random.uniform(-20.0, 20.0));
    kind.push_back(tilt.back() > 10.0 ? "slides" : "resting");
  }
  Table table;
  table.columns = {{"sample", "-", sample},         {"x", "m", x},      {"y", "m", y},
                   {"heading_deg", "deg", heading}, {"kind", "", kind}, {"tilt_deg", "deg", tilt},
                   {"pad/a/load", "N", load}};
  return placement_cases(std::move(table));
}

StatisticsWorkView view_of(const CaseBoard& board) {
  StatisticsWorkView view;
  view.board = &board.view();
  return view;
}

/// Until the job is over; false after two minutes.
bool update_until_over(StatisticsWork& desk, const StudyView& study) {
  const double end = wall_clock() + 120.0;
  do {
    desk.update(study);
    if (!desk.busy()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  } while (wall_clock() < end);
  return false;
}

StatisticsRequest placements_on(const std::string& ground, int samples) {
  PlacementSettings settings{.terrain = ground, .samples = samples};
  return {.kind = StatisticsKind::edit_placements,
          .placements = std::make_shared<const PlacementSettings>(settings)};
}

}  // namespace

TEST_CASE("statistics: a chosen bar has the cases that a walk over all of them finds") {
  CaseBoard board;
  board.show(made_cases(3000));
  const BoardView& view = board.view();
  const std::vector<double>& tilt = view.cases->numbers(5);
  REQUIRE(view.bars_of == 5);
  std::size_t all = 0;
  for (std::size_t bar = 0; bar < view.bins.size(); ++bar) {
    board.choose(board.view().bar_choice(bar));
    std::set<std::size_t> walked;
    for (std::size_t row = 0; row < tilt.size(); ++row)
      if (tilt[row] >= view.bins[bar].from && tilt[row] < view.bins[bar].to) walked.insert(row);
    CHECK(std::set<std::size_t>(view.chosen.begin(), view.chosen.end()) == walked);
    CHECK(static_cast<int>(view.chosen.size()) == view.bins[bar].count);
    int on_map = 0;
    for (const ThinPoint& point : view.map.chosen) {
      on_map += point.count;
      CHECK(walked.contains(point.row));
    }
    CHECK(on_map == view.bins[bar].count);
    all += walked.size();
  }
  CHECK(all == 3000);
  board.choose(board.view().bar_choice(3));
  board.choose(board.view().bar_choice(3));
  CHECK_FALSE(view.choice);
  CHECK(view.chosen.empty());
}

TEST_CASE("statistics: 10^5 cases are sorted once, and a picture costs their thinned points only") {
  CaseBoard board;
  const auto cases = made_cases(100000);
  const double began = wall_clock();
  board.show(cases);
  const double sorted = wall_clock() - began;
  board.choose(board.view().bar_choice(4));
  const StatisticsWorkView view = view_of(board);
  test::Bench bench;
  StatisticsRequests requests;
  StatisticsUi state;
  const auto panel = [&](const Ui& ui, const RunView&, Requests&) {
    placements_panel(ui, state, view, requests);
    ImGui::SetCursorPos({300, 8});
    ImGui::BeginChild("middle");
    cases_panel(ui, view, 0, requests);
    ImGui::EndChild();
  };
  bench.draw(panel);
  const int changes = board.view().changes;
  const double picture = bench.time_of(panel, 20);
  CHECK(board.view().changes == changes);  // no picture sorts anything
  const int corners = ImGui::GetDrawData()->TotalVtxCount;
  WARN("10^5 cases: sorted in " << 1e3 * sorted << " ms, a picture " << 1e3 * picture << " ms, " << corners
                                << " vertices, " << board.view().map.all.size() << " points on the map");
  CHECK(board.view().scatter.all.size() <= 5000u);
  CHECK(board.view().map.all.size() <= 5000u);
  CHECK(corners < 120000);
  CHECK(picture < 0.1);  // on any machine: no picture above 100 ms
  // ten times the cases, less than twice the corners
  CaseBoard fewer;
  fewer.show(made_cases(10000));
  const StatisticsWorkView small = view_of(fewer);
  bench.draw([&](const Ui& ui, const RunView&, Requests&) { cases_panel(ui, small, 0, requests); });
  CHECK(corners < 3 * ImGui::GetDrawData()->TotalVtxCount);
}

TEST_CASE("statistics: bars and the list ask for what is pressed") {
  CaseBoard board;
  board.show(made_cases(500));
  const StatisticsWorkView view = view_of(board);
  test::Bench bench;
  StatisticsRequests requests;
  const auto panel = [&](const Ui& ui, const RunView&, Requests&) { cases_panel(ui, view, 0, requests); };
  bench.click("statistics_histogram", panel, 0.35f);
  REQUIRE(requests.size() == 1);
  CHECK(requests[0].kind == StatisticsKind::bar);
  CHECK(requests[0].row < board.view().bins.size());
  requests.clear();
  bench.click("statistics_cases", panel, 0.2f);
  REQUIRE_FALSE(requests.empty());
  CHECK(requests.back().kind == StatisticsKind::focus);
  CHECK(requests.back().row < 500);
}

TEST_CASE("statistics: a campaign goes on after its program is gone, and gives the command line's table") {
  const test::ScratchFolder folder("statistics");
  StudyWork study(wall_clock);
  {
    StatisticsWork desk(folder.path(), wall_clock);
    desk.carry_out(placements_on("egress_mars", 3000));
    desk.carry_out({.kind = StatisticsKind::start});
    const double end = wall_clock() + 120.0;
    while (desk.view().done < 100 && wall_clock() < end) {
      desk.update(study.view());
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    desk.carry_out({.kind = StatisticsKind::cancel});
    REQUIRE(update_until_over(desk, study.view()));
    CHECK(desk.view().stopped);
    CHECK(desk.view().done >= 100);  // what is done stays to be looked at
    REQUIRE(desk.view().board->cases);
  }
  StatisticsWork desk(folder.path(), wall_clock);
  desk.carry_out(placements_on("egress_mars", 300));
  desk.carry_out({.kind = StatisticsKind::start});
  REQUIRE(update_until_over(desk, study.view()));
  CHECK(desk.view().done == 300);
  CHECK(desk.view().kept >= 100);
  REQUIRE(desk.view().board->cases);
  REQUIRE(desk.view().picture);

  const PlacementSetting setting =
      read_placement_campaign({.terrain = "egress_mars", .samples = 300, .seed = 1});
  const Table expected = make_placement_table(
      setting.ground, setting.form, set_down(setting.ground, setting.form, setting.spots, {.threads = 2}), 1);
  CHECK(to_csv(desk.view().board->cases->table) == to_csv(expected));

  // the same table from a file, looked at without running anything
  const std::filesystem::path file = folder / "placements.csv";
  write_table_csv(file, expected);
  StatisticsWork other(folder.path(), wall_clock);
  other.carry_out({.kind = StatisticsKind::open_result, .text = file.string()});
  REQUIRE(update_until_over(other, study.view()));
  REQUIRE(other.view().board->cases);
  CHECK(other.view().board->bins.size() == desk.view().board->bins.size());
  CHECK(other.view().board->summary.greatest == desk.view().board->summary.greatest);
  // without its ground a case cannot be opened, and a sentence says so
  other.carry_out({.kind = StatisticsKind::open_case, .row = 1});
  CHECK_FALSE(other.take_start());
  REQUIRE_FALSE(other.take_messages().empty());
}

TEST_CASE("statistics: a case opens where it was set down") {
  const test::ScratchFolder folder("cases");
  StudyWork study(wall_clock);
  StatisticsWork desk(folder.path(), wall_clock);
  desk.carry_out(placements_on("egress_mars", 20));
  desk.carry_out({.kind = StatisticsKind::start});
  REQUIRE(update_until_over(desk, study.view()));
  const CaseSet& cases = *desk.view().board->cases;
  const double x = cases.numbers(1)[7], y = cases.numbers(2)[7], heading = cases.numbers(3)[7];

  // nothing is open: the lander alone, falling from just above the ground
  desk.carry_out({.kind = StatisticsKind::open_case, .row = 7});
  REQUIRE(update_until_over(desk, study.view()));
  const auto drop = desk.take_start();
  REQUIRE(drop);
  const WorldSpec alone = read_world_spec(drop->scenario, drop->overrides);
  REQUIRE(alone.vehicles.size() == 1);
  CHECK(alone.vehicles[0].initial.position.x() == Approx(x));
  CHECK(alone.vehicles[0].initial.position.y() == Approx(y));

  // the scenario is open: its lander stands there, with the rover on it
  desk.offer({.path = "egress_mars", .name = "egress_mars", .settings = {}, .lander = "exomars_platform"});
  desk.carry_out({.kind = StatisticsKind::open_case, .row = 7});
  const auto start = desk.take_start();
  REQUIRE(start);
  CHECK(start->scenario == "egress_mars");
  const WorldSpec whole = read_world_spec(start->scenario, start->overrides);
  REQUIRE(whole.vehicles.size() == 2);
  const auto lander = std::find_if(whole.vehicles.begin(), whole.vehicles.end(),
                                   [](const VehicleInWorld& v) { return v.role == VehicleRole::lander; });
  CHECK(lander->initial.position.x() == Approx(x));
  CHECK(lander->initial.yaw * 180.0 / 3.14159265358979 == Approx(heading));
}

TEST_CASE("statistics: runs of a study as cases, their effects, and one that is opened") {
  const test::ScratchFolder folder("study_cases");
  StudyWork study(wall_clock);
  study.open("free_fall", load_world("free_fall")->documents);
  study.edit({.ranges = {{"gravity", 2.0, 6.0, 3}, {"duration", 0.05, 0.1, 2}}, .metric = "climb"});
  study.start();
  const double end = wall_clock() + 120.0;
  while (study.view().running && wall_clock() < end) {
    study.update();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  study.update();
  StatisticsWork desk(folder.path(), wall_clock);
  desk.carry_out({.kind = StatisticsKind::show, .view = StatisticsView::study});
  desk.update(study.view());
  const BoardView& board = *desk.view().board;
  REQUIRE(board.cases);
  CHECK(board.cases->count() == 6);
  std::size_t climb = 0;
  for (const std::size_t k : board.cases->quantities)
    if (board.cases->table.columns[k].name == "climb") climb = k;
  REQUIRE(climb > 0);
  desk.carry_out({.kind = StatisticsKind::bars_of, .row = climb});
  desk.update(study.view());
  const Tornado& tornado = desk.view().tornado;
  REQUIRE(tornado.bars.size() == 2);
  // climb = -g t^2 / 2: over both keys the means are those of the closed form, to the step of 0.003 s
  const double t2 = 0.5 * (0.05 * 0.05 + 0.1 * 0.1), g = 4.0;
  for (const TornadoBar& bar : tornado.bars)
    CHECK(bar.span() ==
          Approx(bar.key == "gravity" ? 0.5 * (6.0 - 2.0) * t2 : 0.5 * g * (0.1 * 0.1 - 0.05 * 0.05))
              .epsilon(0.15));
  desk.carry_out({.kind = StatisticsKind::open_case, .row = 4});
  CHECK(desk.take_study_row() == 4u);
}

TEST_CASE("statistics: settings are taken back and done again, another scenario brings its own") {
  const test::ScratchFolder folder("settings");
  StatisticsWork desk(folder.path(), wall_clock);
  OpenScenario open{
      .path = "egress_mars", .name = "egress_mars", .settings = {}, .lander = "exomars_platform"};
  open.gravity = 1.5;
  desk.offer(open);
  CHECK(desk.view().placements.terrain == "egress_mars");
  CHECK(desk.view().grades.gravity == 1.5);
  for (int k = 1; k <= 200; ++k) desk.carry_out(placements_on("egress_mars", k));
  desk.offer(open);  // the same once more changes nothing
  CHECK(desk.view().placements.samples == 200);
  for (int k = 199; k >= 1; --k) {
    desk.carry_out({.kind = StatisticsKind::undo});
    REQUIRE(desk.view().placements.samples == k);
  }
  desk.carry_out({.kind = StatisticsKind::undo});
  CHECK(desk.view().placements.samples == PlacementSettings{}.samples);
  desk.carry_out({.kind = StatisticsKind::redo});
  CHECK(desk.view().placements.samples == 1);
  CHECK(desk.view().grades.gravity == 1.5);
}

TEST_CASE("statistics: tilts of a bed, and curves that are the library's") {
  CHECK(grade_tilts({.from = 0.0, .to = 25.0, .step = 0.1}).size() == kMostTilts);
  const auto tilts = grade_tilts({.from = -5.0, .to = 5.0, .step = 2.5});
  REQUIRE(tilts.size() == 5);
  CHECK(tilts.back() == Approx(5.0 * 3.14159265358979 / 180.0));
  CHECK(grade_tilts({.from = 3.0, .to = 3.0}).size() == 1);
  const Chart panel{"", "tilt [deg]", "load [N]", {{"front_left, front_right", {0.0, 1.0}, {3.0, 4.0}}}};
  const Chart shown = with_wheels(panel);
  REQUIRE(shown.series.size() == 1);
  CHECK(shown.series[0].label == "front");
  CHECK(shown.series[0].y[1] == 4.0);
}
