// SPDX-License-Identifier: BSD-3-Clause
// Number of processors that this program may use.
#pragma once
#include <filesystem>

namespace grouser {

/// Those of the calling thread's mask (taskset, Slurm's --cpus-per-task), at most as many as the control
/// group's quota of processor time is worth, rounded up (containers, systemd's CPUQuota); at least one.
/// groups: where control groups are mounted.
int allowed_processors(const std::filesystem::path& groups = "/sys/fs/cgroup");

/// allowed_processors() but for the one that draws the window; at least one.
int processors_beside_window();

}  // namespace grouser
