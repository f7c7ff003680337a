// SPDX-License-Identifier: BSD-3-Clause
// Whole-body control of robots on two feet: at each period the goal of the course is set and a quadratic
// program gives joint torques; between periods motors follow them with a lag. A watch finds falls.
#include "humanoids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/simulation/step/mass_point.hpp"
#include "grouser/vehicle/legs/whole_body_controller.hpp"
#include "pressure_centre.hpp"
#include "step/element_tools.hpp"
#include "step/step_element.hpp"

namespace grouser {
namespace {

constexpr double kMostTilt = 0.5;      // cosine: a pelvis that leans by 60 degrees has fallen
constexpr double kLeastHeight = 0.35;  // m of the pelvis above the lower sole
constexpr double kAfterFall = 1.0;     // s that a run continues after a fall
constexpr double kEarly = 1e-9;        // s: a period that is due within this is due

/// A stored point as a vector.
Vec3 at(const double p[3]) { return {p[0], p[1], p[2]}; }

/// Middle of a sole, world, m.
Vec3 sole_of(const Humanoid::Sole& sole, const Kinematics& kinematics) {
  return kinematics.body[static_cast<std::size_t>(sole.body.index)].X_WB * sole.middle;
}

/// Phase of the step-up at a time; -1 without a course.
int phase_of(const Humanoid& robot, double time) {
  double part = 0.0;
  return robot.course ? robot.course->phase(time, part) : -1;
}

/// Motion that the centre of mass should have: position, m, and its rates, world; at rest without a course.
PointMotion center_asked(const Humanoid& robot, const HumanoidMemory& memory, double time) {
  if (robot.course) return robot.course->center(memory.start, time);
  const CourseStart& s = memory.start;
  return {at(s.origin) + from_course(s, at(s.center)), Vec3::Zero(), Vec3::Zero()};
}

/// Takes the pelvis' x axis, in the plane, as the direction ahead; keeps the former one if that is vertical.
void face(const Mat3& pelvis, CourseStart& start) {
  const double length = std::sqrt(pelvis(0, 0) * pelvis(0, 0) + pelvis(1, 0) * pelvis(1, 0));
  if (!(length > 1e-3)) return;  // it looks straight up or down
  start.heading[0] = pelvis(0, 0) / length;
  start.heading[1] = pelvis(1, 0) / length;
}

/// Rotation from course axes (x ahead, y left, z up) to the world.
Mat3 heading_of(const CourseStart& start) {
  Mat3 R = Mat3::Identity();
  R.topLeftCorner<2, 2>() << start.heading[0], -start.heading[1], start.heading[1], start.heading[0];
  return R;
}

/// End of the step-up, s; 0 without a course.
double end_of_course(const Humanoid& robot) {
  return robot.course ? robot.course->spec().start + robot.course->spec().duration() : 0.0;
}

/// Least distance of the centre of pressure from the sole's edges; 1 m where the sole bears nothing.
double pressure_margin(const Humanoid::Sole& sole, const StepOutput& output, const Kinematics& kinematics) {
  constexpr double kLeastLoad = 20.0;  // N: below, a centre of pressure means nothing
  const RigidTransform& X = kinematics.body[static_cast<std::size_t>(sole.body.index)].X_WB;
  Vec3 moment = Vec3::Zero();
  double load = 0.0;
  // Centre of pressure: mean of the contact points, weighted by their loads.
  for (const int r : sole.records) {
    const ContactRecord& record = output.records[static_cast<std::size_t>(r)];
    if (!record.touches()) continue;
    load += record.load;
    moment += record.load * record.point;
  }
  if (load < kLeastLoad) return 1.0;
  // In the sole's axes, from its middle.
  const Vec3 p = X.R.transpose() * (moment / load - X.p) - sole.middle;
  return std::min(sole.half_length - std::fabs(p.x()), sole.half_width - std::fabs(p.y()));
}

/// Updates torques, ranges, margins and the distance off the course, and finds a fall or success.
void watch(const World& world, const Humanoid& robot, const StepOutput& output, const Kinematics& kinematics,
           const SimulationState& state, const HumanoidMemory& memory, HumanoidWatch& w) {
  const double time = state.motion.time;
  // Motors: peak torques, and angles beyond the joint's range.
  for (std::size_t k = 0; k < robot.motors.size(); ++k) {
    const Humanoid::Motor& motor = robot.motors[k];
    const double torque = std::fabs(memory.given[k]), angle = state.motion.q[motor.q];
    w.peak[k] = std::max(w.peak[k], torque);
    w.most_share = std::max(w.most_share, torque / motor.most_torque);
    w.beyond_range = std::max({w.beyond_range, motor.lower - angle, angle - motor.upper});
  }
  // Soles and centre of mass.
  for (std::size_t f = 0; f < kSoles; ++f) {
    w.pressure_margin[f] = pressure_margin(robot.soles[f], output, kinematics);
    w.least_pressure_margin[f] = std::min(w.least_pressure_margin[f], w.pressure_margin[f]);
  }
  w.off_course =
      (mass_center(world, robot.vehicle, kinematics) - center_asked(robot, memory, time).position).norm();
  if (w.verdict == BalanceVerdict::none) w.most_off_course = std::max(w.most_off_course, w.off_course);
  if (w.verdict != BalanceVerdict::none) return;
  // A fall: the hull touches, the pelvis leans, or it sinks towards the soles.
  bool hull = false;
  for (std::size_t i = 0; i < world.parts.size(); ++i)
    hull = hull ||
           (world.parts[i].hull && world.parts[i].vehicle == robot.vehicle && output.records[i].touches());
  const BodyMotion& pelvis = kinematics.body[static_cast<std::size_t>(robot.root.index)];
  const double lower =
      std::min(sole_of(robot.soles[0], kinematics).z(), sole_of(robot.soles[1], kinematics).z());
  w.cause = hull                                       ? BalanceFall::touched
            : pelvis.X_WB.R(2, 2) < kMostTilt          ? BalanceFall::tilted
            : pelvis.X_WB.p.z() - lower < kLeastHeight ? BalanceFall::sank
                                                       : BalanceFall::none;
  if (w.cause != BalanceFall::none)
    w.verdict = BalanceVerdict::fallen;
  else if (time >= end_of_course(robot) + robot.hold - kEarly)
    w.verdict = BalanceVerdict::stood;
  w.time = time;
}

}  // namespace

WholeBodyGoal goal_now(const World& world, const Humanoid& robot, const Kinematics& kinematics, double time,
                       HumanoidMemory& memory) {
  // Feet: a standing foot stays where it is; a swinging one follows the course from where it lifted.
  const int phase = phase_of(robot, time);
  const Mat3 ahead = heading_of(memory.start);
  WholeBodyGoal goal;
  for (std::size_t f = 0; f < kSoles; ++f) {
    const Vec3 sole = sole_of(robot.soles[f], kinematics);
    goal.feet[f].stands = !robot.course || robot.course->stands(static_cast<int>(f), phase);
    if (goal.feet[f].stands) {
      for (int k = 0; k < 3; ++k) memory.lifted_from[f][k] = sole[k];
      continue;
    }
    const PointMotion path =
        robot.course->swing(memory.start, static_cast<int>(f), at(memory.lifted_from[f]), time);
    goal.feet[f].position = path.position;
    goal.feet[f].velocity = path.velocity;
    goal.feet[f].acceleration = path.acceleration;
    goal.feet[f].attitude = ahead;
  }
  memory.phase = phase;
  const MassPoint mass = mass_point(world, robot.vehicle, kinematics);
  const PointMotion asked = center_asked(robot, memory, time);
  // The planned acceleration less w^2 e + 2 w e': both poles of the error at -w, of its divergent component
  // too.
  const WholeBodySpec& control = *robot.control;
  const Vec3 w(control.pull_mass, control.pull_mass, control.pull_height),
      error = mass.center - asked.position, rate = mass.velocity - asked.velocity;
  goal.acceleration = asked.acceleration - w.cwiseProduct(w).cwiseProduct(error) - 2.0 * w.cwiseProduct(rate);
  goal.pelvis = ahead * rotation_about(Vec3::UnitY(), robot.pelvis_pitch);
  goal.chest = ahead * rotation_about(Vec3::UnitY(), robot.chest_pitch);
  return goal;
}

namespace {

/// Puts phase, torques, pressure margins and the figures of the last quadratic program.
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

/// Puts the centre of mass of a robot on two feet, its planned place, and the centre of pressure.
void put_course(ChannelSink& sink, const std::string& prefix, const World& world, const Humanoid& robot,
                const SimulationState& state, const HumanoidMemory& memory, const StepOutput& output,
                const Kinematics& kinematics) {
  static constexpr const char* kIs[] = {"com_x", "com_y", "com_z"};
  static constexpr const char* kPlanned[] = {"planned_x", "planned_y", "planned_z"};
  const Vec3 com = mass_center(world, robot.vehicle, kinematics);
  put_vector(sink, prefix, kIs, "m", "centre of mass", com);
  put_vector(sink, prefix, kPlanned, "m", "where the centre of mass is to be",
             center_asked(robot, memory, state.motion.time).position);
  PressureCentre pressure;
  for (const Humanoid::Sole& sole : robot.soles)
    for (const int corner : sole.records) pressure.add(output.records[static_cast<std::size_t>(corner)]);
  pressure.put(sink, prefix, com);
}

/// The robots, with their controllers and these' scratch memory.
class Humanoids final : public StepElement {
 public:
  explicit Humanoids(const World& world);

  void make_memory(SimulationState& state) const override {
    state.memory.assign<HumanoidMemory>(world_.humanoids.size());
    state.memory.assign<HumanoidWatch>(world_.humanoids.size());
  }
  void start(const Kinematics& kinematics, SimulationState& state) override;
  void check(const SimulationState& state, const std::string& place) const override;
  void begin(const SimulationState& state) override { memory_ = state.all<HumanoidMemory>(); }
  void apply(const ForceInstant& now, Loads& loads) override;
  double power(const SimulationState& state, const StepMoment&) const override { return power_at(state); }
  void finish(const StepMoment& now, SimulationState& state) override;
  std::optional<Verdict> verdict(const SimulationState& state) const override;
  bool ends_run(const SimulationState& state) const override;
  void put_channels(ChannelSink& sink, const ChannelSource& from) const override;
  void add_to_scene(Scene& scene) const override;

 private:
  double power_at(const SimulationState& state) const;
  void decide(std::size_t robot, const Kinematics& kinematics, SimulationState& state);

  const World& world_;
  std::vector<std::unique_ptr<WholeBodyController>> controllers_;
  std::span<const HumanoidMemory> memory_;                        // of the step's start
  std::vector<std::string> prefix_, motor_prefix_, sole_prefix_;  // of channels
};

Humanoids::Humanoids(const World& world) : world_(world) {
  for (const Humanoid& robot : world.humanoids) {
    controllers_.push_back(
        std::make_unique<WholeBodyController>(*world.model, *robot.places, *robot.control));
    prefix_.push_back("balance/" + world.vehicles[static_cast<std::size_t>(robot.vehicle)].prefix);
    for (const Humanoid::Motor& motor : robot.motors)
      motor_prefix_.push_back(prefix_.back() + motor.name + "/");
    for (const Humanoid::Sole& sole : robot.soles) sole_prefix_.push_back(prefix_.back() + sole.name + "/");
  }
}

/// The course begins where the robot stands, with the first torques.
void Humanoids::start(const Kinematics& kinematics, SimulationState& state) {
  make_memory(state);
  for (std::size_t r = 0; r < world_.humanoids.size(); ++r) {
    const Humanoid& robot = world_.humanoids[r];
    HumanoidMemory& memory = state.all<HumanoidMemory>()[r];
    const Vec3 left = sole_of(robot.soles[0], kinematics), right = sole_of(robot.soles[1], kinematics),
               middle = 0.5 * (left + right);
    // Origin of the course: between the soles; its x axis: the pelvis' direction.
    face(kinematics.body[static_cast<std::size_t>(robot.root.index)].X_WB.R, memory.start);
    const Vec3 center = to_course(memory.start, mass_center(world_, robot.vehicle, kinematics) - middle);
    for (int k = 0; k < 3; ++k) {
      memory.start.origin[k] = middle[k];
      memory.start.center[k] = center[k];
      memory.lifted_from[0][k] = left[k];
      memory.lifted_from[1][k] = right[k];
    }
    memory.start.half_width = 0.5 * to_course(memory.start, left - right).y();
    // The first decision, whose torques the joints give at once, without lag.
    decide(r, kinematics, state);
    std::copy(std::begin(memory.control.torque), std::end(memory.control.torque), std::begin(memory.given));
  }
}

void Humanoids::check(const SimulationState& state, const std::string& place) const {
  for (const HumanoidMemory& robot : state.all<HumanoidMemory>()) {
    const WholeBodyMemory& memory = robot.control;
    const bool known = is_index(memory.active_count, 0.0, kMostActive) &&
                       std::all_of(std::begin(memory.active), std::end(memory.active),
                                   [](double row) { return is_index(row, 0.0, 1e6); });
    need(known, place, fmt::format("{:g} active rows of a controller", memory.active_count),
         fmt::format("0 to {}, by number", kMostActive));
  }
  for (const HumanoidWatch& watch : state.all<HumanoidWatch>())
    need(is_index(watch.verdict.number(), 0.0, static_cast<double>(BalanceVerdict::stood)) &&
             is_index(watch.cause.number(), 0.0, 3.0),
         place,
         fmt::format("verdict {:g} of a robot, by cause {:g}", watch.verdict.number(), watch.cause.number()),
         "ones that there are");
}

/// Adds the torques that joints give at the step's start, and holds them over it.
void Humanoids::apply(const ForceInstant&, Loads& loads) {
  for (std::size_t r = 0; r < memory_.size(); ++r)
    for (std::size_t k = 0; k < world_.humanoids[r].motors.size(); ++k)
      loads.generalized[world_.humanoids[r].motors[k].v] += memory_[r].given[k];
}

double Humanoids::power_at(const SimulationState& state) const {
  double power = 0.0;
  const std::span<const HumanoidMemory> memory = state.all<HumanoidMemory>();
  for (std::size_t r = 0; r < world_.humanoids.size(); ++r)
    for (std::size_t k = 0; k < world_.humanoids[r].motors.size(); ++k)
      power += memory[r].given[k] * state.motion.v[world_.humanoids[r].motors[k].v];
  return power;
}

void Humanoids::decide(std::size_t r, const Kinematics& kinematics, SimulationState& state) {
  const Humanoid& robot = world_.humanoids[r];
  HumanoidMemory& memory = state.all<HumanoidMemory>()[r];
  const WholeBodyGoal goal = goal_now(world_, robot, kinematics, state.motion.time, memory);
  // The posture towards which redundant joints are drawn.
  double posture[kMostBodyJoints];
  for (std::size_t k = 0; k < robot.motors.size(); ++k) posture[k] = robot.motors[k].stance;
  controllers_[r]->decide(state.motion.q, state.motion.v, kinematics, Vec3(0, 0, -world_.settings.gravity),
                          goal, std::span<const double>(posture, robot.motors.size()), memory.control);
  memory.next += robot.control->period;
}

/// Watches, and decides where a period is due.
void Humanoids::finish(const StepMoment& now, SimulationState& state) {
  const double before = power_at(state);
  for (std::size_t r = 0; r < world_.humanoids.size(); ++r) {
    const Humanoid& robot = world_.humanoids[r];
    HumanoidMemory& memory = state.all<HumanoidMemory>()[r];
    watch(world_, robot, now.output, now.kinematics, state, memory, state.all<HumanoidWatch>()[r]);
    if (state.motion.time >= memory.next - kEarly) decide(r, now.kinematics, state);
    // Motors follow the commanded torque, within their limits.
    for (std::size_t k = 0; k < robot.motors.size(); ++k) {
      const Humanoid::Motor& motor = robot.motors[k];
      const double told = std::clamp(memory.control.torque[k], -motor.most_torque, motor.most_torque);
      // backward Euler of lag * T' = T_command - T: stable at any step
      memory.given[k] += (told - memory.given[k]) * now.dt / (now.dt + motor.lag);
    }
  }
  book_power_jump(world_, power_at(state) - before, state);
}

std::optional<Verdict> Humanoids::verdict(const SimulationState& state) const {
  const HumanoidWatch& w = *state.first<HumanoidWatch>();
  if (w.verdict == BalanceVerdict::none) return std::nullopt;
  if (w.verdict == BalanceVerdict::stood)
    return Verdict{"stood", w.time, fmt::format("for {:g} s at the end", world_.humanoids.front().hold)};
  constexpr const char* kCauses[] = {"", "its body touched what is below",
                                     "its pelvis leant by more than 60 degrees", "its legs gave way"};
  return Verdict{"fallen", w.time, kCauses[static_cast<int>(BalanceFall(w.cause))]};
}

/// A run in which the first robot stands lasts its whole duration.
bool Humanoids::ends_run(const SimulationState& state) const {
  const HumanoidWatch& w = *state.first<HumanoidWatch>();
  return w.verdict == BalanceVerdict::fallen && state.motion.time >= w.time + kAfterFall;
}

void Humanoids::put_channels(ChannelSink& sink, const ChannelSource& from) const {
  std::size_t motor = 0;
  for (std::size_t r = 0; r < world_.humanoids.size(); ++r) {
    const Humanoid& robot = world_.humanoids[r];
    const HumanoidMemory& memory = from.state->all<HumanoidMemory>()[r];
    put_control(sink, prefix_[r], std::span(motor_prefix_).subspan(motor, robot.motors.size()),
                std::span(sole_prefix_).subspan(r * kSoles, kSoles), memory,
                from.state->all<HumanoidWatch>()[r]);
    put_course(sink, prefix_[r], world_, robot, *from.state, memory, *from.output, *from.kinematics);
    motor += robot.motors.size();
  }
}

void Humanoids::add_to_scene(Scene& scene) const {
  std::size_t motor = 0;
  for (const Humanoid& robot : world_.humanoids)
    for (const Humanoid::Motor& m : robot.motors)
      scene.motors.push_back({m.name, motor_prefix_[motor++] + "torque", m.most_torque});
}

}  // namespace

std::unique_ptr<StepElement> make_humanoids(const World& world) {
  if (world.humanoids.empty()) return nullptr;
  return std::make_unique<Humanoids>(world);
}

}  // namespace grouser
