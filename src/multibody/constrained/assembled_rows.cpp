// SPDX-License-Identifier: BSD-3-Clause
// J M^-1 J^T of all joints as one matrix, by the products and solvers of Wachlin's thesis (2018), for
// comparison with the elimination over the tree: textbook loops, dense, compressed columns, or block by
// block. These allocate in every step.
#include "assembled_rows.hpp"

#include <Eigen/SparseCore>
#include <algorithm>
#include <numeric>

namespace grouser {
namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, 6, Eigen::RowMajor, 6, 6>;

// Rows of a joint as they see the acceleration of one of its two bodies.
Rows rows_on(const std::vector<BodyBlock>& blocks, int joint, int body) {
  const BodyBlock& block = blocks[static_cast<std::size_t>(joint)];
  Rows rows(block.row_count, 6);
  for (int k = 0; k < block.row_count; ++k) {
    const Vec3 n(block.row(k, 0), block.row(k, 1), block.row(k, 2)),
        l(block.row(k, 3), block.row(k, 4), block.row(k, 5)), r(block.r(0), block.r(1), block.r(2));
    if (joint == body)
      rows.row(k) << n.transpose(), l.transpose();
    else
      rows.row(k) << -(n + r.cross(l)).transpose(), -l.transpose();
  }
  return rows;
}

/// Inverse of a body's 6 by 6 inertia about its origin.
Mat6 inverse_inertia(const BodyBlock& block) {
  small::Ldlt<double, 6> factors;
  small::Symmetric<double, 6> M;
  for (int n = 0; n < M.kNumbers; ++n) M.of[n] = block.numbers[number_place::inertia + n];
  factors.factor(M);
  const small::Symmetric<double, 6> inverse = factors.inverse();
  Mat6 result;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) result(i, j) = inverse(i, j);
  return result;
}

// C = A B by three nested loops.
MatX textbook_product(const MatX& A, const MatX& B) {
  MatX C = MatX::Zero(A.rows(), B.cols());
  for (Eigen::Index i = 0; i < A.rows(); ++i)
    for (Eigen::Index j = 0; j < B.cols(); ++j)
      for (Eigen::Index k = 0; k < A.cols(); ++k) C(i, j) += A(i, k) * B(k, j);
  return C;
}

}  // namespace

AssembledRows::AssembledRows(const Model& forest, RowProduct product, RowSolver solver, Numbering numbering)
    : product_(product),
      kind_(solver),
      order_(number_joints(make_joint_graph(forest), numbering)),
      joints_of_(forest.bodies().size()),
      first_row_(forest.joints().size()),
      inverse_inertia_(forest.bodies().size()) {
  for (const Joint& joint : forest.joints()) {
    joints_of_[static_cast<std::size_t>(joint.child.index)].push_back(joint.child.index);
    if (joint.parent != kWorld)
      joints_of_[static_cast<std::size_t>(joint.parent.index)].push_back(joint.child.index);
  }
}

void AssembledRows::place_rows(const std::vector<BodyBlock>& blocks) {
  std::vector<int> joint_at(blocks.size());
  for (std::size_t j = 0; j < blocks.size(); ++j)
    joint_at[static_cast<std::size_t>(order_.place[j])] = static_cast<int>(j);
  int row = 0;
  for (const int joint : joint_at) {
    first_row_[static_cast<std::size_t>(joint)] = row;
    row += blocks[static_cast<std::size_t>(joint)].row_count;
  }
  matrix_ = MatX::Zero(row, row);
}

void AssembledRows::multiply_dense(const std::vector<BodyBlock>& blocks) {
  const auto n = static_cast<Eigen::Index>(6 * blocks.size());
  MatX J = MatX::Zero(matrix_.rows(), n), inverse = MatX::Zero(n, n);
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    inverse.block<6, 6>(static_cast<Eigen::Index>(6 * b), static_cast<Eigen::Index>(6 * b)) =
        inverse_inertia_[b];
    for (const int joint : joints_of_[b])
      J.block(first_row_[static_cast<std::size_t>(joint)], static_cast<Eigen::Index>(6 * b),
              blocks[static_cast<std::size_t>(joint)].row_count, 6) =
          rows_on(blocks, joint, static_cast<int>(b));
  }
  if (product_ == RowProduct::textbook)
    matrix_ = textbook_product(textbook_product(J, inverse), MatX(J.transpose()));
  else
    matrix_.noalias() = (J * inverse) * J.transpose();
}

void AssembledRows::multiply_sparse(const std::vector<BodyBlock>& blocks) {
  using Triplets = std::vector<Eigen::Triplet<double>>;
  Triplets rows, inverses;
  const auto add = [](Triplets& to, Eigen::Index i, Eigen::Index j, double x) {
    if (x != 0.0) to.emplace_back(static_cast<int>(i), static_cast<int>(j), x);
  };
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const auto at = static_cast<Eigen::Index>(6 * b);
    for (Eigen::Index i = 0; i < 6; ++i)
      for (Eigen::Index j = 0; j < 6; ++j) add(inverses, at + i, at + j, inverse_inertia_[b](i, j));
    for (const int joint : joints_of_[b]) {
      const Rows own = rows_on(blocks, joint, static_cast<int>(b));
      for (Eigen::Index i = 0; i < own.rows(); ++i)
        for (Eigen::Index j = 0; j < 6; ++j)
          add(rows, first_row_[static_cast<std::size_t>(joint)] + i, at + j, own(i, j));
    }
  }
  const auto n = static_cast<Eigen::Index>(6 * blocks.size());
  Eigen::SparseMatrix<double> J(matrix_.rows(), n), inverse(n, n);
  J.setFromTriplets(rows.begin(), rows.end());
  inverse.setFromTriplets(inverses.begin(), inverses.end());
  const Eigen::SparseMatrix<double> left = J * inverse,
                                    product = left * Eigen::SparseMatrix<double>(J.transpose());
  matrix_ = MatX(product);
}

void AssembledRows::multiply_blocks(const std::vector<BodyBlock>& blocks) {
  for (std::size_t b = 0; b < blocks.size(); ++b)
    for (const int i : joints_of_[b]) {
      const Rows left = rows_on(blocks, i, static_cast<int>(b)) * inverse_inertia_[b];
      for (const int j : joints_of_[b])
        matrix_.block(first_row_[static_cast<std::size_t>(i)], first_row_[static_cast<std::size_t>(j)],
                      blocks[static_cast<std::size_t>(i)].row_count,
                      blocks[static_cast<std::size_t>(j)].row_count) +=
            left * rows_on(blocks, j, static_cast<int>(b)).transpose();
    }
}

// Rows are at most six a joint, and joints that meet are at most the order's bandwidth apart.
Eigen::Index AssembledRows::band() const {
  return std::min<Eigen::Index>(matrix_.rows() - 1, 6 * (order_.bandwidth + 1) - 1);
}

void AssembledRows::factor(std::vector<BodyBlock>& blocks) {
  place_rows(blocks);
  for (std::size_t b = 0; b < blocks.size(); ++b) inverse_inertia_[b] = inverse_inertia(blocks[b]);
  if (product_ == RowProduct::csc)
    multiply_sparse(blocks);
  else if (product_ == RowProduct::block)
    multiply_blocks(blocks);
  else
    multiply_dense(blocks);
  for (std::size_t j = 0; j < blocks.size(); ++j)
    for (int k = 0; k < blocks[j].row_count; ++k)
      matrix_(first_row_[j] + k, first_row_[j] + k) += blocks[j].compliance(k);
  if (matrix_.rows() > 0) solver_.factor(kind_, matrix_, band());
}

void AssembledRows::solve(std::vector<BodyBlock>& blocks, Targets targets) {
  // Right side: the rows' targets less what the bodies' forces do without the joints.
  x_.setZero(matrix_.rows());
  for (std::size_t j = 0; j < blocks.size(); ++j)
    if (targets == Targets::given)
      for (int k = 0; k < blocks[j].row_count; ++k) x_[first_row_[j] + k] = blocks[j].target(k);
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const Vec6 moved = inverse_inertia_[b] * Eigen::Map<const Vec6>(&blocks[b].force[0]);
    for (const int j : joints_of_[b])
      x_.segment(first_row_[static_cast<std::size_t>(j)], blocks[static_cast<std::size_t>(j)].row_count) -=
          rows_on(blocks, j, static_cast<int>(b)) * moved;
  }
  if (matrix_.rows() > 0) effort_ = solver_.solve(x_);
  for (std::size_t j = 0; j < blocks.size(); ++j)
    for (int k = 0; k < blocks[j].row_count; ++k) blocks[j].lambda(k) = x_[first_row_[j] + k];
  // Accelerations of the bodies under their forces and the joints' multipliers.
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    Vec6 force = Eigen::Map<const Vec6>(&blocks[b].force[0]);
    for (const int j : joints_of_[b])
      force +=
          rows_on(blocks, j, static_cast<int>(b)).transpose() *
          x_.segment(first_row_[static_cast<std::size_t>(j)], blocks[static_cast<std::size_t>(j)].row_count);
    const Vec6 a = inverse_inertia_[b] * force;
    for (int i = 0; i < 6; ++i) blocks[b].a(i) = a[i];
  }
}

}  // namespace grouser
