// SPDX-License-Identifier: BSD-3-Clause
// Level scalar: see rft_sums.hpp.
#include "rft_sums_loops.hpp"

namespace grouser::rft {
constinit const SurfaceLoops kScalar = kLoops;
}  // namespace grouser::rft
