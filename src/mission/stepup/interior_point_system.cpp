// SPDX-License-Identifier: BSD-3-Clause
// The linear system of a Newton step: the order of its unknowns, its sparsity pattern, its numbers and its
// solution with iterative refinement. Order and pattern are found once; a solve only fills numbers in.
#include <algorithm>
#include <numeric>

#include "stepup/interior_point.hpp"

namespace grouser {
namespace {

constexpr double kRowShift = 1e-9;  // keeps rows that depend on each other from stopping the factorisation
constexpr int kRefinements = 2;

}  // namespace

/// Sorts variables and equality rows by stage, variables before the rows of their stage, which keeps the
/// factor banded.
void InteriorPoint::order(const PolynomialProgram& program) {
  const auto n = static_cast<std::size_t>(table_.variables()),
             m = static_cast<std::size_t>(table_.equalities());
  std::vector<std::pair<int, std::size_t>>
      keys;  // stage and kind; variables come before the rows of their stage
  for (std::size_t k = 0; k < n; ++k) keys.emplace_back(2 * program.stage_of_variable[k], k);
  for (std::size_t k = 0; k < m; ++k) keys.emplace_back(2 * program.stage_of_equality[k] + 1, n + k);
  std::stable_sort(keys.begin(), keys.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  place_of_variable_.resize(n);
  place_of_equality_.resize(m);
  is_row_.resize(n + m);
  for (std::size_t place = 0; place < keys.size(); ++place) {
    const std::size_t of = keys[place].second;
    is_row_[place] = of >= n;
    (of < n ? place_of_variable_[of] : place_of_equality_[of - n]) = static_cast<int>(place);
  }
}

/// Place of an entry of the upper triangle among the matrix's values; the entry must be in the pattern.
int InteriorPoint::slot_of(int row, int column) const {
  const int* first = matrix_.innerIndexPtr() + matrix_.outerIndexPtr()[std::max(row, column)];
  const int* last = matrix_.innerIndexPtr() + matrix_.outerIndexPtr()[std::max(row, column) + 1];
  return static_cast<int>(std::lower_bound(first, last, std::min(row, column)) - matrix_.innerIndexPtr());
}

/// Finds the pattern and, for each number of the program, the place among the matrix's values that it is
/// added to.
void InteriorPoint::make_pattern() {
  const auto place = [&](int variable) { return place_of_variable_[static_cast<std::size_t>(variable)]; };
  const int size = table_.variables() + table_.equalities();
  std::vector<Eigen::Triplet<double, int>> entries;
  const auto add = [&](int a, int b) { entries.emplace_back(std::min(a, b), std::max(a, b), 1.0); };
  // The diagonal for the shifts, W, the rows of A, and J^T D J: each pair of slopes of one inequality.
  for (int k = 0; k < size; ++k) add(k, k);
  for (const auto& [a, b] : table_.hessian_places) add(place(a), place(b));
  const auto each_entry = [](const SparseRows& rows, const auto& take) {
    for (int row = 0; row < rows.rows(); ++row)
      for (int k = rows.starts[static_cast<std::size_t>(row)];
           k < rows.starts[static_cast<std::size_t>(row) + 1]; ++k)
        take(row, k);
  };
  const SparseRows &of_equalities = table_.equality_jacobian, &of_inequalities = table_.inequality_jacobian;
  const auto column = [&](const SparseRows& rows, int k) {
    return place(rows.columns[static_cast<std::size_t>(k)]);
  };
  each_entry(of_equalities, [&](int row, int k) {
    add(place_of_equality_[static_cast<std::size_t>(row)], column(of_equalities, k));
  });
  each_entry(of_inequalities, [&](int row, int a) {
    for (int b = a; b < of_inequalities.starts[static_cast<std::size_t>(row) + 1]; ++b)
      add(column(of_inequalities, a), column(of_inequalities, b));
  });
  matrix_.resize(size, size);
  matrix_.setFromTriplets(entries.begin(), entries.end());
  matrix_.makeCompressed();
  // The same passes in the same order, which look up the places.
  for (const auto& [a, b] : table_.hessian_places) hessian_slots_.push_back(slot_of(place(a), place(b)));
  each_entry(of_equalities, [&](int row, int k) {
    equality_slots_.push_back(
        slot_of(place_of_equality_[static_cast<std::size_t>(row)], column(of_equalities, k)));
  });
  each_entry(of_inequalities, [&](int row, int a) {
    for (int b = a; b < of_inequalities.starts[static_cast<std::size_t>(row) + 1]; ++b)
      pairs_.push_back({a, b, slot_of(column(of_inequalities, a), column(of_inequalities, b)), row});
  });
  for (int k = 0; k < size; ++k) diagonal_slots_.push_back(slot_of(k, k));
  factor_.analyzePattern(matrix_);
  factor_.factor(matrix_);  // of no meaning: it makes room for the pivots
}

/// Sums W + J^T D J and A into the matrix, with `shift` on the variables' diagonal and -kRowShift on the
/// rows'.
void InteriorPoint::fill_system(double shift) {
  double* values = matrix_.valuePtr();
  std::fill(values, values + matrix_.nonZeros(), 0.0);
  for (std::size_t k = 0; k < hessian_slots_.size(); ++k)
    values[hessian_slots_[k]] += table_.hessian_values[k];
  for (std::size_t k = 0; k < equality_slots_.size(); ++k)
    values[equality_slots_[k]] += table_.equality_jacobian.values[k];
  const std::vector<double>& slopes = table_.inequality_jacobian.values;
  for (const Pair& p : pairs_)
    values[p.slot] +=
        slopes[static_cast<std::size_t>(p.a)] * slopes[static_cast<std::size_t>(p.b)] * row_part_[p.row];
  for (std::size_t k = 0; k < diagonal_slots_.size(); ++k)
    values[diagonal_slots_[k]] += is_row_[k] ? -kRowShift : shift;
}

/// The shift grows until the variables' pivots are positive and the rows' negative in number.
bool InteriorPoint::factor_with_shift() {
  constexpr double kLeast = 1e-8, kFirst = 1e-4, kMost = 1e12;
  // The inertia is right where as many pivots are positive as there are variables: the step then descends.
  const Eigen::Index wanted = table_.variables();
  for (double shift = kLeast; shift < kMost;) {
    fill_system(shift);
    factor_.factor(matrix_);
    if (factor_.info() == Eigen::Success) {
      const Eigen::Index positive = (factor_.pivots().array() > 0.0).count();
      const bool finite = factor_.pivots().allFinite();
      if (finite && positive == wanted) {
        shift_ = shift;
        if (shift > kLeast) last_shift_ = shift;
        return true;
      }
    }
    // The first shift comes from the last one that was needed; it grows faster where none is known.
    if (shift == kLeast)
      shift = last_shift_ > 0.0 ? std::max(kFirst * 1e-3, last_shift_ / 3.0) : kFirst;
    else
      shift *= last_shift_ > 0.0 ? 8.0 : 100.0;
  }
  return false;
}

/// rest_ = right_ - (the system without the shift of its rows) solution_
void InteriorPoint::find_rest() {
  rest_ = right_;
  const double* values = matrix_.valuePtr();
  for (int column = 0; column < matrix_.outerSize(); ++column)
    for (int k = matrix_.outerIndexPtr()[column]; k < matrix_.outerIndexPtr()[column + 1]; ++k) {
      const int row = matrix_.innerIndexPtr()[k];
      rest_[row] -= values[k] * solution_[column];
      if (row != column) rest_[column] -= values[k] * solution_[row];
    }
  for (Eigen::Index place = 0; place < rest_.size(); ++place)
    if (is_row_[static_cast<std::size_t>(place)]) rest_[place] -= kRowShift * solution_[place];
}

/// right_ -> solution_; what the shift of the rows has changed is taken back by refinement.
void InteriorPoint::solve_system() {
  solution_ = factor_.solve(right_);
  for (int k = 0; k < kRefinements; ++k) {
    find_rest();
    correction_ = factor_.solve(rest_);
    solution_ += correction_;
  }
}

/// The step for these values of the equalities and of g - s + e.
void InteriorPoint::find_step(const Eigen::VectorXd& equality, const Eigen::VectorXd& gap) {
  const SparseRows &rows = table_.inequality_jacobian, &bound = table_.equality_jacobian;
  const bool elastic = weight_ > 0.0;
  // The part of each inequality's dz that does not depend on dx.
  for (Eigen::Index i = 0; i < gap.size(); ++i) {
    const bool soft = elastic && soft_[static_cast<std::size_t>(i)];
    const double out = -gap[i] + mu_ / z_[i] - s_[i] + (soft ? e_[i] - mu_ / ze_[i] : 0.0);
    dz_[i] = row_part_[i] * out;
  }
  // Right-hand side: -(gradient of the Lagrangian) with the inequalities' part eliminated, and -equality.
  right_.setZero();
  for (int k = 0; k < table_.variables(); ++k)
    right_[place_of_variable_[static_cast<std::size_t>(k)]] = -dual_[k];
  for (int i = 0; i < rows.rows(); ++i)
    for (int k = rows.starts[static_cast<std::size_t>(i)]; k < rows.starts[static_cast<std::size_t>(i) + 1];
         ++k)
      right_[place_of_variable_[static_cast<std::size_t>(rows.columns[static_cast<std::size_t>(k)])]] +=
          rows.values[static_cast<std::size_t>(k)] * dz_[i];
  for (int k = 0; k < bound.rows(); ++k)
    right_[place_of_equality_[static_cast<std::size_t>(k)]] = -equality[k];
  solve_system();
  for (int k = 0; k < table_.variables(); ++k)
    dx_[k] = solution_[place_of_variable_[static_cast<std::size_t>(k)]];
  for (int k = 0; k < bound.rows(); ++k) dy_[k] = solution_[place_of_equality_[static_cast<std::size_t>(k)]];
  // Back-substitution of the eliminated unknowns: dz from dx, then ds, de and dz_e.
  for (int i = 0; i < rows.rows(); ++i) {
    double along = 0.0;
    for (int k = rows.starts[static_cast<std::size_t>(i)]; k < rows.starts[static_cast<std::size_t>(i) + 1];
         ++k)
      along += rows.values[static_cast<std::size_t>(k)] * dx_[rows.columns[static_cast<std::size_t>(k)]];
    dz_[i] -= row_part_[i] * along;
    ds_[i] = mu_ / z_[i] - s_[i] - s_[i] / z_[i] * dz_[i];
    const bool soft = elastic && soft_[static_cast<std::size_t>(i)];
    de_[i] = soft ? mu_ / ze_[i] - e_[i] + e_[i] / ze_[i] * dz_[i] : 0.0;
    dze_[i] = soft ? -dz_[i] : 0.0;
  }
}

}  // namespace grouser
