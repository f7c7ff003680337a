// SPDX-License-Identifier: BSD-3-Clause
// A recorded run as an MCAP file of the profile ros2 (docs/exchange_logs.md).
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>

#include "grouser/base/output_files.hpp"
#include "grouser/recording/run_file/run_reader.hpp"

namespace grouser {

/// Files that export_mcap() writes.
FileKind mcap_kind();

/// Counts of what an export wrote.
struct McapReport {
  std::size_t frames = 0, topics = 0;
  std::uint64_t messages = 0;
};

/// Writes all frames, events and the ground of a run. Memory does not grow with the run. `progress` gets the
/// finished part, 0 to 1, and may throw to stop. The file appears only when complete. Throws InputError or
/// RunError.
McapReport export_mcap(RunReader& run, const std::filesystem::path& path,
                       const std::function<void(double fraction)>& progress = {});

}  // namespace grouser
