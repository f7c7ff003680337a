// SPDX-License-Identifier: BSD-3-Clause
// Settling by kinetic damping (Otter, Cassell & Hobbs 1966, dynamic relaxation): the simulation loop itself
// runs, with a share of the velocity removed at each step, until nothing moves. The run then starts in
// equilibrium under exactly the laws with which it continues. The time spent is not part of the run.
#include "settling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/simulation/observe/stance_notes.hpp"
#include "step/failure_limits.hpp"

namespace grouser {
namespace {

constexpr double kDampingTime = 0.0285;  // s: velocities fade with this time constant while settling
constexpr double kMaxSettleTime = 24.0;  // s
constexpr int kLooks = 16;               // steps between checks whether to stop
constexpr int kReleases = 4;             // number of times the wheels' shear is released while settling
// m/s (and rad/s): at rest; this moves less than 1 micrometre in the time a run watches
constexpr double kRestSpeed = 2e-7;

/// Result of settling: the fastest coordinate, and whether it oscillates rather than slides off.
struct Rest {
  double speed = 0.0;  // m/s or rad/s
  int coordinate = 0;
  bool shakes = false;
};

/// Name of the part on a body, or of the body.
std::string name_of(const World& world, int body) {
  for (const ContactPart& part : world.parts)
    if (part.body.index == body && !part.name.empty()) return part.title();
  return "body " + world.model->bodies()[body].name;
}

/// Text of a failure; time: spent on settling, s.
std::string settle_failure(const std::string& what, double time) {
  return fmt::format("no rest at the start: {}, {:.3f} s into settling", what, time);
}

/// Refuses a body faster than any run allows (or not finite).
void check_speeds(const World& world, const Kinematics& kinematics, double time) {
  for (std::size_t i = 0; i < kinematics.body.size(); ++i) {
    const double speed = kinematics.body[i].v.norm();
    if (!(speed <= kMostHubSpeed))
      throw InputError(
          "initial",
          settle_failure(fmt::format("{} moves at {:.3g} m/s, over the limit of {:.0f} m/s",
                                     name_of(world, static_cast<int>(i)), speed, kMostHubSpeed),
                         time),
          fmt::format("a smaller integration.step than {:g} s, or settle = false", world.settings.dt));
  }
}

/// Throws InputError for a step that failed, with the cause that its status names.
[[noreturn]] void refuse_step(const World& world, const StepLoads& loads,
                              const IntegratorWorkspace& integrator, const Kinematics& kinematics,
                              StepStatus status, double time) {
  if (status == StepStatus::not_closed)
    throw InputError(
        "initial",
        settle_failure(
            integrator.row_failure() ? describe(*world.model, integrator.row_failure()) : loads.failure(),
            time),
        "a start off the loop's dead points");
  if (status == StepStatus::outside_terrain)
    throw InputError("initial", settle_failure(loads.failure(), time),
                     "a start where all wheels stay on the terrain, or settle = false");
  // Not finite or too large: name the body that moves fastest.
  std::size_t fastest = 0;
  const auto speed = [&](std::size_t i) { return kinematics.body[i].v.norm() + kinematics.body[i].w.norm(); };
  for (std::size_t i = 1; i < kinematics.body.size(); ++i)
    if (speed(i) > speed(fastest)) fastest = i;
  const BodyMotion& motion = kinematics.body[fastest];
  throw InputError(
      "initial",
      settle_failure(fmt::format("a step gave {}, {} moves fastest, at {:.3g} m/s and {:.3g} rad/s",
                                 status == StepStatus::too_large ? "a coordinate beyond all limits"
                                                                 : "a value that is not finite",
                                 name_of(world, static_cast<int>(fastest)), motion.v.norm(), motion.w.norm()),
                     time),
      fmt::format("a smaller integration.step than {:g} s, or settle = false", world.settings.dt));
}

/// Runs until nothing moves (or the time limit is reached). `time`: time spent on settling so far, s.
Rest settle_once(const World& world, StepLoads& loads, IntegratorWorkspace& integrator,
                 SimulationState& state, const std::function<bool()>& cancelled, double& time) {
  // settling's steps are explicit, and no longer than the gains of motors allow
  double dt = std::min(world.settings.dt, world.grounds.explicit_step());
  for (const WheelDrive& drive : world.drives)
    if (drive.motor) dt = std::min(dt, drive.motor->step);
  const double kept = math::exp(-dt / kDampingTime);
  // The velocity must have had five time constants to fade before rest counts.
  const int max_steps = static_cast<int>(kMaxSettleTime / dt),
            least_steps = static_cast<int>(5.0 * kDampingTime / dt);
  Rest rest;
  Kinematics kinematics(*world.model);
  VecX before;
  for (int i = 0; i < max_steps; ++i) {
    if (cancelled && i % kLooks == 0 && cancelled())
      throw Interrupted(fmt::format("while settling, {:.3f} s into it: the run had not begun", time));
    calc_kinematics(*world.model, state.motion.q, state.motion.v, kinematics);
    check_speeds(world, kinematics, time);
    // Tiles around the wheels are reserved, so that no step allocates.
    for (const WheelPart& wheel : world.wheels) {
      const Vec3& p = kinematics.body[wheel.body.index].X_WB.p;
      state.ground.reserve_ahead(p.x(), p.y(), 2.0 * wheel.spec.geometry.radius);
    }
    loads.begin(state, dt);
    state.motion.time = -dt;  // the drives' clock stays at 0 while settling
    before = state.motion.v;
    const StepStatus status = advance(IntegratorKind::euler, loads, dt, state.motion, integrator);
    time += dt;
    if (status != StepStatus::ok) refuse_step(world, loads, integrator, kinematics, status, time);
    loads.accept(state);
    state.motion.v *= kept;
    rest.speed = state.motion.v.cwiseAbs().maxCoeff(&rest.coordinate);
    if (rest.speed < kRestSpeed && i > least_steps) break;
  }
  // The speed of a body that slides down a slope changes little from step to step.
  constexpr double kSteady = 0.1;
  if (before.size() > 0)
    rest.shakes = std::fabs(state.motion.v[rest.coordinate] - before[rest.coordinate]) > kSteady * rest.speed;
  return rest;
}

/// Advice for vehicles with an odd stance, with notes on it; empty if there is nothing odd.
std::string odd_stance(const World& world, const StepLoads& loads, const MotionState& motion) {
  constexpr std::size_t kRoom = 350;  // bytes, beyond which a message takes no further note
  Kinematics kinematics(*world.model);
  calc_kinematics(*world.model, motion.q, motion.v, kinematics);
  const std::vector<std::string> notes = unsettled_notes(world, {loads.output(), kinematics, motion.q});
  if (notes.empty()) return "";
  std::string text = notes.front();
  std::size_t shown = 1;
  for (; shown < notes.size() && text.size() + notes[shown].size() < kRoom; ++shown)
    text += "; " + notes[shown];
  if (shown < notes.size()) text += fmt::format("; and {} more", notes.size() - shown);
  return "a vehicle that can stand (at the end of the settling: " + text + "), or else ";
}

/// Throws InputError naming the fastest coordinate's body, and advice for shaking or sliding.
void refuse_moving(const World& world, const StepLoads& loads, const MotionState& motion, const Rest& rest,
                   double limit, double time) {
  const auto& joints = world.model->joints();
  const auto joint = std::find_if(joints.begin(), joints.end(), [&](const Joint& j) {
    return rest.coordinate >= j.v_index && rest.coordinate < j.v_index + j.nv;
  });
  const int within = rest.coordinate - joint->v_index;
  const bool angular = joint->kind.is_angular(within);
  const char* unit = angular ? "rad/s" : "m/s";
  const std::string what =
      fmt::format("{} still {} at {:.3g} {}, over the limit of {:g} {}", name_of(world, joint->child.index),
                  rest.shakes ? "shakes" : "moves steadily", rest.speed, unit, limit, unit);
  throw InputError(
      "initial", settle_failure(what, time),
      odd_stance(world, loads, motion) +
          (rest.shakes
               ? fmt::format("softer contacts or a smaller integration.step than {:g} s, or settle = false",
                             world.settings.dt)
               : "ground on which it can stand (gentler slope, more friction), or settle = false"));
}

/// Refuses a rest on wheels that are pressed flat to their axles, or below the ground.
void refuse_sunk(const World& world, const StepLoads& loads) {
  // Each wheel bears its load, or its share of the weight if it bears less.
  const double share =
      world.model->total_mass() * world.settings.gravity / static_cast<double>(world.wheels.size());
  for (std::size_t i = 0; i < world.wheels.size(); ++i) {
    const WheelSpec& wheel = world.wheels[i].spec;
    const WheelOutput& out = loads.output().wheels[i];
    const double radius = wheel.geometry.radius, load = std::max(out.load, share);
    if (out.deflection >= radius)
      throw InputError(
          "wheel " + wheel.name,
          fmt::format("a stiffness of {:g} N/m that yields by {:.3g} m under a load of {:.3g} N",
                      wheel.stiffness, load / wheel.stiffness, load),
          fmt::format("less than its radius, {:g} m: a stiffness above {:.2g} N/m, or a larger wheel", radius,
                      load / radius));
    if (out.depth >= kMostPenetration * radius)
      throw InputError(
          "wheel " + wheel.name,
          fmt::format("ground that lets it in by {:.3g} m under its load of {:.3g} N", out.depth, out.load),
          fmt::format("less than its diameter, {:g} m: firmer ground, or a larger wheel", 2.0 * radius));
  }
}

}  // namespace

void settle(const World& world, StepLoads& loads, IntegratorWorkspace& integrator, SimulationState& state,
            const std::function<bool()>& cancelled) {
  double time = 0.0;
  Rest rest = settle_once(world, loads, integrator, state, cancelled, time);
  // Wheels put down locked hold the suspension wedged between them: release their shear and settle again.
  // The shear that a slope needs comes back; the shear that only pulled one wheel against another does not.
  for (int i = 0; i < kReleases; ++i) {
    for (const auto& element : loads.contacts().elements()) element->release_shear(state.contacts);
    rest = settle_once(world, loads, integrator, state, cancelled, time);
  }
  constexpr double kStillMoving = 1e-3;
  if (rest.speed > kStillMoving) refuse_moving(world, loads, state.motion, rest, kStillMoving, time);
  refuse_sunk(world, loads);
  state.motion.time = 0.0;
  state.motion.v.setZero();
  state.motion.a.setZero();
  state.motion.a_prev.setZero();
  state.motion.dt_prev = world.settings.dt;
  state.motion.history = 2;  // at rest: the accelerations before the start are known to be zero
}

}  // namespace grouser
