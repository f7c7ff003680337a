// SPDX-License-Identifier: BSD-3-Clause
// Drops a lander in the dynamic mode for comparison with its placement by statics: released level just
// above the ground with folded, unlatched ramps, it is stepped until all speeds stay small for a second. A
// drop whose energy does not balance counts as not at rest.
#include "grouser/mission/placement/lander_drop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/energy_verdict.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/run/run_recorder.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/simulation.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {
namespace {

constexpr double kClearance = 0.002;  // m above the first touch: it falls onto the ground at 0.1 m/s
constexpr double kFolded = -80.0 / 57.29577951308232;  // rad: ramps at the start
// Longest time of a drop.
constexpr double kLongest = 60.0;  // s
// No drop ends before this time.
constexpr double kLeast = 5.0;     // s
constexpr double kStill = 2e-4;    // m/s and rad/s, limit of every coordinate for
constexpr double kStillFor = 1.0;  // s

/// The ground's world for one lander in free fall: no settling before the start, 1 ms steps.
WorldSpec drop_spec(const PlacementGround& ground) {
  if (!ground.spec) throw InputError(ground.name, "ground that was not read", "ground of a file");
  WorldSpec spec = *ground.spec;
  spec.run.name = "lander_drop";
  spec.run.title = "Lander dropped on " + ground.name;
  spec.run.dt = 0.001;
  spec.run.record_interval = 0.01;
  spec.run.gravity = ground.gravity;
  spec.run.settle = false;
  spec.run.duration = kLongest;
  return spec;
}

/// The ramps are folded up and nothing holds them.
void unlatch_ramps(const LanderForm& form, WorldSpec& spec) {
  VehicleInWorld& lander = spec.vehicles.front();
  for (const LanderRamp& ramp : form.ramps)
    lander.joint_positions.emplace_back(ramp.name, std::max(kFolded, ramp.lower));
  if (!lander.model->springs.empty()) spec.releases.push_back({.ties = {"*"}});
}

}  // namespace

LanderDrop::LanderDrop(const std::string& lander, const PlacementGround& ground, const LanderForm& form)
    : spec_(drop_spec(ground)), form_(form) {
  add_vehicle(spec_, {.role = VehicleRole::lander, .name = "lander", .file = lander});
  unlatch_ramps(form, spec_);
}

std::shared_ptr<const World> LanderDrop::world(const PlacementSpot& spot) const {
  WorldSpec spec = spec_;
  // The height counts from the first touch of the ground.
  InitialPlacement& start = spec.vehicles.front().initial;
  start.position = Vec3(spot.x, spot.y, kClearance);
  start.yaw = spot.heading;
  return build_world(spec);
}

DroppedLander LanderDrop::run(const PlacementSpot& spot, const DropOptions& options) const {
  const std::shared_ptr<const World> world = this->world(spot);
  DroppedLander drop;
  Simulation simulation = start_simulation(world, options.cancelled);
  // A recording needs the tracker of its metrics as well.
  std::optional<MetricsTracker> tracker;
  std::unique_ptr<RunRecorder> recorder;
  if (options.out) {
    tracker.emplace(simulation);
    recorder = std::make_unique<RunRecorder>(*options.out, simulation);
  }
  RunStatus status = RunStatus::completed;
  double still_since = 0.0;
  while (!simulation.finished()) {
    if (simulation.step() != StepStatus::ok) {
      drop.message = simulation.failure().message;
      status = RunStatus::failed;
      break;
    }
    if (recorder) {
      tracker->observe(simulation);
      recorder->after_step();
    }
    // The time since which no coordinate has moved faster than kStill.
    if (simulation.state().motion.v.cwiseAbs().maxCoeff() > kStill) still_since = simulation.time();
    drop.came_to_rest = simulation.time() > kLeast && simulation.time() - still_since > kStillFor;
    constexpr std::int64_t kStepsBetweenLooks = 256;
    if (drop.came_to_rest) break;
    if (options.cancelled && simulation.step_count() % kStepsBetweenLooks == 0 && options.cancelled()) {
      status = RunStatus::interrupted;
      break;
    }
  }
  if (recorder) recorder->close(summarise(simulation, *tracker, status, drop.message));
  // Energy that appears or vanishes makes the end meaningless.
  if (const EnergyVerdict energy = judge_energy(simulation); energy.failed) {
    drop.came_to_rest = false;
    drop.message = energy.note;
  }
  if (!drop.came_to_rest && drop.message.empty())
    drop.message = fmt::format("still moves after {:.0f} s", kLongest);
  // The last pose, sinkage of the pads and slopes of the ramps.
  Kinematics kinematics(*world->model);
  const MotionState& motion = simulation.state().motion;
  calc_kinematics(*world->model, motion.q, motion.v, kinematics);
  drop.X_WB = kinematics.body[world->main().root.index].X_WB;
  drop.tilt = math::acos(drop.X_WB.R(2, 2));
  drop.moved = (drop.X_WB.p - Vec3(spot.x, spot.y, drop.X_WB.p.z())).norm();
  for (std::size_t i = 0; i < world->parts.size(); ++i)
    if (!world->parts[i].hull) drop.sinkage.push_back(simulation.output().records[i].sinkage);
  for (const LanderRamp& ramp : form_.ramps) {
    const int body = world->model->joint(ramp.name).index;
    drop.ramp_slope.push_back(-math::asin((kinematics.body[body].X_WB.R * ramp.along).z()));
  }
  return drop;
}

}  // namespace grouser
