// SPDX-License-Identifier: BSD-3-Clause
// The quadratic program of one period, in the form of Koolen et al. 2016 with equations (2) and (3) of seed
// 004 (docs/theory_whole_body.md): tasks in least squares over accelerations a and ray forces rho, subject
// to the balance of momentum, torque limits, and bounds of joints and rays.
#include "grouser/vehicle/legs/whole_body_controller.hpp"

#include <cmath>

namespace grouser {
namespace {

constexpr int kFootRho = kSoleCorners * kRays;
constexpr double kFade = 20.0;  // 1/s: torques after the program has failed twice in a row fade at this rate

/// Rotation vector from `is` to `wanted`, world axes.
Vec3 turn_to(const Mat3& is, const Mat3& wanted) { return quat_log(to_quat(wanted * is.transpose())); }

/// Feet of the goal that stand.
int standing(const WholeBodyGoal& goal) {
  int feet = 0;
  for (const FootGoal& foot : goal.feet) feet += foot.stands ? 1 : 0;
  return feet;
}

}  // namespace

WholeBodyController::WholeBodyController(const Model& model, WholeBodyPlaces places,
                                         const WholeBodySpec& spec)
    : spec_(spec),
      places_(std::move(places)),
      model_(model),
      tree_(model, places_.pelvis),
      solver_(tree_.size() + kMostRho, 6) {
  const Eigen::Index n = tree_.size(), joints = n - 6;
  // One program for each number of standing feet, sized once, so that periods allocate nothing.
  for (int feet = 0; feet <= kSoles; ++feet) {
    const Eigen::Index rho = feet * kFootRho;
    math::QuadraticProgram& p = programs_[static_cast<std::size_t>(feet)];
    p.hessian.setZero(n, n);
    p.diagonal.setZero(rho);
    p.gradient.setZero(n + rho);
    p.equalities.setZero(6, n + rho);
    p.equal.setZero(6);
    p.rows.setZero(joints, n + rho);
    p.row_low.setZero(joints);
    p.row_high.setZero(joints);
    p.lower.setConstant(n + rho, -math::kNoBound);
    p.upper.setConstant(n + rho, math::kNoBound);
    rays_[static_cast<std::size_t>(feet)].setZero(n, rho);
  }
  J_.setZero(3, n);
  weighted_.setZero(3, n);
  torque_.setZero(joints);
}

/// Regularisation: small accelerations and forces, that change little.
void WholeBodyController::set_up(const WholeBodyGoal& goal, const WholeBodyMemory& memory) {
  math::QuadraticProgram& p = *program_;
  const Eigen::Index n = tree_.size();
  p.hessian.setZero();
  p.hessian.diagonal().setConstant(spec_.acceleration + spec_.acceleration_change);
  p.diagonal.setConstant(spec_.rho + spec_.rho_change);
  for (Eigen::Index i = 0; i < n; ++i) p.gradient[i] = -spec_.acceleration_change * memory.acceleration[i];
  Eigen::Index column = n;
  for (std::size_t f = 0; f < kSoles; ++f)
    for (std::size_t r = 0; goal.feet[f].stands && r < kFootRho; ++r)
      p.gradient[column++] = -spec_.rho_change * memory.rho[f * kFootRho + r];
}

/// Adds |J a - (wanted - bias)|^2 in the metric of `weight`; bias: J' v.
void WholeBodyController::add_task(const Mat3X& J, const Vec3& wanted, const Vec3& bias, const Vec3& weight) {
  math::QuadraticProgram& p = *program_;
  weighted_.noalias() = weight.asDiagonal() * J;
  p.hessian.noalias() += J.transpose() * weighted_;
  p.gradient.head(tree_.size()).noalias() -= weighted_.transpose() * (wanted - bias);
}

/// (2): the rate of linear momentum that the centre of mass asks for; what spins is slowed down.
void WholeBodyController::ask_momentum(const WholeBodyGoal& goal) {
  J_ = tree_.momentum_matrix().bottomRows<3>();
  add_task(J_, tree_.mass() * goal.acceleration, tree_.momentum_bias().tail<3>(),
           Vec3(spec_.momentum_across, spec_.momentum_across, spec_.momentum_up));
  J_ = tree_.momentum_matrix().topRows<3>();
  add_task(J_, -spec_.spin_damping * tree_.momentum().head<3>(), tree_.momentum_bias().head<3>(),
           Vec3::Constant(spec_.spin));
}

/// A body's angular acceleration towards an attitude, by spring and damper.
void WholeBodyController::ask_turn(BodyId body, const Mat3& attitude, const Vec3& weight) {
  const BodyMotion& motion = tree_.body(body);
  tree_.turning_jacobian(body, J_);
  add_task(J_, spec_.turn_stiffness * turn_to(motion.X_WB.R, attitude) - spec_.turn_damping * motion.w,
           tree_.turning_bias(body), weight);
}

/// A foot that stands stays where it is; one that swings follows its path.
void WholeBodyController::ask_foot(const WholeBodyPlaces::Foot& foot, const FootGoal& goal) {
  const BodyMotion& motion = tree_.body(foot.body);
  const Vec3 sole = motion.X_WB * foot.middle, v = motion.velocity_at(sole);
  Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
  if (!goal.stands) {
    linear = goal.acceleration + spec_.swing_stiffness * (goal.position - sole) +
             spec_.swing_damping * (goal.velocity - v);
    angular = spec_.swing_stiffness * turn_to(motion.X_WB.R, goal.attitude) - spec_.swing_damping * motion.w;
  }
  tree_.point_jacobian(foot.body, sole, J_);
  add_task(J_, linear, tree_.point_bias(foot.body, sole),
           Vec3::Constant(goal.stands ? spec_.stance : spec_.foot));
  tree_.turning_jacobian(foot.body, J_);
  add_task(J_, angular, tree_.turning_bias(foot.body),
           Vec3::Constant(goal.stands ? spec_.stance_turn : spec_.foot_turn));
}

/// Each joint's acceleration towards the stance; its Jacobian is one entry of the diagonal.
void WholeBodyController::ask_posture(const VecX& q, const VecX& v, std::span<const double> posture) {
  math::QuadraticProgram& p = *program_;
  for (std::size_t k = 0; k < tree_.joints().size(); ++k) {
    const Joint& joint = model_.joints()[static_cast<std::size_t>(tree_.joints()[k])];
    const auto c = static_cast<Eigen::Index>(6 + k);
    const double wanted =
        spec_.joint_stiffness * (posture[k] - q[joint.q_index]) - spec_.joint_damping * v[joint.v_index];
    p.hessian(c, c) += spec_.posture;
    p.gradient[c] -= spec_.posture * wanted;
  }
}

/// (3): each corner of a sole pushes along the extreme rays of its friction cone, of unit part along the
/// normal.
void WholeBodyController::put_rays(const WholeBodyGoal& goal) {
  constexpr double kDiagonal = 0.70710678118654752;
  Eigen::Index column = 0;
  for (std::size_t f = 0; f < kSoles; ++f) {
    if (!goal.feet[f].stands) continue;
    const WholeBodyPlaces::Foot& foot = places_.feet[f];
    const RigidTransform& X = tree_.body(foot.body).X_WB;
    for (const Vec3& corner : foot.corners) {
      const Vec3 arm = X * corner - tree_.center();
      for (int k = 0; k < kRays; ++k) {
        const double along = k == 0 || k == 3 ? kDiagonal : -kDiagonal,
                     across = k < 2 ? kDiagonal : -kDiagonal;
        const Vec3 ray = X.R * Vec3(spec_.friction * along, spec_.friction * across, 1.0);
        Vec6 wrench;
        wrench << arm.cross(ray), ray;
        tree_.efforts(foot.body, wrench, ray_->col(column++));
      }
    }
  }
}

/// The base's six rows of H a + bias = sum J^T rho: the balance of momentum.
void WholeBodyController::put_balance() {
  const Eigen::Index n = tree_.size();
  program_->equalities.leftCols(n) = tree_.mass_matrix().topRows(6);
  program_->equalities.rightCols(ray_->cols()) = -ray_->topRows(6);
  program_->equal = -tree_.bias().head(6);
}

/// The joints' rows give their torques: tau = H a + bias - J^T rho.
void WholeBodyController::put_torques() {
  const Eigen::Index n = tree_.size(), joints = n - 6;
  program_->rows.leftCols(n) = tree_.mass_matrix().bottomRows(joints);
  program_->rows.rightCols(ray_->cols()) = -ray_->bottomRows(joints);
  for (Eigen::Index k = 0; k < joints; ++k) {
    const double most = places_.joints[static_cast<std::size_t>(k)].most_torque, bias = tree_.bias()[6 + k];
    program_->row_low[k] = -most - bias;
    program_->row_high[k] = most - bias;
  }
}

/// A joint comes to its limit no faster than a critically damped spring with its rest there lets it.
void WholeBodyController::put_limits(const VecX& q, const VecX& v) {
  math::QuadraticProgram& p = *program_;
  const double w = spec_.limit_pull;
  for (std::size_t k = 0; k < tree_.joints().size(); ++k) {
    const Joint& joint = model_.joints()[static_cast<std::size_t>(tree_.joints()[k])];
    const auto c = static_cast<Eigen::Index>(6 + k);
    const double drag = -2.0 * w * v[joint.v_index], at = q[joint.q_index];
    p.lower[c] = drag - w * w * (at - places_.joints[k].lower - spec_.limit_margin);
    p.upper[c] = drag + w * w * (places_.joints[k].upper - spec_.limit_margin - at);
  }
  p.lower.tail(p.diagonal.size()).setConstant(spec_.least_rho);
  p.upper.tail(p.diagonal.size()).setConstant(spec_.most_rho);
}

/// From the active set of the period before, while the same feet stand.
math::QpStatus WholeBodyController::solve(const WholeBodyGoal& goal, const WholeBodyMemory& memory) {
  bool same = true;
  for (std::size_t f = 0; f < kSoles; ++f)
    same = same && memory.stands[f] == (goal.feet[f].stands ? 1.0 : 0.0);
  int guess[kMostActive];
  const auto count = static_cast<std::size_t>(same ? memory.active_count : 0.0);
  for (std::size_t i = 0; i < count; ++i) guess[i] = static_cast<int>(memory.active[i]);
  return solver_.solve(*program_, std::span<const int>(guess, count));
}

void WholeBodyController::decide(const VecX& q, const VecX& v, const Kinematics& kinematics,
                                 const Vec3& gravity, const WholeBodyGoal& goal,
                                 std::span<const double> posture, WholeBodyMemory& memory) {
  const auto feet = static_cast<std::size_t>(standing(goal));
  program_ = &programs_[feet];
  ray_ = &rays_[feet];
  tree_.update(q, v, kinematics, gravity);
  set_up(goal, memory);
  ask_momentum(goal);
  ask_turn(places_.pelvis, goal.pelvis, Vec3::Constant(spec_.pelvis));
  ask_turn(places_.chest, goal.chest, Vec3(spec_.chest_roll, spec_.chest_pitch, spec_.chest_yaw));
  for (std::size_t f = 0; f < kSoles; ++f) ask_foot(places_.feet[f], goal.feet[f]);
  ask_posture(q, v, posture);
  put_rays(goal);
  put_balance();
  put_torques();
  put_limits(q, v);
  // A solved program gives new torques; one without an answer keeps the last ones for a period.
  const math::QpStatus status = solve(goal, memory);
  if (status == math::QpStatus::solved) return keep(goal, memory);
  // the torques of the period before hold once, then they fade: the joints yield against what damping they
  // have
  memory.failed += 1.0;
  memory.failed_in_a_row += 1.0;
  memory.active_count = 0.0;
  if (memory.failed_in_a_row > 1.0)
    for (double& torque : memory.torque) torque /= 1.0 + kFade * spec_.period;
}

/// Takes over the answer.
void WholeBodyController::keep(const WholeBodyGoal& goal, WholeBodyMemory& memory) {
  const Eigen::Index n = tree_.size();
  const auto x = solver_.x();
  // tau = H a + bias - J^T rho of the joints.
  torque_.noalias() = tree_.mass_matrix().bottomRows(n - 6) * x.head(n);
  torque_ += tree_.bias().tail(n - 6);
  torque_.noalias() -= ray_->bottomRows(n - 6) * x.tail(ray_->cols());
  for (Eigen::Index k = 0; k < n - 6; ++k) memory.torque[k] = torque_[k];
  for (Eigen::Index k = 0; k < n; ++k) memory.acceleration[k] = x[k];
  Eigen::Index column = n;
  for (std::size_t f = 0; f < kSoles; ++f) {
    memory.stands[f] = goal.feet[f].stands ? 1.0 : 0.0;
    for (std::size_t r = 0; r < kFootRho; ++r)
      memory.rho[f * kFootRho + r] = goal.feet[f].stands ? x[column++] : 0.0;
  }
  // The active set is the guess of the next period.
  const std::span<const int> active = solver_.active();
  const std::size_t count = std::min<std::size_t>(active.size(), kMostActive);
  memory.active_count = static_cast<double>(count);
  for (std::size_t i = 0; i < kMostActive; ++i) memory.active[i] = i < count ? active[i] : 0.0;
  memory.failed_in_a_row = 0.0;
  memory.solved += 1.0;
  memory.iterations = solver_.iterations();
  memory.iteration_sum += memory.iterations;
  memory.most_iterations = std::max(memory.most_iterations, memory.iterations);
  memory.residual = solver_.residual(*program_).largest();
  memory.most_residual = std::max(memory.most_residual, memory.residual);
}

}  // namespace grouser
