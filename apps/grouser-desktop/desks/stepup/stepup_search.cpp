// SPDX-License-Identifier: BSD-3-Clause
// The plan is handed over as soon as it is found; remedies follow in a second answer to the same question.
#include "desks/stepup/stepup_search.hpp"

#include <utility>

#include "grouser/base/error.hpp"

namespace grouser::desktop {

namespace {

/// Plans a step and, where that is not feasible, looks for remedies. A newer question ends it.
void search(const StepupSpec& spec, const StepupSearch::Asker& asker, const std::function<double()>& now) {
  StepupAnswer found{spec, {}, {}, {}, 0.0};
  const auto go_on = [&](double part) {
    asker.report(part);
    return !asker.is_gone();
  };
  const double began = now();
  try {
    found.plan = StepupPlanner(spec).plan();
    found.seconds = now() - began;
    if (asker.is_gone()) return;
    asker.answer(found);
    if (found.plan.feasible || !found.plan.found || !go_on(0.0)) return;
    found.remedies = find_stepup_remedies(spec, go_on);
  } catch (const Interrupted&) {  // something newer is asked for
    return;
  } catch (const Error& error) {
    found.refusal = error.what();
  }
  if (!asker.is_gone()) asker.answer(std::move(found));
}

}  // namespace

StepupSearch::Work stepup_work(std::function<double()> now) {
  return [now = std::move(now)](const StepupSpec& spec, const StepupSearch::Asker& asker) {
    search(spec, asker, now);
  };
}

}  // namespace grouser::desktop
