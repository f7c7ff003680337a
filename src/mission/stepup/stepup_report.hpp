// What a solution of the planner's program says.
#pragma once
#include "grouser/mission/stepup/stepup_plan.hpp"
#include "stepup/stepup_problem.hpp"

namespace grouser {

/// A limit is kept where it is broken by less; m or m2.
inline constexpr double kKept = 1e-6;
inline double broken_sum(const Eigen::VectorXd& broken) { return broken.sum(); }

StepupPlan make_stepup_plan(const StepupSpec& spec, const StepupProblem& problem, const Eigen::VectorXd& x);
/// `broken`: one an inequality.
std::vector<StepupShortfall> find_shortfalls(const StepupSpec& spec, const StepupProblem& problem,
                                             const StepupPlan& plan, const Eigen::VectorXd& broken);

}  // namespace grouser
