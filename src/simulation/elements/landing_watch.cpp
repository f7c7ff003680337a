// SPDX-License-Identifier: BSD-3-Clause
// Watches how a landing ends (simulation/step/landing.hpp): rolled over by tilt, at rest on feet or hull
// after a time without motion, or timed out.
#include <fmt/format.h>

#include <algorithm>

#include "grouser/math/elementary.hpp"
#include "grouser/math/units.hpp"
#include "grouser/simulation/step/landing.hpp"
#include "step/element_tools.hpp"
#include "step/step_element.hpp"

namespace grouser {
namespace {

constexpr const char* kLandingVerdicts[] = {"none", "rolled_over", "belly", "struck", "upright", "timed_out"};

/// The verdict at this moment; tilt in rad, on_hull: the hull touches at present, time in s.
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

/// A verdict's reason in words; tilt in rad.
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

/// Watches the first lander; its memory has the first touch of the hull and the start of rest.
class LandingWatch final : public StepElement {
 public:
  explicit LandingWatch(const World& world)
      : world_(world), lander_(std::max(0, world.find_vehicle(VehicleRole::lander))) {}

  void make_memory(SimulationState& state) const override { state.memory.assign<LandingMemory>(1); }
  void check(const SimulationState& state, const std::string& place) const override {
    const double verdict = state.first<LandingMemory>()->verdict.number();
    need(is_index(verdict, 0.0, static_cast<double>(LandingVerdict::timed_out)), place,
         fmt::format("verdict {:g} of a landing", verdict), "one that there is");
  }
  void finish(const StepMoment& now, SimulationState& state) override;
  std::optional<Verdict> verdict(const SimulationState& state) const override;
  bool ends_run(const SimulationState& state) const override {
    return world_.landing->stop && state.first<LandingMemory>()->verdict != LandingVerdict::none;
  }

 private:
  const World& world_;
  int lander_;  // number of its vehicle
};

void LandingWatch::finish(const StepMoment& now, SimulationState& state) {
  LandingMemory& m = *state.first<LandingMemory>();
  if (m.verdict != LandingVerdict::none) return;
  const BodyMotion& root = now.kinematics.body[world_.vehicles[static_cast<std::size_t>(lander_)].root.index];
  // Contacts of the lander: any, and those of its hull.
  bool touches = false, on_hull = false;
  for (std::size_t i = 0; i < world_.parts.size(); ++i) {
    if (world_.parts[i].vehicle != lander_ || !now.output.records[i].touches()) continue;
    touches = true;
    on_hull = on_hull || world_.parts[i].hull;
  }
  if (on_hull) m.struck = true;
  const double time = state.motion.time;
  // Rest: on something, and slow in translation and rotation.
  const bool still =
      touches && root.v.norm() < world_.landing->rest_speed && root.w.norm() < world_.landing->rest_spin;
  if (!still)
    m.still_since = -1.0;
  else if (m.still_since < 0.0)
    m.still_since = time;
  const double tilt = math::acos(std::clamp(root.X_WB.R(2, 2), -1.0, 1.0));
  const LandingVerdict verdict = judge_landing(world_, m, tilt, on_hull, time);
  if (verdict == LandingVerdict::none) return;
  m.verdict = verdict;
  m.time = time;
  m.tilt = tilt;
}

std::optional<Verdict> LandingWatch::verdict(const SimulationState& state) const {
  const LandingMemory& m = *state.first<LandingMemory>();
  const LandingVerdict verdict = m.verdict;
  if (verdict == LandingVerdict::none) return std::nullopt;
  return Verdict{kLandingVerdicts[static_cast<int>(verdict)], m.time,
                 landing_reason(*world_.landing, verdict, m.tilt)};
}

}  // namespace

std::unique_ptr<StepElement> make_landing_watch(const World& world) {
  if (!world.landing) return nullptr;
  return std::make_unique<LandingWatch>(world);
}

}  // namespace grouser
