// SPDX-License-Identifier: BSD-3-Clause
// Longest steps for a spring or a damper, and the masses that they depend on.
#pragma once
#include "grouser/multibody/dense/effective_masses.hpp"

namespace grouser {

// Beeman's limits with one evaluation per step (docs/theory_contact.md): 1.7 for w dt of a spring evaluated
// at its position, 0.5 for dt c / m of a damper at the predicted velocity, each alone; here half of them, for
// both together.
inline constexpr double kSpringLimit = 0.85, kDamperLimit = 0.25;

/// Effective masses of a model in its neutral pose, all joints free.
class NeutralMasses {
 public:
  explicit NeutralMasses(const Model& model);
  NeutralMasses(const NeutralMasses&) = delete;  // points_ refers to its neighbours
  NeutralMasses& operator=(const NeutralMasses&) = delete;
  /// The smallest over the three directions at a point of a body, kg; infinite for the world.
  double smallest_at(BodyId body, const Vec3& point) const;
  /// EffectiveMasses::mobility_of() in that pose.
  Mat6 mobility_of(BodyId body) const { return points_.mobility_of(body); }
  /// Effective mass of each coordinate that can move, also of those that rows give, kg or kg m2; 0 of the
  /// others.
  std::vector<double> of_joints() const;

 private:
  const Model& model_;
  VecX q_;
  Kinematics kinematics_;
  EffectiveMasses points_;
};

}  // namespace grouser
