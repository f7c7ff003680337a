// SPDX-License-Identifier: BSD-3-Clause
// Articulated-body algorithm with hybrid joints (Featherstone 2008, ch. 7 and section 9.2). Leaves to roots:
// the inertia I_a that a parent feels through a joint is
//   I_a = I_A - U D^-1 U^T   behind a solved joint,   I_a = I_A   behind a prescribed one
// where D = S^T I_A S + gamma d contains the implicit dampers. Roots to leaves: accelerations.
//
// The response to an effort, H^-1 times it, is one more pass in each direction with the factors at hand.
#include "added_inertia.hpp"
#include "articulated.hpp"
#include "cluster_elimination.hpp"
#include "embedded_elimination.hpp"
#include "grouser/base/error.hpp"
#include "inertial_wrench.hpp"
#include "joint_elimination.hpp"
#include "joint_motion.hpp"
#include "spring_force.hpp"

namespace grouser {
namespace {

using Impl = TreeWorkspace::Impl;

bool is_solved(const Joint& joint) { return joint.nv > 0 && joint.mode == CoordinateMode::dynamic; }

// The bias wrench of a body with everything it carries. A carried body that spins adds a gyrostatic moment:
//   d/dt (I s n) = I (s n' + w_P x s n)
void start_wrench(const Joint& joint, const CompositeBodies& composites, const BodyMotion& parent,
                  const BodyMotion& motion, const Vec3& gravity, const VecX& v, const VecX& a,
                  ArticulatedBody& body) {
  const auto i = static_cast<std::size_t>(joint.child.index);
  if (body.carriage == Carriage::own) {
    body.rigid = rotated(composites.inertia(i), motion.X_WB.R);
    const Wrench wrench = gyroscopic_wrench(body.rigid, motion.w, gravity);
    body.moment = wrench.moment;
    body.force = wrench.force;
    return;
  }
  body.rigid = {};
  body.moment.setZero();
  body.force.setZero();
  if (body.carriage == Carriage::spins) {
    const int c = joint.v_index;
    body.moment = composites.spin_inertia(i) * (a[c] * body.s + v[c] * parent.w.cross(body.s));
  }
}

// Initialises the bodies' own inertia, bias wrench, and velocity products.
void start_bodies(const Model& model, const Kinematics& kinematics, const Loads& loads, const VecX& v,
                  const VecX& a, Impl& impl) {
  for (std::size_t i = 0; i < impl.body.size(); ++i) {
    ArticulatedBody& body = impl.body[i];
    const Joint& joint = model.joints()[i];
    const BodyMotion &motion = kinematics.body[i], &parent = parent_motion(kinematics, joint);
    body.carriage = impl.composites.carriage(i);
    // The joint's axis, the bias wrench and what the outside exerts.
    if (joint.nv == 1) body.s = axis_in_world(joint, motion.X_WB.R);
    start_wrench(joint, impl.composites, parent, motion, loads.gravity, v, a, body);
    body.moment -= loads.on_body[i].moment;
    body.force -= loads.on_body[i].force;
    body.has_flexible = false;
    // Implicit dampers of contacts act as an inertia at the body, gamma D.
    if (!loads.added.empty() && !is_zero(loads.added[i])) {
      body.flexible = {Symmetric3(loads.added[i].J), loads.added[i].H, Symmetric3(loads.added[i].M)};
      body.has_flexible = true;
    }
    body.r = motion.X_WB.p - parent.X_WB.p;
    // Velocity products matter only where the body's acceleration is going to be found.
    if (body.carriage == Carriage::own || impl.composites.leads_on(i) || !loads.added.empty()) {
      const BiasAcceleration bias = bias_acceleration(joint, parent, motion, body.r);
      body.bias_angular = bias.angular;
      body.bias_linear = bias.linear;
    }
  }
  apply_springs(model, kinematics, loads.released,
                [&](std::size_t body, const Vec3& moment, const Vec3& force) {
                  impl.body[body].moment -= moment;
                  impl.body[body].force -= force;
                });
}

/// Motion subspace S of a joint with several coordinates, world axes, angular rows first.
void prepare_columns(const Joint& joint, const Kinematics& kinematics, ArticulatedBody& body, Impl& impl) {
  const Mat3& R_WB = kinematics.body[joint.child].X_WB.R;
  const Mat3& R_WP = parent_motion(kinematics, joint).X_WB.R;
  Mat6& S = impl.multi[static_cast<std::size_t>(body.multi)].S;
  if (joint.kind.is_free()) {
    S.topLeftCorner<3, 3>() = R_WB;
    S.bottomLeftCorner<3, 3>().setZero();
    S.topRightCorner<3, 3>().setZero();
    S.bottomRightCorner<3, 3>() = joint.aligned ? R_WP : Mat3(R_WP * joint.X_PJ.R);
    return;
  }
  for (int k = 0; k < joint.nv; ++k) {
    const MotionColumn column = motion_column(joint, R_WP, R_WB, k);
    S.col(k) = stacked(column.angular, column.linear);
  }
}

/// The pass inwards: articulated inertias and bias wrenches; clusters close when their anchor is reached.
void leaves_to_roots(const Model& model, const Kinematics& kinematics, const VecX& v, const VecX& a,
                     Impl& impl) {
  impl.failed_row = -1;
  std::size_t next = 0;
  const auto close = [&](LoopCluster& cluster) {
    if (cluster.embedded >= 0) return embed(model, kinematics, v, impl, cluster);
    factor_cluster(model, impl, cluster);
    drive_cluster<false>(impl, cluster);
  };
  for (std::size_t i = impl.body.size(); i-- > 0;) {
    at_anchor(impl.clusters, static_cast<int>(i), next, close);
    const Joint& joint = model.joints()[i];
    ArticulatedBody& body = impl.body[i];
    if (body.in_linkage) continue;
    if (joint.nv > 1) prepare_columns(joint, kinematics, body, impl);
    const PassiveTerm* passive = impl.passive.data() + joint.v_index;
    if (!is_solved(joint)) {
      pass_through(joint, a, body, impl);
    } else if (joint.nv == 1) {
      eliminate_single(joint, *passive, body, impl);
    } else {
      bool& floating = impl.multi[static_cast<std::size_t>(body.multi)].floats;
      floating = floats(joint, passive);
      if (floating)
        eliminate_floating(joint, passive, body, impl);
      else
        with_coordinates(joint, [&](auto n) { eliminate_multi<n.value>(joint, passive, body, impl); });
    }
  }
  at_anchor(impl.clusters, kWorld.index, next, close);
}

// Accelerations of one solved joint from its parent-driven motion (x, y), written to a.
void solve_joint(const Joint& joint, const ArticulatedBody& body, const Impl& impl, VecX& a) {
  const Vec3 &x = body.w_dot, &y = body.v_dot;
  if (joint.nv == 1) {
    a[joint.v_index] = body.inverse_D * (body.u - body.U_angular.dot(x) - body.U_linear.dot(y));
    return;
  }
  const MultiJoint& multi = impl.multi[static_cast<std::size_t>(body.multi)];
  const Vec6 motion = stacked(x, y);
  // A free joint without dampers: the motion is I^-1 (S u - p), whatever the parent does.
  if (multi.floats) {
    a.segment<3>(joint.v_index).noalias() =
        multi.S.topLeftCorner<3, 3>().transpose() * (multi.motion.head<3>() - x);
    a.segment<3>(joint.v_index + 3).noalias() =
        multi.S.bottomRightCorner<3, 3>().transpose() * (multi.motion.tail<3>() - y);
    return;
  }
  with_coordinates(joint, [&](auto n) {
    constexpr int N = n.value;
    const Eigen::Matrix<double, N, 1> right = multi.u.head<N>() - multi.U.leftCols<N>().transpose() * motion;
    a.segment<N>(joint.v_index).noalias() = multi.inverse_D.topLeftCorner<N, N>() * right;
  });
}

// Stores the motion of a carrier in its own axes, for what it carries.
void show_motion(const BodyMotion& motion, const Vec3& gravity, bool unit_response, ArticulatedBody& body) {
  const Mat3& R = motion.X_WB.R;
  body.w_B.setZero();
  if (!unit_response) body.w_B.noalias() = R.transpose() * motion.w;
  body.w_dot_B.noalias() = R.transpose() * body.w_dot;
  body.fall_B.noalias() = R.transpose() * (unit_response ? body.v_dot : Vec3(body.v_dot - gravity));
}

// Effort that the composite behind a revolute joint requires about its axis; see CompositeBodies::JointShare.
double carried_effort(const CompositeBodies::JointShare& share, const ArticulatedBody& carrier) {
  return share.A.dot(carrier.w_dot_B) + share.B.dot(carrier.fall_B) + carrier.w_B.dot(share.K * carrier.w_B);
}

// S^T (I_A a + p_A): the effort a prescribed joint transmits, less that of its passive elements. follows: the
// body's own motion has been computed.
void find_effort(const Joint& joint, const ArticulatedBody& body, const Impl& impl, const VecX& a,
                 bool unit_response, bool follows, VecX& effort) {
  const Vec3 &x = body.w_dot, &y = body.v_dot;
  const auto i = static_cast<std::size_t>(joint.child.index);
  // Hinge and slider project the wrench on one axis; a carried body has its effort in closed form.
  if (joint.kind.hinge) {
    effort[joint.v_index] = body.s.dot(follows ? moment_for(body, x, y) : body.moment);
    if (body.carriage != Carriage::own)
      effort[joint.v_index] +=
          carried_effort(impl.composites.share(i), impl.body[impl.composites.carrier(i)]);
  } else if (joint.kind.slider) {
    effort[joint.v_index] = body.s.dot(force_for(body, x, y));
  } else {
    const Vec6 wrench = stacked(moment_for(body, x, y), force_for(body, x, y));
    const Mat6& S = impl.multi[static_cast<std::size_t>(body.multi)].S;
    for (int k = 0; k < joint.nv; ++k) effort[joint.v_index + k] = S.col(k).dot(wrench);
  }
  // The drive gives in addition what the joint's own dampers and rotor take, less what springs give.
  if (unit_response) return;
  for (int c = joint.v_index; c < joint.v_index + joint.nv; ++c) {
    const PassiveTerm& passive = impl.passive[static_cast<std::size_t>(c)];
    effort[c] += passive.damping * a[c] - passive.given;
  }
}

// unit_response: no velocity products and prescribed accelerations zero (for the response to an effort).
template <bool unit_response>
void roots_to_leaves(const Model& model, const Kinematics& kinematics, const Vec3& gravity, Impl& impl,
                     VecX& a, VecX& effort) {
  std::size_t left = impl.clusters.size();
  const auto close = [&](LoopCluster& cluster) {
    if (cluster.embedded >= 0)
      follow_driver<unit_response>(model, impl, cluster, a);
    else
      solve_cluster(impl, cluster);
  };
  at_anchor_from_root(impl.clusters, kWorld.index, left, close);
  for (std::size_t i = 0; i < impl.body.size(); ++i) {
    const Joint& joint = model.joints()[i];
    ArticulatedBody& body = impl.body[i];
    // Carried bodies that nothing hangs on need no acceleration, only the effort of their joint.
    const bool follows = body.carriage == Carriage::own || body.has_flexible || impl.composites.leads_on(i);
    if (!follows) {
      if (joint.nv > 0) find_effort(joint, body, impl, a, unit_response, follows, effort);
      continue;
    }
    // The acceleration that the parent and the velocity products give, then the joint's own.
    body.w_dot.setZero();
    body.v_dot.setZero();
    if (joint.parent != kWorld) {
      const ArticulatedBody& parent = impl.body[joint.parent];
      body.w_dot = parent.w_dot;
      body.v_dot = parent.v_dot + parent.w_dot.cross(body.r);
    }
    if (!unit_response) {
      body.w_dot += body.bias_angular;
      body.v_dot += body.bias_linear;
    }
    // Joints of a linkage have their accelerations from the driver.
    const bool solved = is_solved(joint);
    if (solved && !body.in_linkage) solve_joint(joint, body, impl, a);
    if (solved || !unit_response) add_joint_acceleration(joint, body, impl, a, body.w_dot, body.v_dot);
    at_anchor_from_root(impl.clusters, static_cast<int>(i), left, close);
    if (impl.composites.carries(i)) show_motion(kinematics.body[i], gravity, unit_response, body);
    // Prescribed joints report the effort of their drive; solved ones have none.
    if (!solved && joint.nv > 0)
      find_effort(joint, body, impl, a, unit_response, follows, effort);
    else
      for (int c = joint.v_index; c < joint.v_index + joint.nv; ++c) effort[c] = 0.0;
  }
  for (LoopCluster& cluster : impl.clusters)
    if (cluster.embedded >= 0) find_pin_load(model, impl, cluster, a);
}

// Bias wrenches and joint efforts for efforts on the coordinates and no other loads.
void response_leaves_to_roots(const Model& model, const Eigen::Ref<const VecX>& effort, Impl& impl) {
  for (ArticulatedBody& body : impl.body) {
    body.moment.setZero();
    body.force.setZero();
  }
  std::size_t next = 0;
  const auto drive = [&](LoopCluster& cluster) {
    if (cluster.embedded >= 0)
      embed_response(model, effort, impl, cluster);
    else
      drive_cluster<true>(impl, cluster);
  };
  for (std::size_t i = impl.body.size(); i-- > 0;) {
    at_anchor(impl.clusters, static_cast<int>(i), next, drive);
    const Joint& joint = model.joints()[i];
    ArticulatedBody& body = impl.body[i];
    if (body.in_linkage) continue;
    Vec3 moment = body.moment, force = body.force;
    // most bodies are not on the path from a row's joints to the root, and pass nothing on
    const bool idle = joint.nv == 0 || !is_solved(joint) || (joint.nv == 1 && effort[joint.v_index] == 0.0);
    if (idle && moment.isZero(0.0) && force.isZero(0.0)) {
      body.u = 0.0;
      continue;
    }
    if (is_solved(joint) && joint.nv == 1) {
      body.u = -body.s.dot(joint.kind.hinge ? moment : force);
      if (const double given = effort[joint.v_index]; given != 0.0) body.u += given;
      moment += body.inverse_D * body.u * body.U_angular;
      force += body.inverse_D * body.u * body.U_linear;
    } else if (is_solved(joint)) {
      MultiJoint& multi = impl.multi[static_cast<std::size_t>(body.multi)];
      Vec6 p = stacked(moment, force);
      if (multi.floats) {
        const Vec6 given = multi.S * effort.segment<6>(joint.v_index);
        multi.motion = multi.moved_by(given - p);
        p = given;
      } else {
        with_coordinates(joint, [&](auto n) {
          constexpr int N = n.value;
          multi.u.head<N>() = effort.segment<N>(joint.v_index) - multi.S.leftCols<N>().transpose() * p;
          p += multi.U.leftCols<N>() * (multi.inverse_D.topLeftCorner<N, N>() * multi.u.head<N>());
        });
      }
      moment = p.head<3>();
      force = p.tail<3>();
    }
    add_wrench_to_parent(joint, body, moment, force, impl);
  }
  at_anchor(impl.clusters, kWorld.index, next, drive);
}

}  // namespace

TreeWorkspace::TreeWorkspace(const Model& model) : impl_(std::make_unique<Impl>(model)) {
  impl_->passive.resize(static_cast<std::size_t>(model.nv()));
  for (std::size_t i = model.bodies().size(); i-- > 0;) {
    const Joint& joint = model.joints()[i];
    ArticulatedBody& body = impl_->body[i];
    if (joint.nv > 1) {
      body.multi = static_cast<int>(impl_->multi.size());
      impl_->multi.emplace_back();
    }
  }
}
TreeWorkspace::~TreeWorkspace() = default;
TreeWorkspace::TreeWorkspace(TreeWorkspace&&) noexcept = default;

void tree_dynamics(const Model& model, const VecX& q, const VecX& v, const Kinematics& kinematics,
                   const Loads& loads, const ImplicitDamping& damping, TreeWorkspace& workspace, VecX& a,
                   VecX& effort) {
  GROUSER_ASSERT(a.size() == model.nv() && effort.size() == model.nv());
  Impl& impl = workspace.impl();
  gather_passive_terms(model, q, v, loads, damping, impl.passive);
  impl.composites.update(model, q, v, a);
  start_bodies(model, kinematics, loads, v, a, impl);
  leaves_to_roots(model, kinematics, v, a, impl);
  roots_to_leaves<false>(model, kinematics, loads.gravity, impl, a, effort);
}

void tree_response(const Model& model, const Kinematics& kinematics, TreeWorkspace& workspace,
                   Eigen::Ref<const VecX> effort, VecX& a, VecX& held) {
  Impl& impl = workspace.impl();
  response_leaves_to_roots(model, effort, impl);
  roots_to_leaves<true>(model, kinematics, Vec3::Zero(), impl, a, held);
}

}  // namespace grouser
