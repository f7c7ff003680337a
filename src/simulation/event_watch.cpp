#include "grouser/simulation/event_watch.hpp"

#include <fmt/format.h>

#include "grouser/simulation/output.hpp"
#include "grouser/simulation/simulation.hpp"
#include "grouser/simulation/world.hpp"

namespace grouser {
namespace {

constexpr double kOnGround = -1.0;
constexpr double kAirborne = 0.02;  // s; shorter gaps are chatter of a light wheel
constexpr std::size_t kMostEvents = 20000;

}  // namespace

EventWatch::EventWatch(const Simulation& simulation)
    : airborne_since_(simulation.world().wheels.size(), kOnGround) {}

void EventWatch::observe(const Simulation& simulation) {
  const auto& wheels = simulation.output().wheels;
  const double t = simulation.time();
  for (std::size_t i = 0; i < wheels.size() && events_.size() < kMostEvents; ++i) {
    double& since = airborne_since_[i];
    if (wheels[i].contacts == 0) {
      if (since == kOnGround) since = t;
    } else if (since != kOnGround) {
      const std::string& name = simulation.world().wheels[i].spec.name;
      if (t - since >= kAirborne) {
        events_.push_back({since, "lift_off", "wheel " + name});
        events_.push_back(
            {t, "touchdown", fmt::format("wheel {} after {:.3f} s in the air", name, t - since)});
      }
      since = kOnGround;
    }
  }
}

}  // namespace grouser
