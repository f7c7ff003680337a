// SPDX-License-Identifier: BSD-3-Clause
// Level avx2: see body_block.hpp.
#include "grouser/math/simd/level_avx2.hpp"
// the level first
#include "block_passes_simd.hpp"

namespace grouser {
constinit const LanePasses kPassesAvx2 = kPasses<simd::Avx2Level>;
}  // namespace grouser
