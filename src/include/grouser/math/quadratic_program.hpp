// SPDX-License-Identifier: BSD-3-Clause
// Dense, strictly convex quadratic programs by the dual active-set method of Goldfarb & Idnani
// (Mathematical Programming 27, 1983), warm started:
//   minimise  x' H x / 2 + g' x   with   E x = e,   low <= C x <= high,   lower <= x <= upper
// H is a dense block followed by a diagonal. A bound costs one comparison, and its normal is a row of the
// factor.
#pragma once
#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "grouser/math/types.hpp"

namespace grouser::math {

inline constexpr double kNoBound = std::numeric_limits<double>::infinity();

/// The problem to solve. Sizes may change from one solve to the next.
struct QuadraticProgram {
  MatX hessian;            ///< the dense block, symmetric and positive definite
  VecX diagonal;           ///< of the other variables, > 0
  VecX gradient;           ///< of all
  MatX equalities;         ///< E, one row each
  VecX equal;              ///< e
  MatX rows;               ///< C
  VecX row_low, row_high;  ///< +-kNoBound where there is none
  VecX lower, upper;       ///< of each variable, +-kNoBound where there is none

  Eigen::Index size() const { return hessian.rows() + diagonal.size(); }
};

enum class QpStatus { solved, infeasible, not_found };

/// Residuals of the Karush-Kuhn-Tucker conditions, as shares of the largest terms that cancel in them.
struct QpResidual {
  double stationarity = 0.0, feasibility = 0.0, sign = 0.0;
  double largest() const { return std::max(stationarity, std::max(feasibility, sign)); }
};

/// Solves programs of up to a given size; allocates nothing after its constructor.
class QpSolver {
 public:
  QpSolver(Eigen::Index most_variables, Eigen::Index most_equalities);

  /// `guess`: inequalities that may hold with equality. Variable i has the numbers 2 i (at its lower bound)
  /// and 2 i + 1, row k the numbers 2 (size + k) and the next. Those that do not belong are dropped.
  QpStatus solve(const QuadraticProgram&, std::span<const int> guess = {});

  auto x() const { return x_.head(n_); }
  /// Inequalities that hold with equality, and the multiplier of each, >= 0.
  std::span<const int> active() const {
    return std::span(working_).subspan(static_cast<std::size_t>(equalities_),
                                       static_cast<std::size_t>(count_ - equalities_));
  }
  double multiplier(std::size_t active) const {
    return multiplier_[equalities_ + static_cast<Eigen::Index>(active)];
  }
  /// Constraints taken up or dropped after the guess was put right.
  int iterations() const { return iterations_; }
  QpResidual residual(const QuadraticProgram&);

 private:
  double slack(const QuadraticProgram&, int constraint) const;
  double bound(const QuadraticProgram&, int constraint) const;
  void factor(const QuadraticProgram&);
  bool turn(const QuadraticProgram&, int constraint);
  void accept(int constraint, double multiplier);
  bool add_equalities(const QuadraticProgram&);
  void add_guess(const QuadraticProgram&, std::span<const int> guess);
  void drop(Eigen::Index at);
  void settle(const QuadraticProgram&);
  int most_broken(const QuadraticProgram&) const;
  bool take_up(const QuadraticProgram&, int constraint);
  void solve_back();

  Eigen::Index n_ = 0, count_ = 0, equalities_ = 0;
  int iterations_ = 0;
  MatX L_;      // Cholesky factor of the dense block
  MatX J_, R_;  // J = L^-T Q, and J^T N = [R; 0] for the normals N of the working set
  VecX x_, free_, multiplier_, image_, work_, back_;
  std::vector<int> working_;  // equalities as -1 - row, then inequalities
};

}  // namespace grouser::math
