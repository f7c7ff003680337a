// SPDX-License-Identifier: BSD-3-Clause
// Reads the limits of control groups from their files, for both versions of the interface. A limit of any
// group above the own one holds too, so each search climbs to the root.
#include "control_groups.hpp"

#include <algorithm>
#include <fstream>

namespace grouser {

namespace fs = std::filesystem;

namespace {

/// Limit of one group, bytes; 0 if it has none. memory.max of version 2 is a number or "max"; in
/// memory.limit_in_bytes of version 1 a number near 2^63 is no limit.
std::uint64_t memory_of_group(const fs::path& group) {
  constexpr std::uint64_t kNoLimit = 1ull << 60;
  for (const char* name : {"memory.max", "memory.limit_in_bytes"}) {
    std::ifstream file(group / name);
    std::uint64_t bytes = 0;
    if (file >> bytes && bytes > 0 && bytes < kNoLimit) return bytes;
  }
  return 0;
}

/// The least limit of a group and all above it up to `root`, bytes; 0: no limit.
std::uint64_t least_memory(const fs::path& root, fs::path group) {
  std::uint64_t least = 0;
  for (;; group = group.parent_path()) {
    if (const std::uint64_t here = memory_of_group(root / group); here > 0)
      least = least > 0 ? std::min(least, here) : here;
    if (group.empty()) return least;
  }
}

}  // namespace

fs::path own_group(const std::string& kind) {
  std::ifstream file("/proc/self/cgroup");
  // A line is "number:kinds:path"; the kinds of version 2 are empty, which makes them ",,".
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    if ("," + line.substr(first + 1, second - first - 1) + "," == kind)
      return fs::path(line.substr(second + 1)).relative_path();
  }
  return {};
}

std::uint64_t allowed_memory(const fs::path& groups) {
  const std::uint64_t second = least_memory(groups, own_group(",,"));
  const std::uint64_t first = least_memory(groups / "memory", own_group(",memory,"));
  return second > 0 && first > 0 ? std::min(second, first) : std::max(second, first);
}

}  // namespace grouser
