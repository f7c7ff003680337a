// SPDX-License-Identifier: BSD-3-Clause
// What Ipopt says is a minimum is one: the conditions of Karush, Kuhn and Tucker, by differences of the polynomials as they are written
// down, without the tables of derivatives that Ipopt is given; and the minima of another solver.

#include "catch.hpp"
#include "stepup/program_solver.hpp"
#include "stepup/stepup_problem.hpp"

using namespace grouser;

namespace {

/// Of objective + y . (equalities - wanted) - z . inequalities along each variable, by central differences. Each variable's terms are
/// looked up once, as the others do not change.
Eigen::VectorXd slope_by_differences(const PolynomialProgram& program, const Eigen::VectorXd& multipliers,
                                     const std::vector<double>& x) {
  std::vector<std::vector<Monomial>> terms_of(x.size());
  const auto collect = [&](const Polynomial& row, double weight) {
    for (Monomial term : row.terms()) {
      term.factor *= weight;
      int last = kNoVariable;
      for (const int variable : term.of)
        if (variable != kNoVariable && variable != std::exchange(last, variable))
          terms_of[static_cast<std::size_t>(variable)].push_back(term);
    }
  };
  collect(program.objective, 1.0);
  Eigen::Index at = 0;
  for (const Polynomial& row : program.equalities) collect(row, multipliers[at++]);
  for (const Polynomial& row : program.inequalities) collect(row, -multipliers[at++]);
  constexpr double kStep = 1e-5;
  Eigen::VectorXd slope(static_cast<Eigen::Index>(x.size()));
  std::vector<double> moved = x;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const auto sum = [&](double value) {
      moved[k] = value;
      double all = 0.0;
      for (const Monomial& term : terms_of[k]) {
        double product = term.factor;
        for (const int variable : term.of)
          if (variable != kNoVariable) product *= moved[static_cast<std::size_t>(variable)];
        all += product;
      }
      return all;
    };
    slope[static_cast<Eigen::Index>(k)] = (sum(x[k] + kStep) - sum(x[k] - kStep)) / (2.0 * kStep);
    moved[k] = x[k];
  }
  return slope;
}

}  // namespace

TEST_CASE("step up: plans keep the conditions of a minimum, and are as low as another solver's") {
  struct Case {
    double height;
    bool sums;
    double objective;  // of an interior point of our own, which needed no Ipopt (removed in November 2026)
  };
  const Case cases[] = {{0.1, true, 22.959240821},    {0.308, true, 41.804666141},
                        {0.45, true, 255.297069858},  {0.1, false, 23.832988529},
                        {0.308, false, 46.001783168}, {0.5, false, 5463.484000471}};
  for (const Case& known : cases) {
    INFO("height " << known.height << (known.sums ? " m, sums" : " m, integrals"));
    StepupSpec spec;
    spec.height = known.height;
    spec.published_costs = known.sums;
    const StepupProblem problem = make_stepup_problem(spec);
    const PolynomialProgram& program = problem.program;
    const auto given = stepup_given(spec);
    const ProgramAnswer answer =
        prepare_program(program)->solve(guess_stepup(spec, problem.layout), given, {});
    REQUIRE(answer.status == ProgramStatus::solved);
    const std::vector<double> x(answer.x.begin(), answer.x.end());
    const double objective = program.objective.value(x);
    CHECK(answer.objective == Approx(objective).epsilon(1e-12));
    CHECK(objective <= known.objective * (1.0 + 1e-7));
    CHECK(objective >= known.objective * (1.0 - 1e-6));
    // limits are kept, multipliers have their sign, and one of the two is 0
    const auto equalities = static_cast<Eigen::Index>(program.equalities.size());
    for (std::size_t k = 0; k < program.equalities.size(); ++k)
      REQUIRE(std::fabs(program.equalities[k].value(x) - (k < given.size() ? given[k] : 0.0)) < 1e-8);
    const double largest = answer.multipliers.lpNorm<Eigen::Infinity>();
    for (std::size_t k = 0; k < program.inequalities.size(); ++k) {
      const double g = program.inequalities[k].value(x),
                   z = answer.multipliers[equalities + static_cast<Eigen::Index>(k)];
      REQUIRE(g > -1e-9);
      REQUIRE(z > -1e-8 * largest);
      REQUIRE(g * z < 1e-6 * std::max(1.0, objective));
    }
    const double slope = slope_by_differences(program, answer.multipliers, x).lpNorm<Eigen::Infinity>();
    WARN("steepest slope left " << slope << ", largest multiplier " << largest);
    CHECK(slope < 1e-6 * std::max(1.0, largest));
  }
}
