// SPDX-License-Identifier: BSD-3-Clause
// A polynomial program as flat lists of products, so that its values and exact first and second derivatives are a few passes over
// memory. Rows are the objective, then equalities, then inequalities.
#pragma once
#include <array>
#include <vector>

#include "stepup/polynomial.hpp"

namespace grouser {

struct TablePlace {
  int row, column;
};

class ProgramTable {
 public:
  explicit ProgramTable(const PolynomialProgram& program);

  // Of a point, one number a variable.
  void find_values(const double* x);
  void find_slopes(const double* x);
  /// Of the rows' sum, each times its weight.
  void find_curvatures(const double* x, const std::vector<double>& weights);

  std::vector<double> values, slopes, curvatures;  ///< slopes and curvatures: one a place
  std::vector<TablePlace> slope_places;            ///< those of the objective first, of row 0
  std::vector<TablePlace> curvature_places;        ///< of two variables, row >= column

 private:
  struct Product {
    double factor;
    int row, into;                          ///< into: the number of the sum that it is added to
    std::array<int, kPolynomialDegree> of;  ///< places in point_
  };
  Product product(const Monomial& term, int row, int into) const;
  void add_up(const std::vector<Product>& products, const double* x, const std::vector<double>* weights,
              std::vector<double>& sums);

  std::vector<double> point_;  // the variables, then 1 for a factor that is absent
  std::vector<Product> value_products_, slope_products_, curvature_products_;
};

}  // namespace grouser
