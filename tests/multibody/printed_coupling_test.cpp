// SPDX-License-Identifier: BSD-3-Clause
// The coupling of constrained coordinates as Wachlin 2018 prints it, (2.19) and (2.20), beside D = M^-1 J^T, densely and
// without drift control: a joint's force acts on the parent at the parent's own joint point, and its moments act along
// fixed axes of the parent's joint frame. That is right for hinges, ball and fixed joints only.
#include <Eigen/LU>

#include "catch.hpp"
#include "grouser/multibody/constrained/free_bodies.hpp"
#include "grouser/multibody/constraints/row_laws.hpp"
#include "multibody/test_system.hpp"

using namespace grouser;

namespace {

enum class Coupling { transposed, printed };

/// One row between the two bodies, and the parent's axis along which its moment is printed.
struct PrintedRow {
  Row row;
  Vec3 moment_axis = Vec3::Zero();  // parent's frame; unused by points
};

class CoupledPair : public System {
 public:
  CoupledPair(const Model& bodies, std::vector<PrintedRow> rows, Coupling coupling)
      : kinematics(bodies), bodies_(bodies), rows_(std::move(rows)), coupling_(coupling) {}
  const Model& model() const override { return bodies_; }
  void prescribe(double, VecX&, VecX&, VecX&) override {}
  StepStatus calc_step(double, double, const VecX&, const VecX&, const VecX&, double, VecX&, VecX&) override {
    return StepStatus::stopped;
  }

  StepStatus calc_rates(double, const VecX& q, const VecX& v, const VecX&, VecX& a, VecX&) override {
    calc_kinematics(bodies_, q, v, kinematics);
    MatX M = MatX::Zero(12, 12);
    VecX f = VecX::Zero(12);
    for (int i = 0; i < 2; ++i) {
      const BodyMotion& motion = kinematics.body[static_cast<std::size_t>(i)];
      const Body& body = bodies_.bodies()[static_cast<std::size_t>(i)];
      const Mat3 I = motion.X_WB.R * body.inertia * motion.X_WB.R.transpose();
      M.block<3, 3>(6 * i, 6 * i) = I;
      M.block<3, 3>(6 * i + 3, 6 * i + 3) = body.mass * Mat3::Identity();
      f.segment<3>(6 * i) = -motion.w.cross(I * motion.w);
    }
    const auto n = static_cast<Eigen::Index>(rows_.size());
    MatX J(n, 12), D(12, n);
    VecX b(n);
    for (BodyMotion& motion : kinematics.body) motion.w_dot.setZero(), motion.v_dot.setZero();
    for (Eigen::Index r = 0; r < n; ++r) {
      const Row& row = rows_[static_cast<std::size_t>(r)].row;
      J.row(r) = stacked(calc_unit_wrenches(row, kinematics)).transpose();
      D.col(r) = coupling_ == Coupling::transposed ? VecX(J.row(r).transpose())
                                                   : printed(rows_[static_cast<std::size_t>(r)]);
      b[r] = -calc_gap_acceleration(row, a, kinematics);  // its velocity products alone
    }
    const MatX M_inverse = M.inverse();
    const VecX lambda = (J * M_inverse * D).partialPivLu().solve(b - J * M_inverse * f);
    const VecX x = M_inverse * (f + D * lambda);
    for (int i = 0; i < 2; ++i) {
      a.segment<3>(6 * i) =
          kinematics.body[static_cast<std::size_t>(i)].X_WB.R.transpose() * x.segment<3>(6 * i);
      a.segment<3>(6 * i + 3) = x.segment<3>(6 * i + 3);
    }
    return StepStatus::ok;
  }
  Kinematics kinematics;

 private:
  static VecX stacked(const RowWrenches& unit) {
    VecX x(12);
    x << unit.on_a.moment, unit.on_a.force, unit.on_b.moment, unit.on_b.force;
    return x;
  }
  VecX printed(const PrintedRow& row) const {
    const BodyMotion &parent = kinematics.body[0], &child = kinematics.body[1];
    RowWrenches unit;
    if (row.row.kind == RowKind::point) {
      const Vec3 u = parent.X_WB.R * row.row.axis_a;
      unit.on_a = {-(parent.X_WB.R * row.row.point_a).cross(u), -u};
      unit.on_b = {(child.X_WB.R * row.row.point_b).cross(u), u};
    } else {
      const Vec3 n = parent.X_WB.R * row.moment_axis;
      unit.on_a.moment = -n;
      unit.on_b.moment = n;
    }
    return stacked(unit);
  }
  const Model& bodies_;
  std::vector<PrintedRow> rows_;
  Coupling coupling_;
};

Model two_bodies() {
  ModelBuilder builder;
  builder.add_body({"parent", 2.0, Vec3::Zero(), Vec3(0.3, 0.4, 0.5).asDiagonal()});
  builder.add_body({"child", 1.0, Vec3::Zero(), Vec3(0.05, 0.08, 0.1).asDiagonal()});
  for (const char* name : {"parent", "child"})
    builder.add_joint({.name = name, .type = JointType::free, .parent = "world", .child = name});
  return builder.build("two bodies");
}

PrintedRow point_row(const Vec3& axis) {
  PrintedRow row;
  row.row.kind = RowKind::point;
  row.row.body_a = {0}, row.row.body_b = {1};
  row.row.point_a = Vec3(0.4, 0.1, 0.0), row.row.point_b = Vec3(-0.3, 0.0, 0.1);
  row.row.axis_a = axis;
  return row;
}
PrintedRow square_row(const Vec3& a, const Vec3& b) {
  PrintedRow row;
  row.row.kind = RowKind::axes;
  row.row.body_a = {0}, row.row.body_b = {1};
  row.row.axis_a = a, row.row.axis_b = b;
  row.moment_axis = b.cross(a);  // where both frames agree
  return row;
}

struct Joint2 {
  const char* name;
  std::vector<PrintedRow> rows;
  VecX v;  // relative motion that the joint allows
};

// How much of momentum and energy a second of free motion changes.
struct CouplingChange {
  double angular, energy;
};
CouplingChange spin(const Joint2& joint, Coupling coupling) {
  const Model bodies = two_bodies();
  CoupledPair system(bodies, joint.rows, coupling);
  MotionState state = MotionState::at_rest(bodies, 0);
  const Vec3 w(1.0, -0.5, 0.8), at(0.7, 0.1, -0.1);  // the child's place: its joint point upon the parent's
  state.q.segment<3>(7 + 4) = at;
  state.v.segment<3>(0) = w;
  state.v.segment<3>(6) = w + joint.v.head<3>();
  state.v.segment<3>(9) = w.cross(at) + joint.v.head<3>().cross(Vec3(0.3, 0.0, -0.1)) + joint.v.tail<3>();
  calc_kinematics(bodies, state.q, state.v, system.kinematics);
  const Momentum before = calc_momentum(bodies, system.kinematics);
  const double energy = calc_energy(bodies, state.q, system.kinematics, Vec3::Zero()).kinetic;
  IntegratorWorkspace workspace(bodies, 0);
  for (int n = 0; n < 1000; ++n)
    REQUIRE(advance(IntegratorKind::rk4, system, 1e-3, state, workspace) == StepStatus::ok);
  calc_kinematics(bodies, state.q, state.v, system.kinematics);
  const Momentum after = calc_momentum(bodies, system.kinematics);
  return {(after.angular - before.angular).norm() / before.angular.norm(),
          calc_energy(bodies, state.q, system.kinematics, Vec3::Zero()).kinetic / energy - 1.0};
}

Joint2 prismatic() {
  const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ();
  Joint2 joint{"prismatic",
               {point_row(x), point_row(y), square_row(x, z), square_row(y, z), square_row(x, y)},
               VecX::Zero(6)};
  joint.v[5] = 0.5;
  return joint;
}
Joint2 universal() {
  const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY(), z = Vec3::UnitZ();
  Joint2 joint{"universal", {point_row(x), point_row(y), point_row(z), square_row(x, y)}, VecX::Zero(6)};
  joint.v.head<3>() = Vec3(1.5, -2.0, 0.0);
  return joint;
}

}  // namespace

TEST_CASE("constrained coordinates: loads along J^T keep momentum and energy", "[multibody]") {
  for (const Joint2& joint : {prismatic(), universal()}) {
    const CouplingChange change = spin(joint, Coupling::transposed);
    INFO(joint.name);
    CHECK(change.angular < 1e-9);
    CHECK(std::fabs(change.energy) < 1e-9);
  }
}

TEST_CASE("constrained coordinates: loads as printed do not", "[multibody]") {
  CHECK(spin(prismatic(), Coupling::printed).angular > 0.05);            // 9.5 % in this motion
  CHECK(std::fabs(spin(universal(), Coupling::printed).energy) > 0.05);  // 9.7 %
}
