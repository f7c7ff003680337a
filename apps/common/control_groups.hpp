// SPDX-License-Identifier: BSD-3-Clause
// Control groups, by which containers, systemd and queues limit a program (Linux, cgroups(7)).
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

namespace grouser {

/// The own group below the root of its kind, from /proc/self/cgroup: of ",,", that of version 2; of version 1
/// ",cpu,cpuacct,", ",memory,". Empty: none.
std::filesystem::path own_group(const std::string& kind);

/// Bytes that the own groups and all above them let this program have, at most; 0: no limit.
/// groups: the folder where control groups are mounted.
std::uint64_t allowed_memory(const std::filesystem::path& groups = "/sys/fs/cgroup");

}  // namespace grouser
