// SPDX-License-Identifier: BSD-3-Clause
// The level is chosen through the environment variable that simd_level() reads at its first call.
#include "recorded_level.hpp"

#include <cstdlib>

#include "grouser/math/simd_level.hpp"
#include "grouser/recording/run_file/run_reader.hpp"

namespace grouser::cli {

void take_recorded_level(const std::string& run_file) {
  const std::string recorded = RunReader(run_file).header().simd_level;
  for (const SimdLevel level : available_levels())
    if (level_name(level) == recorded) ::setenv("GROUSER_SIMD_LEVEL", recorded.c_str(), 1);
}

}  // namespace grouser::cli
