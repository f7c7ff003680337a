// SPDX-License-Identifier: BSD-3-Clause
// Sweeps: campaigns over a grid, what becomes of their rows where the grid changes, and what their table and plots show.
#include "grouser/mission/campaign/sweep.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "catch.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/campaign/sweep_table.hpp"
#include "grouser/recording/run_file/table_stream.hpp"
#include "scratch_folder.hpp"

namespace grouser {
namespace {
namespace fs = std::filesystem;

using Keys = std::vector<VariedKey>;

Campaign begin_sweep(const ParameterGrid& grid, std::vector<Override> settings = {{"duration", "0.05"}}) {
  return Campaign::begin(sweep_file("free_fall", settings, grid, "."), {});
}

std::size_t number_place(const Campaign& campaign, const std::string& name) {
  std::size_t place = 0;
  for (const RowColumn& column : campaign.identity().columns) {
    if (column.name == name && !column.text) return place;
    place += column.text ? 0 : 1;
  }
  FAIL("no column " << name);
  return 0;
}

std::string text_of(const Campaign& campaign, const RowRecord& record, const std::string& name) {
  std::size_t place = 0;
  for (const RowColumn& column : campaign.identity().columns) {
    if (column.name == name && column.text) return record.texts.at(place);
    place += column.text ? 1 : 0;
  }
  FAIL("no column " << name);
  return "";
}

RowRecord run_row(const Campaign& campaign, std::uint64_t row) {
  RunOptions options;
  options.now = [] { return 0.0; };
  return campaign.run_row(row, options);
}

/// A row that nothing was run for: `distance` says what its values are, so that it is known again under another number.
RowRecord made_row(const Campaign& campaign, std::uint64_t row, const std::string& status = "completed") {
  RowRecord record = campaign.crashed_row(row, "made up");
  double sum = 0.0;
  for (const double value : campaign.plan().row(row).numbers) sum = 10.0 * sum + value;
  record.numbers[number_place(campaign, "distance")] = sum;
  record.texts.front() = status;
  return record;
}

void add_all(const Campaign& campaign, RowStore& store) {
  for (std::uint64_t row = 0; row < store.rows(); ++row)
    if (!store.has(row)) store.add(made_row(campaign, row));
}

/// The table's bytes, and what `distance` is in it.
std::string table_of(const Campaign& campaign, const ParameterGrid& grid, const RowStore& store,
                     const fs::path& path) {
  store.write_csv(path, sweep_columns({campaign, grid, store, {"distance"}}));
  return read_text_file(path);
}

const ParameterGrid kSmall(Keys{{"gravity", {2, 1}}, {"initial.roll_deg", {0, 5}}});
const ParameterGrid kLarge(Keys{{"gravity", {1, 3, 2}}, {"initial.roll_deg", {5, 4, 0}}});

}  // namespace

TEST_CASE("a row of a sweep falls as its gravity says") {
  const Campaign campaign = begin_sweep(ParameterGrid(Keys{{"gravity", {1.62, 3.71}}}));
  for (std::uint64_t row = 0; row < 2; ++row) {
    const RowRecord record = run_row(campaign, row);
    REQUIRE(text_of(campaign, record, "status") == "completed");
    // Free fall: climb = -g t^2 / 2; Beeman is exact for a constant acceleration, the rest is rounding.
    const double t = record.numbers[number_place(campaign, "simulated_s")];
    const double g = record.numbers[number_place(campaign, "gravity")];
    CHECK(g == (row == 0 ? 1.62 : 3.71));
    CHECK(record.numbers[number_place(campaign, "climb")] == Approx(-0.5 * g * t * t).epsilon(1e-6));
  }
  CHECK_THROWS_WITH(begin_sweep(ParameterGrid(Keys{{"gravity", {-1.0}}})),
                    Catch::Matchers::ContainsSubstring("gravity=-1"));
  CHECK_THROWS_WITH(begin_sweep(ParameterGrid(Keys{{"initial.*", {1.0}}})),
                    Catch::Matchers::ContainsSubstring("--vary initial.*"));
}

TEST_CASE("the columns of a sweep are found where one row of fifty over its grid can be started") {
  std::vector<double> mostly_bad;
  for (int k = 0; k < 200; ++k) mostly_bad.push_back(k < 190 ? -1.0 - k : k);
  const Campaign campaign = begin_sweep(ParameterGrid(Keys{{"rover.body.0.mass", mostly_bad}}));
  const RowRecord refused = run_row(campaign, 0);
  CHECK(text_of(campaign, refused, "status") == "bad_input");
  CHECK_THAT(text_of(campaign, refused, "reason"),
             Catch::Matchers::ContainsSubstring("varied rover.body.0.mass=-1"));
}

TEST_CASE("a row of a judged scenario has the run's verdict") {
  const ParameterGrid grid(Keys{{"gravity", {1.62}}});
  const auto is_verdict = [](const RowColumn& column) { return column.name == "verdict"; };
  const std::vector<RowColumn> plain = begin_sweep(grid).identity().columns;
  CHECK(std::none_of(plain.begin(), plain.end(), is_verdict));
  // In the air no rule but the last can hold: the verdict is that the duration of 0.05 s is over.
  const Campaign judged = begin_sweep(grid, {{"duration", "0.05"}, {"verdict.stop", "true"}});
  const RowRecord row = run_row(judged, 0);
  CHECK(text_of(judged, row, "verdict") == "timed_out");
  CHECK(row.numbers[number_place(judged, "verdict_time_s")] == Approx(0.05).margin(0.005));  // to a step
}

TEST_CASE(
    "settings that are texts, lists or given twice are those of the command line, also from the folder") {
  const test::ScratchFolder folder("sweep_settings");
  const ParameterGrid grid(Keys{{"gravity", {1.62}}});
  const Campaign campaign = begin_sweep(grid, {{"duration", "0.05"},
                                               {"terrain.soil", "bedrock"},
                                               {"initial.position", "[0, 0, 5]"},
                                               {"duration", "0.02"},
                                               {"initial.position.2", "6"}});
  open_sweep(folder / "rows", campaign, false);
  const Campaign again = Campaign::open(folder / "rows");
  const RowRecord record = run_row(campaign, 0);
  CHECK(record.numbers[number_place(campaign, "simulated_s")] == Approx(0.02));
  CHECK(run_row(again, 0).texts.back() == record.texts.back());  // state hashes
}

TEST_CASE("another sweep and what is no sweep are refused, naming what differs, --fresh begins anew") {
  const test::ScratchFolder folder("sweep_other");
  const Campaign campaign = begin_sweep(kSmall);
  {
    const auto store = open_sweep(folder / "rows", campaign, false);
    add_all(campaign, *store);
    CHECK_THROWS_WITH(open_sweep(folder / "rows", campaign, false),
                      Catch::Matchers::ContainsSubstring("another campaign at work"));
    CHECK_THROWS_WITH(open_sweep(folder / "rows", campaign, true),
                      Catch::Matchers::ContainsSubstring("another campaign at work"));
  }
  CHECK(open_sweep(folder / "rows", campaign, false)->rows_done() == 4);
  const auto refused = [&](const ParameterGrid& grid, std::vector<Override> settings, const char* words) {
    CHECK_THROWS_WITH(
        open_sweep(folder / "rows", begin_sweep(grid, settings), false),
        Catch::Matchers::ContainsSubstring(words) && Catch::Matchers::ContainsSubstring("--fresh"));
  };
  refused(kSmall, {{"duration", "0.06"}}, "its set.duration = 0.05");
  refused(ParameterGrid(Keys{{"gravity", {2, 1}}}), {{"duration", "0.05"}},
          "its keys gravity, initial.roll_deg");
  refused(ParameterGrid(Keys{{"initial.roll_deg", {0, 5}}, {"gravity", {2, 1}}}), {{"duration", "0.05"}},
          "its keys gravity, initial.roll_deg");
  refused(ParameterGrid(Keys{{"gravity", {1, 3}}, {"initial.roll_deg", {0, 5}}}), {{"duration", "0.05"}},
          "2 rows that this grid has no place for");
  CHECK(open_sweep(folder / "rows", campaign, false)->rows_done() == 4);
  CHECK(open_sweep(folder / "rows", begin_sweep(kSmall, {{"duration", "0.06"}}), true)->rows_done() == 0);

  fs::create_directories(folder / "mine/shards");
  std::ofstream(folder / "mine/notes.txt") << "x";
  CHECK_THROWS_WITH(open_sweep(folder / "mine", campaign, true),
                    Catch::Matchers::ContainsSubstring("notes.txt"));
  CampaignFile file = read_campaign("scenario = \"free_fall\"\nsamples = 1\n", "f", ".");
  write_manifest(folder / "mine", Campaign::begin(file, {}).manifest());
  std::ofstream(folder / "mine/shards/000000.rows") << "x";
  CHECK_THROWS_WITH(open_sweep(folder / "mine", campaign, true),
                    Catch::Matchers::ContainsSubstring("another campaign"));
  CHECK(fs::exists(folder / "mine/shards/000000.rows"));
}

TEST_CASE("a grid with more values, in any order, keeps the rows that are done") {
  const test::ScratchFolder folder("sweep_grown");
  const Campaign small = begin_sweep(kSmall), large = begin_sweep(kLarge);
  add_all(small, *open_sweep(folder / "rows", small, false));
  const auto store = open_sweep(folder / "rows", large, false);
  CHECK(store->rows_done() == 4);
  CHECK(store->has(0));        // 1, 5
  CHECK_FALSE(store->has(1));  // 1, 4
  CHECK(store->has(8));        // 2, 0
  add_all(large, *store);
  const auto one_go = open_sweep(folder / "one_go", large, false);
  add_all(large, *one_go);
  CHECK(table_of(large, kLarge, *store, folder / "a.csv") ==
        table_of(large, kLarge, *one_go, folder / "b.csv"));
  CHECK_FALSE(fs::exists(folder / "rows/before"));
}

TEST_CASE("rows on their way to another grid survive a kill at any moment") {
  const test::ScratchFolder folder("sweep_cut");
  const Campaign small = begin_sweep(kSmall), large = begin_sweep(kLarge);
  const fs::path rows = folder / "rows";
  const auto stages = GENERATE(range(0, 6));
  add_all(small, *open_sweep(rows, small, false));
  // what open_sweep() does, up to some of its steps
  if (stages >= 1) fs::create_directories(rows / "before");
  if (stages >= 1) write_manifest(rows / "before", small.manifest());
  if (stages >= 2) fs::rename(rows / "shards", rows / "before/shards");
  if (stages >= 3) write_manifest(rows, large.manifest());
  if (stages >= 4) {
    RowStore part(rows, large.identity().columns, 9, StoreUse::whole_folder);
    part.add(made_row(large, 0));
    if (stages >= 5)
      for (const int row : {2, 6, 8}) part.add(made_row(large, static_cast<std::uint64_t>(row)));
  }
  if (stages >= 5) fs::remove(rows / "before/campaign.json");
  INFO("after " << stages << " steps");
  if (stages < 5) CHECK(open_sweep(rows, small, false)->rows_done() == 4);  // it may also be taken back
  const auto store = open_sweep(rows, large, false);
  CHECK(store->rows_done() == 4);
  CHECK_FALSE(fs::exists(rows / "before"));
  add_all(large, *store);
  const auto one_go = open_sweep(folder / "one_go", large, false);
  add_all(large, *one_go);
  CHECK(table_of(large, kLarge, *store, folder / "a.csv") ==
        table_of(large, kLarge, *one_go, folder / "b.csv"));
}

TEST_CASE("what a folder without its description holds are no rows of a sweep") {
  const test::ScratchFolder folder("sweep_bare");
  const Campaign campaign = begin_sweep(kSmall);
  add_all(campaign, *open_sweep(folder / "rows", campaign, false));
  fs::remove(folder / "rows/campaign.json");
  CHECK(open_sweep(folder / "rows", campaign, false)->rows_done() == 0);
}

TEST_CASE("a sweep of many rows stays within a small memory") {
  const test::ScratchFolder folder("sweep_memory");
  constexpr int kFew = 2000, kMany = 20000;
  std::vector<double> values;
  for (int k = 0; k < kMany; ++k) values.push_back(1.0 + 1e-3 * k);
  const ParameterGrid grid(Keys{{"gravity", values}});
  const Campaign campaign = begin_sweep(grid);
  const RowRecord sample = made_row(campaign, 0);
  const pid_t child = ::fork();  // what other tests have used does not count
  if (child == 0) {
    const auto peak_kilobytes = [] {
      struct rusage usage {};
      ::getrusage(RUSAGE_SELF, &usage);
      return usage.ru_maxrss;
    };
    const auto store = open_sweep(folder / "rows", campaign, false);
    RowJob job{.run =
                   [&](std::uint64_t row, const RowProgress&) {
                     RowRecord record = sample;
                     record.row = row;
                     record.numbers[0] = record.numbers[1] = static_cast<double>(row);
                     return record;
                   },
               .crashed = [&](std::uint64_t row, const std::string&) { return made_row(campaign, row); },
               .done = [&](const RowRecord& record) { store->add(record); }};
    const auto missing = [&](std::uint64_t row) { return !store->has(row); };
    const MergeOptions columns = sweep_columns({campaign, grid, *store, {"distance"}});
    const auto run_to = [&](std::uint64_t last) {
      run_in_workers(0, last, missing, job, {2, {}, {}});
      store->write_csv(folder / "t.csv", columns);
      store->write_hdf5(folder / "t.h5", columns);
    };
    run_to(kFew);
    const long few = peak_kilobytes();
    run_to(kMany);
    const long more = peak_kilobytes() - few;
    // 18,000 rows of some 40 numbers would be 6 MB, had they been kept once; 1.5 MB are the chunks of the table being written
    ::_exit(store->rows_done() == kMany ? static_cast<int>(std::min(more / 100, 250L)) : 251);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  REQUIRE(WIFEXITED(status));
  INFO(0.1 * WEXITSTATUS(status) << " MB more (25.1: not all rows)");
#ifdef __SANITIZE_ADDRESS__
  CHECK(WEXITSTATUS(status) != 251);  // what was freed is kept for a while there
#else
  CHECK(WEXITSTATUS(status) < 30);
#endif
}

TEST_CASE("a sweep's table has the grid's order, failed rows are gaps in the plots") {
  const test::ScratchFolder folder("sweep_table");
  const ParameterGrid grid(Keys{{"gravity", {3, 1, 2}}});
  const Campaign campaign = begin_sweep(grid, {{"duration", "0.05"}, {"verdict.stop", "true"}});
  const auto store = open_sweep(folder / "rows", campaign, false);
  for (const std::uint64_t row : {2, 0, 1})
    store->add(made_row(campaign, row, row == 1 ? "failed" : "completed"));
  const SweepResults results{campaign, grid, *store, {"distance"}};
  store->write_hdf5(folder / "t.h5", sweep_columns(results));
  const Table table = read_table_hdf5(folder / "t.h5");
  std::vector<std::string> names;
  for (const TableColumn& column : table.columns) names.push_back(column.name);
  CHECK(names == std::vector<std::string>{"gravity", "distance", "simulated_s", "status", "message",
                                          "verdict", "verdict_time_s", "verdict_reason", "state_hash"});
  CHECK(std::get<std::vector<double>>(table.columns[0].cells) == std::vector<double>{3, 1, 2});
  CHECK(std::get<std::vector<double>>(table.columns[1].cells) == std::vector<double>{3, 1, 2});
  CHECK(std::get<std::vector<std::string>>(table.columns[3].cells) ==
        std::vector<std::string>{"completed", "failed", "completed"});
  const auto panels = sweep_plots(results);
  REQUIRE(panels.size() == 1);
  CHECK(panels[0].y_label == "distance [m]");
  const ChartSeries& series = panels[0].series.at(0);
  CHECK(series.x == std::vector<double>{1, 2, 3});
  CHECK(std::isnan(series.y[0]));
  CHECK(series.y[1] == 2.0);
}

TEST_CASE(
    "curves of a sweep: every combination of the other keys, or the first of the third where they are many") {
  const test::ScratchFolder folder("sweep_curves");
  const std::vector<double> five{1, 2, 3, 4, 5};
  const ParameterGrid few(
      Keys{{"gravity", five}, {"initial.roll_deg", {1, 2}}, {"initial.pitch_deg", {1, 2, 3}}});
  const ParameterGrid many(Keys{{"gravity", five}, {"initial.roll_deg", five}, {"initial.pitch_deg", five}});
  const Campaign small = begin_sweep(few), large = begin_sweep(many);
  const auto few_rows = open_sweep(folder / "few", small, false);
  add_all(small, *few_rows);
  const Chart all = sweep_plots({small, few, *few_rows, {"distance"}})[0];
  REQUIRE(all.series.size() == 6);
  CHECK(all.series[4].label == "initial.roll_deg 2, initial.pitch_deg 2");
  CHECK(all.series[4].y == std::vector<double>{122, 222, 322, 422, 522});
  const auto many_rows = open_sweep(folder / "many", large, false);
  add_all(large, *many_rows);
  const Chart panel = sweep_plots({large, many, *many_rows, {"distance"}})[0];
  REQUIRE(panel.series.size() == 5);
  CHECK_THAT(panel.title, Catch::Matchers::ContainsSubstring("initial.pitch_deg 1"));
  CHECK(panel.series[2].y == std::vector<double>{131, 231, 331, 431, 531});
}

TEST_CASE("fields of a sweep: only of two keys with many values, rising, with gaps where nothing was found") {
  const test::ScratchFolder folder("sweep_fields");
  const std::vector<double> six{6, 5, 4, 3, 2, 1}, five{1, 2, 3, 4, 5};
  const ParameterGrid grid(Keys{{"gravity", six}, {"initial.roll_deg", six}});
  const Campaign campaign = begin_sweep(grid);
  const auto store = open_sweep(folder / "rows", campaign, false);
  store->add(made_row(campaign, 1 * 6 + 4));  // gravity 5, roll 2
  const ParameterGrid narrow(Keys{{"gravity", six}, {"initial.roll_deg", five}});
  const Campaign other = begin_sweep(narrow);
  CHECK(sweep_fields({other, narrow, *open_sweep(folder / "narrow", other, false), {"distance"}}).empty());
  const auto tables = sweep_fields({campaign, grid, *store, {"distance"}});
  REQUIRE(tables.size() == 1);
  CHECK(tables[0].x == std::vector<double>{1, 2, 3, 4, 5, 6});
  CHECK(tables[0].values[1 * 6 + 4] == 52.0);  // roll 2, gravity 5
  CHECK(std::count_if(tables[0].values.begin(), tables[0].values.end(),
                      [](double v) { return std::isnan(v); }) == 35);
}

}  // namespace grouser
