// SPDX-License-Identifier: BSD-3-Clause
// Level avx512: see profile_loops.hpp.
#include "grouser/math/simd/level_avx512.hpp"
// the level first
#include "profile_loops_simd.hpp"

namespace grouser::terrain {
constinit const ProfileLoops kProfilesAvx512 = kProfiles<simd::Avx512Level>;
}  // namespace grouser::terrain
