// SPDX-License-Identifier: BSD-3-Clause
// A campaign's folder seen by somebody who looks on: every row once, while others write, close, grow and damage it.
#include "grouser/mission/campaign/campaign_reader.hpp"

#include <fstream>
#include <map>
#include <thread>

#include "catch.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/random.hpp"
#include "scratch_folder.hpp"

using namespace grouser;
namespace fs = std::filesystem;

namespace {

const std::vector<RowColumn> kSeen{{"row", "-"}, {"status", "", true}, {"x", "m"}};

CampaignManifest manifest_of(std::uint64_t rows) {
  CampaignManifest manifest;
  manifest.identity = {
      .version = "1", .simd_level = "sse2", .inputs = {}, .plan = {"seed = 1"}, .columns = kSeen};
  manifest.samples = manifest.rows = rows;
  return manifest;
}

double value_of(std::uint64_t row) { return math::RandomStream(1, row).normal(); }

void add_rows(RowStore& store, std::uint64_t first, std::uint64_t last) {
  for (std::uint64_t row = first; row < last; ++row)
    store.add({row, {static_cast<double>(row), value_of(row)}, {"completed"}});
}

/// What a reader has seen so far: rows of whole shards, which stay, and the others of the last look.
struct Seen {
  std::map<double, double> whole, open;
  std::size_t handed_over = 0;  // rows of whole shards, each time they came
  bool look(CampaignReader& reader) {
    std::map<double, double> now;
    const bool news = reader.look([&](CampaignReader::Rows&& found, std::size_t, std::size_t) {
      const auto& rows = std::get<std::vector<double>>(found.rows.columns[0].cells);
      const auto& x = std::get<std::vector<double>>(found.rows.columns[2].cells);
      for (std::size_t k = 0; k < rows.size(); ++k) (found.whole ? whole : now)[rows[k]] = x[k];
      if (found.whole) handed_over += rows.size();
      return true;
    });
    if (news) open = now;
    return news;
  }
  void check(std::uint64_t rows) const {
    CHECK(whole.size() + open.size() == rows);
    for (const auto* part : {&whole, &open})
      for (const auto& [row, x] : *part) REQUIRE(x == value_of(static_cast<std::uint64_t>(row)));
  }
};

}  // namespace

TEST_CASE("somebody who looks on sees every row once, as it comes") {
  const test::ScratchFolder folder("reader_follows");
  write_manifest(folder.path(), manifest_of(3000));
  CampaignReader reader(folder.path());
  Seen seen;
  CHECK_FALSE(seen.look(reader));
  CHECK_FALSE(reader.at_work());
  {
    RowStore store(folder.path(), kSeen, 3000, StoreUse::whole_folder);
    add_rows(store, 0, 700);
    CHECK(seen.look(reader));
    CHECK(reader.at_work());
    seen.check(700);
    CHECK_FALSE(seen.look(reader));
    add_rows(store, 2900, 3000);  // in any order
    add_rows(store, 700, 1100);   // closes the first shard
    CHECK(seen.look(reader));
    seen.check(1200);
    CHECK(seen.handed_over == 1024);
    for (const std::uint64_t row : {5u, 1050u, 2950u}) {
      const auto found = reader.find_row(row);
      REQUIRE(found);
      CHECK(found->numbers == std::vector<double>{static_cast<double>(row), value_of(row)});
      CHECK(found->texts == std::vector<std::string>{"completed"});
    }
    CHECK_FALSE(reader.find_row(1100));
    CHECK_FALSE(reader.find_row(1ull << 60));
  }
  CHECK_FALSE(reader.at_work());
  write_manifest(folder.path(), manifest_of(4000));  // it has grown
  RowStore store(folder.path(), kSeen, 4000, StoreUse::whole_folder);
  add_rows(store, 0, 4000);
  CHECK(seen.look(reader));
  seen.check(4000);
  CHECK(reader.manifest().rows == 4000);
  CHECK(seen.handed_over == 3 * 1024);
  CHECK(reader.notes().empty());
}

TEST_CASE("rows are seen while another thread writes them") {
  const test::ScratchFolder folder("reader_meanwhile");
  constexpr std::uint64_t kRows = 5000;
  write_manifest(folder.path(), manifest_of(kRows));
  CampaignReader reader(folder.path());
  Seen seen;
  RowStore store(folder.path(), kSeen, kRows, StoreUse::whole_folder);
  std::thread writer([&] { add_rows(store, 0, kRows); });
  std::size_t before = 0;
  for (int looks = 0; looks < 2000 && before < kRows; ++looks) {
    seen.look(reader);
    for (const auto& [row, x] : seen.open) REQUIRE(x == value_of(static_cast<std::uint64_t>(row)));
    before = seen.whole.size() + seen.open.size();
  }
  writer.join();
  seen.look(reader);
  seen.check(kRows);
  CHECK(seen.handed_over == kRows / kShardRows * kShardRows);
}

TEST_CASE("what is damaged is told once, stays as it is, and costs its own rows alone") {
  const test::ScratchFolder folder("reader_damaged");
  write_manifest(folder.path(), manifest_of(2500));
  {
    RowStore store(folder.path(), kSeen, 2500, StoreUse::whole_folder);
    add_rows(store, 0, 2500);
  }
  const std::string shard = read_text_file(folder / "shards/000000.h5", 64u << 20);
  std::ofstream(folder / "shards/000000.h5", std::ios::binary) << shard.substr(0, shard.size() / 2);
  const std::string open = read_text_file(folder / "shards/000002.rows");
  std::ofstream(folder / "shards/000002.rows", std::ios::binary) << open.substr(0, open.size() - 3);
  CampaignReader reader(folder.path());
  Seen seen;
  CHECK(seen.look(reader));
  seen.check(2500 - 1024 - 1);
  REQUIRE(reader.notes().size() == 1);
  CHECK_THAT(reader.notes()[0], Catch::Matchers::ContainsSubstring("000000.h5"));
  CHECK_FALSE(seen.look(reader));
  CHECK(reader.notes().size() == 1);
  CHECK(fs::file_size(folder / "shards/000000.h5") == shard.size() / 2);
  CHECK(fs::file_size(folder / "shards/000002.rows") == open.size() - 3);
}

TEST_CASE("a folder that is no campaign, or another one by now, is refused in words") {
  const test::ScratchFolder folder("reader_foreign");
  CHECK_THROWS_WITH(CampaignReader(folder.path()), Catch::Matchers::ContainsSubstring("no campaign"));
  CampaignManifest other = manifest_of(10);
  other.identity.columns = {{"x", "m"}};
  write_manifest(folder.path(), other);
  CHECK_THROWS_WITH(CampaignReader(folder.path()), Catch::Matchers::ContainsSubstring("columns"));
  write_manifest(folder.path(), manifest_of(10));
  CampaignReader reader(folder.path());
  other = manifest_of(10);
  other.identity.plan = {"seed = 2"};
  write_manifest(folder.path(), other);
  const auto look = [&] {
    return reader.look([](CampaignReader::Rows&&, std::size_t, std::size_t) { return true; });
  };
  CHECK_THROWS_WITH(look(), Catch::Matchers::ContainsSubstring("another campaign than before") &&
                                Catch::Matchers::ContainsSubstring("seed"));
  fs::remove(folder / "campaign.json");
  CHECK_THROWS_WITH(look(), Catch::Matchers::ContainsSubstring("no campaign"));
}
