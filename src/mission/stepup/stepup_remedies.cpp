// SPDX-License-Identifier: BSD-3-Clause
// Finds by bisection the least change of each single setting that makes an infeasible step feasible. Each
// trial is a full plan; seven halvings resolve a hundredth of the range. Feasibility is assumed monotone in
// between.
#include <fmt/format.h>

#include "grouser/base/error.hpp"
#include "grouser/mission/stepup/stepup_plan.hpp"

namespace grouser {
namespace {

/// A setting that may be changed, and the end of its range.
struct Setting {
  const char *name, *unit;
  double StepupSpec::*number;
  double end;  ///< as far as it is changed
};
constexpr Setting kSettings[] = {{"longest_leg", "m", &StepupSpec::longest_leg, 1.5},
                                 {"shortest_leg", "m", &StepupSpec::shortest_leg, 0.4},
                                 {"foot_scale", "-", &StepupSpec::foot_scale, 1.0},
                                 {"friction", "-", &StepupSpec::friction, 1.5},
                                 {"step", "m", &StepupSpec::step, 0.35},
                                 {"height", "m", &StepupSpec::height, 0.05}};
constexpr int kHalvings = 7;  // to a hundredth

/// Whether a step can be planned; false for a specification that is refused, as when a limit has passed
/// another one.
bool is_feasible(const StepupSpec& spec) {
  try {
    return StepupPlanner(spec).plan().feasible;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace

std::vector<StepupRemedy> find_stepup_remedies(const StepupSpec& spec,
                                               const std::function<bool(double)>& go_on) {
  std::vector<StepupRemedy> remedies;
  constexpr double kAll = static_cast<double>(std::size(kSettings)) * (kHalvings + 1);
  double done = 0.0;
  const auto with = [&](const Setting& setting, double value) {
    if (go_on && !go_on(done++ / kAll)) throw Interrupted("while settings were tried");
    StepupSpec changed = spec;
    changed.*setting.number = value;
    return is_feasible(changed);
  };
  for (const Setting& setting : kSettings) {
    StepupRemedy remedy{setting.name, setting.unit, spec.*setting.number, setting.end, false, setting.number};
    double fails = remedy.from, works = setting.end;
    remedy.helps = with(setting, works);
    for (int k = 0; remedy.helps && k < kHalvings; ++k) {
      const double middle = 0.5 * (fails + works);
      (with(setting, middle) ? works : fails) = middle;
    }
    remedy.to = works;
    remedies.push_back(remedy);
  }
  return remedies;
}

}  // namespace grouser
