// SPDX-License-Identifier: BSD-3-Clause
// Level avx512: see rft_sums.hpp.
#include "rft_sums_loops.hpp"

namespace grouser::rft {
constinit const SurfaceLoops kAvx512 = kLoops;
}  // namespace grouser::rft
