// SPDX-License-Identifier: BSD-3-Clause
// Level scalar: see body_block.hpp.
#include "grouser/math/simd/level_scalar.hpp"
// the level first
#include "block_passes_simd.hpp"

namespace grouser {
constinit const LanePasses kPassesScalar = kPasses<simd::ScalarLevel>;
}  // namespace grouser
