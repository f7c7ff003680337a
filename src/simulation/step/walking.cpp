// SPDX-License-Identifier: BSD-3-Clause
#include "walking.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/simulation/step/mass_point.hpp"
#include "grouser/terrain/contact/wheel_arc.hpp"
#include "grouser/vehicle/legs/walk_controller.hpp"

namespace grouser {
namespace {

constexpr double kFallHold = 0.2;   // s: a margin that long below zero is a fall
constexpr double kAfterWalk = 1.0;  // s that a run goes on

std::span<WalkLegMemory> legs_of(const Walker& walker, SimulationState& state) {
  return std::span(state.walk_legs).subspan(static_cast<std::size_t>(walker.first_leg), walker.legs.size());
}

/// The ground under a walker, with the shapes that stand on it.
class GroundAhead final : public FootGround {
 public:
  GroundAhead(const World& world, const Terrain& terrain, const Walker& walker)
      : world_(world), terrain_(terrain), walker_(walker) {}
  double touch_height(double x, double y, double radius) const override {
    HeightSample ground;
    if (!terrain_.height(x, y, ground)) return kNowhere;
    const double slope = ground.slope_x * ground.slope_x + ground.slope_y * ground.slope_y;
    const double height = ground.z + radius * std::sqrt(1.0 + slope);
    if (world_.walker_shapes.empty()) return height;
    double low = height, high = height + kHighestStep;
    const auto meets = [&](double z) {
      SphereContact contact;
      return find_sphere_contact(terrain_, world_.walker_shapes, Vec3(x, y, z), radius, contact,
                                 world_.own_shapes_of(walker_.root));
    };
    constexpr int kLooks = 16, kHalvings = 20;
    bool above = false;
    for (int i = 0; i < kLooks && !above; ++i) {  // from above, so that a rock's top is met first
      const double z = height + kHighestStep * (1.0 - static_cast<double>(i) / kLooks);
      above = meets(z);
      (above ? low : high) = z;
    }
    if (!above) return height;
    for (int i = 0; i < kHalvings; ++i) {
      const double middle = 0.5 * (low + high);
      (meets(middle) ? low : high) = middle;
    }
    return high;
  }

  Hold hold(double x, double y, double load) const override {
    const auto foot = std::ranges::find(world_.pads, walker_.legs.front().foot_body.index,
                                        [](const PadPart& pad) { return pad.body.index; });
    if (foot == world_.pads.end()) return {};  // of a locked wheel nobody has told what holds it
    constexpr double kTouch = 1e-4;            // m, so that it touches
    const double radius = foot->spec.touch_radius();
    SphereContact contact;
    const Vec3 center(x, y, touch_height(x, y, radius) - kTouch);
    if (!find_sphere_contact(terrain_, world_.walker_shapes, center, radius, contact,
                             world_.own_shapes_of(walker_.root)))
      return {};
    const PadLaw& law = foot->laws[contact.material];
    return {pad_friction(law), pad_sinkage(law, load)};
  }

 private:
  static constexpr double kNowhere = -1e3, kHighestStep = 0.2;  // m
  const World& world_;
  const Terrain& terrain_;
  const Walker& walker_;
};

void watch_feet(const Walker& walker, const StepOutput& output, const Kinematics& kinematics, double dt,
                SimulationState& state) {
  for (std::size_t i = 0; i < walker.legs.size(); ++i) {
    const Walker::Leg& leg = walker.legs[i];
    const std::size_t at = static_cast<std::size_t>(walker.first_leg) + i;
    FootWatch& watch = state.feet[at];
    const WalkLegMemory& memory = state.walk_legs[at];
    for (std::size_t k = 0; k < leg.motors.size(); ++k)
      watch.most_torque = std::max(
          watch.most_torque,
          std::fabs(servo_torque_now(leg.motors[k], memory.told[k], state.motion.q, state.motion.v)));
    const ContactRecord& record = output.records[static_cast<std::size_t>(leg.record)];
    if (memory.mode == LegMode::stands && !watch.stands) std::fill(watch.slip, watch.slip + 3, 0.0);
    if (memory.mode != LegMode::stands && watch.stands) {
      const double slip = Vec3(watch.slip[0], watch.slip[1], watch.slip[2]).norm();
      watch.stances += 1.0;
      watch.slip_sum += slip;
      watch.most_slip = std::max(watch.most_slip, slip);
    }
    watch.stands = memory.mode == LegMode::stands;
    if (!record.touches() || !watch.stands) continue;
    const BodyMotion& foot = kinematics.body[static_cast<std::size_t>(leg.foot_body.index)];
    const Vec3 v = foot.velocity_at(leg.ankle ? foot.X_WB * leg.foot_center : record.point);
    const Vec3 normal = (foot.X_WB * leg.foot_center - record.point).normalized();  // of a ball
    const Vec3 way = dt * (v - normal.dot(v) * normal);
    for (int k = 0; k < 3; ++k) watch.slip[k] += way[k];
  }
}

double margin_of(const Walker& walker, const StepOutput& output, const Vec3& com) {
  Vec2 feet[kMostFeet];
  std::size_t count = 0;
  for (const Walker::Leg& leg : walker.legs) {
    const ContactRecord& record = output.records[static_cast<std::size_t>(leg.record)];
    if (record.touches()) feet[count++] = record.point.head<2>();
  }
  return static_margin(support_polygon({feet, count}), com.head<2>());
}

void watch_walk(const World& world, const Walker& walker, const StepOutput& output, const Vec3& com,
                const WalkMemory& memory, WalkWatch& watch, double time) {
  bool hull = false;
  for (std::size_t i = 0; i < world.parts.size(); ++i)
    hull = hull ||
           (world.parts[i].hull && world.parts[i].vehicle == walker.vehicle && output.records[i].touches());
  watch.margin = margin_of(walker, output, com);
  const GaitSpec& gait = walker.controller->gait();
  const bool walks = time >= gait.start && gait.kind != GaitKind::trot;
  if (walks) watch.least_margin = std::min(watch.least_margin, watch.margin);
  if (watch.verdict != WalkVerdict::none) return;
  const TipOver& tip = output.tip_over[static_cast<std::size_t>(walker.vehicle)];
  const bool tips = gait.kind != GaitKind::trot && tip.corners >= 3 && tip.margin < 0.0;
  if (!hull && !tips)
    watch.falling_since = -1.0;
  else if (watch.falling_since < 0.0)
    watch.falling_since = time;
  if (hull || (tips && time - watch.falling_since >= kFallHold)) {
    watch.verdict = WalkVerdict::fallen;
    watch.cause = hull ? WalkFall::hull_touched : WalkFall::tipped;
    watch.time = time;
  } else if (memory.phase == WalkPhase::arrived) {
    watch.verdict = WalkVerdict::arrived;
    watch.time = time;
  }
}

}  // namespace

void start_walkers(const World& world, SimulationState& state) {
  state.walks.assign(world.walkers.size(), {});
  state.walk_watch.assign(world.walkers.size(), {});
  state.walk_legs.clear();
  for (const Walker& walker : world.walkers)
    for (const Walker::Leg& leg : walker.legs) {
      WalkLegMemory memory;
      for (std::size_t k = 0; k < leg.motors.size(); ++k)
        memory.angle[k] = memory.told[k] = state.motion.q[leg.motors[k].q];
      state.walk_legs.push_back(memory);
    }
  state.feet.assign(state.walk_legs.size(), {});
}

void look_at_walkers(const World& world, const StepOutput& output, const Kinematics& kinematics,
                     SimulationState& state) {
  for (std::size_t w = 0; w < world.walkers.size(); ++w)
    state.walk_watch[w].margin =
        margin_of(world.walkers[w], output, mass_center(world, world.walkers[w].vehicle, kinematics));
}

double servo_torque_now(const Walker::Motor& motor, double told, const VecX& q, const VecX& v) {
  return servo_torque(motor.servo, told, q[motor.q]) - motor.servo.slope() * v[motor.v];
}

void apply_servos(const World& world, const std::vector<WalkLegMemory>& memory, const VecX& q, const VecX& v,
                  bool implicit, Loads& loads) {
  for (const Walker& walker : world.walkers)
    for (std::size_t i = 0; i < walker.legs.size(); ++i)
      for (std::size_t k = 0; k < walker.legs[i].motors.size(); ++k) {
        const Walker::Motor& motor = walker.legs[i].motors[k];
        const double told = memory[static_cast<std::size_t>(walker.first_leg) + i].told[k];
        loads.generalized[motor.v] += servo_torque(motor.servo, told, q[motor.q]);
        if (implicit)
          loads.damping[motor.v] += motor.servo.slope();
        else
          loads.generalized[motor.v] -= motor.servo.slope() * v[motor.v];
      }
}

double servo_power(const World& world, const SimulationState& state) {
  double power = 0.0;
  for (const Walker& walker : world.walkers)
    for (std::size_t i = 0; i < walker.legs.size(); ++i)
      for (std::size_t k = 0; k < walker.legs[i].motors.size(); ++k) {
        const Walker::Motor& motor = walker.legs[i].motors[k];
        const double told = state.walk_legs[static_cast<std::size_t>(walker.first_leg) + i].told[k];
        power += state.motion.v[motor.v] * servo_torque_now(motor, told, state.motion.q, state.motion.v);
      }
  return power;
}

void update_walkers(const World& world, const StepOutput& output, const Kinematics& kinematics, double dt,
                    SimulationState& state) {
  if (world.walkers.empty()) return;
  const double before = servo_power(world, state), time = state.motion.time;
  for (std::size_t w = 0; w < world.walkers.size(); ++w) {
    const Walker& walker = world.walkers[w];
    const MassPoint mass = mass_point(world, walker.vehicle, kinematics);
    watch_feet(walker, output, kinematics, dt, state);
    watch_walk(world, walker, output, mass.center, state.walks[w], state.walk_watch[w], time);
    const bool from_outside = state.servos.begun() && walker.vehicle == world.main_vehicle;
    if (from_outside || walker.controller->gait().kind == GaitKind::stand ||
        !walker.controller->due(time, state.walks[w]))
      continue;
    FootSense feet[kMostFeet];
    for (std::size_t i = 0; i < walker.legs.size(); ++i) {
      const Walker::Leg& leg = walker.legs[i];
      const ContactRecord& record = output.records[static_cast<std::size_t>(leg.record)];
      feet[i] = {kinematics.body[static_cast<std::size_t>(leg.foot_body.index)].X_WB * leg.foot_center,
                 record.load, record.force};
    }
    const WalkSense sense{time, kinematics.body[static_cast<std::size_t>(walker.root.index)].X_WB,
                          mass.center, mass.velocity, std::span<const FootSense>(feet, walker.legs.size())};
    walker.controller->decide(sense, GroundAhead(world, terrain_of(world, state), walker), state.walks[w],
                              legs_of(walker, state));
  }
  note_told_jump(world, before, state);
}

void note_told_jump(const World& world, double before, SimulationState& state) {
  // Runge-Kutta's next step begins at the new torques; Beeman's takes a jump in acceleration half a step later, which is
  // what the mean of the powers before and after it says
  const IntegratorKind kind = world.settings.integrator;
  if (kind == IntegratorKind::rk4 || kind == IntegratorKind::rkf45)
    state.ledger.motor_power += servo_power(world, state) - before;
}

std::optional<Verdict> walking_verdict(const World& world, const SimulationState& state) {
  if (world.walkers.empty() || state.walk_watch.front().verdict == WalkVerdict::none) return std::nullopt;
  const WalkWatch& watch = state.walk_watch.front();
  if (watch.verdict == WalkVerdict::arrived)
    return Verdict{
        "arrived", watch.time,
        fmt::format("{:.3g} m after {:g} steps", state.walks.front().progress, state.walks.front().steps)};
  return Verdict{"fallen", watch.time,
                 watch.cause == WalkFall::hull_touched
                     ? std::string("its hull touched what is below")
                     : fmt::format("tipped over an edge of its support for {:g} s", kFallHold)};
}

bool walk_is_over(const World& world, const SimulationState& state) {
  if (world.walkers.empty() || state.walk_watch.front().verdict == WalkVerdict::none) return false;
  return state.motion.time >= state.walk_watch.front().time + kAfterWalk;
}

}  // namespace grouser
