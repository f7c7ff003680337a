// SPDX-License-Identifier: BSD-3-Clause
// Ipopt on the very program that our interior point solves, from the same start.

#include "catch.hpp"
#include "mission/ipopt_solver.hpp"
#include "stepup/interior_point.hpp"
#include "stepup/stepup_problem.hpp"

using namespace grouser;

TEST_CASE("step up: Ipopt finds the same minima from the same start") {
  for (const bool sums : {true, false})
    for (const double height : {0.1, 0.308, 0.4}) {
      StepupSpec spec;
      spec.height = height;
      spec.published_costs = sums;
      const StepupProblem problem = make_stepup_problem(spec);
      const auto given = stepup_given(spec);
      const Eigen::VectorXd guess = guess_stepup(spec, problem.layout);
      const test::IpoptResult theirs =
          test::solve_with_ipopt(problem.program, {guess.begin(), guess.end()}, {given.begin(), given.end()});
      INFO("height " << height << (sums ? ", sums" : ", integrals"));
      REQUIRE(theirs.solved);
      InteriorPoint solver(problem.program);
      for (int k = 0; k < kStepupGiven; ++k) solver.set_equality(k, given[static_cast<std::size_t>(k)]);
      Eigen::VectorXd ours = guess;
      const InteriorPointResult result = solver.solve(ours, {});
      REQUIRE(result.status == InteriorPointStatus::solved);
      // Ipopt moves bounds by 1e-8 of themselves before it begins: costs differ by that times their multipliers
      CHECK(result.objective == Approx(theirs.objective).epsilon(2e-6));
      double farthest = 0.0;
      for (int k = -1; k < problem.layout.intervals(); ++k)
        for (int which = 0; which < 3; ++which) {
          const int at = problem.layout.state(k, which);
          farthest = std::max(farthest, std::fabs(ours[at] - theirs.x[static_cast<std::size_t>(at)]));
        }
      CHECK(farthest < 1e-4);
    }
}
