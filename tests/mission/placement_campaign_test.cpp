// SPDX-License-Identifier: BSD-3-Clause
// A campaign that is stopped and goes on gives the bits of one that was not; its table is read back as it was.
#include "grouser/mission/placement/placement_campaign.hpp"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>

#include "campaign/journal_file.hpp"
#include "catch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/placement/placement_table.hpp"
#include "scratch_folder.hpp"

namespace grouser {
namespace {
namespace fs = std::filesystem;

PlacementCampaign on_mars(int samples) { return {.terrain = "egress_mars", .samples = samples, .seed = 3}; }

std::string csv_of(const PlacementSetting& setting, const std::vector<Placement>& placements) {
  return to_csv(make_placement_table(setting.ground, setting.form, placements, setting.campaign.seed));
}

TEST_CASE("a placement campaign that was cancelled and killed goes on, to the same bits") {
  const test::ScratchFolder folder("campaign");
  const fs::path journal = folder / "j";
  const PlacementSetting setting = read_placement_campaign(on_mars(70));
  const std::string whole =
      csv_of(setting, set_down(setting.ground, setting.form, setting.spots, {.threads = 2}));

  // cancelled after some
  std::atomic<int> asked{0};
  std::size_t first = 0;
  run_placement_campaign(setting, journal, {.threads = 1, .cancelled = [&] { return ++asked > 40; }},
                         [&](std::size_t, const Placement&) { ++first; });
  CHECK(first > 0);
  CHECK(first < 70);
  // killed in the middle of a line
  {
    std::ofstream file(journal, std::ios::app);
    file << "{\"sample\":69,\"kind\":\"res";
  }
  std::vector<Placement> placements(70);
  std::size_t told = 0;
  const std::size_t kept =
      run_placement_campaign(setting, journal, {.threads = 2}, [&](std::size_t k, const Placement& p) {
        placements[k] = p;
        ++told;
      });
  CHECK(kept == first);
  CHECK(told == 70);
  CHECK(csv_of(setting, placements) == whole);

  // a larger campaign begins with the samples of this one; another seed is another campaign
  const PlacementSetting larger = read_placement_campaign(on_mars(75));
  CHECK(run_placement_campaign(larger, journal, {.threads = 2}, [](std::size_t, const Placement&) {}) == 70);
  PlacementCampaign other = on_mars(10);
  other.seed = 4;
  const PlacementSetting another = read_placement_campaign(other);
  CHECK(another.identity != setting.identity);
  CHECK_THROWS_WITH(run_placement_campaign(another, journal, {}, [](std::size_t, const Placement&) {}),
                    Catch::Matchers::ContainsSubstring("seed"));
}

TEST_CASE("a journal line with a pose that lacks its pads is left out, and its placement is made anew") {
  const test::ScratchFolder folder("padless");
  const fs::path journal = folder / "j";
  const PlacementSetting setting = read_placement_campaign(on_mars(3));
  const auto spot = std::ranges::find(setting.spots, false, &PlacementSpot::on_void);
  REQUIRE(spot != setting.spots.end());
  {
    const JournalKind kind{"grouser placement journal 1", "a test", "test", "this file moved away"};
    JournalFile file(
        journal, kind, JournalJson::parse(setting.identity), [](const JournalJson&) { return ""; },
        [](const JournalJson&) {});
    file.append({{"sample", spot - setting.spots.begin()},
                 {"kind", "resting"},
                 {"pose", std::vector<double>(12, 0.0)},
                 {"angles", std::vector<double>(4, 0.0)},
                 {"pads", JournalJson::array()},
                 {"ramps", JournalJson::array()},
                 {"on_belly", false},
                 {"friction_use", 0.0}});
  }
  std::vector<Placement> placements(3);
  const std::size_t kept = run_placement_campaign(
      setting, journal, {.threads = 1}, [&](std::size_t k, const Placement& p) { placements[k] = p; });
  REQUIRE(kept == 0);
  CHECK(csv_of(setting, placements) ==
        csv_of(setting, set_down(setting.ground, setting.form, setting.spots, {.threads = 1})));
}

TEST_CASE("settings of a scenario are part of a campaign") {
  PlacementCampaign heavy = on_mars(5);
  heavy.choice.settings = {{"gravity", "3.5"}};
  const PlacementSetting setting = read_placement_campaign(heavy);
  CHECK(setting.ground.gravity == 3.5);
  CHECK(setting.identity != read_placement_campaign(on_mars(5)).identity);
}

TEST_CASE("placements.csv is read back as it was written, and other tables are refused") {
  const test::ScratchFolder folder("placements");
  const PlacementSetting setting = read_placement_campaign(on_mars(20));
  const Table table = make_placement_table(
      setting.ground, setting.form, set_down(setting.ground, setting.form, setting.spots, {.threads = 2}), 3);
  const fs::path file = folder / "placements.csv";
  write_table_csv(file, table);
  const Table read = read_placement_table(file);
  CHECK(to_csv(read) == to_csv(table));
  REQUIRE(read.columns.size() == table.columns.size());
  CHECK(read.columns[1].unit == "m");
  std::ofstream(folder / "other.csv") << "a [m],b\n1,x\n";
  CHECK_THROWS_WITH(read_placement_table(folder / "other.csv"),
                    Catch::Matchers::ContainsSubstring("other columns"));
  // columns are found by name, in any order, whatever a spreadsheet made of them
  std::ofstream(folder / "moved.csv") << "\xEF\xBB\xBFtilt_deg [deg];kind;y [m];x [m];heading_deg "
                                         "[deg];sample [-]\r\n2,5;resting;2;1;90;0\r\n";
  const Table moved = read_placement_table(folder / "moved.csv");
  REQUIRE(moved.columns.size() == 6);
  CHECK(std::get<std::vector<double>>(moved.columns[1].cells).at(0) == 1.0);
  CHECK(moved.columns[4].name == "kind");
  CHECK(std::get<std::vector<double>>(moved.columns[5].cells).at(0) == 2.5);
  std::ofstream(folder / "kind.csv") << "sample [-],x [m],y [m],heading_deg [deg],kind [-]\n0,1,2,90,1\n";
  CHECK_THROWS_WITH(read_placement_table(folder / "kind.csv"),
                    Catch::Matchers::ContainsSubstring("none of them 'kind'"));
  std::ofstream(folder / "short.csv") << "a [m],\"b, and\"\"c\"\n1,x\n2\n";
  CHECK_THROWS_WITH(read_table_csv(folder / "short.csv"), Catch::Matchers::ContainsSubstring("short.csv:3"));
  std::ofstream(folder / "word.csv") << "a [m]\n1\nx\n";
  CHECK_THROWS_WITH(read_table_csv(folder / "word.csv"), Catch::Matchers::ContainsSubstring("word.csv:3") &&
                                                             Catch::Matchers::ContainsSubstring("a number"));
}

}  // namespace
}  // namespace grouser
