// SPDX-License-Identifier: BSD-3-Clause
// Mean motion of Beeman's step, and the change of contact forces by the end velocity (derivation in the
// header): an explicit wrench on the body and an added inertia gamma D, with D the damping matrix of its
// contacts.
#include "implicit_contacts.hpp"

#include "grouser/multibody/constraints/closure.hpp"

namespace grouser {

ImplicitContacts::ImplicitContacts(const World& world, const Coordinates& coordinates)
    : world_(world),
      coordinates_(coordinates),
      mean_(*world.model),
      base_(*world.model),
      mean_v_(VecX::Zero(coordinates.model().nv())),
      no_a_(mean_v_) {}

// Beeman's position advances by dt v + dt^2 (a/2 + rho/6 (a - a_prev)) (beeman.cpp); divided by dt this is
// the mean velocity. Slip that grows with it grows with the true displacement, as the penetration does, and
// stays stable to about twice the step of slip that grows with the predicted velocity
// (docs/theory_contact.md).
const Kinematics& ImplicitContacts::calc_mean_motion(const MotionState& s, double dt, const VecX& q,
                                                     const Kinematics& now) {
  // Ratio of the last two steps; 0 in the first step, which has no acceleration before it.
  const double rho = s.dt_prev > 0.0 ? dt / s.dt_prev : 0.0;
  mean_v_ = s.v + dt * (0.5 * s.a + (rho / 6.0) * (s.a - s.a_prev));
  if (!coordinates_.of_bodies()) {
    // Prescribed joints move to the given position, whatever Beeman's formula gives.
    for (const Joint& joint : world_.model->joints())
      if (joint.mode == CoordinateMode::prescribed && joint.nv == 1)
        mean_v_[joint.v_index] = (q[joint.q_index] - s.q[joint.q_index]) / dt;
    set_dependent_velocities(*world_.model, mean_v_);
  }
  coordinates_.calc_velocities_at_poses_of(now, mean_v_, mean_);
  return mean_;
}

void ImplicitContacts::add_to(Loads& loads, const std::vector<int>& damped_bodies, double gamma,
                              const VecX& q, const VecX& v_predicted, const VecX& v_base,
                              Kinematics& kinematics) {
  // base_: body velocities for v_base. The accelerations at a = 0 are the velocity products A_0.
  coordinates_.calc_velocities_at_poses_of(kinematics, v_base, base_);
  coordinates_.calc_accelerations(q, v_predicted, no_a_, kinematics);
  for (const int b : damped_bodies) {
    AddedInertia& D = loads.added[b];
    const BodyMotion &base = base_.body[b], &mean = mean_.body[b], &now = kinematics.body[b];
    const Vec3 w = base.w - mean.w - gamma * now.w_dot, v = base.v - mean.v - gamma * now.v_dot;
    // -D (V_base - V_mean - gamma A_0), with D in blocks J (rotation), H (coupling) and M (translation).
    loads.on_body[b].moment -= D.J * w + D.H * v;
    loads.on_body[b].force -= D.H.transpose() * w + D.M * v;
    D.J *= gamma;
    D.H *= gamma;
    D.M *= gamma;
  }
}

}  // namespace grouser
