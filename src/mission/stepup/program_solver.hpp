// SPDX-License-Identifier: BSD-3-Clause
// Minimises a polynomial program from a first guess. Ipopt does it (mission/ipopt), in a library that is loaded with the first program:
// what it is linked to would slow every other start by 3 ms.
#pragma once
#include <Eigen/Core>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "stepup/polynomial.hpp"

namespace grouser {

struct ProgramOptions {
  double elastic_weight = 0.0;  ///< price of what a soft inequality is broken by; 0: all inequalities hold
  bool warm = false;            ///< goes on with the multipliers of the last solve
  std::function<bool()> go_on = {};  ///< asked in each iteration; false ends the solve
};

enum class ProgramStatus { solved, not_solved, cancelled };
struct ProgramAnswer {
  ProgramStatus status = ProgramStatus::not_solved;
  std::string why;  ///< it is not solved, as a clause
  int iterations = 0;
  double objective = 0.0;     ///< without the price of what is broken
  Eigen::VectorXd x, broken;  ///< broken: one an inequality, by an elastic solve; else empty
  Eigen::VectorXd
      multipliers;  ///< y of equalities, then z >= 0 of inequalities, of objective + y . (equalities - wanted) - z . inequalities
};

class ProgramSolver {
 public:
  virtual ~ProgramSolver() = default;
  /// `wanted`: what the first equalities are to be, instead of 0. The last solve's x and multipliers are kept for a warm one.
  virtual ProgramAnswer solve(const Eigen::VectorXd& guess, std::span<const double> wanted,
                              const ProgramOptions& options) = 0;
};

class ProgramLibrary {
 public:
  virtual ~ProgramLibrary() = default;
  virtual std::unique_ptr<ProgramSolver> prepare(const PolynomialProgram& program) const = 0;
};
inline constexpr unsigned long kProgramLibraryNumber =
    ((1ul * 8191 + sizeof(ProgramOptions)) * 8191 + sizeof(ProgramAnswer)) * 8191 + sizeof(PolynomialProgram);

/// Throws RunError where the library cannot be loaded.
std::unique_ptr<ProgramSolver> prepare_program(const PolynomialProgram& program);

}  // namespace grouser
