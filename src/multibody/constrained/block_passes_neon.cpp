// SPDX-License-Identifier: BSD-3-Clause
// Level neon: see body_block.hpp.
#include "grouser/math/simd/level_neon.hpp"
// the level first
#include "block_passes_simd.hpp"

namespace grouser {
constinit const LanePasses kPassesNeon = kPasses<simd::NeonLevel>;
}  // namespace grouser
