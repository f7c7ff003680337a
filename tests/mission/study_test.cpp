#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/campaign/study_table.hpp"
#include "scratch_folder.hpp"

namespace grouser {
namespace {
namespace fs = std::filesystem;

StudySpec short_fall() {
  return {
      "free_fall", {{"duration", "0.05"}}, ParameterGrid(std::vector<VariedKey>{{"gravity", {1.62, 3.71}}})};
}

const auto kGoOn = [] { return false; };

/// One row of the study, run by itself.
StudyRow run_row(const StudySpec& spec, std::size_t row) {
  std::vector<StudyRow> rows;
  run_study_rows(spec, {row}, {.threads = 1, .now = [] { return 0.0; }, .progress = {}, .cancelled = {}},
                 [&](StudyRow done) { rows.push_back(std::move(done)); });
  REQUIRE(rows.size() == 1);
  return rows.front();
}

StudyRow made_row(double value) {
  StudyRow row;
  row.values = {value};
  row.status = WorldStatus::failed;
  row.message = "wheel \"a\", at 3 s";
  row.simulated_s = 0.1 + 0.2;
  row.state_hash = 0xfedcba9876543210ull;
  row.metrics["distance"] = {1e-300, "m"};
  row.metrics["odd"] = {std::nan(""), "-"};
  return row;
}

TEST_CASE("a row of a study falls as its gravity says") {
  const StudySpec spec = short_fall();
  for (std::size_t row = 0; row < 2; ++row) {
    const StudyRow done = run_row(spec, row);
    REQUIRE(done.status == WorldStatus::completed);
    // Free fall: climb = -g t^2 / 2; Beeman is exact for a constant acceleration, the rest is rounding.
    const double t = done.simulated_s;
    CHECK(done.metrics.at("climb").value == Approx(-0.5 * done.values[0] * t * t).epsilon(1e-6));
  }
  const StudySpec bad{"free_fall", {}, ParameterGrid(std::vector<VariedKey>{{"gravity", {-1.0}}})};
  const StudyRow refused = run_row(bad, 0);
  CHECK(refused.status == WorldStatus::bad_input);
  CHECK_THAT(refused.message, Catch::Contains("gravity"));
  CHECK_THROWS_AS(find_study_basis(bad, kGoOn), InputError);
}

TEST_CASE("a row of a judged scenario has the run's verdict") {
  StudySpec spec = short_fall();
  CHECK_FALSE(find_study_basis(spec, kGoOn)->judged);
  CHECK_FALSE(run_row(spec, 0).verdict);
  // In the air no rule but the last can hold: the verdict is that the duration of 0.05 s is over.
  spec.settings.push_back({"verdict.stop", "true"});
  CHECK(find_study_basis(spec, kGoOn)->judged);
  const StudyRow row = run_row(spec, 0);
  REQUIRE(row.verdict);
  CHECK(row.verdict->name == "timed_out");
  CHECK(row.verdict->time == Approx(0.05).margin(0.005));  // to a step
}

TEST_CASE("a journal gives back what was put in, and knows another study") {
  const test::ScratchFolder folder("study");
  const fs::path file = folder / "j";
  StudyIdentity id{
      .scenario = "s", .version = "1", .settings = {"a=1"}, .keys = {"k"}, .inputs = {{"rover r", "00"}}};
  {
    StudyJournal journal(file, id, JournalMode::resume);
    journal.append(made_row(1.5));
    CHECK_THROWS_WITH(StudyJournal(file, id, JournalMode::resume), Catch::Contains("another sweep"));
  }
  // a kill in the middle of a line
  write_file_atomically(file, read_text_file(file) + R"({"values": [2.5], "status": "comp)");
  {
    StudyJournal journal(file, id, JournalMode::resume);
    const StudyRow* row = journal.find({1.5});
    REQUIRE(row);
    const StudyRow put = made_row(1.5);
    CHECK(row->status == put.status);
    CHECK(row->message == put.message);
    CHECK(row->simulated_s == put.simulated_s);
    CHECK(row->state_hash == put.state_hash);
    CHECK(row->metrics.at("distance").value == 1e-300);
    CHECK(row->metrics.at("distance").unit == "m");
    CHECK(std::isnan(row->metrics.at("odd").value));
    CHECK_FALSE(journal.find({2.5}));
    CHECK_FALSE(row->verdict);
    StudyRow judged = made_row(2.5);
    judged.verdict = Verdict{"hung_up", 0.1 + 0.7, "the body carried \"91 %\", and more"};
    journal.append(judged);
  }
  {
    StudyJournal journal(file, id, JournalMode::resume);
    const StudyRow* row = journal.find({2.5});
    REQUIRE(row);
    REQUIRE(row->verdict);
    CHECK(row->verdict->name == "hung_up");
    CHECK(row->verdict->time == 0.1 + 0.7);
    CHECK(row->verdict->reason == "the body carried \"91 %\", and more");
  }
  StudyIdentity other = id;
  other.inputs["rover r"] = "01";
  CHECK_THROWS_WITH(StudyJournal(file, other, JournalMode::resume), Catch::Contains("rover r has changed"));
  other = id;
  other.keys = {"k", "l"};
  CHECK_THROWS_AS(StudyJournal(file, other, JournalMode::resume), InputError);
  CHECK_FALSE(StudyJournal(file, other, JournalMode::fresh).find({1.5}));
  write_file_atomically(file, "no journal\n");
  CHECK_THROWS_AS(StudyJournal(file, id, JournalMode::resume), InputError);
}

TEST_CASE("a changed row of a journal is not used, whatever was changed, and a changed heading is refused") {
  const test::ScratchFolder folder("study_spoiled");
  const fs::path file = folder / "j";
  const StudyIdentity id{.scenario = "s", .version = "1", .settings = {}, .keys = {"k"}, .inputs = {}};
  {
    StudyJournal journal(file, id, JournalMode::resume);
    for (const double value : {1.5, 2.5, 3.5}) journal.append(made_row(value));
  }
  const std::string whole = read_text_file(file);
  const std::size_t rows = whole.find('\n') + 1;
  std::size_t used = 0, trials = 0;
  for (std::size_t place = rows; place < whole.size(); place += 7)
    for (const char wrong : {'0', '9', '\n', '"'}) {
      std::string spoiled = whole;
      if (spoiled[place] == wrong) continue;
      spoiled[place] = wrong;
      std::ofstream(file, std::ios::binary) << spoiled;
      INFO("byte " << place << " made " << int(wrong));
      const StudyJournal journal(file, id, JournalMode::resume);
      int left = 0;
      for (const double value : {1.5, 2.5, 3.5}) {
        const StudyRow* row = journal.find({value});
        if (!row) continue;
        ++left;
        CHECK(row->state_hash == made_row(value).state_hash);
        CHECK(row->metrics.at("distance").value == 1e-300);
      }
      CHECK(left < 3);
      CHECK(left >= 1);  // a spoiled line break takes two rows at most
      CHECK(journal.damaged_rows() + std::size_t(left) >= 2);
      ++trials;
      used += std::size_t(left);
    }
  CHECK(used > trials);  // the other rows are used
  std::ofstream(file, std::ios::binary) << "{\"format\": 3, " << whole.substr(2);
  CHECK_THROWS_AS(StudyJournal(file, id, JournalMode::resume), InputError);
  // Only a journal is thrown away to begin anew.
  std::ofstream(file, std::ios::binary) << "my notes\n";
  CHECK_THROWS_AS(StudyJournal(file, id, JournalMode::fresh), InputError);
  CHECK(read_text_file(file) == "my notes\n");
  REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK_THROWS_AS(StudyJournal(folder / "pipe", id, JournalMode::fresh), InputError);
}

TEST_CASE(
    "the table has the grid's order, whatever the order of the rows; failed rows are gaps in the plots") {
  const test::ScratchFolder folder("study");
  const ParameterGrid grid(std::vector<VariedKey>{{"k", {3, 1, 2}}});
  const StudyIdentity id{.scenario = "s", .version = "1", .settings = {}, .keys = {"k"}, .inputs = {}};
  StudyJournal journal(folder / "j", id, JournalMode::resume);
  for (const double value : {2.0, 3.0, 1.0}) {
    StudyRow row = made_row(value);
    row.metrics["distance"].value = 10.0 * value;
    if (value != 1.0) row.status = WorldStatus::completed;
    if (value != 1.0) row.verdict = Verdict{"out", value, "r"};
    journal.append(row);
  }
  const Table table = make_study_table(grid, id, journal, {"distance"}, true);
  const auto at = [&](const std::string& name) {
    return std::find_if(table.columns.begin(), table.columns.end(),
                        [&](const auto& column) { return column.name == name; });
  };
  REQUIRE(at("verdict") != table.columns.end());
  CHECK(std::get<std::vector<std::string>>(at("verdict")->cells) ==
        std::vector<std::string>{"out", "", "out"});
  const auto& times = std::get<std::vector<double>>(at("verdict_time_s")->cells);
  CHECK(times[0] == 3.0);
  CHECK(std::isnan(times[1]));
  const Table unjudged = make_study_table(grid, id, journal, {"distance"}, false);
  CHECK(unjudged.columns.size() + 3 == table.columns.size());
  CHECK(std::get<std::vector<double>>(table.columns[0].cells) == std::vector<double>{3, 1, 2});
  CHECK(std::get<std::vector<double>>(table.columns[1].cells) == std::vector<double>{30, 10, 20});
  const auto panels = make_study_plots(grid, id, journal, {"distance"});
  REQUIRE(panels.size() == 1);
  const PlotSeries& series = panels[0].series.at(0);
  CHECK(series.x == std::vector<double>{1, 2, 3});
  CHECK(std::isnan(series.y[0]));
  CHECK(series.y[1] == 20.0);
}

TEST_CASE(
    "curves of a plot: every combination of the other keys, or the first of the third where they are many") {
  const test::ScratchFolder folder("study");
  const std::vector<double> five{1, 2, 3, 4, 5};
  const ParameterGrid few(std::vector<VariedKey>{{"x", five}, {"a", {1, 2}}, {"b", {1, 2, 3}}});
  const ParameterGrid many(std::vector<VariedKey>{{"x", five}, {"a", five}, {"b", five}});
  const StudyIdentity id{
      .scenario = "s", .version = "1", .settings = {}, .keys = {"x", "a", "b"}, .inputs = {}};
  StudyJournal journal(folder / "j", id, JournalMode::resume);
  CHECK(make_study_plots(few, id, journal, {"m"})[0].series.size() == 6);
  const PlotPanel panel = make_study_plots(many, id, journal, {"m"})[0];
  CHECK(panel.series.size() == 5);
  CHECK_THAT(panel.title, Catch::Contains("b 1"));
}

TEST_CASE("tables of a study: only of two keys with many values, rising, with gaps where nothing was found") {
  const test::ScratchFolder folder("study");
  const std::vector<double> six{6, 5, 4, 3, 2, 1}, five{1, 2, 3, 4, 5};
  const StudyIdentity id{.scenario = "s", .version = "1", .settings = {}, .keys = {"x", "y"}, .inputs = {}};
  StudyJournal journal(folder / "j", id, JournalMode::resume);
  StudyRow row;
  row.values = {5, 2};
  row.status = WorldStatus::completed;
  row.metrics["m"] = {7.0, "N"};
  journal.append(row);
  CHECK(make_study_tables(ParameterGrid({{"x", six}, {"y", five}}), id, journal, {"m"}).empty());
  const auto tables = make_study_tables(ParameterGrid({{"x", six}, {"y", six}}), id, journal, {"m"});
  REQUIRE(tables.size() == 1);
  CHECK(tables[0].x == std::vector<double>{1, 2, 3, 4, 5, 6});
  CHECK(tables[0].values[1 * 6 + 4] == 7.0);  // y = 2, x = 5
  CHECK(std::count_if(tables[0].values.begin(), tables[0].values.end(),
                      [](double v) { return std::isnan(v); }) == 35);
}

}  // namespace
}  // namespace grouser
