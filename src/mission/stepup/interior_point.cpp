// SPDX-License-Identifier: BSD-3-Clause
// The outer iteration of the interior point: start, residuals, the filter's line search and the barrier's
// decrease, after Waechter and Biegler (2006); the linear system of a step is in interior_point_system.cpp.
// A solve that finds no acceptable step ends as `no_step`: there is no feasibility restoration, callers
// start an elastic solve instead.
#include "stepup/interior_point.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grouser {
namespace {

// The constants of Waechter & Biegler, sections 2 and 3.
constexpr double kFilterShare = 1e-5, kArmijo = 1e-4, kSwitchTheta = 1.1, kSwitchPhi = 2.3;
constexpr double kToBoundary = 0.99, kBarrierFactor = 0.2, kBarrierPower = 1.5, kBarrierError = 10.0;
constexpr double kMultiplierReset = 1e10;
constexpr double kShortest = 1e-10;  // step that is given up
// Least slack at a cold start; a warm one takes the barrier mu instead.
constexpr double kLeastSlack = 1e-2;
constexpr std::size_t kFilterRoom = 1024;

}  // namespace

InteriorPoint::InteriorPoint(const PolynomialProgram& program) : table_(program), soft_(program.soft) {
  order(program);
  make_pattern();
  const Eigen::Index n = table_.variables(), m = table_.equalities(), p = table_.inequalities();
  for (Eigen::VectorXd* each : {&x_, &dual_, &dx_, &trial_x_}) each->setZero(n);
  for (Eigen::VectorXd* each : {&y_, &dy_, &corrected_equality_}) each->setZero(m);
  for (Eigen::VectorXd* each : {&s_, &z_, &e_, &ze_, &gap_, &ds_, &dz_, &de_, &dze_, &row_part_, &trial_s_,
                                &trial_e_, &corrected_gap_})
    each->setZero(p);
  for (Eigen::VectorXd* each : {&right_, &solution_, &rest_, &correction_}) each->setZero(n + m);
  filter_.reserve(kFilterRoom);
}

/// Sets slacks, multipliers and an empty filter at `x`. A warm start keeps the multipliers, but within a
/// factor of 10 of mu/s.
void InteriorPoint::start(const Eigen::VectorXd& x, const InteriorPointOptions& options) {
  const double before = weight_;
  mu_ = options.barrier;
  weight_ = options.elastic_weight;
  last_shift_ = 0.0;
  x_ = x;
  table_.move_to(x_);
  table_.find_values();
  // Slacks start at the inequality's value where that is positive; a soft row's e takes what is missing.
  const bool warm = options.warm && before == weight_;
  if (!warm) y_.setZero();
  for (Eigen::Index i = 0; i < s_.size(); ++i) {
    const double g = table_.inequality[i], least = warm ? mu_ : kLeastSlack;
    s_[i] = std::max(g, least);
    const bool soft = weight_ > 0.0 && soft_[static_cast<std::size_t>(i)];
    e_[i] = soft ? std::max(s_[i] - g, least) : 0.0;
    // A soft row keeps z + z_e = weight, so both stay positive while z is at most half of the weight.
    const double z = warm ? std::clamp(z_[i], 0.1 * mu_ / s_[i], 10.0 * mu_ / s_[i]) : mu_ / s_[i];
    z_[i] = soft ? std::min(z, 0.5 * weight_) : z;
    ze_[i] = soft ? weight_ - z_[i] : 0.0;
  }
  filter_.clear();
  table_.find_slopes();
  find_residuals();
  // The largest infeasibility that the filter accepts, and that below which the barrier's value may decide.
  most_infeasible_ = 1e4 * std::max(1.0, infeasibility());
  switch_infeasible_ = 1e-4 * std::max(1.0, infeasibility());
}

/// Finds the residuals at the table's current point.
void InteriorPoint::find_residuals() {
  dual_ = table_.gradient;
  const auto add = [&](const SparseRows& rows, const Eigen::VectorXd& by, double sign) {
    for (int i = 0; i < rows.rows(); ++i)
      for (int k = rows.starts[static_cast<std::size_t>(i)]; k < rows.starts[static_cast<std::size_t>(i) + 1];
           ++k)
        dual_[rows.columns[static_cast<std::size_t>(k)]] +=
            sign * rows.values[static_cast<std::size_t>(k)] * by[i];
  };
  add(table_.equality_jacobian, y_, 1.0);
  add(table_.inequality_jacobian, z_, -1.0);
  gap_ = table_.inequality - s_ + e_;
}

/// 1-norm of the residuals of equalities and inequalities: the filter's theta.
double InteriorPoint::infeasibility() const { return table_.equality.lpNorm<1>() + gap_.lpNorm<1>(); }

/// Largest of the optimality conditions, those with multipliers scaled by their mean where that is large.
double InteriorPoint::error_of(double mu) const {
  constexpr double kLarge = 100.0;
  const auto count = static_cast<double>(std::max<Eigen::Index>(1, y_.size() + z_.size()));
  const double scale = std::max(kLarge, (y_.lpNorm<1>() + z_.lpNorm<1>()) / count) / kLarge;
  double slack = 0.0;
  for (Eigen::Index i = 0; i < s_.size(); ++i) {
    slack = std::max(slack, std::fabs(s_[i] * z_[i] - mu));
    if (weight_ > 0.0 && soft_[static_cast<std::size_t>(i)])
      slack = std::max(slack, std::fabs(e_[i] * ze_[i] - mu));
  }
  const double feasible = std::max(table_.equality.lpNorm<Eigen::Infinity>(), gap_.lpNorm<Eigen::Infinity>());
  return std::max({dual_.lpNorm<Eigen::Infinity>() / scale, feasible, slack / scale});
}

/// The filter's phi: the objective, the price of the elastic variables and the logarithmic barriers.
double InteriorPoint::barrier_value() const {
  double value = table_.objective;
  for (Eigen::Index i = 0; i < s_.size(); ++i) {
    value -= mu_ * std::log(s_[i]);
    if (weight_ > 0.0 && soft_[static_cast<std::size_t>(i)]) value += weight_ * e_[i] - mu_ * std::log(e_[i]);
  }
  return value;
}

/// Derivative of barrier_value() along the step (dx, ds, de).
double InteriorPoint::slope_along() const {
  double slope = table_.gradient.dot(dx_);
  for (Eigen::Index i = 0; i < s_.size(); ++i) {
    slope -= mu_ * ds_[i] / s_[i];
    if (weight_ > 0.0 && soft_[static_cast<std::size_t>(i)]) slope += (weight_ - mu_ / e_[i]) * de_[i];
  }
  return slope;
}

/// Longest step, at most 1, that keeps a share of what is positive.
double InteriorPoint::longest(const Eigen::VectorXd& of, const Eigen::VectorXd& by) const {
  const double keep = std::max(kToBoundary, 1.0 - mu_);
  double length = 1.0;
  for (Eigen::Index i = 0; i < of.size(); ++i)
    if (by[i] < 0.0 && of[i] > 0.0) length = std::min(length, -keep * of[i] / by[i]);
  return length;
}

/// Whether every entry of the filter is beaten in infeasibility or in value; never above the largest
/// infeasibility, or where the value is not finite.
bool InteriorPoint::accepts(double infeasible, double value) const {
  if (!(infeasible <= most_infeasible_) || !std::isfinite(value)) return false;
  return std::all_of(filter_.begin(), filter_.end(), [&](const FilterEntry& entry) {
    return infeasible < entry.infeasible || value < entry.value;
  });
}

/// Moves to the point at `length` along the step from (x, s, e), and evaluates the constraints there.
void InteriorPoint::take(double length, const Eigen::VectorXd& x, const Eigen::VectorXd& s,
                         const Eigen::VectorXd& e) {
  x_ = x + length * dx_;
  s_ = s + length * ds_;
  e_ = e + length * de_;
  table_.move_to(x_);
  table_.find_values();
  gap_ = table_.inequality - s_ + e_;
}

/// Keeps multipliers near mu over their slacks; those of soft rows and their e's always add up to the weight.
void InteriorPoint::correct_multipliers() {
  for (Eigen::Index i = 0; i < s_.size(); ++i) {
    if (weight_ > 0.0 && soft_[static_cast<std::size_t>(i)]) continue;
    z_[i] = std::clamp(z_[i], mu_ / (kMultiplierReset * s_[i]), kMultiplierReset * mu_ / s_[i]);
  }
}

/// Shortens the step until the filter accepts it; false if it becomes shorter than kShortest. The
/// multipliers take their own longest step.
bool InteriorPoint::search() {
  trial_x_ = x_, trial_s_ = s_, trial_e_ = e_;
  // Primal and dual variables have their own longest steps that keep them positive.
  const double theta = infeasibility(), phi = barrier_value(), slope = slope_along();
  const double dual_length = std::min(longest(z_, dz_), weight_ > 0.0 ? longest(ze_, dze_) : 1.0);
  double length = std::min(longest(s_, ds_), weight_ > 0.0 ? longest(e_, de_) : 1.0);
  bool corrected = false;
  for (bool first = true;; first = false) {
    take(length, trial_x_, trial_s_, trial_e_);
    // A step that descends from a nearly feasible point must decrease the barrier's value by Armijo's rule;
    // elsewhere a sufficient decrease of either measure suffices. Both allow for rounding of the value.
    const double now = infeasibility(), value = barrier_value();
    const bool descent = slope < 0.0 && std::pow(-slope, kSwitchPhi) * length > std::pow(theta, kSwitchTheta);
    const bool by_value = descent && theta <= switch_infeasible_;
    constexpr double kRounding = 10.0 * std::numeric_limits<double>::epsilon();
    const bool good = by_value ? value <= phi + kArmijo * length * slope + kRounding * std::fabs(phi)
                               : now <= (1.0 - kFilterShare) * theta || value <= phi - kFilterShare * theta ||
                                     (theta < 1e-9 && value <= phi + kRounding * std::fabs(phi));
    if (good && accepts(now, value)) {
      // Steps that Armijo's rule accepted leave the filter as it is (Waechter & Biegler, section 2).
      if (!by_value && filter_.size() < kFilterRoom)
        filter_.push_back({(1.0 - kFilterShare) * theta, phi - kFilterShare * theta});
      break;
    }
    if (first && now >= theta && !corrected) {
      // Second-order correction: the same step with the constraints' values at the rejected point added.
      corrected = true;
      corrected_equality_ += table_.equality;
      corrected_gap_ += gap_;
      x_ = trial_x_, s_ = trial_s_, e_ = trial_e_;
      table_.move_to(x_);
      table_.find_values();
      find_step(corrected_equality_, corrected_gap_);
      length = std::min(longest(s_, ds_), weight_ > 0.0 ? longest(e_, de_) : 1.0);
      first = false;
      continue;
    }
    if (corrected && length > kShortest) {
      // The corrected step has failed as well: back to the plain step, half as long.
      corrected = false;
      x_ = trial_x_, s_ = trial_s_, e_ = trial_e_;
      table_.move_to(x_);
      table_.find_values();
      gap_ = table_.inequality - s_ + e_;
      find_step(table_.equality, gap_);
      length = std::min(longest(s_, ds_), weight_ > 0.0 ? longest(e_, de_) : 1.0);
    }
    length *= 0.5;
    if (length < kShortest) return false;
  }
  y_ += length * dy_;
  z_ += dual_length * dz_;
  if (weight_ > 0.0) ze_ += dual_length * dze_;
  return true;
}

InteriorPointResult InteriorPoint::solve(Eigen::VectorXd& x, const InteriorPointOptions& options) {
  InteriorPointResult result;
  start(x, options);
  for (;; ++result.iterations) {
    result.error = error_of(0.0);
    if (result.error <= options.tolerance) {
      result.status = InteriorPointStatus::solved;
      break;
    }
    if (result.iterations >= options.most_iterations) {
      result.status = InteriorPointStatus::too_many_iterations;
      break;
    }
    // The barrier decreases as soon as its own problem is solved accurately enough, and then the filter
    // starts anew.
    const double least = options.tolerance / 10.0;
    while (mu_ > least && error_of(mu_) <= kBarrierError * mu_) {
      mu_ = std::max(least, std::min(kBarrierFactor * mu_, std::pow(mu_, kBarrierPower)));
      filter_.clear();
    }
    // The weight D of each inequality in the system of the step.
    for (Eigen::Index i = 0; i < s_.size(); ++i) {
      const bool soft = weight_ > 0.0 && soft_[static_cast<std::size_t>(i)];
      row_part_[i] = 1.0 / (s_[i] / z_[i] + (soft ? e_[i] / ze_[i] : 0.0));
    }
    table_.find_curvature(y_, z_);
    result.status = InteriorPointStatus::no_step;
    if (!factor_with_shift()) break;
    corrected_equality_ = table_.equality;
    corrected_gap_ = gap_;
    find_step(table_.equality, gap_);
    if (!dx_.allFinite() || !search()) break;
    correct_multipliers();
    table_.find_slopes();
    find_residuals();
  }
  result.objective = table_.objective;
  x = x_;
  return result;
}

}  // namespace grouser
