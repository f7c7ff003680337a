// SPDX-License-Identifier: BSD-3-Clause
// Rows of campaigns: the processes that run them and the folder that keeps them, with a trivial function in place of a world.
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>

#include "catch.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/hash.hpp"
#include "grouser/math/random.hpp"
#include "grouser/mission/campaign/row_store.hpp"
#include "grouser/mission/campaign/row_workers.hpp"
#include "grouser/recording/run_file/table_stream.hpp"
#include "scratch_folder.hpp"

using namespace grouser;
namespace fs = std::filesystem;

namespace {

const std::vector<RowColumn> kColumns{{"row", "-"}, {"status", "", true}, {"x", "m"}, {"reason", "", true}};

RowRecord record_of(std::uint64_t row, const std::string& status = "completed",
                    const std::string& reason = "") {
  math::RandomStream random(1, row);
  return {row, {static_cast<double>(row), random.normal()}, {status, reason}};
}

RowJob job_into(RowStore& store) {
  return {
      .run = [](std::uint64_t row,
                const RowProgress&) { return record_of(row, "completed", row % 7 == 0 ? "seventh" : ""); },
      .crashed = [](std::uint64_t row,
                    const std::string& reason) { return record_of(row, "crashed", reason); },
      .done = [&store](const RowRecord& record) { store.add(record); }};
}

bool run_missing(RowStore& store, const RowJob& job, int workers) {
  return run_in_workers(0, store.rows(), [&](std::uint64_t row) { return !store.has(row); }, job,
                        {workers, {}, {}});
}

std::string merged(const RowStore& store) {
  return read_text_file(store.merge({{"of", "a test"}}), 64u << 20);
}

/// The bytes of the table of a campaign that nothing happened to.
std::string undisturbed(std::uint64_t rows) {
  const test::ScratchFolder folder("campaign_plain");
  RowStore store(folder.path(), kColumns, rows, StoreUse::whole_folder);
  REQUIRE(run_missing(store, job_into(store), 1));
  return merged(store);
}

constexpr std::uint64_t kRows = 2500;  // two shards and part of a third

}  // namespace

TEST_CASE("the merged table has the same bytes from any number of workers, and opens as it was") {
  const test::ScratchFolder folder("campaign_three");
  RowStore store(folder.path(), kColumns, kRows, StoreUse::whole_folder);
  REQUIRE(run_missing(store, job_into(store), 3));
  CHECK(fs::exists(folder / "shards/000001.h5"));
  CHECK(fs::exists(folder / "shards/000002.rows"));
  CHECK(merged(store) == undisturbed(kRows));
  const Table table = read_table_hdf5(folder / "table.h5");
  REQUIRE(table.row_count() == kRows);
  const auto& x = std::get<std::vector<double>>(table.columns[2].cells);
  const auto& reasons = std::get<std::vector<std::string>>(table.columns[3].cells);
  for (std::uint64_t row = 0; row < kRows; ++row) {
    REQUIRE(x[row] == record_of(row).numbers[1]);
    REQUIRE(reasons[row] == (row % 7 == 0 ? "seventh" : ""));
  }
  CHECK(table.columns[2].unit == "m");
}

TEST_CASE("a campaign killed at random moments goes on to the same table") {
  const test::ScratchFolder folder("campaign_killed");
  math::RandomStream random(20261123, 0);
  int kills = 0;
  for (bool whole = false; !whole;) {
    const pid_t child = ::fork();
    if (child == 0) {
      RowStore store(folder.path(), kColumns, kRows, StoreUse::whole_folder);
      ::_exit(run_missing(store, job_into(store), 2) ? 0 : 1);
    }
    if (kills < 12) {
      ::usleep(static_cast<useconds_t>(random.uniform(500.0, 12000.0)));
      ::kill(child, SIGKILL);
      ++kills;
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    whole = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (kills >= 12 && !whole) REQUIRE(WIFSIGNALED(status));
  }
  const RowStore store(folder.path(), kColumns, kRows, StoreUse::whole_folder);
  CHECK(store.rows_done() == kRows);
  CHECK(merged(store) == undisturbed(kRows));
}

TEST_CASE("what was changed on the disk is run again, with a note") {
  const test::ScratchFolder folder("campaign_damaged");
  {
    RowStore store(folder.path(), kColumns, kRows, StoreUse::whole_folder);
    REQUIRE(run_missing(store, job_into(store), 1));
  }
  std::string shard = read_text_file(folder / "shards/000000.h5", 64u << 20),
              open = read_text_file(folder / "shards/000002.rows");
  const std::size_t at = shard.find("seventh");
  REQUIRE(at != std::string::npos);
  shard[at] = 'z';
  std::ofstream(folder / "shards/000000.h5", std::ios::binary) << shard;
  std::ofstream(folder / "shards/000002.rows", std::ios::binary) << open.substr(0, open.size() - 5);
  RowStore store(folder.path(), kColumns, kRows, StoreUse::whole_folder);
  REQUIRE(store.notes().size() == 2);
  CHECK_THAT(store.notes()[0], Catch::Matchers::ContainsSubstring("000000.h5") &&
                                   Catch::Matchers::ContainsSubstring("not as it was written"));
  CHECK_THAT(store.notes()[1], Catch::Matchers::ContainsSubstring("cut short"));
  CHECK(store.rows_done() == kRows - 1024 - 1);
  REQUIRE(run_missing(store, job_into(store), 2));
  CHECK(merged(store) == undisturbed(kRows));
}

TEST_CASE("shards and records that do not belong to the campaign's rows are not used") {
  const test::ScratchFolder folder("campaign_foreign");
  {
    RowStore store(folder.path(), kColumns, kRows, StoreUse::whole_folder);
    REQUIRE(run_missing(store, job_into(store), 1));
  }
  const auto looked_at = [&](std::uint64_t rows) {
    const RowStore store(folder.path(), kColumns, rows, StoreUse::read);
    CHECK(store.rows_done() <= rows);
    std::size_t seen = 0;
    store.each_shard([&](const Table& table) { seen += table.row_count(); });
    CHECK(seen == store.rows_done());
    return store.rows_done();
  };
  for (const std::uint64_t rows : {5u, 900u, 1023u}) CHECK(looked_at(rows) == 0);
  CHECK(looked_at(1024) == 1024);
  CHECK(looked_at(2047) == 1024);
  CHECK(looked_at(std::uint64_t{1} << 50) == kRows);  // what a folder claims to have costs nothing
  // a record that claims more than any record has, before good ones
  const std::string good = read_text_file(folder / "shards/000002.rows");
  std::string claim(16, '\xff');
  claim[7] = 0;
  std::ofstream(folder / "shards/000002-2100.rows", std::ios::binary) << claim << good;
  std::ofstream(folder / "shards/99999999999999999999.rows", std::ios::binary) << good;
  std::ofstream(folder / "shards/000009.rows", std::ios::binary) << good;  // of another shard
  CHECK(looked_at(kRows) == kRows);
  // the rows of another shard in a whole one's place
  fs::copy_file(folder / "shards/000001.h5", folder / "shards/000000.h5",
                fs::copy_options::overwrite_existing);
  CHECK(looked_at(kRows) == kRows - 1024);
}

TEST_CASE("a row that ends its process costs that row alone") {
  const test::ScratchFolder folder("campaign_crash");
  RowStore store(folder.path(), kColumns, 40, StoreUse::whole_folder);
  RowJob job = job_into(store);
  const fs::path once = folder / "once";
  job.run = [&](std::uint64_t row, const RowProgress&) {
    for (const int fatal : {SIGSEGV, SIGABRT}) ::signal(fatal, SIG_DFL);  // not Catch's reports
    if (row == 5) ::raise(SIGSEGV);
    if (row == 9) ::abort();
    if (row == 11) ::_exit(3);
    if (row == 13) throw std::bad_alloc();
    if (row == 20 && !fs::exists(once)) {  // as if the machine had run out of memory for others' sake
      std::ofstream(once) << "x";
      ::kill(::getpid(), SIGKILL);
    }
    return record_of(row);
  };
  REQUIRE(run_missing(store, job, 2));
  const Table table = read_table_hdf5(store.merge({}));
  const auto& status = std::get<std::vector<std::string>>(table.columns[1].cells);
  const auto& reason = std::get<std::vector<std::string>>(table.columns[3].cells);
  for (std::size_t row = 0; row < 40; ++row)
    CHECK(status[row] == (std::set<std::size_t>{5, 9, 11, 13}.count(row) ? "crashed" : "completed"));
  CHECK_THAT(reason[5],
             Catch::Matchers::ContainsSubstring("signal 11") && Catch::Matchers::ContainsSubstring("twice"));
  CHECK_THAT(reason[9], Catch::Matchers::ContainsSubstring("signal 6"));
  CHECK_THAT(reason[11], Catch::Matchers::ContainsSubstring("code 3"));
  CHECK(reason[13] == "not enough memory");
}

TEST_CASE("two writers of one folder, a full disk and no folder are refused") {
  const test::ScratchFolder folder("campaign_refused");
  RowStore store(folder.path(), kColumns, 3000, StoreUse::whole_folder);
  CHECK_THROWS_WITH(RowStore(folder.path(), kColumns, 3000, StoreUse::whole_folder),
                    Catch::Matchers::ContainsSubstring("another campaign at work"));
  std::ofstream(folder / "file") << "x";
  CHECK_THROWS_AS(RowStore(folder / "file", kColumns, 10, StoreUse::whole_folder), InputError);
  struct rlimit before {};
  ::getrlimit(RLIMIT_FSIZE, &before);
  ::signal(SIGXFSZ, SIG_IGN);
  const struct rlimit small { 4000, before.rlim_max };
  ::setrlimit(RLIMIT_FSIZE, &small);  // what a full disk looks like, but for the number of the error
  std::string said;
  try {
    for (std::uint64_t row = 0; row < 100; ++row) store.add(record_of(row));
  } catch (const InputError& error) {
    said = error.what();
  }
  ::setrlimit(RLIMIT_FSIZE, &before);
  CHECK_THAT(said, Catch::Matchers::ContainsSubstring("cannot be written") &&
                       Catch::Matchers::ContainsSubstring("room on the disk"));
  CHECK(store.rows_done() > 10);
  const std::uint64_t done = store.rows_done();
  store.add(record_of(done));  // there is room again: nothing half written is in the way
  CHECK(RowStore(folder.path(), kColumns, 3000, StoreUse::read).rows_done() == done + 1);
}

TEST_CASE("what is done when a campaign is cancelled stays done") {
  const test::ScratchFolder folder("campaign_cancelled");
  RowStore store(folder.path(), kColumns, 500, StoreUse::whole_folder);
  const bool whole = run_in_workers(0, 500, [&](std::uint64_t row) { return !store.has(row); },
                                    job_into(store), {2, [&] { return store.rows_done() >= 100; }, {}});
  CHECK_FALSE(whole);
  CHECK(store.rows_done() >= 100);
  CHECK(store.rows_done() <= 102);  // and no more than each worker's last
}

TEST_CASE("what is told of a campaign's progress has the parts of rows at work, and never falls") {
  const test::ScratchFolder folder("campaign_progress");
  RowStore store(folder.path(), kColumns, 2, StoreUse::whole_folder);
  RowJob job = job_into(store);
  const fs::path once = folder / "once";
  job.run = [&](std::uint64_t row, const RowProgress& progress) {
    progress(row == 0 ? 0.5 : 0.25);
    ::usleep(350000);  // longer than the supervisor waits between two looks
    if (row == 1 && !fs::exists(once)) {
      std::ofstream(once) << "x";
      ::_exit(3);
    }
    return record_of(row);
  };
  std::vector<double> told;
  REQUIRE(run_in_workers(0, 2, [](std::uint64_t) { return true; }, job,
                         {1, {}, [&](double done, double) { told.push_back(done); }}));
  CHECK(std::is_sorted(told.begin(), told.end()));
  CHECK(told.back() == 2.0);
  for (const double part : {0.5, 1.0, 1.25}) CHECK(std::count(told.begin(), told.end(), part) > 0);
}
