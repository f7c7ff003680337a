// SPDX-License-Identifier: BSD-3-Clause
#include "balancing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/simulation/step/mass_point.hpp"
#include "grouser/vehicle/legs/whole_body_controller.hpp"

namespace grouser {
namespace {

constexpr double kMostTilt = 0.5;      // cosine: a pelvis that leans by 60 degrees has fallen
constexpr double kLeastHeight = 0.35;  // m of the pelvis above the lower sole
constexpr double kAfterFall = 1.0;     // s that a run goes on
constexpr double kEarly = 1e-9;        // s: a period that is due within this is due

Vec3 at(const double p[3]) { return {p[0], p[1], p[2]}; }

Vec3 sole_of(const Humanoid::Sole& sole, const Kinematics& kinematics) {
  return kinematics.body[static_cast<std::size_t>(sole.body.index)].X_WB * sole.middle;
}

int phase_of(const Humanoid& robot, double time) {
  double part = 0.0;
  return robot.course ? robot.course->phase(time, part) : -1;
}

/// Where the centre of mass is to be.
PointMotion center_asked(const Humanoid& robot, const HumanoidMemory& memory, double time) {
  if (robot.course) return robot.course->center(memory.start, time);
  const CourseStart& s = memory.start;
  return {at(s.origin) + from_course(s, at(s.center)), Vec3::Zero(), Vec3::Zero()};
}

/// The way ahead is that of the pelvis' x axis.
void face(const Mat3& pelvis, CourseStart& start) {
  const double length = std::sqrt(pelvis(0, 0) * pelvis(0, 0) + pelvis(1, 0) * pelvis(1, 0));
  if (!(length > 1e-3)) return;  // it looks straight up or down
  start.heading[0] = pelvis(0, 0) / length;
  start.heading[1] = pelvis(1, 0) / length;
}

Mat3 heading_of(const CourseStart& start) {
  Mat3 R = Mat3::Identity();
  R.topLeftCorner<2, 2>() << start.heading[0], -start.heading[1], start.heading[1], start.heading[0];
  return R;
}

double end_of_course(const Humanoid& robot) {
  return robot.course ? robot.course->spec().start + robot.course->spec().duration() : 0.0;
}

/// Least distance of the centre of pressure from the sole's edges; 1 m where the sole bears nothing.
double pressure_margin(const Humanoid::Sole& sole, const StepOutput& output, const Kinematics& kinematics) {
  constexpr double kLeastLoad = 20.0;  // N: below, a centre of pressure means nothing
  const RigidTransform& X = kinematics.body[static_cast<std::size_t>(sole.body.index)].X_WB;
  Vec3 moment = Vec3::Zero();
  double load = 0.0;
  for (const int r : sole.records) {
    const ContactRecord& record = output.records[static_cast<std::size_t>(r)];
    if (!record.touches()) continue;
    load += record.load;
    moment += record.load * record.point;
  }
  if (load < kLeastLoad) return 1.0;
  const Vec3 p = X.R.transpose() * (moment / load - X.p) - sole.middle;
  return std::min(sole.half_length - std::fabs(p.x()), sole.half_width - std::fabs(p.y()));
}

void watch(const World& world, const Humanoid& robot, const StepOutput& output, const Kinematics& kinematics,
           const SimulationState& state, const HumanoidMemory& memory, HumanoidWatch& w) {
  const double time = state.motion.time;
  for (std::size_t k = 0; k < robot.motors.size(); ++k) {
    const Humanoid::Motor& motor = robot.motors[k];
    const double torque = std::fabs(memory.given[k]), angle = state.motion.q[motor.q];
    w.peak[k] = std::max(w.peak[k], torque);
    w.most_share = std::max(w.most_share, torque / motor.most_torque);
    w.beyond_range = std::max({w.beyond_range, motor.lower - angle, angle - motor.upper});
  }
  for (std::size_t f = 0; f < kSoles; ++f) {
    w.pressure_margin[f] = pressure_margin(robot.soles[f], output, kinematics);
    w.least_pressure_margin[f] = std::min(w.least_pressure_margin[f], w.pressure_margin[f]);
  }
  w.off_course =
      (mass_center(world, robot.vehicle, kinematics) - center_asked(robot, memory, time).position).norm();
  if (w.verdict == BalanceVerdict::none) w.most_off_course = std::max(w.most_off_course, w.off_course);
  if (w.verdict != BalanceVerdict::none) return;
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

Vec3 push_on(const Push& push, double time) {
  return time >= push.start && time < push.start + push.duration ? push.force : Vec3::Zero();
}

}  // namespace

Vec3 planned_center(const Humanoid& robot, const HumanoidMemory& memory, double time) {
  return center_asked(robot, memory, time).position;
}

void apply_torques(const World& world, const std::vector<HumanoidMemory>& memory, Loads& loads) {
  for (std::size_t r = 0; r < memory.size(); ++r)
    for (std::size_t k = 0; k < world.humanoids[r].motors.size(); ++k)
      loads.generalized[world.humanoids[r].motors[k].v] += memory[r].given[k];
}

void apply_pushes(const World& world, double time, const Kinematics& kinematics, Loads& loads) {
  for (const Push& push : world.pushes) {
    const auto b = static_cast<std::size_t>(push.body.index);
    const Vec3 force = push_on(push, time);
    const Vec3 arm = kinematics.body[b].X_WB.R * world.model->bodies()[b].com;
    loads.on_body[b].force += force;
    loads.on_body[b].moment += arm.cross(force);
  }
}

double torque_power(const World& world, const SimulationState& state) {
  double power = 0.0;
  for (std::size_t r = 0; r < world.humanoids.size(); ++r)
    for (std::size_t k = 0; k < world.humanoids[r].motors.size(); ++k)
      power += state.humanoids[r].given[k] * state.motion.v[world.humanoids[r].motors[k].v];
  return power;
}

double push_power(const World& world, double time, const Kinematics& kinematics) {
  double power = 0.0;
  for (const Push& push : world.pushes) {
    const auto b = static_cast<std::size_t>(push.body.index);
    const BodyMotion& body = kinematics.body[b];
    power += push_on(push, time).dot(body.velocity_at(body.X_WB * world.model->bodies()[b].com));
  }
  return power;
}

std::optional<Verdict> balance_verdict(const World& world, const SimulationState& state) {
  if (world.humanoids.empty() || state.humanoid_watch.front().verdict == BalanceVerdict::none)
    return std::nullopt;
  const HumanoidWatch& w = state.humanoid_watch.front();
  if (w.verdict == BalanceVerdict::stood)
    return Verdict{"stood", w.time, fmt::format("for {:g} s at the end", world.humanoids.front().hold)};
  constexpr const char* kCauses[] = {"", "its body touched what is below",
                                     "its pelvis leant by more than 60 degrees", "its legs gave way"};
  return Verdict{"fallen", w.time, kCauses[static_cast<int>(BalanceFall(w.cause))]};
}

bool balance_is_over(const World& world, const SimulationState& state) {
  if (world.humanoids.empty()) return false;
  const HumanoidWatch& w = state.humanoid_watch.front();
  return w.verdict == BalanceVerdict::fallen && state.motion.time >= w.time + kAfterFall;
}

Balancing::Balancing(const World& world) : world_(world) {
  for (const Humanoid& robot : world.humanoids)
    controllers_.push_back(
        std::make_unique<WholeBodyController>(*world.model, *robot.places, *robot.control));
}
Balancing::~Balancing() = default;

void Balancing::start(const Kinematics& kinematics, SimulationState& state) {
  state.humanoids.assign(world_.humanoids.size(), {});
  state.humanoid_watch.assign(world_.humanoids.size(), {});
  for (std::size_t r = 0; r < world_.humanoids.size(); ++r) {
    const Humanoid& robot = world_.humanoids[r];
    HumanoidMemory& memory = state.humanoids[r];
    const Vec3 left = sole_of(robot.soles[0], kinematics), right = sole_of(robot.soles[1], kinematics),
               middle = 0.5 * (left + right);
    face(kinematics.body[static_cast<std::size_t>(robot.root.index)].X_WB.R, memory.start);
    const Vec3 center = to_course(memory.start, mass_center(world_, robot.vehicle, kinematics) - middle);
    for (int k = 0; k < 3; ++k) {
      memory.start.origin[k] = middle[k];
      memory.start.center[k] = center[k];
      memory.lifted_from[0][k] = left[k];
      memory.lifted_from[1][k] = right[k];
    }
    memory.start.half_width = 0.5 * to_course(memory.start, left - right).y();
    decide(r, kinematics, state);
    std::copy(std::begin(memory.control.torque), std::end(memory.control.torque), std::begin(memory.given));
  }
}

WholeBodyGoal goal_now(const World& world, const Humanoid& robot, const Kinematics& kinematics, double time,
                       HumanoidMemory& memory) {
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
  // the planned acceleration less w^2 e + 2 w e': both poles of the error at -w, of its divergent component too
  const WholeBodySpec& control = *robot.control;
  const Vec3 w(control.pull_mass, control.pull_mass, control.pull_height),
      error = mass.center - asked.position, rate = mass.velocity - asked.velocity;
  goal.acceleration = asked.acceleration - w.cwiseProduct(w).cwiseProduct(error) - 2.0 * w.cwiseProduct(rate);
  goal.pelvis = ahead * rotation_about(Vec3::UnitY(), robot.pelvis_pitch);
  goal.chest = ahead * rotation_about(Vec3::UnitY(), robot.chest_pitch);
  return goal;
}

void Balancing::decide(std::size_t r, const Kinematics& kinematics, SimulationState& state) {
  const Humanoid& robot = world_.humanoids[r];
  HumanoidMemory& memory = state.humanoids[r];
  const WholeBodyGoal goal = goal_now(world_, robot, kinematics, state.motion.time, memory);
  double posture[kMostBodyJoints];
  for (std::size_t k = 0; k < robot.motors.size(); ++k) posture[k] = robot.motors[k].stance;
  controllers_[r]->decide(state.motion.q, state.motion.v, kinematics, Vec3(0, 0, -world_.settings.gravity),
                          goal, std::span<const double>(posture, robot.motors.size()), memory.control);
  memory.next += robot.control->period;
}

void Balancing::update(const StepOutput& output, const Kinematics& kinematics, double dt,
                       SimulationState& state) {
  if (world_.humanoids.empty()) return;
  const double before = torque_power(world_, state);
  for (std::size_t r = 0; r < world_.humanoids.size(); ++r) {
    const Humanoid& robot = world_.humanoids[r];
    HumanoidMemory& memory = state.humanoids[r];
    watch(world_, robot, output, kinematics, state, memory, state.humanoid_watch[r]);
    if (state.motion.time >= memory.next - kEarly) decide(r, kinematics, state);
    for (std::size_t k = 0; k < robot.motors.size(); ++k) {
      const Humanoid::Motor& motor = robot.motors[k];
      const double told = std::clamp(memory.control.torque[k], -motor.most_torque, motor.most_torque);
      // backward Euler of lag * T' = told - T: stable at any step
      memory.given[k] += (told - memory.given[k]) * dt / (dt + motor.lag);
    }
  }
  // as with servos: Runge-Kutta's next step begins at the new torques (walking.cpp)
  const IntegratorKind kind = world_.settings.integrator;
  if (kind == IntegratorKind::rk4 || kind == IntegratorKind::rkf45)
    state.ledger.motor_power += torque_power(world_, state) - before;
}

}  // namespace grouser
