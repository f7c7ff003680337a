// SPDX-License-Identifier: BSD-3-Clause
// Report of a solution of the planner's program.
#pragma once
#include <utility>

#include "grouser/mission/stepup/stepup_plan.hpp"
#include "stepup/stepup_problem.hpp"

namespace grouser {

/// A limit is kept where it is broken by less; m or m2.
inline constexpr double kKept = 1e-6;
inline double broken_sum(const Eigen::VectorXd& broken) { return broken.sum(); }

/// Position and speed after a time t (s) under held multipliers and centres of pressure, m and m/s: the
/// solution of x'' = a x - b along one axis,
///   a > 0: x = b/a + (x0 - b/a) cosh(w t) + v0/w sinh(w t), w = sqrt(a)
std::pair<double, double> held_motion(double x, double v, double a, double b, double t);

StepupPlan make_stepup_plan(const StepupSpec& spec, const StepupProblem& problem, const Eigen::VectorXd& x);
/// `broken`: one per inequality.
std::vector<StepupShortfall> find_shortfalls(const StepupSpec& spec, const StepupProblem& problem,
                                             const StepupPlan& plan, const Eigen::VectorXd& broken);

}  // namespace grouser
