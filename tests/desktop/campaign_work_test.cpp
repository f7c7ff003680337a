// SPDX-License-Identifier: BSD-3-Clause
// A campaign's folder in the window: rows as they come in against a plain walk over all of them, choices of every kind, rows that are run
// again, and 10^6 rows that no picture waits for.
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "catch.hpp"
#include "desks/campaigns/campaign_cases.hpp"
#include "desks/campaigns/statistics_panels.hpp"
#include "desks/campaigns/statistics_request.hpp"
#include "desktop/campaign_support.hpp"
#include "desktop/panel_bench.hpp"
#include "desktop/session_support.hpp"
#include "grouser/math/random.hpp"
#include "grouser/mission/campaign/campaign.hpp"
#include "grouser/mission/campaign/campaign_reader.hpp"
#include "grouser/mission/campaign/sweep.hpp"
#include "grouser/mission/statistics/rank_correlation.hpp"
#include "grouser/mission/statistics/sobol_indices.hpp"
#include "grouser/recording/run_file/run_reader.hpp"
#include "scratch_folder.hpp"

using namespace grouser;
using namespace grouser::desktop;
using namespace grouser::test;

namespace {

using StatisticsKind = StatisticsRequest::Kind;

/// Until it holds; false after two minutes.
bool update_desk_until(StatisticsWork& desk, const StudyView& study, const std::function<bool()>& holds) {
  const double end = wall_clock() + 120.0;
  do {
    desk.update(study);
    if (holds()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  } while (wall_clock() < end);
  return false;
}

bool update_until_rows(StatisticsWork& desk, const StudyView& study, std::size_t rows) {
  return update_desk_until(desk, study, [&] {
    const BoardView& board = *desk.view().board;
    return !desk.view().sorting && board.cases && board.cases->count() == rows;
  });
}

StatisticsRequest open_folder(const std::filesystem::path& folder) {
  return {.kind = StatisticsKind::open_result, .text = folder.string()};
}

std::size_t column_of(const CaseSet& cases, const std::string& name) {
  for (std::size_t k = 0; k < cases.table.columns.size(); ++k)
    if (cases.table.columns[k].name == name) return k;
  FAIL("no column " << name);
  return 0;
}

StatisticsRequest choose(const CaseChoice& choice) {
  return {.kind = StatisticsKind::choose, .choice = std::make_shared<const CaseChoice>(choice)};
}

}  // namespace

TEST_CASE("campaign desk: like reasons are one, whatever their numbers") {
  CHECK(without_numbers("wheel 3 at -0.21 m, 4e-07 s, 1.5E+3 N") == "wheel # at # m, # s, # N");
  CHECK(without_numbers("wheel_2_left of 10 % in sse2") == "wheel_2_left of # % in sse2");
  CHECK(without_numbers("ends. 7.") == "ends. #.");
  CHECK(without_numbers("").empty());
}

TEST_CASE("campaign desk: rows that come in, what became of them, and choices against a walk over all") {
  ScratchFolder folder("campaign_work");
  make_folder(folder / "rows", 6000, 2500);
  StatisticsWork desk(folder.path(), wall_clock);
  const StudyWork study(wall_clock);
  desk.carry_out({.kind = StatisticsKind::show, .view = StatisticsView::campaign});
  desk.carry_out(open_folder(folder / "rows"));
  REQUIRE(update_until_rows(desk, study.view(), 2500));
  const CampaignNow& now = *desk.view().campaign->now;
  CHECK(now.total == 6000);
  CHECK(now.done == 2500);
  CHECK_FALSE(now.at_work);
  const BoardView& board = *desk.view().board;
  const std::size_t speed = column_of(*board.cases, "speed"), peak = column_of(*board.cases, "peak");
  CHECK(board.bars_of == peak);  // the first metric
  REQUIRE(board.reasons.size() == 2);
  CHECK(board.reasons[0].count == 125);
  CHECK((board.reasons[0].text == "wheel # at # m" || board.reasons[1].text == "wheel # at # m"));
  REQUIRE(board.spreads.size() == 2);
  CHECK(board.spreads_by_group);
  CHECK(board.spreads[0].group == "ice");
  CHECK(board.spreads[0].count == 1250);  // of which none has failed
  CHECK(board.spreads[1].count == 1000);

  const auto walk = [&](const auto& holds) {
    std::set<std::size_t> rows;
    for (std::size_t row = 0; row < board.cases->count(); ++row)
      if (holds(made_row(static_cast<std::uint64_t>(board.cases->numbers(0)[row])))) rows.insert(row);
    return rows;
  };
  const auto chosen = [&] { return std::set<std::size_t>(board.chosen.begin(), board.chosen.end()); };
  const CaseChoice box{
      .ranges = {{speed, 0.5, 1.0}, {peak, 30.0, 45.0}}, .outcome = {}, .reason = {}, .group = {}};
  const auto in_box = [](const RowRecord& row) {
    return row.numbers[2] >= 0.5 && row.numbers[2] < 1.0 && row.numbers[5] >= 30.0 && row.numbers[5] < 45.0;
  };
  desk.carry_out(choose(box));
  CHECK_FALSE(board.chosen.empty());
  CHECK(chosen() == walk(in_box));
  int in_bins = 0, on_plot = 0;
  for (const int count : board.chosen_in_bins) in_bins += count;
  for (const ThinPoint& point : board.scatter.chosen) on_plot += point.count;
  CHECK(in_bins == static_cast<int>(board.chosen.size()));
  CHECK(on_plot == static_cast<int>(board.chosen.size()));
  // what was pointed out and what was chosen stay while rows come in
  desk.carry_out({.kind = StatisticsKind::focus, .row = 1234});
  {
    RowStore store(folder / "rows", kRows, 6000, StoreUse::whole_folder);
    for (std::uint64_t row = 2500; row < 6000; ++row) store.add(made_row(row));
    REQUIRE(update_desk_until(desk, study.view(), [&] { return now.at_work; }));
  }
  REQUIRE(update_until_rows(desk, study.view(), 6000));
  CHECK(chosen() == walk(in_box));
  REQUIRE(board.focus);
  CHECK(board.cases->numbers(0)[*board.focus] == 1234.0);
  desk.carry_out(choose(box));
  CHECK(board.chosen.empty());
  CaseChoice outcome;
  outcome.outcome = static_cast<std::uint32_t>(
      std::find(board.cases->outcomes.names().begin(), board.cases->outcomes.names().end(), "rolled_over") -
      board.cases->outcomes.names().begin());
  desk.carry_out(choose(outcome));
  CHECK(chosen() ==
        walk([](const RowRecord& row) { return row.texts[1] == "completed" && row.numbers[2] > 1.8; }));
  REQUIRE(update_desk_until(desk, study.view(), [&] { return !now.at_work; }));
}

TEST_CASE("campaign desk: the rows of a sweep, run and opened") {
  const test::ScratchFolder folder("campaign_sweep");
  const ParameterGrid grid(std::vector<VariedKey>{{"gravity", {1.62, 3.71, -1.0}}});
  const Campaign campaign = Campaign::begin(sweep_file("free_fall", {{"duration", "0.02"}}, grid, "."), {});
  const auto store = open_sweep(folder / "rows", campaign, false);
  RunOptions options;
  options.now = wall_clock;
  for (std::uint64_t row = 0; row < 3; ++row) store->add(campaign.run_row(row, options));
  StatisticsWork desk(folder / "state", wall_clock);
  const StudyWork study(wall_clock);
  desk.carry_out({.kind = StatisticsKind::show, .view = StatisticsView::campaign});
  desk.carry_out(open_folder(folder / "rows"));
  REQUIRE(update_until_rows(desk, study.view(), 3));
  const CaseSet& cases = *desk.view().board->cases;
  CHECK(std::get<std::vector<double>>(cases.table.columns[column_of(cases, "gravity")].cells) ==
        std::vector<double>{1.62, 3.71, -1.0});
  const auto& climbs = std::get<std::vector<double>>(cases.table.columns[column_of(cases, "climb")].cells);
  CHECK(climbs[0] == Approx(-0.5 * 1.62 * 0.02 * 0.02).epsilon(1e-6));  // free fall
  CHECK(climbs[1] < climbs[0]);
  CHECK(std::isnan(climbs[2]));
}

TEST_CASE("campaign desk: a folder that is none, or is damaged, says so and costs nothing else") {
  ScratchFolder folder("campaign_desk_foreign");
  StatisticsWork desk(folder.path(), wall_clock);
  const StudyWork study(wall_clock);
  desk.carry_out({.kind = StatisticsKind::show, .view = StatisticsView::campaign});
  desk.carry_out(open_folder(folder.path()));
  const CampaignNow& now = *desk.view().campaign->now;
  REQUIRE(update_desk_until(desk, study.view(), [&] { return !now.failure.empty(); }));
  CHECK_THAT(now.failure, Catch::Matchers::ContainsSubstring("no campaign"));
  make_folder(folder / "rows", 2500, 2500);
  const auto shard = folder / "rows/shards/000001.h5";
  std::filesystem::resize_file(shard, std::filesystem::file_size(shard) / 3);
  desk.carry_out(open_folder(folder / "rows"));
  REQUIRE(update_until_rows(desk, study.view(), 2500 - 1024));
  REQUIRE(now.notes.size() == 1);
  CHECK_THAT(now.notes[0], Catch::Matchers::ContainsSubstring("000001.h5"));
  CHECK(now.failure.empty());
}

TEST_CASE(
    "campaign desk: rows are run again with the table's end, alone and in pairs, a change in between is "
    "told") {
  ScratchFolder folder("campaign_desk_rows");
  std::ofstream(folder / "fall.toml") << R"(scenario = "free_fall"
samples = 6
seed = 7
[set]
duration = 0.1
[draw]
"initial.position.2" = { normal = [0.05, 0.01], above = 0.001 }
"gravity" = { uniform = [3, 10] }
)";
  const Campaign campaign = Campaign::begin(load_campaign_file(folder / "fall.toml"), {});
  {
    RowStore store(folder / "rows", campaign.identity().columns, 6, StoreUse::whole_folder);
    write_manifest(folder / "rows", campaign.manifest());
    RunOptions options;
    options.now = wall_clock;
    for (std::uint64_t row = 0; row < 6; ++row) store.add(campaign.run_row(row, options));
  }
  const StudyWork study(wall_clock);
  std::string written;
  {
    StatisticsWork desk(folder.path(), wall_clock);
    desk.carry_out({.kind = StatisticsKind::show, .view = StatisticsView::campaign});
    desk.carry_out(open_folder(folder / "rows"));
    REQUIRE(update_until_rows(desk, study.view(), 6));
    std::optional<CaseStart> start;
    const auto started = [&] {
      start = desk.take_start();
      return start.has_value();
    };
    desk.carry_out({.kind = StatisticsKind::open_case, .row = 4});
    REQUIRE(update_desk_until(desk, study.view(), started));
    CHECK(start->beside.empty());
    const auto messages = desk.take_messages();
    REQUIRE(messages.size() == 1);
    CHECK_THAT(messages[0].text, Catch::Matchers::ContainsSubstring("Row 4") &&
                                     Catch::Matchers::ContainsSubstring("of the table"));
    const RunReader run(start->scenario);
    CHECK(run.frame_count() > 0);
    desk.carry_out({.kind = StatisticsKind::keep_case, .row = 1});
    CHECK(desk.view().campaign->kept == 1u);
    desk.carry_out({.kind = StatisticsKind::open_pair, .row = 4});
    REQUIRE(update_desk_until(desk, study.view(), started));
    CHECK_THAT(start->scenario, Catch::Matchers::ContainsSubstring("row_000004"));
    CHECK_THAT(start->beside, Catch::Matchers::ContainsSubstring("row_000001"));
    CHECK(std::filesystem::exists(start->beside));
    written = start->beside;
    // rank correlations of what was drawn, as the library finds them
    desk.carry_out(
        {.kind = StatisticsKind::show_chart, .row = static_cast<std::size_t>(CampaignChart::moved_by)});
    const BoardView& board = *desk.view().board;
    desk.carry_out({.kind = StatisticsKind::bars_of, .row = column_of(*board.cases, "distance")});
    REQUIRE(update_desk_until(desk, study.view(), [&] { return desk.view().campaign->insight != nullptr; }));
    CHECK_THAT(desk.view().campaign->insight->what + desk.view().campaign->insight->said,
               Catch::Matchers::ContainsSubstring("rank correlation") ||
                   Catch::Matchers::ContainsSubstring("Nothing"));
  }
  CHECK_FALSE(std::filesystem::exists(written));  // it goes with the desk
  // another program made it: the row is not run as if it were the same
  CampaignManifest manifest = read_manifest(folder / "rows");
  manifest.identity.version = "0.0.1";
  write_manifest(folder / "rows", manifest);
  StatisticsWork desk(folder.path(), wall_clock);
  desk.carry_out({.kind = StatisticsKind::show, .view = StatisticsView::campaign});
  desk.carry_out(open_folder(folder / "rows"));
  REQUIRE(update_until_rows(desk, study.view(), 6));
  desk.carry_out({.kind = StatisticsKind::open_case, .row = 2});
  REQUIRE(update_desk_until(desk, study.view(), [&] { return !desk.busy(); }));
  CHECK_FALSE(desk.take_start());
  const auto messages = desk.take_messages();
  REQUIRE_FALSE(messages.empty());
  CHECK_THAT(messages.back().text, Catch::Matchers::ContainsSubstring("0.0.1"));
}

TEST_CASE("campaign desk: sensitivities of a folder are not shown with another one") {
  ScratchFolder folder("campaign_desk_two");
  make_folder(folder / "many", 6000, 6000);
  make_folder(folder / "few", 40, 40);
  StatisticsWork desk(folder.path(), wall_clock);
  const StudyWork study(wall_clock);
  desk.carry_out({.kind = StatisticsKind::show, .view = StatisticsView::campaign});
  desk.carry_out(open_folder(folder / "many"));
  REQUIRE(update_until_rows(desk, study.view(), 6000));
  const StatisticsRequest moved_by{.kind = StatisticsKind::show_chart,
                                   .row = static_cast<std::size_t>(CampaignChart::moved_by)};
  desk.carry_out(moved_by);
  desk.update(study.view());  // the search begins
  desk.carry_out(open_folder(folder / "few"));
  desk.carry_out(moved_by);
  REQUIRE(update_until_rows(desk, study.view(), 40));
  REQUIRE(update_desk_until(desk, study.view(), [&] { return desk.view().campaign->insight != nullptr; }));
  std::vector<double> speeds, peaks;
  for (std::uint64_t row = 0; row < 40; ++row) {
    speeds.push_back(made_row(row).numbers[2]);
    peaks.push_back(made_row(row).numbers[5]);
  }
  REQUIRE(desk.view().campaign->insight->bars.size() == 1);
  CHECK(desk.view().campaign->insight->bars[0].length.value ==
        rank_correlation(speeds, peaks, 0.95).rho.value);
}

TEST_CASE("campaign desk: what a landing or a drive is about is shown first") {
  const auto shown_first = [](const std::vector<RowColumn>& metrics) {
    CampaignManifest manifest;
    manifest.identity.columns = {{"row", "-"}, {"sample", "-"}, {"status", "", true}, {"simulated_s", "s"}};
    for (const RowColumn& metric : metrics) manifest.identity.columns.push_back(metric);
    const auto cases = CampaignCases(manifest).cases();
    return cases->table.columns[cases->quantities.front()].name;
  };
  CHECK(shown_first({{"bounces", "-"}, {"distance", "m"}, {"landing_peak_acceleration", "m/s2"}}) ==
        "landing_peak_acceleration");
  CHECK(shown_first({{"bounces", "-"}, {"mean_slip", "-"}, {"distance", "m"}}) == "distance");
  CHECK(shown_first({{"bounces", "-"}, {"closing_speed", "m/s"}}) == "bounces");
}

TEST_CASE("campaign desk: what moves a number, by rank correlation and by the campaign's own plan") {
  ScratchFolder folder("campaign_desk_insight");
  make_folder(folder / "rows", 2000, 2000);
  CampaignReader reader(folder / "rows");
  CampaignCases made(reader.manifest());
  std::vector<double> speeds, peaks;
  reader.look([&](CampaignReader::Rows&& found, std::size_t, std::size_t) {
    made.add(found.rows, found.whole);
    return true;
  });
  for (std::uint64_t row = 0; row < 2000; ++row) {
    speeds.push_back(made_row(row).numbers[2]);
    peaks.push_back(made_row(row).numbers[5]);
  }
  const auto cases = made.cases();
  auto found = std::make_shared<CaseInsight>();
  const Job::GoOn on = [](double) { return true; };
  insight_work(folder / "rows", cases, column_of(*cases, "peak"), found)(on)();
  REQUIRE(found->bars.size() == 1);
  CHECK(found->bars[0].key == "speed");
  CHECK(found->bars[0].length.value == rank_correlation(speeds, peaks, 0.95).rho.value);
  CHECK(found->bars[0].length.value > 0.99);

  // the height of a fall that does not end: start minus g t^2/2, so that gravity has no part in the drawn start
  std::ofstream(folder / "fall.toml") << R"(scenario = "free_fall"
plan = "saltelli"
base_rows = 32
seed = 7
[set]
duration = 0.05
[draw]
"gravity" = { uniform = [3, 10] }
"initial.roll_deg" = { uniform = [-5, 5] }
)";
  const Campaign campaign = Campaign::begin(load_campaign_file(folder / "fall.toml"), {});
  const std::uint64_t rows = campaign.plan().row_count();
  RowStore store(folder / "indices", campaign.identity().columns, rows, StoreUse::whole_folder);
  write_manifest(folder / "indices", campaign.manifest());
  RunOptions options;
  options.now = wall_clock;
  for (std::uint64_t row = 0; row < rows; ++row) store.add(campaign.run_row(row, options));
  CampaignReader planned(folder / "indices");
  CampaignCases all(planned.manifest());
  planned.look([&](CampaignReader::Rows&& part, std::size_t, std::size_t) {
    all.add(part.rows, part.whole);
    return true;
  });
  const auto set = all.cases();
  const std::size_t fell = column_of(*set, "gravity");
  insight_work(folder / "indices", set, fell, found)(on)();
  CHECK_THAT(found->what, Catch::Matchers::ContainsSubstring("Sobol"));
  REQUIRE(found->bars.size() == 2);
  // gravity itself is moved by gravity alone
  CHECK(found->bars[0].key == "gravity");
  CHECK(found->bars[0].length.value == Approx(1.0).margin(0.2));
  CHECK(found->bars[1].length.value == 0.0);
}

TEST_CASE(
    "campaign desk: 10^6 cases are sorted beside the window, and a picture costs their thinned points only") {
  constexpr std::size_t kCases = 1000000;
  auto cases = std::make_shared<CaseSet>();
  std::vector<double> number, x, y;
  math::RandomStream random(3, 0);
  for (std::size_t k = 0; k < kCases; ++k) {
    number.push_back(static_cast<double>(k));
    x.push_back(random.normal());
    y.push_back(x.back() + random.normal());
    cases->outcomes.add(y.back() > 2.0 ? "rolled_over" : "upright");
    cases->reasons.add("");
    cases->tones.push_back(static_cast<std::uint8_t>(y.back() > 2.0 ? CaseTone::bad : CaseTone::good));
  }
  cases->table.columns = {
      {"row", "-", std::move(number)}, {"x", "m", std::move(x)}, {"y", "m", std::move(y)}};
  cases->quantities = {1, 2};
  BoardThread board(wall_clock);
  double longest = 0.0;
  const auto timed = [&](const auto& what) {
    const double began = test::thread_time();
    what();
    longest = std::max(longest, test::thread_time() - began);
  };
  const auto settle = [&] {
    const double began = wall_clock();
    while (board.busy()) {
      timed([&] { board.update(); });
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return wall_clock() - began;
  };
  timed([&] { board.show(cases); });
  const double sorted = settle();
  REQUIRE(board.view().cases);
  CaseChoice box;
  box.ranges = {{1, -1.0, 1.0}, {2, 0.0, 0.5}};
  timed([&] { board.change([&](CaseBoard& b) { b.choose(box); }); });
  const double brushed = settle();
  std::size_t walked = 0;
  for (std::size_t k = 0; k < kCases; ++k)
    walked += cases->numbers(1)[k] >= -1.0 && cases->numbers(1)[k] < 1.0 && cases->numbers(2)[k] >= 0.0 &&
              cases->numbers(2)[k] < 0.5;
  CHECK(board.view().chosen.size() == walked);
  StatisticsWorkView view;
  view.board = &board.view();
  view.shown = StatisticsView::campaign;
  CampaignNow now;
  CampaignWorkView campaign;
  campaign.now = &now;
  view.campaign = &campaign;
  test::Bench bench;
  StatisticsRequests requests;
  StatisticsUi state;
  const auto panel = [&](const Ui& ui, const RunView&, Requests&) {
    campaign_folder_panel(ui, state, view, requests);
    ImGui::SetCursorPos({300, 8});
    ImGui::BeginChild("middle");
    cases_panel(ui, view, 0, requests);
    ImGui::EndChild();
  };
  bench.draw(panel);
  const int changes = board.view().changes;
  const double picture = bench.time_of(panel, 30);
  CHECK(board.view().changes == changes);
  const int corners = ImGui::GetDrawData()->TotalVtxCount;
  WARN("10^6 cases: sorted in " << 1e3 * sorted << " ms, a box in " << 1e3 * brushed
                                << " ms beside the window, which works " << 1e3 * longest
                                << " ms at most; a picture " << 1e3 * picture << " ms, " << corners
                                << " corners");
  CHECK(corners < 120000);
  CHECK(picture < 0.1);  // on any machine: no picture above 100 ms
  CHECK(longest < 0.1);
}
