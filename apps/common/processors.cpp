// SPDX-License-Identifier: BSD-3-Clause
// Counts the processors of the affinity mask and lowers the count to the quota of the control groups of both
// versions.
#include "processors.hpp"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <thread>

#include "control_groups.hpp"

namespace grouser {
namespace {

namespace fs = std::filesystem;

/// Processors of the calling thread's affinity mask; those of the machine if the kernel refuses to tell.
int processors_of_mask() {
  // The kernel refuses a fixed set that is smaller than its own mask; then all processors count.
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (sched_getaffinity(0, sizeof mask, &mask) == 0 && CPU_COUNT(&mask) > 0) return CPU_COUNT(&mask);
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// Processors that a quota is worth; 0: no limit. quota and period: microseconds.
int processors_of(double quota, double period) {
  return quota > 0.0 && period > 0.0 ? std::max(1, static_cast<int>(std::ceil(quota / period))) : 0;
}

/// Processors that one group's quota is worth; 0: no limit. cpu.max reads "max 100000" or "150000 100000"
/// (Linux, Documentation/admin-guide/cgroup-v2.rst).
int processors_of_group(const fs::path& group) {
  std::ifstream file(group / "cpu.max");
  double quota = 0.0, period = 0.0;
  if (file >> quota >> period) return processors_of(quota, period);
  std::ifstream old_quota(group / "cpu.cfs_quota_us"), old_period(group / "cpu.cfs_period_us");  // version 1
  if (old_quota >> quota && old_period >> period) return processors_of(quota, period);
  return 0;
}

/// The least quota of a group and all above it, processors; 0: no limit.
int processors_of_quota(const fs::path& root, fs::path group) {
  int least = 0;
  for (;; group = group.parent_path()) {
    if (const int here = processors_of_group(root / group); here > 0)
      least = least > 0 ? std::min(least, here) : here;
    if (group.empty()) return least;
  }
}

}  // namespace

int allowed_processors(const fs::path& groups) {
  int count = processors_of_mask();
  for (const int quota : {processors_of_quota(groups, own_group(",,")),
                          processors_of_quota(groups / "cpu", own_group(",cpu,cpuacct,"))})
    if (quota > 0) count = std::min(count, quota);
  return count;
}

int processors_beside_window() { return std::max(1, allowed_processors() - 1); }

}  // namespace grouser
