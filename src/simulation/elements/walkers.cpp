// SPDX-License-Identifier: BSD-3-Clause
// Vehicles that walk (simulation/step/walker.hpp): servo torques in each evaluation; after each step feet,
// margins and falls are watched, and the gait decides when a pulse of the servos is due.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/simulation/step/drive_memory.hpp"
#include "grouser/simulation/step/mass_point.hpp"
#include "grouser/simulation/step/walker.hpp"
#include "grouser/terrain/touch/wheel_arc.hpp"
#include "grouser/vehicle/legs/walk_controller.hpp"
#include "pressure_centre.hpp"
#include "servos.hpp"
#include "step/element_tools.hpp"
#include "step/step_element.hpp"

namespace grouser {
namespace {

constexpr double kFallHold = 0.2;   // s: a margin that long below zero is a fall
constexpr double kAfterWalk = 1.0;  // s that a run continues after the verdict

/// The ground under a walker, with the shapes on it: heights for feet, and the hold that the soil gives.
class GroundAhead final : public FootGround {
 public:
  GroundAhead(const World& world, const Terrain& terrain, const Walker& walker)
      : world_(world), terrain_(terrain), walker_(walker) {}
  /// Height of the centre of a ball of `radius` at rest at (x, y), m; kNowhere off the terrain.
  double touch_height(double x, double y, double radius) const override {
    HeightSample ground;
    if (!terrain_.height(x, y, ground)) return kNowhere;
    const double slope = ground.slope_x * ground.slope_x + ground.slope_y * ground.slope_y;
    const double height = ground.z + radius * std::sqrt(1.0 + slope);
    if (world_.walker_shapes.empty()) return height;
    // Shapes count up to kHighestStep above the ground: the search starts there and goes down.
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
    // Bisection between a height at which the ball meets a shape and one at which it is free.
    for (int i = 0; i < kHalvings; ++i) {
      const double middle = 0.5 * (low + high);
      (meets(middle) ? low : high) = middle;
    }
    return high;
  }

  /// Friction and sinkage, m, of a foot under `load`, N; the defaults where no pad law applies or nothing is
  /// below.
  Hold hold(double x, double y, double load) const override {
    const auto foot = std::ranges::find(world_.pads, walker_.legs.front().foot_body.index,
                                        [](const PadPart& pad) { return pad.body.index; });
    if (foot == world_.pads.end()) return {};  // no law says how well a locked wheel holds
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

/// Updates the watch of each leg: peak torque, and slip of the foot in each stance, m.
void watch_feet(const Walker& walker, const StepOutput& output, const Kinematics& kinematics, double dt,
                SimulationState& state) {
  for (std::size_t i = 0; i < walker.legs.size(); ++i) {
    const Walker::Leg& leg = walker.legs[i];
    const std::size_t at = static_cast<std::size_t>(walker.first_leg) + i;
    FootWatch& watch = state.all<FootWatch>()[at];
    const WalkLegMemory& memory = state.all<WalkLegMemory>()[at];
    for (std::size_t k = 0; k < leg.motors.size(); ++k)
      watch.most_torque =
          std::max(watch.most_torque,
                   std::fabs(servo_torque_at(leg.motors[k], memory.told[k], state.motion.q, state.motion.v)));
    const ContactRecord& record = output.records[static_cast<std::size_t>(leg.record)];
    // A stance begins: its slip starts at zero. One that ends enters the statistics.
    if (memory.mode == LegMode::stands && !watch.stands) std::fill(watch.slip, watch.slip + 3, 0.0);
    if (memory.mode != LegMode::stands && watch.stands) {
      const double slip = Vec3(watch.slip[0], watch.slip[1], watch.slip[2]).norm();
      watch.stances += 1.0;
      watch.slip_sum += slip;
      watch.most_slip = std::max(watch.most_slip, slip);
    }
    watch.stands = memory.mode == LegMode::stands;
    if (!record.touches() || !watch.stands) continue;
    // Slip: displacement of the foot's contact point along the ground, by its velocity over the step.
    const BodyMotion& foot = kinematics.body[static_cast<std::size_t>(leg.foot_body.index)];
    const Vec3 v = foot.velocity_at(leg.ankle ? foot.X_WB * leg.foot_center : record.point);
    const Vec3 normal = (foot.X_WB * leg.foot_center - record.point).normalized();  // of a ball
    const Vec3 way = dt * (v - normal.dot(v) * normal);
    for (int k = 0; k < 3; ++k) watch.slip[k] += way[k];
  }
}

/// Static margin of the support polygon of touching feet under the centre of mass, m.
double margin_of(const Walker& walker, const StepOutput& output, const Vec3& com) {
  Vec2 feet[kMostFeet];
  std::size_t count = 0;
  for (const Walker::Leg& leg : walker.legs) {
    const ContactRecord& record = output.records[static_cast<std::size_t>(leg.record)];
    if (record.touches()) feet[count++] = record.point.head<2>();
  }
  return static_margin(support_polygon({feet, count}), com.head<2>());
}

/// Updates the margins, and finds a fall or the arrival. A trot has no static margin, so only its hull
/// counts.
void watch_walk(const World& world, const Walker& walker, const StepOutput& output, const Vec3& com,
                const WalkMemory& memory, WalkWatch& watch, double time) {
  bool hull = false;
  for (std::size_t i = 0; i < world.parts.size(); ++i)
    hull = hull ||
           (world.parts[i].hull && world.parts[i].vehicle == walker.vehicle && output.records[i].touches());
  watch.margin = margin_of(walker, output, com);
  // The least margin counts while a static gait walks.
  const GaitSpec& gait = walker.controller->gait();
  const bool walks = time >= gait.start && gait.kind != GaitKind::trot;
  if (walks) watch.least_margin = std::min(watch.least_margin, watch.margin);
  if (watch.verdict != WalkVerdict::none) return;
  // A fall: the hull touches, or the tip-over margin stays below zero.
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

/// Names of the channels of a leg's joints, by its kind.
using Names = const char* const*;
constexpr const char* kTold[] = {"told_roll", "told_hip", "told_knee"};
constexpr const char* kTorque[] = {"torque_roll", "torque_hip", "torque_knee"};
constexpr const char* kLimbTold[] = {"told_1", "told_2", "told_3", "told_4", "told_5", "told_6"};
constexpr const char* kLimbTorque[] = {"torque_1", "torque_2", "torque_3",
                                       "torque_4", "torque_5", "torque_6"};
Names torques_of(const Walker::Leg& leg) { return leg.limb ? kLimbTorque : kTorque; }

/// Puts phase, commanded angles and torques of one leg.
void put_leg(ChannelSink& sink, const std::string& prefix, const Walker::Leg& leg,
             const WalkLegMemory& memory, const MotionState& motion) {
  const Names told = leg.limb ? kLimbTold : kTold, torque = torques_of(leg);
  sink(prefix, "phase", "-", "0 stands, 1 swings, 2 looks for the ground", memory.mode.number());
  for (std::size_t k = 0; k < leg.motors.size(); ++k)
    sink(prefix, told[k], "rad", "angle commanded to the servo", memory.told[k]);
  for (std::size_t k = 0; k < leg.motors.size(); ++k) {
    const Walker::Motor& motor = leg.motors[k];
    sink(prefix, torque[k], "N m", "of the servo",
         servo_torque(motor.servo, memory.told[k], motion.q[motor.q]) -
             motor.servo.slope() * motion.v[motor.v]);
  }
}

/// Puts the static margin and the progress of one walker.
void put_walk(ChannelSink& sink, const std::string& prefix, const WalkMemory& memory,
              const WalkWatch& watch) {
  sink(prefix, "static_margin", "m", "from the centre of mass to the edge of the support polygon",
       watch.margin);
  sink(prefix, "progress", "m", "of the mean foot along the line of the walk", memory.progress);
}

/// Puts, seen from above, a walker's centre of mass, the place that it has when the body has come to its
/// next pose, and the centre of pressure.
void put_balance(ChannelSink& sink, const std::string& prefix, const World& world, const Walker& walker,
                 const WalkMemory& memory, const StepOutput& output, const Kinematics& kinematics) {
  const Vec3 com = mass_center(world, walker.vehicle, kinematics);
  PressureCentre pressure;
  for (const Walker::Leg& leg : walker.legs)
    pressure.add(output.records[static_cast<std::size_t>(leg.record)]);
  const Vec3 way = memory.begun ? Vec3(Vec3(memory.to_p[0], memory.to_p[1], memory.to_p[2]) -
                                       kinematics.body[static_cast<std::size_t>(walker.root.index)].X_WB.p)
                                : Vec3(Vec3::Zero());
  sink(prefix, "com_x", "m", "centre of mass", com.x());
  sink(prefix, "com_y", "m", "centre of mass", com.y());
  sink(prefix, "planned_x", "m", "centre of mass once the body is at its next pose", com.x() + way.x());
  sink(prefix, "planned_y", "m", "centre of mass once the body is at its next pose", com.y() + way.y());
  pressure.put(sink, prefix, com);
}

/// Walkers of the world; each has memory of its walk and, per leg, of servos and feet.
class Walkers final : public StepElement {
 public:
  explicit Walkers(const World& world) : world_(world) {
    for (const Walker& walker : world.walkers) {
      prefix_.push_back("walk/" + world.vehicles[static_cast<std::size_t>(walker.vehicle)].prefix);
      for (const Walker::Leg& leg : walker.legs) leg_prefix_.push_back("leg/" + leg.name + "/");
    }
  }

  void make_memory(SimulationState& state) const override;
  void look(const StepMoment& now, SimulationState& state) const override;
  void check(const SimulationState& state, const std::string& place) const override;
  void begin(const SimulationState& state) override { memory_ = state.all<WalkLegMemory>(); }
  void apply(const ForceInstant& now, Loads& loads) override;
  double power(const SimulationState& state, const StepMoment&) const override {
    return servo_power(world_, state);
  }
  void finish(const StepMoment& now, SimulationState& state) override;
  std::optional<Verdict> verdict(const SimulationState& state) const override;
  bool ends_run(const SimulationState& state) const override;
  void put_channels(ChannelSink& sink, const ChannelSource& from) const override;
  void add_to_scene(Scene& scene) const override;

 private:
  /// Gives the gait its senses of body and feet, and the legs their next angles.
  void decide(const Walker& walker, const StepMoment& now, const MassPoint& mass, WalkMemory& memory,
              SimulationState& state) const;
  const World& world_;
  std::span<const WalkLegMemory> memory_;         // of the step's start
  std::vector<std::string> prefix_, leg_prefix_;  // of the channels of each walker, and of each leg
};

/// The servos are given the angles that the joints have.
void Walkers::make_memory(SimulationState& state) const {
  std::vector<WalkLegMemory> legs;
  for (const Walker& walker : world_.walkers)
    for (const Walker::Leg& leg : walker.legs) {
      WalkLegMemory& memory = legs.emplace_back();
      for (std::size_t k = 0; k < leg.motors.size(); ++k)
        memory.angle[k] = memory.told[k] = state.motion.q[leg.motors[k].q];
    }
  state.memory.assign<WalkMemory>(world_.walkers.size());
  state.memory.assign<WalkWatch>(world_.walkers.size());
  state.memory.assign<WalkLegMemory>(legs.size());
  std::ranges::copy(legs, state.all<WalkLegMemory>().begin());
  state.memory.assign<FootWatch>(legs.size());
  state.memory.assign<ServoMemory>(1);
}

/// The margins on which walkers stand.
void Walkers::look(const StepMoment& now, SimulationState& state) const {
  for (std::size_t w = 0; w < world_.walkers.size(); ++w)
    state.all<WalkWatch>()[w].margin = margin_of(
        world_.walkers[w], now.output, mass_center(world_, world_.walkers[w].vehicle, now.kinematics));
}

void Walkers::check(const SimulationState& state, const std::string& place) const {
  constexpr double kMostSteps = 1e9;
  for (const WalkMemory& walk : state.all<WalkMemory>())
    need(is_index(walk.phase.number(), 0.0, static_cast<double>(WalkPhase::arrived)) &&
             is_index(walk.order, 0.0, kMostSteps),
         place, fmt::format("phase {:g} of a walk after {:g} steps", walk.phase.number(), walk.order),
         "a phase that there is, after 0 to 1e9 steps");
  for (const WalkLegMemory& leg : state.all<WalkLegMemory>())
    need(is_index(leg.mode.number(), 0.0, 2.0), place, fmt::format("a leg in mode {:g}", leg.mode.number()),
         "0, 1 or 2");
}

void Walkers::apply(const ForceInstant& now, Loads& loads) {
  for (const Walker& walker : world_.walkers)
    for (std::size_t i = 0; i < walker.legs.size(); ++i)
      for (std::size_t k = 0; k < walker.legs[i].motors.size(); ++k) {
        const Walker::Motor& motor = walker.legs[i].motors[k];
        const double told = memory_[static_cast<std::size_t>(walker.first_leg) + i].told[k];
        // The damper's part is implicit in Beeman's method and explicit in the rate form.
        loads.generalized[motor.v] += servo_torque(motor.servo, told, now.q[motor.q]);
        if (now.dampers == DamperForm::implicit)
          loads.damping[motor.v] += motor.servo.slope();
        else
          loads.generalized[motor.v] -= motor.servo.slope() * now.v[motor.v];
      }
}

/// Watches, and gives the servos their next angles where a pulse is due.
void Walkers::finish(const StepMoment& now, SimulationState& state) {
  const double before = servo_power(world_, state), time = state.motion.time;
  for (std::size_t w = 0; w < world_.walkers.size(); ++w) {
    const Walker& walker = world_.walkers[w];
    WalkMemory& memory = state.all<WalkMemory>()[w];
    const MassPoint mass = mass_point(world_, walker.vehicle, now.kinematics);
    watch_feet(walker, now.output, now.kinematics, now.dt, state);
    watch_walk(world_, walker, now.output, mass.center, memory, state.all<WalkWatch>()[w], time);
    // Angles from outside end the gait of the main vehicle.
    const bool from_outside = state.first<ServoMemory>()->begun() && walker.vehicle == world_.main_vehicle;
    if (!from_outside && walker.controller->gait().kind != GaitKind::stand &&
        walker.controller->due(time, memory))
      decide(walker, now, mass, memory, state);
  }
  book_power_jump(world_, servo_power(world_, state) - before, state);
}

void Walkers::decide(const Walker& walker, const StepMoment& now, const MassPoint& mass, WalkMemory& memory,
                     SimulationState& state) const {
  FootSense feet[kMostFeet];
  for (std::size_t i = 0; i < walker.legs.size(); ++i) {
    const Walker::Leg& leg = walker.legs[i];
    const ContactRecord& record = now.output.records[static_cast<std::size_t>(leg.record)];
    feet[i] = {now.kinematics.body[static_cast<std::size_t>(leg.foot_body.index)].X_WB * leg.foot_center,
               record.load, record.force};
  }
  const WalkSense sense{state.motion.time,
                        now.kinematics.body[static_cast<std::size_t>(walker.root.index)].X_WB, mass.center,
                        mass.velocity, std::span<const FootSense>(feet, walker.legs.size())};
  walker.controller->decide(sense, GroundAhead(world_, terrain_of(world_, state), walker), memory,
                            legs_of(walker, state));
}

std::optional<Verdict> Walkers::verdict(const SimulationState& state) const {
  const WalkWatch& watch = *state.first<WalkWatch>();
  if (watch.verdict == WalkVerdict::none) return std::nullopt;
  const WalkMemory& walk = *state.first<WalkMemory>();
  if (watch.verdict == WalkVerdict::arrived)
    return Verdict{"arrived", watch.time,
                   fmt::format("{:.3g} m after {:g} steps", walk.progress, walk.steps)};
  return Verdict{"fallen", watch.time,
                 watch.cause == WalkFall::hull_touched
                     ? std::string("its hull touched what is below")
                     : fmt::format("tipped over an edge of its support for {:g} s", kFallHold)};
}

bool Walkers::ends_run(const SimulationState& state) const {
  const WalkWatch& watch = *state.first<WalkWatch>();
  return watch.verdict != WalkVerdict::none && state.motion.time >= watch.time + kAfterWalk;
}

void Walkers::put_channels(ChannelSink& sink, const ChannelSource& from) const {
  for (std::size_t w = 0; w < world_.walkers.size(); ++w) {
    const Walker& walker = world_.walkers[w];
    const WalkMemory& memory = from.state->all<WalkMemory>()[w];
    put_walk(sink, prefix_[w], memory, from.state->all<WalkWatch>()[w]);
    put_balance(sink, prefix_[w], world_, walker, memory, *from.output, *from.kinematics);
    for (std::size_t i = 0; i < walker.legs.size(); ++i) {
      const std::size_t at = static_cast<std::size_t>(walker.first_leg) + i;
      put_leg(sink, leg_prefix_[at], walker.legs[i], from.state->all<WalkLegMemory>()[at],
              from.state->motion);
    }
  }
}

void Walkers::add_to_scene(Scene& scene) const {
  const std::string head = "torque_";
  for (const Walker& walker : world_.walkers)
    for (std::size_t i = 0; i < walker.legs.size(); ++i) {
      const Walker::Leg& leg = walker.legs[i];
      const std::string& prefix = leg_prefix_[static_cast<std::size_t>(walker.first_leg) + i];
      for (std::size_t k = 0; k < leg.motors.size(); ++k) {
        const std::string torque = torques_of(leg)[k];
        scene.motors.push_back(
            {leg.name + " " + torque.substr(head.size()), prefix + torque, leg.motors[k].servo.stall_torque});
      }
    }
}

}  // namespace

std::unique_ptr<StepElement> make_walkers(const World& world) {
  if (world.walkers.empty()) return nullptr;
  return std::make_unique<Walkers>(world);
}

}  // namespace grouser
