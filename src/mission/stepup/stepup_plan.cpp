// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/mission/stepup/stepup_plan.hpp"

#include <optional>

#include "grouser/base/error.hpp"
#include "stepup/program_solver.hpp"
#include "stepup/stepup_problem.hpp"
#include "stepup/stepup_report.hpp"

namespace grouser {
namespace {

constexpr double kElasticWeight =
    1e5;  // above any multiplier of all but the steepest steps that are feasible

}  // namespace

struct StepupPlanner::Impl {
  explicit Impl(StepupSpec asked)
      : spec(std::move(asked)),
        problem(make_stepup_problem(spec)),
        solver(prepare_program(problem.program)) {}

  ProgramAnswer solve(const Eigen::VectorXd& guess, const ProgramOptions& options) {
    ProgramAnswer answer = solver->solve(guess, stepup_given(spec), options);
    if (answer.status == ProgramStatus::cancelled) throw Interrupted("while a step was planned");
    return answer;
  }

  /// Where no point is found that keeps all limits, the answer is the one that breaks as little of them as possible; where that one breaks
  /// none, its cost is brought down from there.
  StepupPlan search(const Eigen::VectorXd& guess, const GoOn& go_on) {
    ProgramAnswer answer = solve(guess, {.go_on = go_on});
    if (answer.status == ProgramStatus::solved) return report(answer);
    int iterations = answer.iterations;
    answer = solve(guess, {.elastic_weight = kElasticWeight, .go_on = go_on});
    iterations += answer.iterations;
    if (answer.status == ProgramStatus::solved && answer.broken.sum() < kKept)
      if (const ProgramAnswer kept = solve(answer.x, {.go_on = go_on});
          kept.status == ProgramStatus::solved) {
        iterations += kept.iterations;
        answer = kept;
      }
    answer.iterations = iterations;
    return report(answer);
  }

  StepupPlan report(const ProgramAnswer& answer) {
    const double broken = answer.broken.sum();
    StepupPlan plan = make_stepup_plan(spec, problem, answer.x);
    plan.iterations = answer.iterations;
    plan.objective = answer.objective;
    plan.found = answer.status == ProgramStatus::solved;
    plan.feasible = plan.found && broken < kKept;
    plan.why_not_found = answer.why;
    if (plan.found && !plan.feasible) plan.shortfalls = find_shortfalls(spec, problem, plan, answer.broken);
    if (plan.feasible)
      planned = answer.x;
    else
      planned.reset();
    return plan;
  }

  StepupSpec spec;
  StepupProblem problem;
  std::unique_ptr<ProgramSolver> solver;
  std::optional<Eigen::VectorXd> planned;  // of the last plan, where it was feasible
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

StepupPlan StepupPlanner::plan(const GoOn& go_on) {
  return impl_->search(guess_stepup(impl_->spec, impl_->problem.layout), go_on);
}

StepupPlan StepupPlanner::plan_from(const std::function<double()>& uniform, double share) {
  Eigen::VectorXd guess = guess_stepup(impl_->spec, impl_->problem.layout);
  for (double& value : guess) value *= 1.0 + share * uniform();
  return impl_->search(guess, {});
}

StepupPlan StepupPlanner::plan_again() {
  if (!impl_->planned) return plan();
  const ProgramAnswer answer = impl_->solve(*impl_->planned, {.warm = true});
  return answer.status == ProgramStatus::solved ? impl_->report(answer) : plan();
}

}  // namespace grouser
