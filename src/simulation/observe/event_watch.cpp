#include "grouser/simulation/observe/event_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/simulation.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {
namespace {

constexpr double kAirborne = 0.02;  // s; shorter gaps are chatter of a lightly loaded wheel
constexpr std::size_t kMostEvents = 20000;

bool touches_by_hull(const StepOutput& out) {
  return std::any_of(out.spheres.begin(), out.spheres.end(),
                     [](const SphereOutput& sphere) { return !sphere.force.isZero(0.0); });
}

}  // namespace

EventWatch::EventWatch(const Simulation& simulation)
    : wheels_(simulation.world().wheels.size()),
      pads_(simulation.world().pads.size()),
      released_(simulation.released_ties()),
      judged_(simulation.verdict().has_value()) {}

void EventWatch::tell(double time, const char* kind, std::string text) {
  if (events_.size() < kMostEvents) events_.push_back({time, kind, std::move(text)});
}

/// A time in the air is reported when it ends; so is the first touch of what began in the air.
void EventWatch::observe_touch(Touch& touch, bool touches, double time, const std::string& who) {
  if (!touches) {
    if (touch.airborne_since == kOnGround) touch.airborne_since = time;
    return;
  }
  const double since = touch.airborne_since;
  if (since != kOnGround && time - since >= kAirborne) {
    tell(since, "lift_off", who);
    tell(time, "touchdown", fmt::format("{} after {:.3f} s in the air", who, time - since));
  }
  touch.airborne_since = kOnGround;
}

void EventWatch::observe(const Simulation& simulation) {
  const World& world = simulation.world();
  const StepOutput& out = simulation.output();
  const double t = simulation.time();
  for (std::size_t i = 0; i < out.wheels.size(); ++i)
    observe_touch(wheels_[i], out.wheels[i].contacts > 0, t, "wheel " + world.wheels[i].spec.name);
  for (std::size_t i = 0; i < out.pads.size(); ++i)
    observe_touch(pads_[i], out.pads[i].load > 0.0, t, "pad " + world.pads[i].spec.name);
  if (out.wheels.empty()) observe_touch(hull_, touches_by_hull(out), t, "the hull");
  const std::vector<std::uint8_t>& released = simulation.released_ties();
  for (std::size_t i = 0; i < released.size(); ++i) {
    if (released[i] && !released_[i]) tell(t, "release", "tie " + world.scene.ties[i].name);
  }
  released_ = released;
  if (const auto verdict = judged_ ? std::nullopt : simulation.verdict()) {
    judged_ = true;
    tell(verdict->time, "verdict", verdict->name + ": " + verdict->reason);
  }
}

}  // namespace grouser
