// SPDX-License-Identifier: BSD-3-Clause
// The solver of the quasi-static mode: Newton's method with a Jacobian by differences. A march predicts the
// next pose and keeps the Jacobian; where that fails, and at the first pose, a careful search makes a new
// one each round, bounds its steps and halves them. Steps and tolerances are in units of the unknowns and
// of gravity.
#include "grouser/mission/quasi_static/quasi_static.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "pose_predictor.hpp"
#include "pose_reasons.hpp"
#include "quasi_static_balance.hpp"

namespace grouser {
namespace {

using UnknownMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, kMaxUnknowns, kMaxUnknowns>;

constexpr double kBalanced = 1e-4;  // of gravity: residual of an equilibrium
// The ground's interpolation and the laws have kinks, and a search may get stuck at one. Below this residual
// it has found the equilibrium nevertheless: about 1e-3 of a wheel's load.
constexpr double kOnJump = 2e-3;
constexpr int kQuickRounds = 8;  // steps with a kept Jacobian before a careful search
// If a step leaves more of the residual than this share, the next pose computes a new Jacobian.
constexpr double kWorn = 0.25;
// Rounds of a careful search.
constexpr int kNewtonRounds = 25;

/// Step of the Jacobian's differences: a few thousandths of the scale over which the forces change.
double difference(int i) { return i == kSlip || i == kCrab ? 2e-4 : i == kSteering ? 5e-4 : 2e-5; }
/// Largest change of an unknown in one step of a careful search: m, rad, - or 1/m.
double largest_step(int i) { return i == kHeight ? 0.02 : i == kSlip || i == kSteering ? 0.15 : 0.05; }

void keep_in_bounds(Unknowns& u) {
  u[kSlip] = std::clamp(u[kSlip], -kMostSlip, kMostSlip);
  u[kCrab] = std::clamp(u[kCrab], -kMostCrab, kMostCrab);
  u[kSteering] = std::clamp(u[kSteering], -kMostSteering, kMostSteering);
}

}  // namespace

/// State of the march: the last pose, the unknowns, and the kept inverse of the Jacobian.
struct QuasiStaticSolver::Impl {
  QuasiStaticBalance balance;
  QuasiStaticPose pose;
  PosePredictor predictor;
  Unknowns u, residual, trial, trial_residual, step;
  UnknownMatrix inverse;  // of the Jacobian
  bool have_inverse = false, worn = false, careful = false, started = false;
  int evaluations = 0;

  explicit Impl(std::shared_ptr<const World> world)
      : balance(std::move(world)), predictor(balance.ground().ground().cell()) {
    const int n = balance.size();
    u = residual = trial = trial_residual = step = Unknowns::Zero(n);
    inverse = UnknownMatrix::Zero(n, n);
  }

  /// One evaluation of the balance. A careful search looks for contacts anew each time, instead of
  /// following their tangents.
  void evaluate(const PathPoint& at, bool steady, const Unknowns& x, Unknowns& r) {
    if (careful) balance.look_anew();
    balance.evaluate(at, steady, x, r);
    ++evaluations;
  }

  /// Inverse of the Jacobian at u by forward differences; backward in slip above 0.5, to stay below 1.
  /// False where a number is not finite.
  bool make_inverse(const PathPoint& at, bool steady) {
    const int n = balance.size();
    worn = false;
    UnknownMatrix J(n, n);
    for (int i = 0; i < n; ++i) {
      trial = u;
      const double h = (i == kSlip && u[kSlip] > 0.5 ? -1.0 : 1.0) * difference(i);
      trial[i] += h;
      evaluate(at, steady, trial, trial_residual);
      J.col(i) = (trial_residual - residual) / h;
    }
    if (!J.allFinite()) return have_inverse = false;
    const Eigen::PartialPivLU<UnknownMatrix> lu(J);
    inverse = lu.inverse();
    return have_inverse = inverse.allFinite();
  }

  /// Newton's method with a kept Jacobian from a good guess; true if it reached balance.
  bool solve_quickly(const PathPoint& at) {
    if (!have_inverse) return false;
    evaluate(at, false, u, residual);
    double size = size_of(residual);
    if (worn && size > kBalanced && !make_inverse(at, false)) return false;
    int still = 0;
    for (int round = 0; round < kQuickRounds && size > kBalanced; ++round) {
      step = -(inverse * residual);
      trial = u + step;
      keep_in_bounds(trial);
      evaluate(at, false, trial, trial_residual);
      const double next = size_of(trial_residual);
      // Two rounds without progress below kOnJump: the search has stopped at a kink of the laws, and the
      // pose is good enough.
      if (size < kOnJump && !(next < 0.7 * size) && ++still == 2) {
        evaluate(at, false, u, residual);  // the accepted pose must be the one last evaluated
        return size_of(residual) <= kOnJump;
      }
      // A residual that grows fourfold, or is not finite, ends the quick search.
      if (!(next < 4.0 * size)) return false;
      worn |= next > kBalanced && next > kWorn * size;
      u = trial;
      residual = trial_residual;
      size = next;
    }
    return size <= kBalanced;
  }

  /// As search_carefully(), with contacts looked for anew at each evaluation.
  bool solve_carefully(const PathPoint& at, bool steady) {
    careful = true;
    const bool solved = search_carefully(at, steady);
    careful = false;
    return solved;
  }

  /// Newton's method with a fresh Jacobian, bounded steps and backtracking.
  bool search_carefully(const PathPoint& at, bool steady) {
    evaluate(at, steady, u, residual);
    for (int round = 0; round < kNewtonRounds; ++round) {
      const double size = size_of(residual);
      if (size <= kBalanced) return true;
      if (!make_inverse(at, steady)) return false;
      step = -(inverse * residual);
      // The whole step is scaled, so that no unknown moves beyond its bound.
      double scale = 1.0;
      for (int i = 0; i < step.size(); ++i)
        if (std::fabs(step[i]) * scale > largest_step(i)) scale = largest_step(i) / std::fabs(step[i]);
      // Halved until the residual decreases as it should; the best of the six trials is taken in any case.
      double best = 1e30, best_scale = 0.0;
      for (int cut = 0; cut < 6; ++cut, scale *= 0.5) {
        trial = u + scale * step;
        keep_in_bounds(trial);
        evaluate(at, steady, trial, trial_residual);
        const double next = size_of(trial_residual);
        if (next < best) best = next, best_scale = scale;
        if (next < (1.0 - 0.1 * scale) * size) break;
      }
      // At a kink no trial improves much; below kOnJump this is the equilibrium.
      if (size < kOnJump && best > 0.7 * size) {
        evaluate(at, steady, u, residual);
        return true;
      }
      if (best_scale == 0.0) return false;
      trial = u + best_scale * step;
      keep_in_bounds(trial);
      if ((trial - u).cwiseAbs().maxCoeff() < 1e-10) return false;
      u = trial;
      evaluate(at, steady, u, residual);
    }
    return size_of(residual) <= kBalanced;
  }

  /// A first pose: from the geometric guess at several slips until one search succeeds, then once more with
  /// the contacts' depths known.
  bool place(const PathPoint& at) {
    predictor.clear();
    // Several slips to start from, because a search may run into a wheel's cone of friction.
    constexpr double kSlips[] = {0.02, 0.1, 0.3, -0.1};
    for (const double slip : kSlips) {
      balance.lift_off();
      u = balance.first_guess(at);
      u[kSlip] = slip;
      if (!solve_carefully(at, true)) continue;
      balance.accept(at, u, pose);  // now the contacts know their depth
      return solve_carefully(at, true);
    }
    return false;
  }

  /// The next pose of a march: the prediction and a quick search, and if that fails a careful one from the
  /// last pose.
  bool march(const PathPoint& at) {
    const Unknowns before = u;
    // The steering follows the path's curvature; the predictor holds only the rest.
    const double turned = at.curvature - pose.at.curvature;
    if (predictor.ready()) {
      u = predictor.guess(at.distance);
      u[kSteering] += at.curvature;
      keep_in_bounds(u);
    } else {
      u[kSteering] += turned;
    }
    if (solve_quickly(at)) return true;
    u = before;
    u[kSteering] += turned;
    return solve_carefully(at, false);
  }

  /// Remembers the steering in addition to what the path itself turns. The rest of the residual is taken out:
  /// it would show in the slopes.
  void remember() {
    Unknowns found = u;
    if (have_inverse) found.noalias() -= inverse * residual;
    found[kSteering] -= pose.at.curvature;
    predictor.add(pose.at.distance, found);
  }

  /// Reports a pose: accepts and checks an equilibrium, or explains why there is none.
  const QuasiStaticPose& finish(const PathPoint& at, bool solved) {
    pose.status = PoseStatus::ok;
    pose.reason.clear();
    if (solved) {
      balance.accept(at, u, pose);
      check_pose(balance, pose);
    } else {
      balance.fill(at, u, pose);
      explain(balance, u, size_of(residual), pose);
    }
    pose.evaluations = evaluations;
    started = pose.status == PoseStatus::ok;
    if (started) remember();
    return pose;
  }
};

QuasiStaticSolver::QuasiStaticSolver(std::shared_ptr<const World> world)
    : impl_(std::make_unique<Impl>(std::move(world))) {}
QuasiStaticSolver::~QuasiStaticSolver() = default;
QuasiStaticSolver::QuasiStaticSolver(QuasiStaticSolver&&) noexcept = default;

const QuasiStaticPose& QuasiStaticSolver::place(const PathPoint& at) {
  impl_->evaluations = 0;
  return impl_->finish(at, impl_->place(at));
}

const QuasiStaticPose& QuasiStaticSolver::advance(const PathPoint& to) {
  if (!impl_->started) return place(to);
  impl_->evaluations = 0;
  const bool solved = impl_->march(to);
  return impl_->finish(to, solved);
}

const QuasiStaticPose& QuasiStaticSolver::pose() const { return impl_->pose; }
const GroundMemory& QuasiStaticSolver::ground() const { return impl_->balance.ground().ground(); }

}  // namespace grouser
