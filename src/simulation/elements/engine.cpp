// SPDX-License-Identifier: BSD-3-Clause
// The descent engine of the first lander (simulation/step/thrust.hpp): full thrust along the lander's z axis
// until a delay after the first touch, then an exponential tail.
#include <algorithm>

#include "grouser/math/elementary.hpp"
#include "grouser/simulation/step/thrust.hpp"
#include "step/step_element.hpp"

namespace grouser {

double thrust_at(const ThrustSettings& settings, const ThrustMemory& memory, double time) {
  // Before the first touch touched_at lies far ahead.
  const double after = time - memory.touched_at - settings.delay;
  if (after < 0.0) return settings.force;
  return settings.tail > 0.0 ? settings.force * math::exp(-after / settings.tail) : 0.0;
}

namespace {

/// Thrust on the lander's root body at its origin; its power enters the book as work of motors.
class Engine final : public StepElement {
 public:
  explicit Engine(const World& world)
      : world_(world),
        lander_(world.find_vehicle(VehicleRole::lander)),
        body_(static_cast<std::size_t>(world.vehicles[static_cast<std::size_t>(lander_)].root.index)) {}

  void make_memory(SimulationState& state) const override { state.memory.assign<ThrustMemory>(1); }
  void begin(const SimulationState& state) override { memory_ = *state.first<ThrustMemory>(); }
  void apply(const ForceInstant& now, Loads& loads) override {
    loads.on_body[body_].force += thrust_at(*world_.thrust, memory_, now.time) * axis(now.kinematics);
  }
  double power(const SimulationState& state, const StepMoment& now) const override {
    return thrust_at(*world_.thrust, *state.first<ThrustMemory>(), state.motion.time) *
           axis(now.kinematics).dot(now.kinematics.body[body_].v);
  }
  /// The first touch is remembered.
  void finish(const StepMoment& now, SimulationState& state) override {
    ThrustMemory& memory = *state.first<ThrustMemory>();
    // Only the first touch of any part of the lander counts.
    if (memory.touched_at <= state.motion.time) return;
    for (std::size_t i = 0; i < world_.parts.size(); ++i)
      if (world_.parts[i].vehicle == lander_ && now.output.records[i].touches())
        memory.touched_at = state.motion.time;
  }

 private:
  Vec3 axis(const Kinematics& kinematics) const { return kinematics.body[body_].X_WB.R.col(2); }
  const World& world_;
  int lander_;
  std::size_t body_;  // root of the lander
  ThrustMemory memory_;
};

}  // namespace

std::unique_ptr<StepElement> make_engine(const World& world) {
  if (!world.thrust) return nullptr;
  return std::make_unique<Engine>(world);
}

}  // namespace grouser
