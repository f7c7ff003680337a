// SPDX-License-Identifier: BSD-3-Clause
// Eight inverse solutions of a four-bar leg at once, by the loop of the vector level.
#include "grouser/math/elementary.hpp"
#include "grouser/vehicle/legs/four_bar_leg.hpp"
#include "leg_lanes.hpp"

namespace grouser {

legs::SolveLoop legs::solve_loop(SimdLevel level) { return GROUSER_OF_LEVEL(level, kSolve); }

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
