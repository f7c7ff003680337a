// SPDX-License-Identifier: BSD-3-Clause
// Energies, momenta and the dissipation of joints, each summed on its own over the bodies and elements.
#include "grouser/base/error.hpp"
#include "inertial_wrench.hpp"
#include "joint_motion.hpp"
#include "joint_passive.hpp"
#include "spring_force.hpp"

namespace grouser {
namespace {

struct ComMotion {
  Vec3 p, v, spin;  // position, velocity; spin: angular momentum about the centre of mass, world axes
};
/// Motion of a body's centre of mass; the inertia there acts on w in body axes.
ComMotion com_motion(const Body& body, const BodyMotion& motion) {
  const Vec3 p = motion.X_WB * body.com;
  const Vec3 w_B = motion.X_WB.R.transpose() * motion.w;
  return {p, motion.velocity_at(p), motion.X_WB.R * (body.inertia * w_B)};
}

// Kinetic energy about the body's origin, with h = m c in world axes:
//   m v^2 / 2 + v . (w x h) + w . J w / 2
double kinetic_energy(const Body& body, const BodyMotion& motion, const Vec3& h) {
  const PrincipalInertia& own = body.about_origin;
  double spin = own.base * motion.w.squaredNorm();
  for (int k = 0; k < own.count; ++k) {
    const Mat3& R = motion.X_WB.R;
    const double rate = motion.w.dot(own.unit[k] >= 0 ? Vec3(R.col(own.unit[k])) : Vec3(R * own.u[k]));
    spin += own.rise[k] * rate * rate;
  }
  return 0.5 * (body.mass * motion.v.squaredNorm() + spin) + motion.v.dot(motion.w.cross(h));
}

}  // namespace

MechanicalEnergy calc_energy(const Model& model, const VecX& q, const Kinematics& kinematics,
                             const Vec3& gravity, std::span<const std::uint8_t> released) {
  MechanicalEnergy energy;
  for (std::size_t i = 0; i < model.bodies().size(); ++i) {
    const Body& body = model.bodies()[i];
    const BodyMotion& motion = kinematics.body[i];
    const Vec3 h = motion.X_WB.R * body.first_moment;
    energy.kinetic += kinetic_energy(body, motion, h);
    energy.gravity -= gravity.dot(body.mass * motion.X_WB.p + h);
  }
  // Springs of joints, and rotors, whose rate is that of the child about the axis relative to the parent.
  for (const Joint& joint : model.joints()) {
    for (int k = 0; k < joint.nv && joint.has_springs(); ++k)
      energy.springs += passive_energy(joint.forces, q[joint.q_index + k]);
    if (joint.forces.rotor_inertia == 0.0) continue;
    const BodyMotion& body = kinematics.body[joint.child];
    const double rate = axis_in_world(joint, body.X_WB.R).dot(body.w - parent_motion(kinematics, joint).w);
    energy.kinetic += 0.5 * joint.forces.rotor_inertia * rate * rate;
  }
  for (std::size_t i = 0; i < model.springs().size(); ++i)
    if (!is_cut(released, i)) energy.springs += calc_spring(model.springs()[i], kinematics).energy;
  return energy;
}

double calc_joint_dissipation(const Model& model, const VecX& q, const VecX& v, const Kinematics& kinematics,
                              std::span<const std::uint8_t> released) {
  double power = 0.0;
  for (const Joint& joint : model.joints()) {
    if (!joint.passive) continue;
    // Ball joints have a damper alone, with one coefficient for all three rates.
    if (joint.kind.ball) power += joint.forces.damping * v.segment<3>(joint.v_index).squaredNorm();
    for (int k = 0; k < joint.nv && joint.has_springs(); ++k) {
      const double rate = v[joint.v_index + k], at = q[joint.q_index + k];
      const PassiveEffort effort = passive_effort(joint.forces, at, rate);
      // Dissipated power = rate of the stored energy less power given to the joint: -(effort + dE/dq) v.
      power -= (effort.elastic - effort.coefficient * rate + passive_energy_slope(joint.forces, at)) * rate;
    }
  }
  for (std::size_t i = 0; i < model.springs().size(); ++i)
    if (!is_cut(released, i)) power += calc_spring(model.springs()[i], kinematics).dissipation;
  return power;
}

Momentum calc_momentum(const Model& model, const Kinematics& kinematics) {
  Momentum momentum{Vec3::Zero(), Vec3::Zero()};
  for (std::size_t i = 0; i < model.bodies().size(); ++i) {
    const ComMotion com = com_motion(model.bodies()[i], kinematics.body[i]);
    const Vec3 linear = model.bodies()[i].mass * com.v;
    momentum.linear += linear;
    momentum.angular += com.p.cross(linear) + com.spin;
  }
  return momentum;
}

}  // namespace grouser
