// SPDX-License-Identifier: BSD-3-Clause
// Level scalar: see profile_loops.hpp.
#include "grouser/math/simd/level_scalar.hpp"
// the level first
#include "profile_loops_simd.hpp"

namespace grouser::terrain {
constinit const ProfileLoops kProfilesScalar = kProfiles<simd::ScalarLevel>;
}  // namespace grouser::terrain
