#include "grouser/math/elementary.hpp"
#include "grouser/vehicle/legs/four_bar_leg.hpp"
#include "leg_lanes.hpp"

namespace grouser {

legs::SolveLoop legs::solve_loop(SimdLevel level) {
  switch (level) {
#ifdef GROUSER_SIMD_NEON
    case SimdLevel::neon:
      return kSolveNeon;
#endif
#ifdef GROUSER_SIMD_X86
    case SimdLevel::sse42:
      return kSolveSse42;
    case SimdLevel::avx2:
      return kSolveAvx2;
    case SimdLevel::avx512:
      return kSolveAvx512;
#endif
    default:
      return kSolveScalar;
  }
}

LegReach8 FourBarLeg::solve_eight(std::span<const Vec3, 8> targets, SimdLevel level) const {
  const math::SinCos bend = math::sincos(thigh_angle_ + shank_angle_);
  legs::FourBarNumbers n{spec_.side,
                         spec_.drop,
                         spec_.ahead,
                         base_,
                         spec_.crank,
                         spec_.coupler,
                         spec_.lever,
                         thigh_length_,
                         shank_length_,
                         thigh_angle_,
                         bend.sin,
                         bend.cos,
                         {},
                         {},
                         kSameKnee * base_};
  for (std::size_t j = 0; j < 3; ++j) {
    n.lowest[j] = spec_.lowest[j] - kAtLimit;
    n.highest[j] = spec_.highest[j] + kAtLimit;
  }
  legs::FootLanes feet;
  for (std::size_t k = 0; k < 8; ++k)
    feet.x.v[k] = targets[k].x(), feet.y.v[k] = targets[k].y(), feet.z.v[k] = targets[k].z();
  legs::AngleLanes found;
  legs::solve_loop(level)(n, feet, found);
  LegReach8 reach;
  for (std::size_t k = 0; k < 8; ++k) {
    reach.angles[k] = {found.roll.v[k], found.hip.v[k], found.motor.v[k]};
    reach.solutions[k] = static_cast<int>(found.solutions.v[k]);
  }
  return reach;
}

}  // namespace grouser
