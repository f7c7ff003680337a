// SPDX-License-Identifier: BSD-3-Clause
// Level neon: see rft_sums.hpp.
#include "rft_sums_loops.hpp"

namespace grouser::rft {
constinit const SurfaceLoops kNeon = kLoops;
}  // namespace grouser::rft
