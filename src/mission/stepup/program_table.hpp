// SPDX-License-Identifier: BSD-3-Clause
// A polynomial program as flat lists of products, so that its values and exact first and second derivatives
// are a few passes over memory. A factor that is absent is the number 1 behind the variables.
#pragma once
#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "stepup/polynomial.hpp"

namespace grouser {

/// Rows of a sparse Jacobian: columns of row r are columns[starts[r]] .. columns[starts[r + 1]].
struct SparseRows {
  std::vector<int> starts{0}, columns;
  std::vector<double> values;
  int rows() const { return static_cast<int>(starts.size()) - 1; }
};

class ProgramTable {
 public:
  explicit ProgramTable(const PolynomialProgram& program);

  int variables() const { return variables_; }
  int equalities() const { return equality_jacobian.rows(); }
  int inequalities() const { return inequality_jacobian.rows(); }

  /// Sets the value that an equality's polynomial must have, instead of 0.
  void set_equality(int row, double value) { wanted_[row] = value; }
  /// Sets the point of the functions below; one value per variable.
  void move_to(const Eigen::VectorXd& x);
  /// Finds objective, equality and inequality.
  void find_values();
  /// Finds the gradient and the Jacobians' values.
  void find_slopes();
  /// Finds the Hessian of objective + y . equalities - z . inequalities, into hessian_values.
  void find_curvature(const Eigen::VectorXd& y, const Eigen::VectorXd& z);

  double objective = 0.0;
  Eigen::VectorXd equality, inequality, gradient;
  SparseRows equality_jacobian, inequality_jacobian;
  std::vector<std::pair<int, int>> hessian_places;  ///< row <= column
  std::vector<double> hessian_values;

 private:
  /// A term of a value or of a first derivative: factor times up to four values of the point.
  struct Product {
    double factor;
    int into;            ///< number of the value that it is added to
    std::int32_t of[4];  ///< factors
  };
  /// A term of a second derivative, which is multiplied by the multiplier of its row.
  struct Curvature {
    double factor;
    int into, row;  ///< row: among objective, equalities, inequalities
    std::int32_t of[2];
  };
  void add_row(const Polynomial& row, int number);
  int place_in(SparseRows& rows, int column);
  int place_in_hessian(int row, int column);

  int variables_;
  std::vector<double> point_;  // variables, then 1
  std::vector<Product> values_, slopes_;
  std::vector<Curvature> curvatures_;
  Eigen::VectorXd wanted_;
  std::vector<double> row_values_, slope_values_, multipliers_;
  std::vector<std::vector<std::pair<int, int>>> found_;  // of the Hessian: by row, column and place
  int gradient_slots_ = 0;
  std::size_t equality_count_ = 0;  // while rows are added
};

}  // namespace grouser
