// SPDX-License-Identifier: BSD-3-Clause
// How many processors a program may use, under masks and quotas.
#include "common/processors.hpp"

#include <sched.h>

#include <fstream>

#include "catch.hpp"
#include "common/control_groups.hpp"
#include "scratch_folder.hpp"

namespace grouser {
namespace {

void write_line(const std::filesystem::path& path, const std::string& line) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << line << "\n";
}

}  // namespace

TEST_CASE("workers are as many as the mask of processors allows") {
  cpu_set_t before;
  REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
  int first = 0;
  while (!CPU_ISSET(first, &before)) ++first;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(first, &one);
  REQUIRE(sched_setaffinity(0, sizeof one, &one) == 0);
  CHECK(allowed_processors() == 1);
  CHECK(processors_beside_window() == 1);
  REQUIRE(sched_setaffinity(0, sizeof before, &before) == 0);
  CHECK(allowed_processors() <= CPU_COUNT(&before));
}

TEST_CASE("a quota of processor time is rounded up to whole processors") {
  const test::ScratchFolder folder("processors");
  const std::filesystem::path groups = folder.path();
  const int all = allowed_processors(groups / "none");
  write_line(groups / "cpu.max", "max 100000");
  CHECK(allowed_processors(groups) == all);
  write_line(groups / "cpu.max", "100000 100000");
  CHECK(allowed_processors(groups) == 1);
  write_line(groups / "cpu.max", "120000 100000");
  CHECK(allowed_processors(groups) == std::min(all, 2));
  write_line(groups / "cpu.max", "1000 100000");
  CHECK(allowed_processors(groups) == 1);
  write_line(groups / "cpu.max", "max 100000");
  write_line(groups / "cpu/cpu.cfs_quota_us", "-1");  // version 1: no limit
  write_line(groups / "cpu/cpu.cfs_period_us", "100000");
  CHECK(allowed_processors(groups) == all);
  write_line(groups / "cpu/cpu.cfs_quota_us", "50000");
  CHECK(allowed_processors(groups) == 1);
}

TEST_CASE("memory is what the control groups let a program have") {
  const test::ScratchFolder folder("memory groups");
  const std::filesystem::path groups = folder.path();
  CHECK(allowed_memory(groups) == 0);
  write_line(groups / "memory.max", "max");
  CHECK(allowed_memory(groups) == 0);
  write_line(groups / "memory.max", "1073741824");
  CHECK(allowed_memory(groups) == 1073741824);
  write_line(groups / "memory/memory.limit_in_bytes", "9223372036854771712");  // version 1: no limit
  CHECK(allowed_memory(groups) == 1073741824);
  write_line(groups / "memory/memory.limit_in_bytes", "536870912");
  CHECK(allowed_memory(groups) == 536870912);
}

}  // namespace grouser
