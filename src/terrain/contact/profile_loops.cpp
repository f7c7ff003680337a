#include "profile_loops.hpp"

#include "grouser/math/simd_level.hpp"

namespace grouser::terrain {

const ProfileLoops& profile_loops() { return GROUSER_OF_LEVEL(simd_level(), kProfiles); }

}  // namespace grouser::terrain
