// SPDX-License-Identifier: BSD-3-Clause
// Forward dynamics of a forest in constrained coordinates (Wachlin 2018, chapter 2; Baraff 1996): every
// body obeys its own Newton-Euler equations, every joint is a set of rows, and their multipliers are the
// joint's loads.
//   M a = f + J^T lambda,    J a + C lambda = b
// The system is solved over bodies and joints from the leaves to the roots, which fills nothing in and
// costs O(n) whatever the numbering and the hub. Couplings and loop joints are a border. It is a second
// algorithm beside forward_dynamics(), for the same models, loads and implicit dampers.
#pragma once
#include <memory>
#include <vector>

#include "grouser/multibody/constrained/joint_numbering.hpp"
#include "grouser/multibody/constrained/row_solver.hpp"
#include "grouser/multibody/constraints/forward_dynamics.hpp"

namespace grouser {

/// Constants by which open rows are pulled shut (equation (2.28)): E'' = -2 zeta omega E' - omega^2 E. With
/// omega = 0 they are not.
struct DriftControl {
  double zeta = 1.0;
  double omega = 0.0;  ///< rad/s
};
/// The best constants known for steps of length h: stiffer ones make gaps larger, because the stages of a
/// step lie off the surface. omega = 20/s, at most 0.2/h.
DriftControl drift_control_for(double h);

/// States of the joints of free bodies at one instant, and the commanded ones of prescribed joints.
struct JointReadings {
  VecX q, v;            ///< nq, nv
  VecX v_base;          ///< nv: see ImplicitDamping; only read where gamma > 0
  VecX q_told, v_told;  ///< nq, nv: positions and velocities of prescribed coordinates
  explicit JointReadings(const Model& forest);
};

/// Method by which the multipliers are found. Any solver but the sparse one allocates in a step.
struct RowChoice {
  RowProduct product = RowProduct::block;
  RowSolver solver = RowSolver::sparse;
  Numbering numbering = Numbering::mbid;
};

class ConstrainedWorkspace {
 public:
  explicit ConstrainedWorkspace(const Model& forest, const RowChoice& choice = {});
  ~ConstrainedWorkspace();
  ConstrainedWorkspace(ConstrainedWorkspace&&) noexcept;
  /// Multipliers of the model's own rows (couplings, loop joints), N or N m, of the last
  /// constrained_dynamics().
  const VecX& multipliers() const;
  /// Effort of the last solution by an iterative solver.
  SolverEffort solver_effort() const;
  /// Bandwidth of the numbering, in joints; 0: the sparse solver has none.
  int bandwidth() const;
  struct Impl;
  Impl& impl() { return *impl_; }
  const Impl& impl() const { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

/// Joint positions and velocities (joints.q, joints.v) at these poses and velocities. On entry joints.q
/// holds readings of shortly before: a hinge goes on counting its turns, and a quaternion keeps its sign.
void read_joints(const Model& forest, const Kinematics& bodies, ConstrainedWorkspace& workspace,
                 JointReadings& joints);
/// Joint velocities that belong to other velocities of the bodies at the poses of the last read_joints().
void read_joint_rates(const Model& forest, const Kinematics& bodies, const ConstrainedWorkspace& workspace,
                      VecX& v);

/// Joint accelerations (nv) that belong to w_dot and v_dot of the bodies, at the motion of the last
/// read_joints().
void read_joint_accelerations(const Model& forest, const Kinematics& bodies,
                              const ConstrainedWorkspace& workspace, VecX& a);

/// Needs read_joints(). Accelerations of all bodies, into w_dot and v_dot of `bodies`, whose poses and
/// velocities are current. `a` (nv): on entry the accelerations of prescribed coordinates, on exit those of
/// all joints. effort (nv): as of forward_dynamics(). Does not allocate. A failure names a row that depends
/// on the others.
RowFailure constrained_dynamics(const Model& forest, const JointReadings& joints, Kinematics& bodies,
                                const Loads& loads, double gamma, const DriftControl& control,
                                ConstrainedWorkspace& workspace, VecX& a, VecX& effort);

/// As calc_joint_loads(), but from the multipliers of the last constrained_dynamics(): of joint frame's
/// origin, in J axes.
void read_joint_loads(const Model& forest, const Kinematics& bodies, const ConstrainedWorkspace& workspace,
                      std::vector<Wrench>& out);

}  // namespace grouser
