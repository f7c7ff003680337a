// SPDX-License-Identifier: BSD-3-Clause
// Writes a plan as settings of a scenario's [stepup]. Numbers are printed with the digits that restore them
// exactly.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "grouser/mission/stepup/stepup_plan.hpp"

namespace grouser {

std::vector<Override> stepup_settings(const StepupSpec& spec, const StepupPlan& plan) {
  std::string path = "[\n";
  for (const StepupInstant& i : plan.instants)
    path +=
        fmt::format("  [{}, {}, {}],\n", i.time, fmt::join(i.position, ", "), fmt::join(i.velocity, ", "));
  return {{"stepup.kind", "\"plan\""},
          {"stepup.durations", fmt::format("[{}]", fmt::join(plan.durations, ", "))},
          {"stepup.step", fmt::format("{}", spec.step)},
          {"stepup.height", fmt::format("{}", spec.height)},
          {"stepup.path", path + "]"}};
}

}  // namespace grouser
