// SPDX-License-Identifier: BSD-3-Clause
// Forces on the centres of mass of bodies for some time.
#include "grouser/simulation/step/humanoid.hpp"
#include "step/element_tools.hpp"
#include "step/step_element.hpp"

namespace grouser {
namespace {

/// Force at a time, N, world; zero outside the push's interval, whose end is excluded.
Vec3 push_at(const Push& push, double time) {
  return time >= push.start && time < push.start + push.duration ? push.force : Vec3::Zero();
}

/// Adds pushes and books their power as work of motors.
class Pushes final : public StepElement {
 public:
  explicit Pushes(const World& world) : world_(world) {}

  void apply(const ForceInstant& now, Loads& loads) override {
    for (const Push& push : world_.pushes) {
      const auto b = static_cast<std::size_t>(push.body.index);
      const Vec3 force = push_at(push, now.time);
      const Vec3 arm = now.kinematics.body[b].X_WB.R * world_.model->bodies()[b].com;
      loads.on_body[b].force += force;
      loads.on_body[b].moment += arm.cross(force);
    }
  }
  double power(const SimulationState& state, const StepMoment& now) const override {
    double power = 0.0;
    for (const Push& push : world_.pushes) {
      const auto b = static_cast<std::size_t>(push.body.index);
      const BodyMotion& body = now.kinematics.body[b];
      power +=
          push_at(push, state.motion.time).dot(body.velocity_at(body.X_WB * world_.model->bodies()[b].com));
    }
    return power;
  }

 private:
  const World& world_;
};

}  // namespace

std::unique_ptr<StepElement> make_pushes(const World& world) {
  if (world.pushes.empty()) return nullptr;
  return std::make_unique<Pushes>(world);
}

}  // namespace grouser
