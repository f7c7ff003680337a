// SPDX-License-Identifier: BSD-3-Clause
// Polynomials of degree four at most in numbered variables, added and multiplied to write a problem down.
#pragma once
#include <array>
#include <vector>

namespace grouser {

inline constexpr int kPolynomialDegree = 4;
inline constexpr int kNoVariable = -1;

/// factor times the product of `of`, ascending; kNoVariable fills the rest.
struct Monomial {
  double factor = 0.0;
  std::array<int, kPolynomialDegree> of{kNoVariable, kNoVariable, kNoVariable, kNoVariable};
};

class Polynomial {
 public:
  Polynomial() = default;
  Polynomial(double constant);  // NOLINT: numbers are polynomials
  static Polynomial variable(int number);

  const std::vector<Monomial>& terms() const { return terms_; }
  Polynomial& operator+=(const Polynomial& other);
  /// Adds weight times `other` without looking for like terms.
  void append(double weight, const Polynomial& other);
  Polynomial& operator-=(const Polynomial& other);
  friend Polynomial operator+(Polynomial a, const Polynomial& b) { return a += b; }
  friend Polynomial operator-(Polynomial a, const Polynomial& b) { return a -= b; }
  /// A degree above four is a fault of the program.
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b);
  double value(const std::vector<double>& x) const;

 private:
  std::vector<Monomial> terms_;
};
Polynomial square(const Polynomial& a);

/// minimise objective subject to equalities = 0 and inequalities >= 0. Stages say in which order variables
/// and multipliers are eliminated: a row of a stage touches that stage, the one before and the variables of
/// the last stage only.
struct PolynomialProgram {
  int variables = 0;
  std::vector<int> stage_of_variable;
  Polynomial objective;
  std::vector<Polynomial> equalities, inequalities;
  std::vector<int> stage_of_equality;
  std::vector<bool> soft;  ///< an inequality that an elastic solve may break
};

}  // namespace grouser
