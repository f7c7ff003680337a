// SPDX-License-Identifier: BSD-3-Clause
// The work of each wheel and its wear by Archard's law (J. F. Archard 1953, "Contact and rubbing of flat
// surfaces", J. Appl. Phys. 24): the worn volume is rate * (integral of the load over the distance slid).
// Spread over the tread, 2 pi r b, it is a depth. A watch: no step reads it.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "step/step_element.hpp"

namespace grouser {

/// Sums of one wheel since the start; plain doubles.
struct WheelWearTally {
  double work = 0.0;       ///< that the drive put in, J
  double power = 0.0;      ///< at the end of the last step, W
  double slid_load = 0.0;  ///< integral of the load over the distance slid, N m
  double rubbing = 0.0;    ///< load times sliding speed at the end of the last step, W
};
template <>
struct MemoryOf<WheelWearTally> {
  static constexpr MemoryBlock block{"wheel_wear", BlockRole::tally};
};

namespace {

/// Sums work and load over the distance slid for every wheel of the world.
class WheelWear final : public StepElement {
 public:
  explicit WheelWear(const World& world) : world_(world) {
    for (std::size_t i = 0; i < world.wheels.size(); ++i) {
      const WheelSpec& spec = world.wheels[i].spec;
      wheels_.push_back({.drive_v = world.drives[i].drive_v,
                         .per_rim = spec.reference_radius() / spec.geometry.radius,
                         .prefix = "wheel/" + spec.name + "/"});
    }
  }

  void make_memory(SimulationState& state) const override {
    state.memory.assign<WheelWearTally>(world_.wheels.size());
  }
  void look(const StepMoment& now, SimulationState& state) const override {
    const std::span<WheelWearTally> tallies = state.all<WheelWearTally>();
    for (std::size_t i = 0; i < wheels_.size(); ++i) take_powers(i, now, state.motion, tallies[i]);
  }
  /// Both integrals by the trapezoidal rule.
  void finish(const StepMoment& now, SimulationState& state) override {
    const std::span<WheelWearTally> tallies = state.all<WheelWearTally>();
    for (std::size_t i = 0; i < wheels_.size(); ++i) {
      WheelWearTally& tally = tallies[i];
      const double power = tally.power, rubbing = tally.rubbing;
      take_powers(i, now, state.motion, tally);
      tally.work += 0.5 * now.dt * (power + tally.power);
      tally.slid_load += 0.5 * now.dt * (rubbing + tally.rubbing);
    }
  }
  void put_channels(ChannelSink& sink, const ChannelSource& from) const override {
    for (std::size_t i = 0; i < wheels_.size(); ++i) {
      const WheelWearTally& tally = from.state->all<WheelWearTally>()[i];
      sink(wheels_[i].prefix, "work", "J", "that the drive put in since the start", tally.work);
      sink(wheels_[i].prefix, "slid_load", "N m",
           "integral of the load over the distance slid since the start", tally.slid_load);
    }
  }
  void add_metrics(const SimulationState& state, Metrics& metrics) const override;

 private:
  /// Reads both powers of a wheel at this moment, W.
  void take_powers(std::size_t i, const StepMoment& now, const MotionState& motion,
                   WheelWearTally& tally) const {
    const WheelOutput& wheel = now.output.wheels[i];
    tally.power = wheel.drive_torque * motion.v[wheels_[i].drive_v];
    if (!wheel.has_slip()) {
      tally.rubbing = 0.0;  // it is at rest or in the air
      return;
    }
    // Sliding speed: of the rim on the reference radius over the ground, along and across.
    const double ahead = wheels_[i].per_rim * wheel.rim - wheel.hub_ahead;
    tally.rubbing = wheel.load * std::sqrt(ahead * ahead + wheel.hub_left * wheel.hub_left);
  }
  /// A wheel's numbers that do not change.
  struct Wheel {
    int drive_v = 0;       // its drive's place among the velocities
    double per_rim = 1.0;  // speed on the reference radius over that of the rim
    std::string prefix;    // of its channels
  };
  const World& world_;
  std::vector<Wheel> wheels_;
};

// The main vehicle's total work, and the largest slid load and depth of wear among its wheels.
void WheelWear::add_metrics(const SimulationState& state, Metrics& metrics) const {
  const auto first = static_cast<std::size_t>(world_.main().first_wheel),
             end = first + static_cast<std::size_t>(world_.main().wheel_count);
  const std::optional<WheelWearSpec>& wear = world_.main().spec.equipment.wheel_wear;
  double work = 0.0, slid_load = 0.0, depth = 0.0;
  for (std::size_t i = first; i < end; ++i) {
    const WheelWearTally& tally = state.all<WheelWearTally>()[i];
    const WheelGeometry& g = world_.wheels[i].spec.geometry;
    work += tally.work;
    slid_load = std::max(slid_load, tally.slid_load);
    if (wear)
      depth = std::max(depth, wear->rate * tally.slid_load / (2.0 * std::numbers::pi * g.radius * g.width));
  }
  if (first == end) return;
  metrics["wheel_work"] = {work, "J"};
  metrics["most_slid_load"] = {slid_load, "N m"};
  if (wear) metrics["most_wheel_wear"] = {1e3 * depth, "mm"};
}

}  // namespace

std::unique_ptr<StepElement> make_wheel_wear(const World& world) {
  if (world.wheels.empty()) return nullptr;
  return std::make_unique<WheelWear>(world);
}

}  // namespace grouser
