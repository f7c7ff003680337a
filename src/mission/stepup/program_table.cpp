// SPDX-License-Identifier: BSD-3-Clause
// Turns polynomials into flat lists of products once, with the first and second derivatives of each
// monomial written out; an evaluation is then one pass over a list. Absent factors point at the constant 1
// behind the variables, so that no pass has a branch.
#include "stepup/program_table.hpp"

#include <algorithm>

namespace grouser {

ProgramTable::ProgramTable(const PolynomialProgram& program)
    : variables_(program.variables),
      point_(static_cast<std::size_t>(program.variables) + 1, 1.0),
      found_(static_cast<std::size_t>(program.variables)) {
  gradient_slots_ = variables_;
  equality_count_ = program.equalities.size();
  // Row 0 is the objective; equalities and then inequalities follow.
  add_row(program.objective, 0);
  int number = 1;
  for (const Polynomial& row : program.equalities) {
    add_row(row, number++);
    equality_jacobian.starts.push_back(static_cast<int>(equality_jacobian.columns.size()));
  }
  const int first = number;
  for (const Polynomial& row : program.inequalities) {
    add_row(row, number++);
    inequality_jacobian.starts.push_back(static_cast<int>(inequality_jacobian.columns.size()));
  }
  // Slopes were numbered within their Jacobian; their values lie in the order gradient, equalities,
  // inequalities. Those of inequalities were negative, because the number of equality slopes was unknown.
  const auto of_equalities = static_cast<int>(equality_jacobian.columns.size());
  for (Product& slope : slopes_)
    if (slope.into < 0) slope.into = gradient_slots_ + of_equalities - 1 - slope.into;
  // All results get their size here, so that evaluations allocate nothing.
  row_values_.resize(static_cast<std::size_t>(number));
  multipliers_.resize(static_cast<std::size_t>(number), 1.0);
  slope_values_.resize(static_cast<std::size_t>(gradient_slots_) + equality_jacobian.columns.size() +
                       inequality_jacobian.columns.size());
  equality.resize(first - 1);
  wanted_.setZero(first - 1);
  inequality.resize(number - first);
  gradient.resize(variables_);
  equality_jacobian.values.resize(equality_jacobian.columns.size());
  inequality_jacobian.values.resize(inequality_jacobian.columns.size());
  hessian_values.resize(hessian_places.size());
  found_.clear();
}

/// Place of a column in the row that is being made; the last row is the one behind the last start.
int ProgramTable::place_in(SparseRows& rows, int column) {
  for (auto k = static_cast<std::size_t>(rows.starts.back()); k < rows.columns.size(); ++k)
    if (rows.columns[k] == column) return static_cast<int>(k);
  rows.columns.push_back(column);
  return static_cast<int>(rows.columns.size()) - 1;
}

/// Number of the Hessian's entry (row, column), which is added where it is new; row <= column.
int ProgramTable::place_in_hessian(int row, int column) {
  auto& places = found_[static_cast<std::size_t>(row)];
  for (const auto& [other, place] : places)
    if (other == column) return place;
  hessian_places.emplace_back(row, column);
  places.emplace_back(column, static_cast<int>(hessian_places.size()) - 1);
  return places.back().second;
}

/// Adds a row's values, its slopes (one per distinct variable of a term) and its second derivatives.
void ProgramTable::add_row(const Polynomial& row, int number) {
  const int one = variables_;
  const bool is_objective = number == 0;
  const bool is_equality = !is_objective && static_cast<std::size_t>(number) <= equality_count_;
  for (const Monomial& term : row.terms()) {
    int of[4];
    for (std::size_t k = 0; k < 4; ++k) of[k] = term.of[k] == kNoVariable ? one : term.of[k];
    values_.push_back({term.factor, number, {of[0], of[1], of[2], of[3]}});
    for (std::size_t k = 0; k < 4; ++k) {
      if (of[k] == one || (k > 0 && of[k] == of[k - 1])) continue;
      // The derivative drops one factor of the variable and multiplies by its power.
      int rest[4] = {one, one, one, one}, power = 0;
      std::size_t count = 0;
      for (const int variable : of) {
        power += variable == of[k];
        if (variable == of[k] && power == 1) continue;
        rest[count++] = variable;
      }
      const int into = is_objective  ? of[k]
                       : is_equality ? gradient_slots_ + place_in(equality_jacobian, of[k])
                                     : -1 - place_in(inequality_jacobian, of[k]);
      slopes_.push_back({term.factor * power, into, {rest[0], rest[1], rest[2], rest[3]}});
    }
    // Second derivatives: each pair of factors. A pair of the same variable counts in both orders, since
    // only one triangle is kept.
    for (std::size_t a = 0; a < 4; ++a)
      for (std::size_t b = a + 1; b < 4; ++b) {
        if (of[a] == one || of[b] == one) continue;
        int rest[2] = {one, one};
        std::size_t count = 0;
        for (std::size_t k = 0; k < 4; ++k)
          if (k != a && k != b) rest[count++] = of[k];
        const double times = of[a] == of[b] ? 2.0 : 1.0;
        curvatures_.push_back({times * term.factor,
                               place_in_hessian(std::min(of[a], of[b]), std::max(of[a], of[b])),
                               number,
                               {rest[0], rest[1]}});
      }
  }
}

void ProgramTable::move_to(const Eigen::VectorXd& x) {
  for (int k = 0; k < variables_; ++k) point_[static_cast<std::size_t>(k)] = x[k];
}

void ProgramTable::find_values() {
  std::fill(row_values_.begin(), row_values_.end(), 0.0);
  for (const Product& p : values_)
    row_values_[static_cast<std::size_t>(p.into)] +=
        p.factor * (point_[static_cast<std::size_t>(p.of[0])] * point_[static_cast<std::size_t>(p.of[1])]) *
        (point_[static_cast<std::size_t>(p.of[2])] * point_[static_cast<std::size_t>(p.of[3])]);
  objective = row_values_[0];
  for (int k = 0; k < equality.size(); ++k)
    equality[k] = row_values_[static_cast<std::size_t>(1 + k)] - wanted_[k];
  for (int k = 0; k < inequality.size(); ++k)
    inequality[k] = row_values_[static_cast<std::size_t>(1 + equality.size() + k)];
}

void ProgramTable::find_slopes() {
  std::fill(slope_values_.begin(), slope_values_.end(), 0.0);
  for (const Product& p : slopes_)
    slope_values_[static_cast<std::size_t>(p.into)] +=
        p.factor * (point_[static_cast<std::size_t>(p.of[0])] * point_[static_cast<std::size_t>(p.of[1])]) *
        point_[static_cast<std::size_t>(p.of[2])];
  const double* at = slope_values_.data();
  for (int k = 0; k < variables_; ++k) gradient[k] = *at++;
  for (double& value : equality_jacobian.values) value = *at++;
  for (double& value : inequality_jacobian.values) value = *at++;
}

void ProgramTable::find_curvature(const Eigen::VectorXd& y, const Eigen::VectorXd& z) {
  // The Lagrangian is objective + y . equalities - z . inequalities; the objective's multiplier stays 1.
  for (int k = 0; k < y.size(); ++k) multipliers_[static_cast<std::size_t>(1 + k)] = y[k];
  for (int k = 0; k < z.size(); ++k) multipliers_[static_cast<std::size_t>(1 + y.size() + k)] = -z[k];
  std::fill(hessian_values.begin(), hessian_values.end(), 0.0);
  for (const Curvature& c : curvatures_)
    hessian_values[static_cast<std::size_t>(c.into)] +=
        multipliers_[static_cast<std::size_t>(c.row)] * c.factor *
        (point_[static_cast<std::size_t>(c.of[0])] * point_[static_cast<std::size_t>(c.of[1])]);
}

}  // namespace grouser
