// SPDX-License-Identifier: BSD-3-Clause
// Goldfarb and Idnani's dual method (Mathematical Programming 27, 1983; docs/theory_whole_body.md, "The
// solver"): J = L^-T Q with J^T N = [R; 0] for the normals N of the working set. A constraint comes in by
// one Householder reflection and goes out by Givens rotations. No step allocates.
#include "grouser/math/quadratic_program.hpp"

#include <cmath>

namespace grouser::math {
namespace {

// A constraint is broken from this share of 1 + |its bound| on: well above what rounding leaves of a sum of
// such terms.
constexpr double kBroken = 1e-10;
// A normal depends on those of the working set where less than this share of it is left, in the metric of
// H^-1.
constexpr double kDependent = 1e-9;
// Multipliers that a step changes by less than this share of the largest change do not limit it.
constexpr double kUnchanged = 1e-12;
constexpr int kRounds =
    10;  // iterations for each constraint that can be active: far more than any program needed

/// Constraints are numbered in pairs, lower and upper: variables first, then rows; equalities are -1, -2,
/// ...
bool is_upper(int constraint) { return constraint % 2 != 0; }
Eigen::Index place_of(int constraint) { return constraint / 2; }

}  // namespace

QpSolver::QpSolver(Eigen::Index most_variables, Eigen::Index most_equalities)
    : L_(most_variables, most_variables),
      J_(most_variables, most_variables),
      R_(most_variables, most_variables),
      x_(VecX::Zero(most_variables)),
      free_(x_),
      multiplier_(most_variables + most_equalities + 1),
      image_(x_),
      work_(x_),
      back_(most_variables + most_equalities + 1),
      working_(static_cast<std::size_t>(most_variables + most_equalities + 1)) {}

/// The bound of a constraint as one from below: those of upper ones are negated.
double QpSolver::bound(const QuadraticProgram& p, int constraint) const {
  if (constraint < 0) return p.equal[-1 - constraint];
  const Eigen::Index i = place_of(constraint);
  if (i < n_) return is_upper(constraint) ? -p.upper[i] : p.lower[i];
  return is_upper(constraint) ? -p.row_high[i - n_] : p.row_low[i - n_];
}

/// normal . x - bound, >= 0 where the constraint is kept.
double QpSolver::slack(const QuadraticProgram& p, int constraint) const {
  const auto x = x_.head(n_);
  if (constraint < 0) return p.equalities.row(-1 - constraint).dot(x) - bound(p, constraint);
  const Eigen::Index i = place_of(constraint);
  const double value = i < n_ ? x[i] : p.rows.row(i - n_).dot(x);
  return (is_upper(constraint) ? -value : value) - bound(p, constraint);
}

/// J = L^-T, and the minimum without constraints.
void QpSolver::factor(const QuadraticProgram& p) {
  const Eigen::Index m = p.hessian.rows();
  auto J = J_.topLeftCorner(n_, n_);
  J.setZero();
  auto L = L_.topLeftCorner(m, m);
  for (Eigen::Index c = 0; c < m; ++c) {
    auto column = L.col(c).tail(m - c);
    column = p.hessian.col(c).tail(m - c);
    if (c > 0) column.noalias() -= L.block(c, 0, m - c, c) * L.row(c).head(c).transpose();
    column /= std::sqrt(column[0]);
  }
  // row by row of L^-1, which is column by column of its transpose
  for (Eigen::Index r = 0; r < m; ++r) {
    auto column = J.col(r).head(r + 1);
    if (r > 0) column.head(r).noalias() = J.topLeftCorner(r, r) * L.row(r).head(r).transpose();
    column.head(r) *= -1.0 / L(r, r);
    column[r] = 1.0 / L(r, r);
  }
  for (Eigen::Index k = m; k < n_; ++k) J(k, k) = 1.0 / std::sqrt(p.diagonal[k - m]);
  work_.head(m).noalias() = J.topLeftCorner(m, m).transpose() * p.gradient.head(m);
  free_.head(m).noalias() = J.topLeftCorner(m, m) * work_.head(m);
  free_.head(m) *= -1.0;  // apart: a product that is negated in one expression is kept in a temporary
  free_.segment(m, n_ - m) = -p.gradient.tail(n_ - m).cwiseQuotient(p.diagonal);
}

/// Reflects the part of J that is free of the working set so that it sees `constraint` in its first column
/// alone. Leaves J^T normal in image_; false where the normal depends on the working set.
bool QpSolver::turn(const QuadraticProgram& p, int constraint) {
  auto J = J_.topLeftCorner(n_, n_);
  auto d = image_.head(n_);
  if (constraint < 0) {
    d.noalias() = J.transpose() * p.equalities.row(-1 - constraint).transpose();
  } else {
    const Eigen::Index i = place_of(constraint);
    if (i < n_)
      d = J.row(i).transpose();
    else
      d.noalias() = J.transpose() * p.rows.row(i - n_).transpose();
    if (is_upper(constraint)) d = -d;
  }
  const double all = d.norm();
  auto rest = d.tail(n_ - count_);
  const double length = rest.norm();
  if (!(length > kDependent * all)) return false;
  // The reflection takes the free part to a multiple of the first axis, with the sign that cancels no
  // digits.
  const double to = rest[0] > 0.0 ? -length : length;
  rest[0] -= to;
  const double scale = 1.0 / (length * std::fabs(rest[0]));  // 2 / |v|^2
  auto columns = J.rightCols(n_ - count_);
  work_.head(n_).noalias() = columns * rest;
  work_.head(n_) *= scale;
  columns.noalias() -= work_.head(n_) * rest.transpose();
  rest[0] = to;
  return true;
}

/// Puts the constraint of the last turn() into the working set.
void QpSolver::accept(int constraint, double multiplier) {
  R_.col(count_).head(count_ + 1) = image_.head(count_ + 1);
  multiplier_[count_] = multiplier;
  working_[static_cast<std::size_t>(count_)] = constraint;
  ++count_;
}

/// False where equalities contradict each other.
bool QpSolver::add_equalities(const QuadraticProgram& p) {
  bool redundant = false;
  for (Eigen::Index row = 0; row < p.equalities.rows(); ++row) {
    const int constraint = -1 - static_cast<int>(row);
    if (turn(p, constraint))
      accept(constraint, 0.0);
    else
      redundant = true;
  }
  equalities_ = count_;
  if (!redundant) return true;
  // Rows that depend on others must be met already.
  settle(p);
  for (Eigen::Index row = 0; row < p.equalities.rows(); ++row)
    if (std::fabs(slack(p, -1 - static_cast<int>(row))) > 1e3 * kBroken * (1.0 + std::fabs(p.equal[row])))
      return false;
  return true;
}

/// Takes the guess as a whole, then drops constraints with negative multipliers, which leaves a dual
/// feasible pair.
void QpSolver::add_guess(const QuadraticProgram& p, std::span<const int> guess) {
  const int numbers = 2 * static_cast<int>(n_ + p.rows.rows());
  for (const int constraint : guess) {
    if (count_ == n_ || constraint < 0 || constraint >= numbers || !std::isfinite(bound(p, constraint)))
      continue;
    if (turn(p, constraint)) accept(constraint, 0.0);
  }
  settle(p);
  for (;;) {
    Eigen::Index worst = -1;
    for (Eigen::Index k = equalities_; k < count_; ++k)
      if (multiplier_[k] < 0.0 && (worst < 0 || multiplier_[k] < multiplier_[worst])) worst = k;
    if (worst < 0) return;
    drop(worst);
    settle(p);
  }
}

/// Takes a constraint out of the working set; rotations make R triangular again.
void QpSolver::drop(Eigen::Index at) {
  for (Eigen::Index k = at; k + 1 < count_; ++k) {
    R_.col(k).head(k + 2) = R_.col(k + 1).head(k + 2);
    multiplier_[k] = multiplier_[k + 1];
    working_[static_cast<std::size_t>(k)] = working_[static_cast<std::size_t>(k + 1)];
  }
  --count_;
  for (Eigen::Index k = at; k < count_; ++k) {
    // One Givens rotation removes the entry below the diagonal, and turns J's columns along.
    const double a = R_(k, k), b = R_(k + 1, k), length = std::sqrt(a * a + b * b);
    const double c = a / length, s = b / length;
    for (Eigen::Index j = k; j < count_; ++j) {
      const double up = R_(k, j), down = R_(k + 1, j);
      R_(k, j) = c * up + s * down;
      R_(k + 1, j) = c * down - s * up;
    }
    for (Eigen::Index i = 0; i < n_; ++i) {
      const double left = J_(i, k), right = J_(i, k + 1);
      J_(i, k) = c * left + s * right;
      J_(i, k + 1) = c * right - s * left;
    }
  }
}

/// The minimum on the working set, all of it as equalities: x = free + J_1 y with R^T y = bounds - N^T
/// free, multipliers R^-1 y.
void QpSolver::settle(const QuadraticProgram& p) {
  x_.head(n_) = free_.head(n_);
  const auto R = R_.topLeftCorner(count_, count_);
  auto y = back_.head(count_);
  for (Eigen::Index k = 0; k < count_; ++k) {
    double sum = -slack(p, working_[static_cast<std::size_t>(k)]);
    for (Eigen::Index i = 0; i < k; ++i) sum -= R(i, k) * y[i];
    y[k] = sum / R(k, k);
  }
  x_.head(n_).noalias() += J_.topLeftCorner(n_, count_) * y;
  solve_back();
  multiplier_.head(count_) = y;
}

/// back_ = R^-1 back_.
void QpSolver::solve_back() {
  for (Eigen::Index k = count_ - 1; k >= 0; --k) {
    const double value = back_[k] / R_(k, k);
    back_[k] = value;
    back_.head(k) -= value * R_.col(k).head(k);
  }
}

/// -1: none is.
int QpSolver::most_broken(const QuadraticProgram& p) const {
  int found = -1;
  double worst = -kBroken;
  const auto look = [&](int constraint, double slack, double bound) {
    const double share =
        slack / (1.0 + std::fabs(bound));  // NaN, which is less than nothing, where the bound is infinite
    if (share < worst) {
      worst = share;
      found = constraint;
    }
  };
  for (Eigen::Index i = 0; i < n_; ++i) {
    look(static_cast<int>(2 * i), x_[i] - p.lower[i], p.lower[i]);
    look(static_cast<int>(2 * i + 1), p.upper[i] - x_[i], p.upper[i]);
  }
  for (Eigen::Index k = 0; k < p.rows.rows(); ++k) {
    const double value = p.rows.row(k).dot(x_.head(n_));
    look(static_cast<int>(2 * (n_ + k)), value - p.row_low[k], p.row_low[k]);
    look(static_cast<int>(2 * (n_ + k) + 1), p.row_high[k] - value, p.row_high[k]);
  }
  return found;
}

/// Goldfarb & Idnani, step 2: goes towards a broken constraint as far as the multipliers of the others stay
/// >= 0, dropping those that come to 0, until it is kept. False where it cannot be.
bool QpSolver::take_up(const QuadraticProgram& p, int constraint) {
  double own = 0.0;
  for (;;) {
    ++iterations_;
    const bool independent = turn(p, constraint);
    back_.head(count_) = image_.head(count_);
    solve_back();
    const double least = kUnchanged * std::max(1.0, count_ ? back_.head(count_).cwiseAbs().maxCoeff() : 0.0);
    // The longest step at which no multiplier of an inequality becomes negative.
    double longest = kNoBound;
    Eigen::Index blocks = -1;
    for (Eigen::Index k = equalities_; k < count_; ++k)
      if (back_[k] > least && multiplier_[k] / back_[k] < longest) {
        longest = multiplier_[k] / back_[k];
        blocks = k;
      }
    // The full step keeps the constraint; a dependent one has only a step of multipliers.
    const double pivot = independent ? image_[count_] : 0.0;
    const double full = independent ? -slack(p, constraint) / (pivot * pivot) : kNoBound;
    if (!independent && blocks < 0) return false;
    const double step = std::max(0.0, std::min(full, longest));
    multiplier_.head(count_) -= step * back_.head(count_);
    own += step;
    if (independent) x_.head(n_) += step * pivot * J_.col(count_).head(n_);
    if (full <= longest) {
      accept(constraint, own);
      return true;
    }
    drop(blocks);
  }
}

QpStatus QpSolver::solve(const QuadraticProgram& p, std::span<const int> guess) {
  n_ = p.size();
  count_ = equalities_ = 0;
  iterations_ = 0;
  factor(p);
  if (!add_equalities(p)) return QpStatus::infeasible;
  add_guess(p, guess);
  const int most = kRounds * static_cast<int>(n_ + p.rows.rows());
  while (iterations_ < most) {
    int broken = most_broken(p);
    if (broken < 0) {
      settle(p);  // removes the rounding of many steps
      broken = most_broken(p);
    }
    if (broken < 0) return x_.head(n_).allFinite() ? QpStatus::solved : QpStatus::not_found;
    if (!take_up(p, broken)) return QpStatus::infeasible;
  }
  return QpStatus::not_found;
}

QpResidual QpSolver::residual(const QuadraticProgram& p) {
  QpResidual out;
  const Eigen::Index m = p.hessian.rows();
  const auto x = x_.head(n_);
  // Stationarity: H x + g - N u, over the largest of its terms.
  auto sum = image_.head(n_);
  sum.head(m).noalias() = p.hessian * x.head(m);
  sum.tail(n_ - m) = p.diagonal.cwiseProduct(x.tail(n_ - m));
  double scale = std::max(1.0, std::max(sum.cwiseAbs().maxCoeff(), p.gradient.cwiseAbs().maxCoeff()));
  sum += p.gradient;
  double largest = 0.0, smallest = 0.0;
  for (Eigen::Index k = 0; k < count_; ++k) {
    const int constraint = working_[static_cast<std::size_t>(k)];
    const double u = multiplier_[k];
    largest = std::max(largest, std::fabs(u));
    if (constraint >= 0) smallest = std::min(smallest, u);
    const double signed_u = constraint >= 0 && is_upper(constraint) ? -u : u;
    const Eigen::Index i = constraint < 0 ? -1 : place_of(constraint);
    if (constraint < 0)
      sum -= signed_u * p.equalities.row(-1 - constraint).transpose();
    else if (i < n_)
      sum[i] -= signed_u;
    else
      sum -= signed_u * p.rows.row(i - n_).transpose();
    out.feasibility =
        std::max(out.feasibility, std::fabs(slack(p, constraint)) / (1.0 + std::fabs(bound(p, constraint))));
  }
  scale = std::max(scale, largest);
  out.stationarity = sum.cwiseAbs().maxCoeff() / scale;
  out.sign = -smallest / std::max(1.0, largest);
  const int broken = most_broken(p);
  if (broken >= 0)
    out.feasibility = std::max(out.feasibility, -slack(p, broken) / (1.0 + std::fabs(bound(p, broken))));
  return out;
}

}  // namespace grouser::math
