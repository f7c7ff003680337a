// SPDX-License-Identifier: BSD-3-Clause
// Joint loads by the recursive Newton-Euler algorithm (Luh, Walker & Paul 1980; Featherstone 2008, ch. 5):
// the wrench that a joint transmits to its child equals the child's inertial wrench, less the loads that act
// on it, plus the wrenches that it transmits to its own children.
#include "added_inertia.hpp"
#include "inertial_wrench.hpp"
#include "joint_motion.hpp"
#include "spring_force.hpp"

namespace grouser {

void calc_joint_loads(const Model& model, const Kinematics& kinematics, const Loads& loads,
                      std::vector<Wrench>& out) {
  const std::size_t n = model.bodies().size();
  if (out.size() != n) out.resize(n);  // first use only
  // Each body's own balance about its origin, in world axes.
  for (std::size_t i = 0; i < n; ++i) {
    const BodyMotion& motion = kinematics.body[i];
    const RigidInertia inertia = world_inertia(model.bodies()[i], motion.X_WB.R);
    const Wrench velocity_part = gyroscopic_wrench(inertia, motion.w, loads.gravity);
    out[i].moment = inertia.J * motion.w_dot + inertia.h.cross(motion.v_dot) + velocity_part.moment -
                    loads.on_body[i].moment;
    out[i].force = inertia.m * motion.v_dot + motion.w_dot.cross(inertia.h) + velocity_part.force -
                   loads.on_body[i].force;
    if (!loads.reaction.empty()) {
      out[i].moment -= loads.reaction[i].moment;
      out[i].force -= loads.reaction[i].force;
    }
    if (loads.added.empty() || is_zero(loads.added[i])) continue;
    const AddedInertia& added = loads.added[i];
    out[i].moment += added.J * motion.w_dot + added.H * motion.v_dot;
    out[i].force += added.H.transpose() * motion.w_dot + added.M * motion.v_dot;
  }
  apply_springs(model, kinematics, loads.released,
                [&](std::size_t body, const Vec3& moment, const Vec3& force) {
                  out[body].moment -= moment;
                  out[body].force -= force;
                });
  // From leaves to roots; then converted to the joint frame's origin and axes.
  for (std::size_t i = n; i-- > 0;) {
    const Joint& joint = model.joints()[i];
    const BodyMotion &parent = parent_motion(kinematics, joint), &body = kinematics.body[i];
    if (joint.parent != kWorld) {
      Wrench& on_parent = out[static_cast<std::size_t>(joint.parent.index)];
      on_parent.force += out[i].force;
      on_parent.moment += out[i].moment + (body.X_WB.p - parent.X_WB.p).cross(out[i].force);
    }
    const Vec3 place = parent.X_WB * joint.X_PJ.p;
    const Mat3 R_WJ = joint.aligned ? parent.X_WB.R : Mat3(parent.X_WB.R * joint.X_PJ.R);
    const Vec3 moment_at_J = out[i].moment + (body.X_WB.p - place).cross(out[i].force);
    out[i].moment.noalias() = R_WJ.transpose() * moment_at_J;
    out[i].force = (R_WJ.transpose() * out[i].force).eval();
  }
}

}  // namespace grouser
