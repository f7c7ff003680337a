// SPDX-License-Identifier: BSD-3-Clause
// Level avx2: see profile_loops.hpp.
#include "grouser/math/simd/level_avx2.hpp"
// the level first
#include "profile_loops_simd.hpp"

namespace grouser::terrain {
constinit const ProfileLoops kProfilesAvx2 = kProfiles<simd::Avx2Level>;
}  // namespace grouser::terrain
