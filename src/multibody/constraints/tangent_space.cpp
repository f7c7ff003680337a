// SPDX-License-Identifier: BSD-3-Clause
// With J = [J_i J_d] split into independent and dependent columns, J v = 0 gives v_d = -J_d^-1 J_i v_i.
#include "grouser/multibody/constraints/tangent_space.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "grouser/multibody/constraints/row_laws.hpp"

namespace grouser {
namespace {

std::vector<Row> equality_rows(const Model& model) {
  std::vector<Row> rows;
  for (const Row& row : model.rows())
    if (!row.one_sided()) rows.push_back(row);
  return rows;
}

// One column for each equality row.
MatX transposed_jacobians(const Model& model, const std::vector<Row>& rows, const Kinematics& kinematics) {
  MatX J = MatX::Zero(model.nv(), static_cast<Eigen::Index>(rows.size()));
  for (std::size_t r = 0; r < rows.size(); ++r)
    calc_jacobian(model, rows[r], kinematics, J.col(static_cast<Eigen::Index>(r)));
  return J;
}

// The dynamic coordinate with the largest entry that has not been chosen; of equal ones the outermost.
int moved_most(const Model& model, const VecX& jacobian, const std::vector<int>& chosen) {
  int pivot = -1;
  for (int c = model.nv(); c-- > 0;) {
    const bool free = model.modes()[static_cast<std::size_t>(c)] == CoordinateMode::dynamic &&
                      std::find(chosen.begin(), chosen.end(), c) == chosen.end();
    if (free && (pivot < 0 || std::fabs(jacobian[c]) > std::fabs(jacobian[pivot]))) pivot = c;
  }
  return pivot;
}

}  // namespace

MatX calc_tangent_basis(const Model& model, const Kinematics& kinematics) {
  const std::vector<int>&independent = model.independent_coordinates(),
        &dependent = model.dependent_coordinates();
  MatX G = MatX::Zero(model.nv(), static_cast<Eigen::Index>(independent.size()));
  for (std::size_t k = 0; k < independent.size(); ++k) G(independent[k], static_cast<Eigen::Index>(k)) = 1.0;
  const std::vector<Row> rows = equality_rows(model);
  const MatX J = transposed_jacobians(model, rows, kinematics);
  const auto count = static_cast<Eigen::Index>(rows.size());
  MatX J_d(count, count);
  for (Eigen::Index r = 0; r < count; ++r)
    for (Eigen::Index k = 0; k < count; ++k) J_d(r, k) = J(dependent[static_cast<std::size_t>(k)], r);
  // The dependent coordinates' rows of G, -J_d^-1 J_i.
  const MatX moved = count > 0 ? MatX(J_d.partialPivLu().solve(-(J.transpose() * G))) : MatX(0, G.cols());
  for (Eigen::Index k = 0; k < count; ++k) G.row(dependent[static_cast<std::size_t>(k)]) = moved.row(k);
  return G;
}

std::vector<int> choose_dependent_coordinates(const Model& model, const Kinematics& kinematics) {
  const std::vector<Row> rows = equality_rows(model);
  MatX J = transposed_jacobians(model, rows, kinematics);
  std::vector<int> chosen;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto row = static_cast<Eigen::Index>(r);
    // Gaussian elimination with the row's largest entry as pivot, so that J_d is invertible.
    const int pivot =
        rows[r].kind == RowKind::coordinates ? rows[r].dependent_v : moved_most(model, J.col(row), chosen);
    chosen.push_back(pivot);
    for (Eigen::Index k = row + 1; k < J.cols(); ++k) J.col(k) -= J(pivot, k) / J(pivot, row) * J.col(row);
  }
  return chosen;
}

}  // namespace grouser
