// SPDX-License-Identifier: BSD-3-Clause
// Reaction wheels (vehicle/spec/equipment.hpp). A wheel of inertia I about the unit axis n of its body has
// the axial angular momentum h = I (W + n.w), with W its speed over the body and w the body's angular
// velocity. Its motor exerts T and its bearing -c W on it (Hughes 1986, "Spacecraft Attitude Dynamics", 3.4):
//   h' = T - c W,   moment on the body = -(T - c W) n - w x (h n)
// I is no part of the body's inertia, so that no acceleration enters these loads. The motor's torque is
//   T = commanded + k theta + d n.w, within its limit, with theta the body's turn about n since the start;
// it does not drive the wheel beyond its speed limit. h is advanced by the trapezoidal rule, which is of
// second order as the integrators' own.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/math/elementary.hpp"
#include "step/element_tools.hpp"
#include "step/step_element.hpp"

namespace grouser {

/// State of one wheel; plain doubles.
struct ReactionWheelMemory {
  double momentum = 0.0;                       ///< h, N m s
  double torque = 0.0;                         ///< T at the end of the last step, N m
  double drag = 0.0;                           ///< c W at the end of the last step, N m
  double reference[4] = {1.0, 0.0, 0.0, 0.0};  ///< attitude of the body at the start: w, x, y, z
};
template <>
struct MemoryOf<ReactionWheelMemory> {
  static constexpr MemoryBlock block{"reaction_wheels"};
};
/// Extremes of one wheel since the start.
struct ReactionWheelTally {
  double most_speed = 0.0;  ///< rad/s
  double saturated = 0.0;   ///< time during which the torque or the speed was at its limit, s
};
template <>
struct MemoryOf<ReactionWheelTally> {
  static constexpr MemoryBlock block{"reaction_wheel_tally", BlockRole::tally};
};

namespace {

/// Reads wheels within a step from the memory at its start; book() advances the memory.
class ReactionWheels final : public StepElement {
 public:
  explicit ReactionWheels(const World& world);
  bool empty() const { return wheels_.empty(); }

  void make_memory(SimulationState& state) const override;
  void start(const Kinematics& kinematics, SimulationState& state) override;
  void begin(const SimulationState& state) override {
    memory_ = state.all<ReactionWheelMemory>();
    from_ = state.motion.time;
  }
  void hold(bool holding) override { holding_ = holding; }
  void apply(const ForceInstant& now, Loads& loads) override;
  StoredEnergy stored(const SimulationState& state, const Kinematics&) const override;
  double power(const SimulationState& state, const StepMoment& now) const override;
  void book(const StepMoment& now, SimulationState& state) const override;
  void put_channels(ChannelSink& sink, const ChannelSource& from) const override;
  void add_metrics(const SimulationState& state, Metrics& metrics) const override;
  void add_notes(const SimulationState& state, std::vector<std::string>& notes) const override;

 private:
  /// A wheel, the body that carries it, and the prefix of its channels.
  struct Wheel {
    ReactionWheelSpec spec;
    std::size_t body;
    std::string prefix;  // of its channels
  };
  /// Speed over the body, rad/s.
  static double speed_of(const Wheel& wheel, double momentum, const BodyMotion& body) {
    return momentum / wheel.spec.inertia - (body.X_WB.R * wheel.spec.axis).dot(body.w);
  }
  /// A wheel at some moment within a step or at its end.
  struct Reading {
    double momentum = 0.0, speed = 0.0;  // N m s, rad/s
    double torque = 0.0, drag = 0.0;     // N m
    bool limited = false;
  };
  /// `elapsed`: since the moment of the memory, s.
  static Reading read(const Wheel& wheel, const ReactionWheelMemory& m, double time, double elapsed,
                      const BodyMotion& body);

  std::vector<Wheel> wheels_;
  std::span<const ReactionWheelMemory> memory_;  // of the step's start
  double from_ = 0.0;                            // time of the step's start, s
  bool holding_ = false;                         // settling: the wheels keep their momentum
};

ReactionWheels::ReactionWheels(const World& world) {
  for (const VehicleRuntime& vehicle : world.vehicles)
    for (const ReactionWheelSpec& spec : vehicle.spec.equipment.reaction_wheels)
      wheels_.push_back({spec, body_of(world, spec.body, "reaction_wheel '" + spec.name + "'"),
                         "reaction_wheel/" + spec.name + "/"});
}

void ReactionWheels::make_memory(SimulationState& state) const {
  state.memory.assign<ReactionWheelMemory>(wheels_.size());
  state.memory.assign<ReactionWheelTally>(wheels_.size());
  for (std::size_t i = 0; i < wheels_.size(); ++i)
    state.all<ReactionWheelMemory>()[i].momentum = wheels_[i].spec.inertia * wheels_[i].spec.speed;
}

void ReactionWheels::start(const Kinematics& kinematics, SimulationState& state) {
  // The wheel's speed is given over its body, h in inertial space: add the body's part.
  for (std::size_t i = 0; i < wheels_.size(); ++i) {
    const BodyMotion& body = kinematics.body[wheels_[i].body];
    const Quat attitude = to_quat(body.X_WB.R);
    ReactionWheelMemory& m = state.all<ReactionWheelMemory>()[i];
    const double parts[] = {attitude.w(), attitude.x(), attitude.y(), attitude.z()};
    std::ranges::copy(parts, m.reference);
    m.momentum += wheels_[i].spec.inertia * (body.X_WB.R * wheels_[i].spec.axis).dot(body.w);
    m.drag = wheels_[i].spec.friction * wheels_[i].spec.speed;
    m.torque = read(wheels_[i], m, state.motion.time, 0.0, body).torque;
  }
}

ReactionWheels::Reading ReactionWheels::read(const Wheel& wheel, const ReactionWheelMemory& m, double time,
                                             double elapsed, const BodyMotion& body) {
  const ReactionWheelSpec& spec = wheel.spec;
  // the turn about the axis since the start: the rotation vector's part along it
  const Quat reference(m.reference[0], m.reference[1], m.reference[2], m.reference[3]);
  Quat turn = reference.conjugate() * to_quat(body.X_WB.R);
  if (turn.w() < 0.0) turn.coeffs() = -turn.coeffs();
  const double angle = 2.0 * math::atan2(turn.vec().dot(spec.axis), turn.w());
  const double rate = (body.X_WB.R * spec.axis).dot(body.w);
  const double asked = value_at(spec.torque, time) + spec.stiffness * angle + spec.damping * rate;
  Reading r;
  r.torque = std::clamp(asked, -spec.torque_limit, spec.torque_limit);
  // Explicit estimate of the speed, which decides whether the motor is at its speed limit.
  const double net = m.torque - m.drag;  // at the moment of the memory
  r.speed = speed_of(wheel, m.momentum + elapsed * net, body);
  if (std::fabs(r.speed) >= spec.speed_limit && r.torque * r.speed > 0.0) r.torque = 0.0;
  r.limited = r.torque != asked;
  r.drag = spec.friction * r.speed;
  // Trapezoidal rule over the elapsed time.
  r.momentum = m.momentum + 0.5 * elapsed * (net + r.torque - r.drag);
  return r;
}

void ReactionWheels::apply(const ForceInstant& now, Loads& loads) {
  for (std::size_t i = 0; i < wheels_.size(); ++i) {
    const Wheel& wheel = wheels_[i];
    const BodyMotion& body = now.kinematics.body[wheel.body];
    const Vec3 axis = body.X_WB.R * wheel.spec.axis;
    // While settling the motor gives nothing; the momentum turns with its body.
    const Reading r = holding_ ? Reading{.momentum = memory_[i].momentum}
                               : read(wheel, memory_[i], now.time, now.time - from_, body);
    loads.on_body[wheel.body].moment -= (r.torque - r.drag) * axis + body.w.cross(r.momentum * axis);
  }
}

StoredEnergy ReactionWheels::stored(const SimulationState& state, const Kinematics&) const {
  double energy = 0.0;
  for (std::size_t i = 0; i < wheels_.size(); ++i) {
    const double h = state.all<ReactionWheelMemory>()[i].momentum;
    energy += 0.5 * h * h / wheels_[i].spec.inertia;
  }
  return {.kinetic = energy};
}

double ReactionWheels::power(const SimulationState& state, const StepMoment& now) const {
  double power = 0.0;
  for (std::size_t i = 0; i < wheels_.size(); ++i) {
    const ReactionWheelMemory& m = state.all<ReactionWheelMemory>()[i];
    power += m.torque * speed_of(wheels_[i], m.momentum, now.kinematics.body[wheels_[i].body]);
  }
  return power;
}

/// Advances the momentum to the end of the step; the bearing's loss enters the book.
void ReactionWheels::book(const StepMoment& now, SimulationState& state) const {
  for (std::size_t i = 0; i < wheels_.size(); ++i) {
    ReactionWheelMemory& m = state.all<ReactionWheelMemory>()[i];
    ReactionWheelTally& tally = state.all<ReactionWheelTally>()[i];
    const Reading r = read(wheels_[i], m, state.motion.time, now.dt, now.kinematics.body[wheels_[i].body]);
    // Loss of the bearing: c W^2 = (c W)^2 / c, by the trapezoidal rule.
    if (const double friction = wheels_[i].spec.friction; friction > 0.0) {
      const double lost = 0.5 * now.dt * (m.drag * m.drag + r.drag * r.drag) / friction;
      state.ledger.joint_dissipation += lost;
      state.ledger.absolute_work += lost;
    }
    m.momentum = r.momentum;
    m.torque = r.torque;
    m.drag = r.drag;
    tally.most_speed = std::max(tally.most_speed, std::fabs(r.speed));
    if (r.limited) tally.saturated += now.dt;
  }
}

void ReactionWheels::put_channels(ChannelSink& sink, const ChannelSource& from) const {
  for (std::size_t i = 0; i < wheels_.size(); ++i) {
    const ReactionWheelMemory& m = from.state->all<ReactionWheelMemory>()[i];
    sink(wheels_[i].prefix, "speed", "rad/s", "over its body",
         speed_of(wheels_[i], m.momentum, from.kinematics->body[wheels_[i].body]));
    sink(wheels_[i].prefix, "torque", "N m", "of its motor on the wheel", m.torque);
    sink(wheels_[i].prefix, "momentum", "N m s", "about its axis, in inertial space", m.momentum);
  }
}

void ReactionWheels::add_metrics(const SimulationState& state, Metrics& metrics) const {
  for (std::size_t i = 0; i < wheels_.size(); ++i) {
    const ReactionWheelTally& tally = state.all<ReactionWheelTally>()[i];
    metrics[wheels_[i].spec.name + "_peak_speed"] = {tally.most_speed, "rad/s"};
    metrics[wheels_[i].spec.name + "_saturated"] = {tally.saturated, "s"};
  }
}

void ReactionWheels::add_notes(const SimulationState& state, std::vector<std::string>& notes) const {
  for (std::size_t i = 0; i < wheels_.size(); ++i)
    if (const double time = state.all<ReactionWheelTally>()[i].saturated; time > 0.0)
      notes.push_back(fmt::format("reaction wheel '{}' stood at its limit of torque or speed for {:.3g} s",
                                  wheels_[i].spec.name, time));
}

}  // namespace

std::unique_ptr<StepElement> make_reaction_wheels(const World& world) {
  auto element = std::make_unique<ReactionWheels>(world);
  if (element->empty()) return nullptr;
  return element;
}

}  // namespace grouser
