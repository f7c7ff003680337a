// SPDX-License-Identifier: BSD-3-Clause
// Writes a run as plain files for spreadsheets and scripts.
#pragma once
#include <filesystem>
#include <functional>
#include <vector>

#include "grouser/recording/run_file/run_reader.hpp"

namespace grouser {

/// Beginning of the first row of frames.csv.
inline constexpr const char* kFramesCsvBegin = "time [s],step";
inline constexpr const char* kFormerFramesCsvBegin = "time_s,step";  ///< the same in files of version 0.1

/// All files that export_csv() would write, frames.csv first.
std::vector<std::filesystem::path> export_paths(const RunReader& run, const std::filesystem::path& folder);

/// Gets the finished part, 0 to 1; may throw to stop.
using ProgressCallback = std::function<void(double fraction)>;

/// Writes into `folder` (created if missing): frames.csv (time [s], step, then one column per channel, "name
/// [unit]"), events.csv, summary.json if there is one, and the input documents under input/. Numbers read
/// back to the same bits. Each file appears only when complete. Returns the files written. Throws InputError
/// or RunError.
std::vector<std::filesystem::path> export_csv(const RunReader& reader, const std::filesystem::path& folder,
                                              const ProgressCallback& progress = {});

}  // namespace grouser
