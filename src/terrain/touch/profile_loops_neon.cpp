// SPDX-License-Identifier: BSD-3-Clause
// Level neon: see profile_loops.hpp.
#include "grouser/math/simd/level_neon.hpp"
// the level first
#include "profile_loops_simd.hpp"

namespace grouser::terrain {
constinit const ProfileLoops kProfilesNeon = kProfiles<simd::NeonLevel>;
}  // namespace grouser::terrain
