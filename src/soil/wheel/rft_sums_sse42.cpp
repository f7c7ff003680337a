// SPDX-License-Identifier: BSD-3-Clause
// Level sse4.2: see rft_sums.hpp.
#include "rft_sums_loops.hpp"

namespace grouser::rft {
constinit const SurfaceLoops kSse42 = kLoops;
}  // namespace grouser::rft
