// SPDX-License-Identifier: BSD-3-Clause
// The rows' linear complementarity system: A = J H^-1 J^T, one pass of the recursion per column, solved by
// Cholesky's factor and, where rows have limits, by Murty's least-index rule (docs/theory_multibody.md,
// section 6).
#include "row_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/multibody/constraints/row_laws.hpp"
#include "tree/row_factor.hpp"

namespace grouser {
namespace {

// Murty's rule ends, at the latest, when it has seen all sets of limited rows; it takes a few in practice.
constexpr int kMostMoves = 1000;
constexpr double kSmallAsZero = 1e-12;  // of the largest right side: w this small counts as zero

}  // namespace

std::string name_of_row(const Model& model, int row) {
  const Constraint& constraint =
      model.constraints()[static_cast<std::size_t>(model.rows()[static_cast<std::size_t>(row)].constraint)];
  return fmt::format("{} '{}', row {} of {}", constraint.kind, constraint.name,
                     row - constraint.first_row + 1, constraint.rows);
}

std::string describe(const Model& model, const RowFailure& failure) {
  const Row& row = model.rows()[static_cast<std::size_t>(failure.row)];
  const std::string who = name_of_row(model, failure.row);
  if (failure.kind == RowFailure::Kind::open)
    return fmt::format("{}, does not close: a gap of {:.3g}{} is left", who, failure.size,
                       row.kind == RowKind::axes          ? " rad"
                       : row.kind == RowKind::coordinates ? ""
                                                          : " m");
  if (failure.kind == RowFailure::Kind::singular)
    return fmt::format("{}, is redundant or at a dead point: the rows before it leave {:.2g} of it", who,
                       failure.size);
  return fmt::format("{}: no set of its limits fits after {:g} tries", who, failure.size);
}

bool takes_part(const Row& row, const VecX& q, const VecX& v, const Kinematics& kinematics) {
  constexpr double kTautInStage =
      1e-6;                          // m: a gap this small counts as closed; stages of RK4 leave such gaps
  constexpr double kLeaving = 1e-3;  // m/s: and it stays so unless it opens faster
  if (!row.one_sided()) return true;
  const double side = row.forbidden_side();
  return side * calc_gap(row, q, kinematics) > -kTautInStage &&
         side * calc_gap_rate(row, v, kinematics) > -kLeaving;
}

RowSystem::RowSystem(const Model& model, Eigen::Index width)
    : state(model.rows().size(), RowState::free),
      least_mobility_(1.0 / model.total_mass()),
      free_(model.rows().size(), 0) {
  const auto rows = static_cast<Eigen::Index>(model.rows().size());
  J = response = MatX::Zero(width, rows);
  response_effort = MatX::Zero(model.nv(), rows);
  A_ = factor_ = MatX::Zero(rows, rows);
  right = multipliers = part_ = VecX::Zero(rows);
  unit_a_ = unit_effort_ = VecX::Zero(model.nv());
  for (Eigen::Index c = 0; c < model.nv(); ++c)
    if (model.modes()[static_cast<std::size_t>(c)] == CoordinateMode::prescribed) prescribed_.push_back(c);
  for (std::size_t r = 0; r < state.size(); ++r) {
    const Row& row = model.rows()[r];
    limited_ |= row.one_sided();
  }
}

RowSystem::RowSystem(const Model& model) : RowSystem(model, model.nv()) {
  for (std::size_t r = 0; r < state.size(); ++r) {
    const Row& row = model.rows()[r];
    if (row.kind != RowKind::coordinates) continue;  // their Jacobians never change
    J(row.dependent_v, static_cast<Eigen::Index>(r)) = 1.0;
    J(row.independent_v, static_cast<Eigen::Index>(r)) = -row.ratio;
  }
}

void RowSystem::set_jacobians(const Model& model, const Kinematics& kinematics) {
  for (std::size_t r = 0; r < state.size(); ++r)
    if (state[r] != RowState::out && model.rows()[r].kind != RowKind::coordinates)
      calc_jacobian(model, model.rows()[r], kinematics, J.col(static_cast<Eigen::Index>(r)));
}

void RowSystem::respond_to(const Model& model, const Kinematics& kinematics, TreeWorkspace& tree,
                           std::size_t row) {
  const auto column = static_cast<Eigen::Index>(row);
  tree_response(model, kinematics, tree, J.col(column), unit_a_, unit_effort_);
  // the drive of a prescribed joint need not supply the effort that the row itself exerts
  if (model.rows()[row].kind != RowKind::coordinates)
    for (const Eigen::Index c : prescribed_) unit_effort_[c] -= J(c, column);
  response.col(column) = unit_a_;
  response_effort.col(column) = unit_effort_;
}

RowFailure RowSystem::solve_free() {
  // Rows at a limit have a known multiplier, which moves to the right side.
  Eigen::Index n = 0;
  for (std::size_t r = 0; r < state.size(); ++r)
    if (state[r] == RowState::free) free_[static_cast<std::size_t>(n++)] = static_cast<int>(r);
  // The lower triangle of the free rows' part of A.
  for (Eigen::Index i = 0; i < n; ++i) {
    const int row = free_[static_cast<std::size_t>(i)];
    part_[i] = right[row];
    for (std::size_t r = 0; r < state.size(); ++r)
      if (state[r] == RowState::at_lower || state[r] == RowState::at_upper)
        part_[i] -= A_(row, static_cast<Eigen::Index>(r)) * multipliers[static_cast<Eigen::Index>(r)];
    for (Eigen::Index j = 0; j <= i; ++j) factor_(i, j) = A_(row, free_[static_cast<std::size_t>(j)]);
  }
  double pivot = 0.0;
  if (const int bad = factor_rows(factor_, n, least_mobility_, pivot); bad >= 0)
    return {RowFailure::Kind::singular, free_[static_cast<std::size_t>(bad)], pivot};
  substitute_forward(factor_, n, part_);
  substitute_backward(factor_, n, part_);
  for (Eigen::Index i = 0; i < n; ++i) multipliers[free_[static_cast<std::size_t>(i)]] = part_[i];
  return {};
}

bool RowSystem::move_first_wrong(const Model& model) {
  const double zero = kSmallAsZero * right.lpNorm<Eigen::Infinity>();
  for (std::size_t r = 0; r < state.size(); ++r) {
    const Row& row = model.rows()[r];
    const auto i = static_cast<Eigen::Index>(r);
    if (state[r] == RowState::free) {
      // NaN is reported elsewhere
      if (!(multipliers[i] < row.lower) && !(multipliers[i] > row.upper)) continue;
      const bool below = multipliers[i] < row.lower;
      state[r] = below ? RowState::at_lower : RowState::at_upper;
      multipliers[i] = below ? row.lower : row.upper;
      return true;
    }
    if (state[r] == RowState::out) continue;
    // A row at a limit must have w >= 0 at the lower and w <= 0 at the upper one, or it is freed.
    const double w = A_.row(i).dot(multipliers) - right[i];
    if (state[r] == RowState::at_lower ? w >= -zero : w <= zero) continue;
    state[r] = RowState::free;
    return true;
  }
  return false;
}

// Murty's least-index rule (Murty 1974; with two limits Judice & Pires 1994): solve for the free rows, move
// the first row that is on the wrong side of a limit, repeat. It ends because A is positive definite, and
// its order is fixed. With equality rows alone this is one Cholesky solution.
RowFailure RowSystem::solve(const Model& model) {
  for (std::size_t r = 0; r < state.size(); ++r) {
    const auto row = static_cast<Eigen::Index>(r);
    multipliers[row] = 0.0;
    if (state[r] == RowState::out) {
      A_.col(row).setZero();
      right[row] = 0.0;
      continue;
    }
    const Row& row_of = model.rows()[r];  // a limited row begins at its limit: it may depend on the others
    state[r] = row_of.upper == 0.0   ? RowState::at_upper
               : row_of.lower == 0.0 ? RowState::at_lower
                                     : RowState::free;
    for (std::size_t k = 0; k < state.size(); ++k)
      if (state[k] != RowState::out)
        A_(static_cast<Eigen::Index>(k), row) = J.col(static_cast<Eigen::Index>(k)).dot(response.col(row));
  }
  for (int move = 0; move < kMostMoves; ++move) {
    if (const RowFailure failure = solve_free()) return failure;
    if (!limited_ || !move_first_wrong(model)) return {};
  }
  for (std::size_t r = 0; r < state.size(); ++r)
    if (model.rows()[r].one_sided())
      return {RowFailure::Kind::unresolved, static_cast<int>(r), static_cast<double>(kMostMoves)};
  return {};
}

}  // namespace grouser
