// SPDX-License-Identifier: BSD-3-Clause
// Level avx512: see body_block.hpp.
#include "grouser/math/simd/level_avx512.hpp"
// the level first
#include "block_passes_simd.hpp"

namespace grouser {
constinit const LanePasses kPassesAvx512 = kPasses<simd::Avx512Level>;
}  // namespace grouser
