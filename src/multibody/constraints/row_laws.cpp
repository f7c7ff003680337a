// SPDX-License-Identifier: BSD-3-Clause
// The basic constraints of multibody dynamics (Haug 1989, sections 9.2 and 9.4). With u the axis of a,
// d = p_b - p_a, and dots for true time derivatives:
//   point     g = u . d,              g' = u . d' + u' . d,           g'' = u . d'' + 2 u' . d' + u'' . d
//   axes      g = u_a . u_b,          g' and g'' by the product rule
//   distance  g = |d| - L,            g' = n . d',                    g'' = n . d'' + (d'^2 - g'^2) / |d|
// where u' = w x u, u'' = w' x u + w x (w x u), and the same for p' and p''. The force of a point row acts on
// both bodies in the same place, p_b, so that action equals reaction.
#include "grouser/multibody/constraints/row_laws.hpp"

#include "tree/joint_motion.hpp"

namespace grouser {
namespace {

const BodyMotion& motion_of(const Kinematics& kinematics, BodyId body) {
  return body == kWorld ? kWorldMotion : kinematics.body[body];
}

// A point and an axis of a body, with their derivatives.
struct End {
  const BodyMotion& body;
  Vec3 p, u;
  End(const Kinematics& kinematics, BodyId id, const Vec3& point, const Vec3& axis)
      : body(motion_of(kinematics, id)), p(body.X_WB * point), u(body.X_WB.R * axis) {}
  Vec3 velocity() const { return body.velocity_at(p); }
  Vec3 turning() const { return body.w.cross(u); }
  Vec3 acceleration() const { return body.v_dot + second_derivative(p - body.X_WB.p); }
  Vec3 turning_rate() const { return second_derivative(u); }

 private:
  Vec3 second_derivative(const Vec3& fixed) const {
    return body.w_dot.cross(fixed) + body.w.cross(body.w.cross(fixed));
  }
};

struct Ends {
  End a, b;
  Vec3 d;
  Ends(const Row& row, const Kinematics& kinematics)
      : a(kinematics, row.body_a, row.point_a, row.axis_a),
        b(kinematics, row.body_b, row.point_b, row.axis_b),
        d(b.p - a.p) {}
};

/// Value of a coupling's row on velocities or accelerations: x_d - ratio x_i.
double of_coordinates(const Row& row, const VecX& x) {
  return x[row.dependent_v] - row.ratio * x[row.independent_v];
}

/// A force at p with a moment, as a wrench about the body's origin.
Wrench about_origin(const BodyMotion& body, const Vec3& p, const Vec3& force, const Vec3& moment) {
  return {moment + (p - body.X_WB.p).cross(force), force};
}

// Passes a wrench on a body inwards over its joint: the efforts it is on the joint's coordinates, and the
// wrench on the parent.
void pass_inwards(const Model& model, const Kinematics& kinematics, BodyId& body, Wrench& wrench,
                  Eigen::Ref<VecX> jacobian) {
  const Joint& joint = model.inboard(body);
  const BodyMotion &motion = motion_of(kinematics, body), &parent = parent_motion(kinematics, joint);
  for (int k = 0; k < joint.nv; ++k) {
    const MotionColumn column = motion_column(joint, parent.X_WB.R, motion.X_WB.R, k);
    jacobian[joint.v_index + k] += column.angular.dot(wrench.moment) + column.linear.dot(wrench.force);
  }
  wrench.moment += (motion.X_WB.p - parent.X_WB.p).cross(wrench.force);
  body = joint.parent;
}

}  // namespace

bool rows_act_on_bodies(const Model& model) {
  for (const Row& row : model.rows())
    if (row.kind != RowKind::coordinates) return true;
  return false;
}

double calc_gap(const Row& row, const VecX& q, const Kinematics& kinematics) {
  if (row.kind == RowKind::coordinates)
    return q[row.dependent_q] - (row.ratio * q[row.independent_q] + row.offset);
  const Ends ends(row, kinematics);
  if (row.kind == RowKind::point) return ends.a.u.dot(ends.d);
  if (row.kind == RowKind::axes) return ends.a.u.dot(ends.b.u);
  return ends.d.norm() - row.length;
}

double calc_gap_rate(const Row& row, const VecX& v, const Kinematics& kinematics) {
  if (row.kind == RowKind::coordinates) return of_coordinates(row, v);
  const Ends ends(row, kinematics);
  const auto& [a, b, d] = ends;
  if (row.kind == RowKind::axes) return a.turning().dot(b.u) + a.u.dot(b.turning());
  const Vec3 rate = b.velocity() - a.velocity();
  return row.kind == RowKind::point ? a.u.dot(rate) + a.turning().dot(d) : d.dot(rate) / d.norm();
}

double calc_gap_acceleration(const Row& row, const VecX& acceleration, const Kinematics& kinematics) {
  if (row.kind == RowKind::coordinates) return of_coordinates(row, acceleration);
  const Ends ends(row, kinematics);
  const auto& [a, b, d] = ends;
  if (row.kind == RowKind::axes)
    return a.turning_rate().dot(b.u) + 2.0 * a.turning().dot(b.turning()) + a.u.dot(b.turning_rate());
  const Vec3 rate = b.velocity() - a.velocity(), second = b.acceleration() - a.acceleration();
  if (row.kind == RowKind::point)
    return a.u.dot(second) + 2.0 * a.turning().dot(rate) + a.turning_rate().dot(d);
  const double length = d.norm(), along = d.dot(rate) / length;
  return (d.dot(second) + rate.squaredNorm() - along * along) / length;
}

RowWrenches calc_unit_wrenches(const Row& row, const Kinematics& kinematics) {
  if (row.kind == RowKind::coordinates) return {};
  const Ends ends(row, kinematics);
  const auto& [a, b, d] = ends;
  // The gap u_a . u_b grows with the turn of b about u_b x u_a.
  if (row.kind == RowKind::axes) {
    const Vec3 moment = a.u.cross(b.u);
    return {{moment, Vec3::Zero()}, {-moment, Vec3::Zero()}};
  }
  const Vec3 force = row.kind == RowKind::point ? a.u : Vec3(d / d.norm());
  return {about_origin(a.body, b.p, -force, Vec3::Zero()), about_origin(b.body, b.p, force, Vec3::Zero())};
}

// Both wrenches are passed inwards, the outer body first (a child has a higher index than its parent), until
// they meet on a body, where they cancel.
void calc_jacobian(const Model& model, const Row& row, const Kinematics& kinematics,
                   Eigen::Ref<VecX> jacobian) {
  jacobian.setZero();
  if (row.kind == RowKind::coordinates) {
    jacobian[row.dependent_v] = 1.0;
    jacobian[row.independent_v] = -row.ratio;
    return;
  }
  auto [on_a, on_b] = calc_unit_wrenches(row, kinematics);
  BodyId a = row.body_a, b = row.body_b;
  while (!(a == b)) {
    if (a.index > b.index)
      pass_inwards(model, kinematics, a, on_a, jacobian);
    else
      pass_inwards(model, kinematics, b, on_b, jacobian);
  }
}

void calc_reactions(const Model& model, const Kinematics& kinematics, const VecX& multipliers,
                    Indexed<BodyId, Wrench>& on_body) {
  for (Wrench& wrench : on_body) wrench = Wrench{};
  for (std::size_t r = 0; r < model.rows().size(); ++r) {
    const Row& row = model.rows()[r];
    if (row.kind == RowKind::coordinates) continue;
    const RowWrenches unit = calc_unit_wrenches(row, kinematics);
    const double size = multipliers[static_cast<Eigen::Index>(r)];
    const auto add = [&](BodyId body, const Wrench& wrench) {
      if (body == kWorld) return;
      on_body[body].moment += size * wrench.moment;
      on_body[body].force += size * wrench.force;
    };
    add(row.body_a, unit.on_a);
    add(row.body_b, unit.on_b);
  }
}

Wrench calc_loop_load(const Model& model, const Constraint& constraint, const Kinematics& kinematics,
                      const VecX& multipliers) {
  Wrench load;
  for (int r = constraint.first_row; r < constraint.first_row + constraint.rows; ++r) {
    const Row& row = model.rows()[static_cast<std::size_t>(r)];
    if (row.kind == RowKind::coordinates) continue;
    const Wrench unit = calc_unit_wrenches(row, kinematics).on_b;
    const BodyMotion& body = motion_of(kinematics, row.body_b);
    const Vec3 arm = body.X_WB * row.point_b - body.X_WB.p;
    // The sum over the joint's rows, on body b about its point of the joint.
    load.force += multipliers[r] * unit.force;
    load.moment += multipliers[r] * (unit.moment - arm.cross(unit.force));
  }
  return load;
}

}  // namespace grouser
