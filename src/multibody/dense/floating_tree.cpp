// SPDX-License-Identifier: BSD-3-Clause
// Dense dynamics of a floating tree about its centre of mass, in world axes: columns A_j = I_c S_j of the
// centroidal momentum matrix, H_ij = S_i . A_j, and terms of velocity from the accelerations at zero
// coordinate accelerations (docs/theory_whole_body.md, "Dense dynamics").
#include "grouser/multibody/dense/floating_tree.hpp"

#include "grouser/base/error.hpp"
#include "tree/joint_motion.hpp"

namespace grouser {

FloatingTree::FloatingTree(const Model& model, BodyId root)
    : model_(model), own_(model.bodies().size(), -1), at_rest_(model), no_a_(VecX::Zero(model.nv())) {
  for (std::size_t b = 0; b < model.bodies().size(); ++b) {
    // Bodies of the tree are those that hang on the root, in the model's order.
    const Joint& joint = model.joints()[b];
    const bool is_root = static_cast<int>(b) == root.index;
    const bool hangs = joint.parent.index >= 0 && own_[static_cast<std::size_t>(joint.parent.index)] >= 0;
    if (!is_root && !hangs) continue;
    own_[b] = static_cast<int>(bodies_.size());
    bodies_.push_back(static_cast<int>(b));
    const bool fits = is_root ? joint.kind.is_free()
                              : joint.nv == 0 || (joint.kind.hinge && joint.mode == CoordinateMode::dynamic);
    if (!fits)
      throw InputError("joint '" + joint.name + "'", std::string("a ") + joint.kind.name + " joint",
                       "a free root, and joints that are fixed or revolute and dynamic");
    for (int k = 0; k < joint.nv; ++k) {
      velocity_.push_back(joint.v_index + k);
      mover_.push_back(own_[b]);
    }
    if (joint.nv == 1) joint_.push_back(static_cast<int>(b));
    mass_ += model.bodies()[b].mass;
  }
  for (const Row& row : model.rows())
    for (const BodyId body : {row.body_a, row.body_b})
      if (body.index >= 0 && own_[static_cast<std::size_t>(body.index)] >= 0)
        throw InputError("body '" + model.bodies()[body].name + "'", "a loop", "a tree without loop joints");
  // carries_: whether coordinate c moves body b, for every pair.
  carries_.assign(velocity_.size() * bodies_.size(), false);
  for (std::size_t c = 0; c < velocity_.size(); ++c)
    for (std::size_t b = 0; b < bodies_.size(); ++b)
      for (int at = bodies_[b]; at >= 0 && own_[static_cast<std::size_t>(at)] >= 0;
           at = model.joints()[static_cast<std::size_t>(at)].parent.index)
        if (own_[static_cast<std::size_t>(at)] == mover_[c]) carries_[c * bodies_.size() + b] = true;
  composite_.resize(bodies_.size());
  S_.setZero(6, size());
  A_.setZero(6, size());
  H_.setZero(size(), size());
  bias_.setZero(size());
}

/// Motion subspace of each coordinate, about the centre of mass.
void FloatingTree::find_columns() {
  Eigen::Index c = 0;
  for (const int b : bodies_) {
    const Joint& joint = model_.joints()[static_cast<std::size_t>(b)];
    const BodyMotion& body = at_rest_.body[static_cast<std::size_t>(b)];
    const Mat3& R_WP = parent_motion(at_rest_, joint).X_WB.R;
    for (int k = 0; k < joint.nv; ++k, ++c) {
      const auto [z, l] = motion_column(joint, R_WP, body.X_WB.R, k);
      S_.col(c) << z, z.cross(center_ - body.X_WB.p) + l;
    }
  }
}

/// Inertia and inertial wrench of each body with all that hangs on it.
void FloatingTree::find_composites() {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Body& body = model_.bodies()[static_cast<std::size_t>(bodies_[i])];
    const BodyMotion& motion = at_rest_.body[static_cast<std::size_t>(bodies_[i])];
    const Vec3 com = motion.X_WB * body.com, arm = com - center_, to_com = com - motion.X_WB.p;
    // Each body alone: inertia about the tree's centre of mass, and m a and the rate of spin at rest.
    const Mat3 I = motion.X_WB.R * body.inertia * motion.X_WB.R.transpose();
    const Vec3 a = motion.v_dot + motion.w_dot.cross(to_com) + motion.w.cross(motion.w.cross(to_com));
    Composite& own = composite_[i];
    own.mass = body.mass;
    own.moment = body.mass * arm;
    own.inertia = I + body.mass * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
    own.force = body.mass * a;
    own.torque = I * motion.w_dot + motion.w.cross(I * motion.w) + arm.cross(own.force);
  }
  // Leaves to roots: what hangs on a body adds to it, all about the same point.
  for (std::size_t i = bodies_.size(); i-- > 1;) {
    const int parent = model_.joints()[static_cast<std::size_t>(bodies_[i])].parent.index;
    Composite& to = composite_[static_cast<std::size_t>(own_[static_cast<std::size_t>(parent)])];
    const Composite& from = composite_[i];
    to.mass += from.mass;
    to.moment += from.moment;
    to.inertia += from.inertia;
    to.force += from.force;
    to.torque += from.torque;
  }
}

void FloatingTree::update(const VecX& q, const VecX& v, const Kinematics& kinematics, const Vec3& gravity) {
  at_rest_ = kinematics;
  calc_accelerations(model_, q, v, no_a_, at_rest_);
  center_.setZero();
  center_velocity_.setZero();
  for (const int b : bodies_) {
    const Body& body = model_.bodies()[static_cast<std::size_t>(b)];
    const BodyMotion& motion = at_rest_.body[static_cast<std::size_t>(b)];
    const Vec3 com = motion.X_WB * body.com;
    center_ += body.mass / mass_ * com;
    center_velocity_ += body.mass / mass_ * motion.velocity_at(com);
  }
  find_columns();
  find_composites();
  // Columns A_j = I_c S_j, the mass matrix from them, and the terms of velocity and weight.
  momentum_.setZero();
  for (Eigen::Index c = 0; c < size(); ++c) {
    const auto mover = static_cast<std::size_t>(mover_[static_cast<std::size_t>(c)]);
    const Composite& body = composite_[mover];
    const Vec3 z = S_.col(c).head<3>(), u = S_.col(c).tail<3>();
    A_.col(c) << body.inertia * z + body.moment.cross(u), body.mass * u + z.cross(body.moment);
    momentum_ += v[velocity_[static_cast<std::size_t>(c)]] * A_.col(c);
    for (Eigen::Index r = 0; r <= c; ++r)
      H_(r, c) = H_(c, r) = carries(r, mover) ? S_.col(r).dot(A_.col(c)) : 0.0;
    bias_[c] = z.dot(body.torque - body.moment.cross(gravity)) + u.dot(body.force - body.mass * gravity);
  }
  for (std::size_t k = 0; k < joint_.size(); ++k) {
    // Rotors turn with their joint alone.
    const auto c = static_cast<Eigen::Index>(6 + k);
    H_(c, c) += model_.joints()[static_cast<std::size_t>(joint_[k])].forces.rotor_inertia;
  }
  momentum_bias_ << composite_[0].torque, composite_[0].force;
}

Vec3 FloatingTree::point_bias(BodyId id, const Vec3& p) const {
  const BodyMotion& motion = body(id);
  const Vec3 arm = p - motion.X_WB.p;
  return motion.v_dot + motion.w_dot.cross(arm) + motion.w.cross(motion.w.cross(arm));
}

void FloatingTree::turning_jacobian(BodyId id, Mat3X& J) const {
  for (Eigen::Index c = 0; c < size(); ++c)
    J.col(c) = carries(c, own(id)) ? Vec3(S_.col(c).head<3>()) : Vec3::Zero();
}

void FloatingTree::point_jacobian(BodyId id, const Vec3& p, Mat3X& J) const {
  for (Eigen::Index c = 0; c < size(); ++c) {
    const Vec3 z = S_.col(c).head<3>(), u = S_.col(c).tail<3>();
    J.col(c) = carries(c, own(id)) ? Vec3(u + z.cross(p - center_)) : Vec3::Zero();
  }
}

void FloatingTree::efforts(BodyId id, const Vec6& wrench, Eigen::Ref<VecX> tau) const {
  for (Eigen::Index c = 0; c < size(); ++c) tau[c] = carries(c, own(id)) ? S_.col(c).dot(wrench) : 0.0;
}

}  // namespace grouser
