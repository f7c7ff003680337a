// SPDX-License-Identifier: BSD-3-Clause
// Linearly implicit contacts in Beeman's method.
//
// Their forces are computed with the mean velocity of the step, or with the positions it leads to. Let
// D = beta + k dt, with beta the damping and k the stiffness of a contact, along and across its normal. Then
// the end velocity v_end = v_base + gamma a changes the force by
//   -D (V_end - V_mean) = -D (V_base - V_mean - gamma A_0) - gamma D A
// with A_0 the body's acceleration at a = 0 (velocity products). The last term is an added inertia gamma D.
// V_end - V_mean is a dt/2, so the damper's force is that at the end, and the spring's part is of second
// order in dt. With it damper and spring are stable at any step and need not be reduced
// (docs/theory_contact.md; similar to Rosenbrock methods: Hairer & Wanner 1996, IV.7).
#pragma once
#include <vector>

#include "coordinates.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

class ImplicitContacts {
 public:
  ImplicitContacts(const World& world, const Coordinates& coordinates);
  /// Computes body velocities whose product with dt is the motion over the step to positions q. `start`: at
  /// the start of the step; `now`: poses at q.
  const Kinematics& calc_mean_motion(const MotionState& start, double dt, const VecX& q,
                                     const Kinematics& now);
  /// Adds what the end velocity changes, for bodies with dampers in loads.added, which become inertias.
  /// `kinematics` must have its velocities; its accelerations are overwritten.
  void add_to(Loads& loads, const std::vector<int>& damped_bodies, double gamma, const VecX& q,
              const VecX& v_predicted, const VecX& v_base, Kinematics& kinematics);

 private:
  const World& world_;
  const Coordinates& coordinates_;
  Kinematics mean_, base_;
  VecX mean_v_, no_a_;
};

}  // namespace grouser
