// SPDX-License-Identifier: BSD-3-Clause
// Debian's Ipopt on a polynomial program: the check of our own interior point, in tests and benches only.
#pragma once
#include <vector>

#include "stepup/polynomial.hpp"

namespace grouser::test {

struct IpoptResult {
  bool solved = false;
  double objective = 0.0;
  std::vector<double> x;
};

/// From `start`; `wanted`: what the first equalities are to be, instead of 0.
IpoptResult solve_with_ipopt(const PolynomialProgram& program, const std::vector<double>& start,
                             const std::vector<double>& wanted);

}  // namespace grouser::test
