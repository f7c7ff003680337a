// SPDX-License-Identifier: BSD-3-Clause
// Dense dynamics from the 3 x nv Jacobians of every body, as equation (1) of Oettershagen et al. (DynRPAT) is
// written, completed by the terms it omits, sum J_R^T (I dJ_R/dt v + w x I w). Derivation:
// docs/theory_multibody.md.
#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <limits>

#include "grouser/multibody/constraints/row_laws.hpp"
#include "grouser/multibody/constraints/tangent_space.hpp"
#include "grouser/multibody/dense/effective_masses.hpp"
#include "grouser/multibody/dense/reference.hpp"
#include "tree/joint_motion.hpp"
#include "tree/joint_passive.hpp"
#include "tree/spring_force.hpp"

namespace grouser {
namespace {

struct Jacobians {
  MatX J_P, J_R;    ///< velocity of a point, angular velocity: 3 x nv
  MatX dJ_P, dJ_R;  ///< their time derivatives
};

// Column of coordinate k of an ancestor joint at body B_j, with z fixed in B_j (of the first of two turns: in
// the joint's parent, which then takes the place of B_j in dJ_R), l fixed in the joint's parent, and o the
// origin of B_j:
//   J_R = z,             J_P = z x (p - o) + l
//   dJ_R = w_Bj x z,     dJ_P = (w_Bj x z) x (p - o) + z x (p' - o') + w_P x l
Jacobians calc_jacobians(const Model& model, const Kinematics& kinematics, std::size_t body, const Vec3& p) {
  const Eigen::Index nv = model.nv();
  Jacobians result{MatX::Zero(3, nv), MatX::Zero(3, nv), MatX::Zero(3, nv), MatX::Zero(3, nv)};
  const Vec3 v_p = kinematics.body[body].velocity_at(p);
  for (BodyId at{static_cast<int>(body)}; !(at == kWorld);) {
    const Joint& joint = model.inboard(at);
    const BodyMotion &B = kinematics.body[at], &P = parent_motion(kinematics, joint);
    for (int k = 0; k < joint.nv; ++k) {
      const auto [z, l] = motion_column(joint, P.X_WB.R, B.X_WB.R, k);
      // The first of two axes is fixed in the parent, all others in the child.
      const Vec3 dz = (joint.kind.turns == 2 && k == 0 ? P : B).w.cross(z);
      const Eigen::Index c = joint.v_index + k;
      result.J_R.col(c) = z;
      result.J_P.col(c) = z.cross(p - B.X_WB.p) + l;
      result.dJ_R.col(c) = dz;
      result.dJ_P.col(c) = dz.cross(p - B.X_WB.p) + z.cross(v_p - B.v) + P.w.cross(l);
    }
    at = joint.parent;
  }
  return result;
}

// H a + bias = tau + external.
struct DenseSystem {
  MatX H;
  VecX bias, external;
};

DenseSystem assemble(const Model& model, const Kinematics& kinematics, const Loads* loads, const VecX* v,
                     EquationForm form) {
  const Eigen::Index nv = model.nv();
  DenseSystem system{MatX::Zero(nv, nv), VecX::Zero(nv), VecX::Zero(nv)};
  std::vector<Wrench> spring(model.bodies().size());
  if (loads)
    apply_springs(model, kinematics, loads->released,
                  [&](std::size_t body, const Vec3& moment, const Vec3& force) {
                    spring[body].moment += moment;
                    spring[body].force += force;
                  });
  for (std::size_t i = 0; i < model.bodies().size(); ++i) {
    const Body& body = model.bodies()[i];
    const BodyMotion& motion = kinematics.body[i];
    const Vec3 com = motion.X_WB * body.com;
    const Jacobians J = calc_jacobians(model, kinematics, i, com);
    const Mat3 I_W = motion.X_WB.R * body.inertia * motion.X_WB.R.transpose();
    // H += m J_P^T J_P + J_R^T I J_R
    system.H += body.mass * J.J_P.transpose() * J.J_P + J.J_R.transpose() * I_W * J.J_R;
    if (!loads) continue;
    if (!loads->added.empty()) {
      const AddedInertia& added = loads->added[i];
      const Jacobians O = calc_jacobians(model, kinematics, i, motion.X_WB.p);
      const MatX moment = added.J * O.J_R + added.H * O.J_P,
                 force = added.H.transpose() * O.J_R + added.M * O.J_P;
      system.H += O.J_R.transpose() * moment + O.J_P.transpose() * force;
      const Vec3 w_dot = O.dJ_R * *v, v_dot = O.dJ_P * *v;
      system.bias += O.J_R.transpose() * (added.J * w_dot + added.H * v_dot) +
                     O.J_P.transpose() * (added.H.transpose() * w_dot + added.M * v_dot);
    }
    // velocity products: m J_P^T dJ_P/dt v + J_R^T (I dJ_R/dt v + w x I w)
    system.bias += body.mass * J.J_P.transpose() * (J.dJ_P * *v);
    if (form == EquationForm::completed)
      system.bias += J.J_R.transpose() * (I_W * (J.dJ_R * *v) + motion.w.cross(I_W * motion.w));
    const Vec3 force = loads->on_body[i].force + spring[i].force;
    const Vec3 moment_at_com =
        loads->on_body[i].moment + spring[i].moment - (com - motion.X_WB.p).cross(force);
    system.external +=
        J.J_R.transpose() * moment_at_com + J.J_P.transpose() * (force + body.mass * loads->gravity);
  }
  return system;
}

// Equality rows at a = 0: J a + bias = 0 with one row of J for each.
struct DenseRows {
  MatX J;
  VecX bias;
};

DenseRows assemble_rows(const Model& model, const VecX& q, const VecX& v, const Kinematics& kinematics) {
  const auto count = static_cast<Eigen::Index>(model.rows().size());
  DenseRows rows{MatX::Zero(count, model.nv()), VecX::Zero(count)};
  const VecX none = VecX::Zero(model.nv());
  Kinematics moved = kinematics;
  calc_accelerations(model, q, v, none, moved);
  VecX jacobian = none;
  for (Eigen::Index r = 0; r < count; ++r) {
    const Row& row = model.rows()[static_cast<std::size_t>(r)];
    calc_jacobian(model, row, kinematics, jacobian);
    rows.J.row(r) = jacobian.transpose();
    rows.bias[r] = calc_gap_acceleration(row, none, moved);
  }
  return rows;
}

// The Karush-Kuhn-Tucker system of the free coordinates f and the multipliers, with prescribed p:
//   [ H_ff  -J_f^T ] [ a_f    ]   [ given_f - H_fp a_p ]
//   [ J_f    0     ] [ lambda ] = [ -bias   - J_p a_p  ]
VecX solve_with_rows(const Model& model, const MatX& H, const VecX& given, const DenseRows& rows, VecX& a) {
  std::vector<Eigen::Index> free;
  for (Eigen::Index k = 0; k < a.size(); ++k) {
    if (model.modes()[static_cast<std::size_t>(k)] == CoordinateMode::prescribed) continue;
    free.push_back(k);
    a[k] = 0.0;
  }
  const auto n = static_cast<Eigen::Index>(free.size());
  const Eigen::Index m = rows.bias.size();
  if (n == 0) return VecX::Zero(m);
  MatX K = MatX::Zero(n + m, n + m);
  VecX right(n + m);
  const VecX force = given - H * a;
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::Index c = free[static_cast<std::size_t>(i)];
    for (Eigen::Index k = 0; k < n; ++k) K(i, k) = H(c, free[static_cast<std::size_t>(k)]);
    K.block(i, n, 1, m) = -rows.J.col(c).transpose();
    K.block(n, i, m, 1) = rows.J.col(c);
    right[i] = force[c];
  }
  right.tail(m) = -rows.bias - rows.J * a;
  const VecX solution = K.fullPivLu().solve(right);
  for (Eigen::Index i = 0; i < n; ++i) a[free[static_cast<std::size_t>(i)]] = solution[i];
  return solution.tail(m);
}

}  // namespace

void forward_dynamics_dense(const Model& model, const VecX& q, const VecX& v, const Kinematics& kinematics,
                            const Loads& loads, const ImplicitDamping& damping, EquationForm form, VecX& a,
                            VecX& effort) {
  std::vector<PassiveTerm> passive(static_cast<std::size_t>(model.nv()));
  gather_passive_terms(model, q, v, loads, damping, passive);
  DenseSystem system = assemble(model, kinematics, &loads, &v, form);
  VecX given = system.external - system.bias;
  for (Eigen::Index k = 0; k < model.nv(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    system.H(k, k) += passive[i].damping;
    given[k] += passive[i].given;
  }
  const DenseRows rows = assemble_rows(model, q, v, kinematics);
  const VecX multipliers = solve_with_rows(model, system.H, given, rows, a);
  // The remainder of each line is supplied by the drive (prescribed) or the coupling (dependent).
  const VecX missing = system.H * a - given - rows.J.transpose() * multipliers;
  effort.setZero(model.nv());
  for (Eigen::Index k = 0; k < model.nv(); ++k)
    if (model.modes()[static_cast<std::size_t>(k)] == CoordinateMode::prescribed) effort[k] = missing[k];
  for (std::size_t r = 0; r < model.rows().size(); ++r)
    if (model.rows()[r].kind == RowKind::coordinates)
      effort[model.rows()[r].dependent_v] += multipliers[static_cast<Eigen::Index>(r)];
}

void forward_dynamics_reference(const Model& model, const VecX& q, const VecX& v,
                                const Kinematics& kinematics, const Loads& loads,
                                const ImplicitDamping& damping, VecX& a, VecX& effort) {
  forward_dynamics_dense(model, q, v, kinematics, loads, damping, EquationForm::completed, a, effort);
}

MatX calc_mass_matrix(const Model& model, const VecX&, const Kinematics& kinematics) {
  MatX H = assemble(model, kinematics, nullptr, nullptr, EquationForm::completed).H;
  for (const Joint& joint : model.joints())
    if (joint.nv == 1) H(joint.v_index, joint.v_index) += joint.forces.rotor_inertia;
  return H;
}

MatX calc_point_jacobian(const Model& model, const VecX&, const Kinematics& kinematics, BodyId body,
                         const Vec3& p_W) {
  if (body == kWorld) return MatX::Zero(3, model.nv());
  return calc_jacobians(model, kinematics, static_cast<std::size_t>(body.index), p_W).J_P;
}

EffectiveMasses::EffectiveMasses(const Model& model, const VecX& q, const Kinematics& kinematics)
    : model_(model), q_(q), kinematics_(kinematics), G_(calc_tangent_basis(model, kinematics)) {
  if (G_.cols() > 0) reduced_.compute(G_.transpose() * calc_mass_matrix(model, q, kinematics) * G_);
}

double EffectiveMasses::at(BodyId body, const Vec3& p_W, const Vec3& d) const {
  const VecX row = G_.transpose() * calc_point_jacobian(model_, q_, kinematics_, body, p_W).transpose() * d;
  if (row.size() == 0 || row.isZero(0.0)) return std::numeric_limits<double>::infinity();
  return 1.0 / row.dot(reduced_.solve(row));
}

Mat6 EffectiveMasses::mobility_of(BodyId body) const {
  if (body == kWorld || G_.cols() == 0) return Mat6::Zero();
  const auto i = static_cast<std::size_t>(body.index);
  const RigidTransform& X = kinematics_.body[i].X_WB;
  const Jacobians J = calc_jacobians(model_, kinematics_, i, X.p);
  MatX rows(6, model_.nv());
  rows << X.R.transpose() * J.J_R, X.R.transpose() * J.J_P;
  const MatX free = rows * G_;
  return free * reduced_.solve(free.transpose());
}

double calc_effective_mass(const Model& model, const VecX& q, const Kinematics& kinematics, BodyId body,
                           const Vec3& p_W, const Vec3& d) {
  return EffectiveMasses(model, q, kinematics).at(body, p_W, d);
}

}  // namespace grouser
