// SPDX-License-Identifier: BSD-3-Clause
// Minimises a polynomial program with a primal-dual interior point: barrier in the slacks of the
// inequalities, Newton steps on the perturbed optimality conditions, a filter instead of a merit function
// (Waechter & Biegler, Math. Program. 106 (2006)).
//
// Inequalities are g(x) - s + e = 0 with s >= 0 and, in an elastic solve, e >= 0 at the price of
// `elastic_weight` each for those that are soft (e = 0 else). Slacks, e and the inequalities' multipliers
// are eliminated, so that each step is one symmetric system
//   [ W + J^T D J   A^T ] [dx]      D = 1/(s/z + e/z_e), z_e = weight - z
//   [ A              0  ] [dy]
// whose variables and rows are taken stage by stage, the last stage's behind all others: its factor has
// only a band and a border. Diagonals are shifted until it has as many positive pivots as variables.
#pragma once
#include <Eigen/SparseCholesky>
#include <memory>

#include "stepup/program_table.hpp"

namespace grouser {

struct InteriorPointOptions {
  double tolerance = 1e-8;  ///< of the scaled optimality conditions
  int most_iterations = 400;
  double barrier = 0.1;         ///< at first
  double elastic_weight = 0.0;  ///< 0: all inequalities hold
  bool warm = false;            ///< goes on with the multipliers and slacks of the last solve
};

enum class InteriorPointStatus { solved, no_step, too_many_iterations };
struct InteriorPointResult {
  InteriorPointStatus status = InteriorPointStatus::no_step;
  int iterations = 0;
  double objective = 0.0;  ///< without the price of what is broken
  double error = 0.0;      ///< of the optimality conditions
};

class InteriorPoint {
 public:
  explicit InteriorPoint(const PolynomialProgram& program);

  /// Sets the value that an equality's polynomial must have, instead of 0.
  void set_equality(int row, double value) { table_.set_equality(row, value); }
  /// Solves from the start `x`, and leaves the minimum in it. Allocates nothing.
  InteriorPointResult solve(Eigen::VectorXd& x, const InteriorPointOptions& options);
  /// By how much an inequality is broken by an elastic solve.
  const Eigen::VectorXd& broken() const { return e_; }
  /// Multipliers of the inequalities, at least 0.
  const Eigen::VectorXd& multipliers() const { return z_; }

 private:
  using Matrix = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
  /// The pattern is known: orders and factors without looking for a better one.
  struct Factor : Eigen::SimplicialLDLT<Matrix, Eigen::Upper, Eigen::NaturalOrdering<int>> {
    const Eigen::VectorXd& pivots() const { return m_diag; }  // vectorD() is a copy
    /// As factorize(), without the empty matrix that it makes for an order that there is not.
    void factor(const Matrix& matrix) { this->template factorize_preordered<true>(matrix); }
  };
  /// A term of J^T D J: the product of two slopes of one inequality.
  struct Pair {
    int a, b, slot;  ///< values of the inequality Jacobian, and where their product goes
    int row;
  };
  /// A corner of the region that the filter rejects: points that are no better in both measures.
  struct FilterEntry {
    double infeasible, value;
  };

  void order(const PolynomialProgram& program);
  void make_pattern();
  int slot_of(int row, int column) const;
  void start(const Eigen::VectorXd& x, const InteriorPointOptions& options);
  void find_residuals();
  double error_of(double mu) const;
  double infeasibility() const;
  double barrier_value() const;
  void fill_system(double shift);
  bool factor_with_shift();
  void find_rest();
  void solve_system();
  void find_step(const Eigen::VectorXd& equality, const Eigen::VectorXd& gap);
  double longest(const Eigen::VectorXd& of, const Eigen::VectorXd& by) const;
  double slope_along() const;
  bool accepts(double infeasible, double value) const;
  bool search();
  void take(double length, const Eigen::VectorXd& x, const Eigen::VectorXd& s, const Eigen::VectorXd& e);
  void correct_multipliers();

  // The program and where each of its numbers lies in the system's matrix.
  ProgramTable table_;
  std::vector<bool> soft_;
  std::vector<int> place_of_variable_, place_of_equality_;
  std::vector<int> hessian_slots_, equality_slots_, diagonal_slots_;
  std::vector<Pair> pairs_;
  std::vector<bool> is_row_;  // by place: a multiplier's, not a variable's
  Matrix matrix_;
  Factor factor_;
  // The barrier mu, the price of e, and the diagonal's shift of this step and of the last step that needed
  // one.
  double mu_ = 0.1, weight_ = 0.0, shift_ = 0.0, last_shift_ = 0.0;
  double most_infeasible_ = 0.0, switch_infeasible_ = 0.0;
  std::vector<FilterEntry> filter_;
  // The iterate: variables, equality multipliers, slacks, inequality multipliers, elastic variables and
  // theirs.
  Eigen::VectorXd x_, y_, s_, z_, e_, ze_;
  Eigen::VectorXd dual_, gap_;  // residuals: stationarity; g - s + e
  Eigen::VectorXd dx_, dy_, ds_, dz_, de_, dze_;
  Eigen::VectorXd right_, solution_, rest_, correction_, row_part_;
  Eigen::VectorXd trial_x_, trial_s_, trial_e_, corrected_equality_, corrected_gap_;
};

}  // namespace grouser
