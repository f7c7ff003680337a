// SPDX-License-Identifier: BSD-3-Clause
// Level sse42: see profile_loops.hpp.
#include "grouser/math/simd/level_sse42.hpp"
// the level first
#include "profile_loops_simd.hpp"

namespace grouser::terrain {
constinit const ProfileLoops kProfilesSse42 = kProfiles<simd::Sse42Level>;
}  // namespace grouser::terrain
