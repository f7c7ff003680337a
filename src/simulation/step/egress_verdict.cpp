// SPDX-License-Identifier: BSD-3-Clause
// Rules that end an egress: tipped over, slid off a side, out on the ground, hung up or stuck, timed out.
// Each looks at one moment, keeps its memory in EgressState, and returns a finding; the first in this order
// decides.
#include "grouser/simulation/step/egress_verdict.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"

namespace grouser {
namespace {

constexpr int kStandingWheels = 3;  // fewer do not carry a rover

/// A rule's result: the verdict, the wheel's number or -1, and the quantity found with its limit (rad, N or
/// m).
struct Finding {
  EgressVerdict verdict = EgressVerdict::none;
  double wheel = -1.0, found = 0.0, limit = 0.0;
};

/// Keeps the time since which `now` has held without a break, s, or -1.
void note_since(bool now, double time, double& since) {
  if (!now)
    since = -1.0;
  else if (since < 0.0)
    since = time;
}
/// Whether a condition has held for the time that a verdict takes.
bool held(double since, const EgressLimits& limits, double time) {
  return since >= 0.0 && time - since >= limits.hold;
}

/// Tilt beyond its limit at one moment, or a tip-over margin of at most zero for the hold time.
Finding find_tipped(const EgressLimits& limits, const EgressSnapshot& now, EgressState& state) {
  note_since(now.tip_margin <= 0.0, now.time, state.tipping_since);
  if (now.tilt > limits.tilt_limit) return {EgressVerdict::tipped, -1.0, now.tilt, limits.tilt_limit};
  if (held(state.tipping_since, limits, now.time)) return {EgressVerdict::tipped, -1.0, now.tip_margin, 0.0};
  return {};
}

/// A wheel that stood on the lander is beside it, on the ground or lower than the drop limit.
Finding find_slid_off(const EgressLimits& limits, const EgressSnapshot& now, EgressState& state) {
  for (std::size_t i = 0; i < now.wheels.size(); ++i) {
    const EgressWheel& wheel = now.wheels[i];
    Packed<bool>& came_from_lander = state.came_from_lander[i];
    if (wheel.on_lander) {
      came_from_lander = true;
      continue;
    }
    if (!came_from_lander) continue;
    if (wheel.beside && (wheel.on_ground || wheel.drop > limits.drop_limit))
      return {EgressVerdict::slid_off, static_cast<double>(i), wheel.drop, limits.drop_limit};
    if (wheel.on_ground) came_from_lander = false;  // it left over the end of a ramp, as it should
  }
  return {};
}

/// All wheels beyond the lander and enough of them on the ground, for the hold time.
Finding find_out(const EgressLimits& limits, const EgressSnapshot& now, EgressState& state) {
  int standing = 0;
  bool clear = true;
  for (const EgressWheel& wheel : now.wheels) {
    clear = clear && wheel.beyond_lander && !wheel.on_lander;
    standing += wheel.on_ground;
  }
  note_since(clear && standing >= kStandingWheels, now.time, state.out_since);
  if (held(state.out_since, limits, now.time)) return {EgressVerdict::out, -1.0, now.progress, 0.0};
  return {};
}

/// Begins a window in which progress and the least force on the belly are measured.
void start_window(const EgressSnapshot& now, EgressState& state) {
  state.window_start = now.time;
  state.window_progress = now.progress;
  state.window_commanded = now.commanded;
  state.window_belly = now.belly_force;
}

/// Little of the commanded distance made in a whole window: hung up if the belly carried weight throughout,
/// otherwise stuck. Windows follow each other without overlap.
Finding find_stalled(const EgressLimits& limits, const EgressSnapshot& now, EgressState& state) {
  if (state.window_start < 0.0) start_window(now, state);
  state.window_belly = std::min(state.window_belly, now.belly_force);
  if (now.time - state.window_start < limits.window) return {};
  const double made = now.progress - state.window_progress, told = now.commanded - state.window_commanded;
  const double belly = state.window_belly;
  start_window(now, state);
  // Too little was commanded to judge, or enough of it was made.
  if (told < limits.least_commanded || made >= limits.stall_share * told) return {};
  if (belly > limits.belly_share * limits.weight)
    return {EgressVerdict::hung_up, -1.0, belly, limits.belly_share * limits.weight};
  return {EgressVerdict::stuck, -1.0, made, told};
}

/// The scenario's duration is over.
Finding find_timed_out(const EgressLimits& limits, const EgressSnapshot& now) {
  if (now.time < limits.duration) return {};
  return {EgressVerdict::timed_out, -1.0, now.progress, now.commanded};
}

}  // namespace

const char* to_string(EgressVerdict verdict) {
  switch (verdict) {
    case EgressVerdict::none:
      return "none";
    case EgressVerdict::out:
      return "out";
    case EgressVerdict::tipped:
      return "tipped";
    case EgressVerdict::hung_up:
      return "hung_up";
    case EgressVerdict::slid_off:
      return "slid_off";
    case EgressVerdict::stuck:
      return "stuck";
    case EgressVerdict::timed_out:
      return "timed_out";
  }
  return "";
}

EgressVerdict watch_egress(const EgressLimits& limits, const EgressSnapshot& now, EgressState& state) {
  GROUSER_ASSERT(now.wheels.size() <= kMaxEgressWheels);
  if (state.verdict != EgressVerdict::none) return state.verdict;
  // Every rule is evaluated at every step, so that its memory is kept; the first in the order decides.
  const std::array<Finding, 5> findings = {find_tipped(limits, now, state), find_slid_off(limits, now, state),
                                           find_out(limits, now, state), find_stalled(limits, now, state),
                                           find_timed_out(limits, now)};
  for (const Finding& finding : findings) {
    if (finding.verdict == EgressVerdict::none) continue;
    state.verdict = finding.verdict;
    state.time = now.time;
    state.wheel = finding.wheel;
    state.found = finding.found;
    state.limit = finding.limit;
    break;
  }
  return state.verdict;
}

std::string egress_reason(const EgressLimits& limits, const EgressState& state,
                          const std::vector<std::string>& wheel_names) {
  switch (state.verdict) {
    case EgressVerdict::none:
      return "";
    case EgressVerdict::out:
      return fmt::format(
          "all wheels beyond the lander and none carried by it for {:.3g} s, {:.3g} m from the start",
          limits.hold, state.found);
    case EgressVerdict::tipped:
      if (state.limit > 0.0)
        return fmt::format("tilt {:.3g} deg, beyond the limit of {:.3g} deg", state.found * kDegrees,
                           state.limit * kDegrees);
      return fmt::format("tip-over margin {:.3g} deg, not above 0 for {:.3g} s", state.found * kDegrees,
                         limits.hold);
    case EgressVerdict::hung_up:
      return fmt::format(
          "the body carried at least {:.4g} N (limit {:.4g} N) for {:.3g} s and the rover did not move on",
          state.found, state.limit, limits.window);
    case EgressVerdict::slid_off:
      return fmt::format("wheel '{}' left the lander over a side and dropped {:.3g} m",
                         wheel_names.at(static_cast<std::size_t>(state.wheel)), state.found);
    case EgressVerdict::stuck:
      return fmt::format("{:.3g} m made of {:.3g} m commanded to the wheels, in {:.3g} s", state.found,
                         state.limit, limits.window);
    case EgressVerdict::timed_out:
      return fmt::format("{:.6g} s are over, {:.3g} m made of {:.3g} m commanded to the wheels",
                         limits.duration, state.found, state.limit);
  }
  return "";
}

}  // namespace grouser
