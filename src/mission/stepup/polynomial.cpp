// SPDX-License-Identifier: BSD-3-Clause
// Polynomials as sorted lists of monomials: like terms are gathered after each sum and product, so that
// equal polynomials have equal lists. append() leaves them ungathered.
#include "stepup/polynomial.hpp"

#include <algorithm>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

bool comes_before(const Monomial& a, const Monomial& b) { return a.of < b.of; }

/// Sorts the terms, adds like terms up and drops those with a factor of 0.
void gather(std::vector<Monomial>& terms) {
  std::sort(terms.begin(), terms.end(), comes_before);
  std::size_t kept = 0;
  for (const Monomial& term : terms)
    if (kept > 0 && terms[kept - 1].of == term.of)
      terms[kept - 1].factor += term.factor;
    else
      terms[kept++] = term;
  terms.resize(kept);
  std::erase_if(terms, [](const Monomial& term) { return term.factor == 0.0; });
}

/// Product of two monomials with the variables in ascending order; a degree above four is a fault of the
/// program.
Monomial product(const Monomial& a, const Monomial& b) {
  Monomial made{a.factor * b.factor, {}};
  std::size_t count = 0;
  made.of.fill(kNoVariable);
  for (const Monomial* each : {&a, &b})
    for (const int variable : each->of) {
      if (variable == kNoVariable) continue;
      GROUSER_ASSERT(count < made.of.size());
      made.of[count++] = variable;
    }
  std::sort(made.of.begin(), made.of.begin() + static_cast<std::ptrdiff_t>(count));
  return made;
}

}  // namespace

Polynomial::Polynomial(double constant) {
  if (constant != 0.0) terms_.push_back({constant, {kNoVariable, kNoVariable, kNoVariable, kNoVariable}});
}

Polynomial Polynomial::variable(int number) {
  Polynomial made;
  made.terms_.push_back({1.0, {number, kNoVariable, kNoVariable, kNoVariable}});
  return made;
}

Polynomial& Polynomial::operator+=(const Polynomial& other) {
  terms_.insert(terms_.end(), other.terms_.begin(), other.terms_.end());
  gather(terms_);
  return *this;
}

void Polynomial::append(double weight, const Polynomial& other) {
  for (const Monomial& term : other.terms_) terms_.push_back({weight * term.factor, term.of});
}

Polynomial& Polynomial::operator-=(const Polynomial& other) {
  for (const Monomial& term : other.terms_) terms_.push_back({-term.factor, term.of});
  gather(terms_);
  return *this;
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  Polynomial made;
  made.terms_.reserve(a.terms_.size() * b.terms_.size());
  for (const Monomial& left : a.terms_)
    for (const Monomial& right : b.terms_) made.terms_.push_back(product(left, right));
  gather(made.terms_);
  return made;
}

double Polynomial::value(const std::vector<double>& x) const {
  double sum = 0.0;
  for (const Monomial& term : terms_) {
    double value = term.factor;
    for (const int variable : term.of)
      if (variable != kNoVariable) value *= x[static_cast<std::size_t>(variable)];
    sum += value;
  }
  return sum;
}

Polynomial square(const Polynomial& a) { return a * a; }

}  // namespace grouser
