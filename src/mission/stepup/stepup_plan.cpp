// SPDX-License-Identifier: BSD-3-Clause
// The planner: guess, solve, and where that finds nothing, elastic solves from the same guess with growing
// prices. Problem and solver are built once; another start only changes what the equalities hold.
#include "grouser/mission/stepup/stepup_plan.hpp"

#include <algorithm>
#include <cmath>

#include "stepup/interior_point.hpp"
#include "stepup/stepup_problem.hpp"
#include "stepup/stepup_report.hpp"

namespace grouser {
namespace {

// Prices of a broken limit in the two elastic solves, per unit of the limit.
constexpr double kFirstWeight = 1e3,
                 kLastWeight =
                     1e5;  // of what an elastic solve breaks; above any multiplier of a feasible step
// The barrier of a warm start, far below that of a cold one (0.1).
constexpr double kWarmBarrier = 1e-4;

}  // namespace

/// The program of one robot and step with its solver and the last solution.
struct StepupPlanner::Impl {
  explicit Impl(StepupSpec told)
      : spec(std::move(told)), problem(make_stepup_problem(spec)), solver(problem.program) {}

  /// Solves from x, with the start and the height that the specification has.
  InteriorPointResult solve(const InteriorPointOptions& options) {
    const auto given = stepup_given(spec);
    for (int k = 0; k < kStepupGiven; ++k) solver.set_equality(k, given[static_cast<std::size_t>(k)]);
    return solver.solve(x, options);
  }
  bool keeps_all() const { return broken_sum(solver.broken()) < kKept; }

  /// Solves from x as it is: without broken limits first, then elastically from the same guess.
  StepupPlan search() {
    const Eigen::VectorXd guess = x;
    InteriorPointResult result = solve({});
    int iterations = result.iterations;
    double weight = 0.0;
    for (const double elastic : {kFirstWeight, kLastWeight}) {
      if (result.status == InteriorPointStatus::solved && (weight == 0.0 || keeps_all())) break;
      weight = elastic;
      x = guess;
      InteriorPointOptions options;
      options.elastic_weight = weight;
      result = solve(options);
      iterations += result.iterations;
    }
    result.iterations = iterations;
    return report(result, weight == 0.0 || keeps_all());
  }

  /// Turns the solution into a plan, with the broken limits where it is infeasible.
  StepupPlan report(const InteriorPointResult& result, bool feasible) {
    StepupPlan plan = make_stepup_plan(spec, problem, x);
    plan.iterations = result.iterations;
    plan.objective = result.objective;
    plan.found = result.status == InteriorPointStatus::solved;
    plan.feasible = plan.found && feasible;
    if (!feasible) plan.shortfalls = find_shortfalls(spec, problem, plan, solver.broken());
    planned = plan.feasible;
    return plan;
  }

  StepupSpec spec;
  StepupProblem problem;
  InteriorPoint solver;
  Eigen::VectorXd x;
  bool planned = false;
};

StepupPlanner::StepupPlanner(StepupSpec spec) {
  check_stepup(spec, "step up");
  impl_ = std::make_unique<Impl>(std::move(spec));
}
StepupPlanner::~StepupPlanner() = default;
StepupPlanner::StepupPlanner(StepupPlanner&&) noexcept = default;
StepupPlanner& StepupPlanner::operator=(StepupPlanner&&) noexcept = default;

const StepupSpec& StepupPlanner::spec() const { return impl_->spec; }

void StepupPlanner::set_start(double height, const std::array<double, 3>& start_offset,
                              const std::array<double, 3>& start_velocity) {
  StepupSpec spec = impl_->spec;
  spec.height = height;
  spec.start_offset = start_offset;
  spec.start_velocity = start_velocity;
  check_stepup(spec, "start");
  impl_->spec = spec;
}

StepupPlan StepupPlanner::plan() {
  impl_->x = guess_stepup(impl_->spec, impl_->problem.layout);
  return impl_->search();
}

StepupPlan StepupPlanner::plan_from(const std::function<double()>& uniform, double share) {
  impl_->x = guess_stepup(impl_->spec, impl_->problem.layout);
  for (double& value : impl_->x) value *= 1.0 + share * uniform();
  return impl_->search();
}

StepupPlan StepupPlanner::plan_again() {
  if (!impl_->planned) return plan();
  InteriorPointOptions options;
  options.warm = true;
  options.barrier = kWarmBarrier;
  const InteriorPointResult result = impl_->solve(options);
  return result.status == InteriorPointStatus::solved ? impl_->report(result, true) : plan();
}

}  // namespace grouser
