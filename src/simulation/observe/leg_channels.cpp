// SPDX-License-Identifier: BSD-3-Clause
#include "leg_channels.hpp"

#include "grouser/simulation/step/mass_point.hpp"
#include "step/balancing.hpp"

namespace grouser {
namespace {

using Names = const char* const*;
constexpr const char* kTold[] = {"told_roll", "told_hip", "told_knee"};
constexpr const char* kTorque[] = {"torque_roll", "torque_hip", "torque_knee"};
constexpr const char* kLimbTold[] = {"told_1", "told_2", "told_3", "told_4", "told_5", "told_6"};
constexpr const char* kLimbTorque[] = {"torque_1", "torque_2", "torque_3",
                                       "torque_4", "torque_5", "torque_6"};
Names torques_of(const Walker::Leg& leg) { return leg.limb ? kLimbTorque : kTorque; }

void put_leg(ChannelSink& sink, const std::string& prefix, const Walker::Leg& leg,
             const WalkLegMemory& memory, const MotionState& motion) {
  const Names told = leg.limb ? kLimbTold : kTold, torque = torques_of(leg);
  sink(prefix, "phase", "-", "0 stands, 1 swings, 2 looks for the ground", memory.mode.number());
  for (std::size_t k = 0; k < leg.motors.size(); ++k)
    sink(prefix, told[k], "rad", "angle that the servo is told", memory.told[k]);
  for (std::size_t k = 0; k < leg.motors.size(); ++k) {
    const Walker::Motor& motor = leg.motors[k];
    sink(prefix, torque[k], "N m", "of the servo",
         servo_torque(motor.servo, memory.told[k], motion.q[motor.q]) -
             motor.servo.slope() * motion.v[motor.v]);
  }
}

void put_walk(ChannelSink& sink, const std::string& prefix, const WalkMemory& memory,
              const WalkWatch& watch) {
  sink(prefix, "static_margin", "m", "from the centre of mass to the edge of the support polygon",
       watch.margin);
  sink(prefix, "progress", "m", "of the mean foot along the line of the walk", memory.progress);
}

/// Where feet press: the centre of the loads of some of a step's records.
class PressureCentre {
 public:
  void add(const ContactRecord& foot) {
    pressed_ += foot.load * foot.point;
    load_ += foot.load;
  }
  /// `where_nothing_touches`: what stands for it then.
  void put(ChannelSink& sink, const std::string& prefix, const Vec3& where_nothing_touches) const {
    const Vec3 at = load_ > 0.0 ? Vec3(pressed_ / load_) : where_nothing_touches;
    sink(prefix, "pressure_x", "m", "centre of pressure of all feet; of the mass where none touches", at.x());
    sink(prefix, "pressure_y", "m", "centre of pressure of all feet; of the mass where none touches", at.y());
  }

 private:
  Vec3 pressed_ = Vec3::Zero();
  double load_ = 0.0;
};

// Where a walker's mass is, where it shall be when the body has come to the place it is told, and where its feet press, seen from above.
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
  sink(prefix, "planned_x", "m", "centre of mass once the body is where it is told to go", com.x() + way.x());
  sink(prefix, "planned_y", "m", "centre of mass once the body is where it is told to go", com.y() + way.y());
  pressure.put(sink, prefix, com);
}

void put_control(ChannelSink& sink, const std::string& prefix, std::span<const std::string> motors,
                 std::span<const std::string> soles, const HumanoidMemory& memory,
                 const HumanoidWatch& watch) {
  sink(prefix, "phase", "-", "of the step up, 0 to 4; -1 before, 5 after", memory.phase);
  for (std::size_t k = 0; k < motors.size(); ++k)
    sink(motors[k], "torque", "N m", "that the joint gives", memory.given[k]);
  for (std::size_t f = 0; f < kSoles; ++f)
    sink(soles[f], "pressure_margin", "m",
         "of the centre of pressure from the sole's edge; 1 where it bears nothing",
         watch.pressure_margin[f]);
  sink(prefix, "off_course", "m", "of the centre of mass from where it is to be", watch.off_course);
  sink(prefix, "iterations", "-", "of the last quadratic program", memory.control.iterations);
  sink(prefix, "active", "-", "inequalities that held with equality then", memory.control.active_count);
  sink(prefix, "residual", "-", "of its conditions of optimality", memory.control.residual);
}

// Where the mass of a robot on two feet is, where it is to be now, and where the feet press.
void put_course(ChannelSink& sink, const std::string& prefix, const World& world, const Humanoid& robot,
                const SimulationState& state, const HumanoidMemory& memory, const StepOutput& output,
                const Kinematics& kinematics) {
  static constexpr const char* kIs[] = {"com_x", "com_y", "com_z"};
  static constexpr const char* kPlanned[] = {"planned_x", "planned_y", "planned_z"};
  const Vec3 com = mass_center(world, robot.vehicle, kinematics);
  put_vector(sink, prefix, kIs, "m", "centre of mass", com);
  put_vector(sink, prefix, kPlanned, "m", "where the centre of mass is to be",
             planned_center(robot, memory, state.motion.time));
  PressureCentre pressure;
  for (const Humanoid::Sole& sole : robot.soles)
    for (const int corner : sole.records) pressure.add(output.records[static_cast<std::size_t>(corner)]);
  pressure.put(sink, prefix, com);
}

}  // namespace

void put_walkers(ChannelSink& sink, const World& world, const ChannelLayout& layout,
                 const ChannelSource& from) {
  for (std::size_t w = 0; w < world.walkers.size(); ++w) {
    const Walker& walker = world.walkers[w];
    put_walk(sink, layout.walk_prefix[w], from.state->walks[w], from.state->walk_watch[w]);
    put_balance(sink, layout.walk_prefix[w], world, walker, from.state->walks[w], *from.output,
                *from.kinematics);
    for (std::size_t i = 0; i < walker.legs.size(); ++i)
      put_leg(sink, layout.leg_prefix[static_cast<std::size_t>(walker.first_leg) + i], walker.legs[i],
              from.state->walk_legs[static_cast<std::size_t>(walker.first_leg) + i], from.state->motion);
  }
}

void put_humanoids(ChannelSink& sink, const World& world, const ChannelLayout& layout,
                   const ChannelSource& from) {
  std::size_t motor = 0;
  for (std::size_t r = 0; r < world.humanoids.size(); ++r) {
    const Humanoid& robot = world.humanoids[r];
    const std::string& prefix = layout.balance_prefix[r];
    put_control(sink, prefix, std::span(layout.motor_prefix).subspan(motor, robot.motors.size()),
                std::span(layout.sole_prefix).subspan(r * kSoles, kSoles), from.state->humanoids[r],
                from.state->humanoid_watch[r]);
    put_course(sink, prefix, world, robot, *from.state, from.state->humanoids[r], *from.output,
               *from.kinematics);
    motor += robot.motors.size();
  }
}

std::vector<MotorPlace> motor_places(const World& world, const ChannelLayout& layout) {
  std::vector<MotorPlace> places;
  const std::string head = "torque_";
  for (const Walker& walker : world.walkers)
    for (std::size_t i = 0; i < walker.legs.size(); ++i) {
      const Walker::Leg& leg = walker.legs[i];
      const std::string& prefix = layout.leg_prefix[static_cast<std::size_t>(walker.first_leg) + i];
      for (std::size_t k = 0; k < leg.motors.size(); ++k) {
        const std::string torque = torques_of(leg)[k];
        places.push_back(
            {leg.name + " " + torque.substr(head.size()), prefix + torque, leg.motors[k].servo.stall_torque});
      }
    }
  std::size_t motor = 0;
  for (const Humanoid& robot : world.humanoids)
    for (const Humanoid::Motor& m : robot.motors)
      places.push_back({m.name, layout.motor_prefix[motor++] + "torque", m.most_torque});
  return places;
}

}  // namespace grouser
