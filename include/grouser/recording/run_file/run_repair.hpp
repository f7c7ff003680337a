// SPDX-License-Identifier: BSD-3-Clause
// Makes a complete run file from one that was left behind by a killed run.
#pragma once
#include <cstddef>
#include <filesystem>

namespace grouser {

/// Counts of what a repair kept.
struct RepairReport {
  bool was_whole = false;          ///< the input had been closed and no frame was damaged
  std::size_t frames_kept = 0;     ///< in the clean file
  std::size_t frames_lost = 0;     ///< rows found in the input but not provably right
  std::size_t keyframes_kept = 0;  ///< in the clean file
  std::size_t events_kept = 0;     ///< in the clean file
};

/// Writes what is provably right in `in` to a clean file `out`, which any HDF5 program opens; `out` may be
/// `in`, and appears only when complete. Throws InputError if `in` is not a run file or output_target()
/// refuses `out` (for example a run that is still being written, in place), RunError on a disk error.
RepairReport repair_run(const std::filesystem::path& in, const std::filesystem::path& out);

}  // namespace grouser
