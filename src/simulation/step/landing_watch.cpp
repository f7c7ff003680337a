// SPDX-License-Identifier: BSD-3-Clause
#include "landing_watch.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grouser/math/elementary.hpp"
#include "grouser/math/units.hpp"

namespace grouser {
namespace {

constexpr const char* kLandingVerdicts[] = {"none", "rolled_over", "belly", "struck", "upright", "timed_out"};

LandingVerdict judge_landing(const World& world, const LandingMemory& m, double tilt, bool on_hull,
                             double time) {
  const LandingSettings& s = *world.landing;
  if (tilt > s.tilt_limit) return LandingVerdict::rolled_over;
  if (m.still_since >= 0.0 && time - m.still_since >= s.rest_hold) {
    if (on_hull) return LandingVerdict::belly;
    return m.struck ? LandingVerdict::struck : LandingVerdict::upright;
  }
  if (time >= world.settings.duration - 0.5 * world.settings.dt) return LandingVerdict::timed_out;
  return LandingVerdict::none;
}

std::string landing_reason(const LandingSettings& s, LandingVerdict verdict, double tilt) {
  const std::string rest = fmt::format("at rest, tilted by {:.3g} deg", tilt * kDegrees);
  switch (verdict) {
    case LandingVerdict::rolled_over:
      return fmt::format("tilt {:.3g} deg, beyond the limit of {:.3g} deg", tilt * kDegrees,
                         s.tilt_limit * kDegrees);
    case LandingVerdict::belly:
      return rest + ", lying on the hull";
    case LandingVerdict::struck:
      return rest + " on the feet; the hull had touched something";
    case LandingVerdict::upright:
      return rest + " on the feet";
    default:
      return fmt::format("not at rest, tilted by {:.3g} deg", tilt * kDegrees);
  }
}

}  // namespace

void watch_landing(const World& world, const StepOutput& output, const Kinematics& kinematics,
                   SimulationState& state) {
  if (state.landing.empty() || state.landing.front().verdict != LandingVerdict::none) return;
  LandingMemory& m = state.landing.front();
  const int lander = std::max(0, world.find_vehicle(VehicleRole::lander));
  const BodyMotion& root = kinematics.body[world.vehicles[static_cast<std::size_t>(lander)].root.index];
  bool touches = false, on_hull = false;
  for (std::size_t i = 0; i < world.parts.size(); ++i) {
    if (world.parts[i].vehicle != lander || !output.records[i].touches()) continue;
    touches = true;
    on_hull = on_hull || world.parts[i].hull;
  }
  if (on_hull) m.struck = true;
  const double time = state.motion.time;
  const bool still =
      touches && root.v.norm() < world.landing->rest_speed && root.w.norm() < world.landing->rest_spin;
  if (!still)
    m.still_since = -1.0;
  else if (m.still_since < 0.0)
    m.still_since = time;
  const double tilt = math::acos(std::clamp(root.X_WB.R(2, 2), -1.0, 1.0));
  const LandingVerdict verdict = judge_landing(world, m, tilt, on_hull, time);
  if (verdict == LandingVerdict::none) return;
  m.verdict = verdict;
  m.time = time;
  m.tilt = tilt;
}

std::optional<Verdict> landing_verdict(const World& world, const SimulationState& state) {
  if (state.landing.empty() || state.landing.front().verdict == LandingVerdict::none) return std::nullopt;
  const LandingMemory& m = state.landing.front();
  const LandingVerdict verdict = m.verdict;
  return Verdict{kLandingVerdicts[static_cast<int>(verdict)], m.time,
                 landing_reason(*world.landing, verdict, m.tilt)};
}

}  // namespace grouser
