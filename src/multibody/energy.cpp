// Energies, momenta and what the joints dissipate, each summed on its own over the bodies and elements.
#include "grouser/base/error.hpp"
#include "joint_motion.hpp"
#include "joint_passive.hpp"
#include "spring_force.hpp"

namespace grouser {
namespace {

struct ComMotion {
  Vec3 p, v, spin;  // position, velocity; spin: angular momentum about the centre of mass, world axes
  double spin_energy;
};
ComMotion com_motion(const Body& body, const BodyMotion& motion) {
  const Vec3 p = motion.X_WB * body.com;
  const Vec3 w_B = motion.X_WB.R.transpose() * motion.w;
  const Vec3 spin_B = body.inertia * w_B;
  return {p, motion.velocity_at(p), motion.X_WB.R * spin_B, 0.5 * w_B.dot(spin_B)};
}

}  // namespace

MechanicalEnergy calc_energy(const Model& model, const VecX& q, const Kinematics& kinematics,
                             const Vec3& gravity, std::span<const std::uint8_t> released) {
  MechanicalEnergy energy;
  for (std::size_t i = 0; i < model.bodies().size(); ++i) {
    const double mass = model.bodies()[i].mass;
    const ComMotion com = com_motion(model.bodies()[i], kinematics.body[i]);
    energy.kinetic += 0.5 * mass * com.v.squaredNorm() + com.spin_energy;
    energy.gravity -= mass * gravity.dot(com.p);
  }
  for (const Joint& joint : model.joints()) {
    if (joint.nv == 1) energy.springs += passive_energy(joint.forces, q[joint.q_index]);
    if (joint.forces.rotor_inertia == 0.0) continue;
    const BodyMotion& body = kinematics.body[static_cast<std::size_t>(joint.child.index)];
    const double rate = (body.X_WB.R * joint.axis).dot(body.w - parent_motion(kinematics, joint).w);
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
    if (joint.nv == 1) {
      const double rate = v[joint.v_index];
      const PassiveEffort effort = passive_effort(joint.forces, q[joint.q_index], rate);
      // Power taken = rate of the stored energy less power given to the joint: -(effort + dE/dq) v.
      power -= (effort.elastic - effort.coefficient * rate +
                passive_energy_slope(joint.forces, q[joint.q_index])) *
               rate;
    } else if (joint.type == JointType::spherical) {
      power += joint.forces.damping * v.segment<3>(joint.v_index).squaredNorm();
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
