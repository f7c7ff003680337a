// SPDX-License-Identifier: BSD-3-Clause
// Level sse42: see body_block.hpp.
#include "grouser/math/simd/level_sse42.hpp"
// the level first
#include "block_passes_simd.hpp"

namespace grouser {
constinit const LanePasses kPassesSse42 = kPasses<simd::Sse42Level>;
}  // namespace grouser
