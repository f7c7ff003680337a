// SPDX-License-Identifier: BSD-3-Clause
// The verdict of a recorded run, from the last event of that kind: "name: reason".
#include "grouser/simulation/observe/recorded_verdict.hpp"

#include <algorithm>
#include <array>

namespace grouser {

std::optional<Verdict> verdict_of(const std::vector<RunEvent>& events) {
  const auto found =
      std::find_if(events.rbegin(), events.rend(), [](const RunEvent& e) { return e.kind == "verdict"; });
  if (found == events.rend()) return std::nullopt;
  const std::size_t colon = found->text.find(": ");
  return Verdict{found->text.substr(0, colon), found->time,
                 colon == std::string::npos ? std::string() : found->text.substr(colon + 2)};
}

const char* to_string(VerdictTone tone) {
  return tone == VerdictTone::good ? "success" : tone == VerdictTone::bad ? "failure" : "open";
}

VerdictTone tone_of(const Verdict& verdict) {
  // Good verdicts of a scenario's own goals, an egress, a landing, a walk and a humanoid.
  constexpr std::array kGood{"success", "out", "upright", "arrived", "stood"};
  const auto is = [&](const char* name) { return verdict.name == name; };
  if (std::ranges::any_of(kGood, is)) return VerdictTone::good;
  return is("timed_out") ? VerdictTone::open : VerdictTone::bad;
}

}  // namespace grouser
