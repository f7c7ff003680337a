// SPDX-License-Identifier: BSD-3-Clause
// Forward dynamics in constrained coordinates: Newton and Euler for each body, rows for each joint, and a
// border for loop joints and couplings (docs/theory_constrained.md, after Wachlin 2018 with its errata).
#include "grouser/multibody/constrained/constrained_dynamics.hpp"

#include <algorithm>

#include "constrained_workspace.hpp"
#include "grouser/base/error.hpp"
#include "grouser/multibody/constraints/row_laws.hpp"
#include "tree/inertial_wrench.hpp"
#include "tree/joint_motion.hpp"
#include "tree/spring_force.hpp"

namespace grouser {

using Space = ConstrainedWorkspace::Impl;

DriftControl drift_control_for(double h) {
  // A stiffer controller makes gaps larger, because the stages of a step lie off the surface.
  constexpr double kUsual = 20.0;  // rad/s
  constexpr double kShare = 0.2;   // of 1/h
  return {1.0, h > 0.0 ? std::min(kUsual, kShare / h) : kUsual};
}

ConstrainedWorkspace::Impl::Impl(const Model& forest, const RowChoice& choice)
    : columns(forest.joints().size()),
      elimination(forest),
      column_of_row(forest.joints().size()),
      passive(static_cast<std::size_t>(forest.nv())),
      border(forest, 6 * static_cast<Eigen::Index>(forest.bodies().size())),
      own_force(forest.bodies().size()) {
  triads.reserve(forest.joints().size());
  for (const Joint& joint : forest.joints()) triads.emplace_back(joint);
  if (choice.solver != RowSolver::sparse)
    assembled.emplace(forest, choice.product, choice.solver, choice.numbering);
}

ConstrainedWorkspace::ConstrainedWorkspace(const Model& forest, const RowChoice& choice)
    : impl_(std::make_unique<Impl>(forest, choice)) {}
ConstrainedWorkspace::~ConstrainedWorkspace() = default;
ConstrainedWorkspace::ConstrainedWorkspace(ConstrainedWorkspace&&) noexcept = default;
const VecX& ConstrainedWorkspace::multipliers() const { return impl_->border.multipliers; }
SolverEffort ConstrainedWorkspace::solver_effort() const {
  return impl_->assembled ? impl_->assembled->effort() : SolverEffort{};
}
int ConstrainedWorkspace::bandwidth() const {
  return impl_->assembled ? impl_->assembled->order().bandwidth : 0;
}

namespace {

void add_wrench(BodyBlock& block, double size, const Vec3& moment, const Vec3& force) {
  for (int k = 0; k < 3; ++k) {
    block.force[k] += size * moment[k];
    block.force[3 + k] += size * force[k];
  }
}

// An effort along a column: on the child, and its opposite in the same place on the parent.
void add_effort(const JointColumns& columns, int k, double effort, BodyId child,
                Indexed<BodyId, BodyBlock>& blocks) {
  const Vec3 &n = columns.angular[k], &l = columns.linear[k];
  add_wrench(blocks[child], effort, n, l);
  if (const int parent = blocks[child].parent; parent >= 0)
    add_wrench(blocks[BodyId{parent}], -effort, n + columns.r.cross(l), l);
}

// Inertia about the body's origin and the wrench of everything but the joints.
void set_body(const Body& body, const BodyMotion& motion, const Loads& loads, std::size_t i,
              BodyBlock& block) {
  const RigidInertia own = world_inertia(body, motion.X_WB.R);
  const Wrench velocity_part = gyroscopic_wrench(own, motion.w, loads.gravity);
  const Vec3 moment = loads.on_body[i].moment - velocity_part.moment;
  const Vec3 force = loads.on_body[i].force - velocity_part.force;
  // Only the lower triangle of the 6 by 6 inertia is kept.
  Mat3 J = own.J.matrix(), H = skew(own.h), M = own.m * Mat3::Identity();
  if (!loads.added.empty()) J += loads.added[i].J, H += loads.added[i].H, M += loads.added[i].M;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) {
      if (c <= r) block.inertia(r, c) = J(r, c), block.inertia(3 + r, 3 + c) = M(r, c);
      block.inertia(3 + r, c) = H(c, r);
    }
    block.force[r] = moment[r];
    block.force[3 + r] = force[r];
  }
}

/// Adds a joint's column as a row of its block; target: the relative acceleration along it, before its
/// bias.
void add_row(const JointColumns& columns, int column, double target, double compliance, BodyBlock& block,
             std::array<int, 6>& column_of_row) {
  const int row = block.row_count++;
  for (int k = 0; k < 3; ++k) {
    block.row(row, k) = columns.angular[column][k];
    block.row(row, 3 + k) = columns.linear[column][k];
  }
  block.target(row) = target - columns.bias[column];
  block.compliance(row) = compliance;
  column_of_row[static_cast<std::size_t>(row)] = column;
}

// Lead of a prescribed coordinate over its commanded value; of a rotation, the rotation vector in body axes.
double ahead_of_told(const Joint& joint, int k, const JointReadings& joints) {
  const auto q = static_cast<Eigen::Index>(joint.q_index);
  if (const auto at = q + joint.kind.q_place(k); !joint.kind.is_of_ball(k))
    return joints.q[at] - joints.q_told[at];
  const auto quat = [&](const VecX& at) { return Quat(at[q], at[q + 1], at[q + 2], at[q + 3]); };
  return quat_log(normalised(quat(joints.q_told).conjugate() * quat(joints.q)))[k];
}

// The rows of one joint. A damper that is taken at the end of the step, and a rotor, answer the coordinate's
// acceleration: effort = -D a, a compliant row with C = 1/D.
void set_rows(const Joint& joint, const JointReadings& joints, const DriftControl& control, const VecX& a,
              Space& impl) {
  const BodyId i = joint.child;
  const JointColumns& columns = impl.columns[i];
  BodyBlock& block = impl.blocks[i];
  const double damping = 2.0 * control.zeta * control.omega, stiffness = control.omega * control.omega;
  block.row_count = 0;
  for (int k = 0; k < 3; ++k) block.r(k) = columns.r[k];
  // Forbidden directions are controlled to zero: E'' = -2 zeta omega E' - omega^2 E (thesis, (2.28)).
  for (int k = 0; k < columns.forbidden; ++k)
    add_row(columns, k, -damping * columns.rate[k] - stiffness * columns.value[k], 0.0, block,
            impl.column_of_row[i]);
  for (int k = 0; k < joint.nv; ++k) {
    const int column = columns.forbidden + k, c = joint.v_index + k;
    // A prescribed coordinate is a row that is led along its commanded motion.
    if (joint.mode == CoordinateMode::prescribed) {
      const double ahead = stiffness > 0.0 ? ahead_of_told(joint, k, joints) : 0.0;
      add_row(columns, column, a[c] - damping * (columns.rate[column] - joints.v_told[c]) - stiffness * ahead,
              0.0, block, impl.column_of_row[i]);
    } else if (const double inertia = impl.passive[static_cast<std::size_t>(c)].damping; inertia > 0.0) {
      add_row(columns, column, 0.0, 1.0 / inertia, block, impl.column_of_row[i]);
    }
  }
}

void set_up(const Model& forest, const JointReadings& joints, const Kinematics& bodies, const Loads& loads,
            const DriftControl& control, const VecX& a, Space& impl) {
  for (std::size_t i = 0; i < impl.blocks.size(); ++i)
    set_body(forest.bodies()[i], bodies.body[i], loads, i, impl.blocks[i]);
  for (const Joint& joint : forest.joints()) {
    const BodyId i = joint.child;
    set_rows(joint, joints, control, a, impl);
    if (joint.mode == CoordinateMode::prescribed) continue;
    for (int k = 0; k < joint.nv; ++k)
      if (const double given = impl.passive[static_cast<std::size_t>(joint.v_index + k)].given; given != 0.0)
        add_effort(impl.columns[i], impl.columns[i].forbidden + k, given, i, impl.blocks);
  }
  apply_springs(forest, bodies, loads.released, [&](std::size_t body, const Vec3& moment, const Vec3& force) {
    add_wrench(impl.blocks[body], 1.0, moment, force);
  });
}

// Passes the blocks' accelerations to the bodies, and reads those of the solved coordinates.
void show_accelerations(const Model& forest, const Space& impl, Kinematics& bodies, VecX& a) {
  for (std::size_t i = 0; i < impl.blocks.size(); ++i) {
    const BodyBlock& block = impl.blocks[i];
    bodies.body[i].w_dot = Vec3(block.a(0), block.a(1), block.a(2));
    bodies.body[i].v_dot = Vec3(block.a(3), block.a(4), block.a(5));
  }
  for (const Joint& joint : forest.joints()) {
    if (joint.mode == CoordinateMode::prescribed) continue;
    const BodyId i = joint.child;
    const JointColumns& columns = impl.columns[i];
    for (int k = columns.forbidden; k < 6; ++k)
      a[joint.v_index + k - columns.forbidden] =
          along_column(columns, k, parent_motion(bodies, joint), bodies.body[i]) + columns.bias[k];
  }
}

// The multiplier of the row that holds a column; zero where none does.
double multiplier_of(const Space& impl, BodyId i, int column) {
  for (int row = 0; row < impl.blocks[i].row_count; ++row)
    if (impl.column_of_row[i][static_cast<std::size_t>(row)] == column) return impl.blocks[i].lambda(row);
  return 0.0;
}

void find_efforts(const Model& forest, const VecX& a, const Space& impl, VecX& effort) {
  effort.setZero();
  for (const Joint& joint : forest.joints()) {
    if (joint.mode != CoordinateMode::prescribed) continue;
    const BodyId i = joint.child;
    for (int k = 0; k < joint.nv; ++k) {
      const PassiveTerm& passive = impl.passive[static_cast<std::size_t>(joint.v_index + k)];
      effort[joint.v_index + k] = multiplier_of(impl, i, impl.columns[i].forbidden + k) +
                                  passive.damping * a[joint.v_index + k] - passive.given;
    }
  }
}

// Wrenches that a row of the border exerts on the bodies at a multiplier of 1: 6 numbers for each body,
// moment first, about its origin in world axes.
void set_border_column(const Model& forest, const Row& row, const Kinematics& bodies, const Space& impl,
                       Eigen::Ref<VecX> out) {
  out.setZero();
  const auto add = [&](int body, const Vec3& moment, const Vec3& force) {
    if (body < 0) return;
    out.segment<3>(6 * body) += moment;
    out.segment<3>(6 * body + 3) += force;
  };
  if (row.kind != RowKind::coordinates) {
    const RowWrenches unit = calc_unit_wrenches(row, bodies);
    add(row.body_a.index, unit.on_a.moment, unit.on_a.force);
    add(row.body_b.index, unit.on_b.moment, unit.on_b.force);
    return;
  }
  for (const Joint& joint : forest.joints()) {
    // A coupling acts along the last column of its two joints, which have one coordinate each.
    if (joint.nv != 1 || (joint.v_index != row.dependent_v && joint.v_index != row.independent_v)) continue;
    const double size = joint.v_index == row.dependent_v ? 1.0 : -row.ratio;
    const JointColumns& columns = impl.columns[joint.child];
    const Vec3 n = size * columns.angular[5], l = size * columns.linear[5];
    add(joint.child.index, n, l);
    add(joint.parent.index, -(n + columns.r.cross(l)), -l);
  }
}

// Sets which rows of the border act, and the acceleration that each needs beyond the present one.
void set_border(const Model& forest, const JointReadings& joints, const Kinematics& bodies,
                const DriftControl& control, const VecX& a, Space& impl) {
  const double damping = 2.0 * control.zeta * control.omega, stiffness = control.omega * control.omega;
  for (std::size_t r = 0; r < forest.rows().size(); ++r) {
    const Row& row = forest.rows()[r];
    impl.border.state[r] = takes_part(row, joints.q, joints.v, bodies) ? RowState::free : RowState::out;
    if (impl.border.state[r] == RowState::out) continue;
    const double gap = calc_gap(row, joints.q, bodies), rate = calc_gap_rate(row, joints.v, bodies);
    const auto at = static_cast<Eigen::Index>(r);
    impl.border.right[at] = -calc_gap_acceleration(row, a, bodies) - damping * rate - stiffness * gap;
    set_border_column(forest, row, bodies, impl, impl.border.J.col(at));
  }
}

// Finds the response to each row that acts, by one pass of the factors for each.
void respond(const Model& forest, Space& impl) {
  for (std::size_t r = 0; r < forest.rows().size(); ++r) {
    if (impl.border.state[r] == RowState::out) continue;
    const auto at = static_cast<Eigen::Index>(r);
    for (std::size_t i = 0; i < impl.blocks.size(); ++i)
      Eigen::Map<Vec6>(&impl.blocks[i].force[0]) =
          impl.border.J.col(at).segment<6>(6 * static_cast<Eigen::Index>(i));
    impl.solve(Targets::zero);
    for (std::size_t i = 0; i < impl.blocks.size(); ++i)
      for (int k = 0; k < 6; ++k)
        impl.border.response(6 * static_cast<Eigen::Index>(i) + k, at) = impl.blocks[i].a(k);
  }
}

// Multipliers of the border, and the accelerations of everything with them.
RowFailure solve_border(const Model& forest, const JointReadings& joints, Kinematics& bodies,
                        const DriftControl& control, Space& impl, VecX& a, VecX& effort) {
  set_border(forest, joints, bodies, control, a, impl);
  for (std::size_t i = 0; i < impl.blocks.size(); ++i)
    // The passes overwrite the bodies' forces.
    impl.own_force[i] = Eigen::Map<const Vec6>(&impl.blocks[i].force[0]);
  respond(forest, impl);
  if (const RowFailure failure = impl.border.solve(forest)) return failure;
  for (std::size_t i = 0; i < impl.blocks.size(); ++i) {
    Vec6 force = impl.own_force[i];
    for (std::size_t r = 0; r < forest.rows().size(); ++r)
      if (const auto at = static_cast<Eigen::Index>(r); impl.border.state[r] != RowState::out)
        force +=
            impl.border.multipliers[at] * impl.border.J.col(at).segment<6>(6 * static_cast<Eigen::Index>(i));
    Eigen::Map<Vec6>(&impl.blocks[i].force[0]) = force;
  }
  impl.solve(Targets::given);
  show_accelerations(forest, impl, bodies, a);
  find_efforts(forest, a, impl, effort);
  for (std::size_t r = 0; r < forest.rows().size(); ++r)
    if (const Row& row = forest.rows()[r];
        row.kind == RowKind::coordinates && impl.border.state[r] != RowState::out)
      effort[row.dependent_v] += impl.border.multipliers[static_cast<Eigen::Index>(r)];
  return {};
}

}  // namespace

RowFailure constrained_dynamics(const Model& forest, const JointReadings& joints, Kinematics& bodies,
                                const Loads& loads, double gamma, const DriftControl& control,
                                ConstrainedWorkspace& workspace, VecX& a, VecX& effort) {
  GROUSER_ASSERT(a.size() == forest.nv() && effort.size() == forest.nv());
  Space& impl = workspace.impl();
  gather_passive_terms(forest, joints.q, joints.v, loads, {gamma, gamma > 0.0 ? &joints.v_base : nullptr},
                       impl.passive);
  set_up(forest, joints, bodies, loads, control, a, impl);
  impl.factor();
  impl.solve(Targets::given);
  show_accelerations(forest, impl, bodies, a);
  if (!forest.rows().empty()) return solve_border(forest, joints, bodies, control, impl, a, effort);
  find_efforts(forest, a, impl, effort);
  return {};
}

void read_joint_loads(const Model& forest, const Kinematics& bodies, const ConstrainedWorkspace& workspace,
                      std::vector<Wrench>& out) {
  const Space& impl = workspace.impl();
  if (out.size() != forest.joints().size()) out.resize(forest.joints().size());  // first use only
  for (const Joint& joint : forest.joints()) {
    const BodyId i = joint.child;
    const JointColumns& columns = impl.columns[i];
    Wrench load;
    const auto add = [&](int column, double size) {
      load.moment += size * columns.angular[column];
      load.force += size * columns.linear[column];
    };
    for (int row = 0; row < impl.blocks[i].row_count; ++row)
      add(impl.column_of_row[i][static_cast<std::size_t>(row)], impl.blocks[i].lambda(row));
    if (joint.mode != CoordinateMode::prescribed)
      for (int k = 0; k < joint.nv; ++k)
        add(columns.forbidden + k, impl.passive[static_cast<std::size_t>(joint.v_index + k)].given);
    for (std::size_t r = 0; r < forest.rows().size(); ++r)
      if (const Row& row = forest.rows()[r]; row.kind == RowKind::coordinates && joint.nv == 1) {
        const double size = impl.border.multipliers[static_cast<Eigen::Index>(r)];
        if (row.dependent_v == joint.v_index) add(5, size);
        if (row.independent_v == joint.v_index) add(5, -row.ratio * size);
      }
    const RigidTransform X_WJ = parent_motion(bodies, joint).X_WB * joint.X_PJ;
    const Vec3 arm = bodies.body[i].X_WB.p - X_WJ.p;
    Wrench& in_J = out[static_cast<std::size_t>(i.index)];
    in_J = {X_WJ.R.transpose() * (load.moment + arm.cross(load.force)), X_WJ.R.transpose() * load.force};
  }
}

}  // namespace grouser
