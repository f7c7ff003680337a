// SPDX-License-Identifier: BSD-3-Clause
// The traverse by the dynamic simulation: the scenario's world with a follower of the waypoints in place of
// its drive, stepped until the follower arrives, the time ends, or the wheels turn without advance. Poses
// are sampled by distance; power and energy are those of driving wheels, braking gives nothing back.
#include <algorithm>
#include <cmath>
#include <memory>

#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/metrics.hpp"
#include "grouser/simulation/run/run_recorder.hpp"
#include "grouser/simulation/step/drive_memory.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/state.hpp"
#include "traverse_parts.hpp"

namespace grouser {
namespace {

constexpr double kStuckRims = 5.0;  // radii of rim travel with hardly any advance: stuck
// Share of the rim's travel below which the rover counts as stuck.
constexpr double kHardly = 0.02;

/// The tightest curvature that the follower may command, 1/m: the turning centre stays at least twice as
/// far out as the outermost wheel.
double largest_curvature(const World& world) {
  Kinematics kinematics(*world.model);
  calc_kinematics(*world.model, world.model->neutral_q(), VecX::Zero(world.model->nv()), kinematics);
  double widest = 0.0;
  for (const WheelPart& wheel : world.wheels)
    widest = std::max(widest, std::fabs(kinematics.body[wheel.body.index].X_WB.p.y()));
  return std::min(1.0 / kTurnRadius, 0.5 / widest);
}

/// The description that the world was built from, with its rover at the start of the path and following it.
WorldSpec with_follower(const World& world, const std::vector<PathPoint>& path,
                        const TraverseOptions& options) {
  WorldSpec spec = *world.spec;
  VehicleInWorld& rover = spec.vehicles[static_cast<std::size_t>(world.main_vehicle)];
  spec.verdict.reset();  // a traverse is judged by how it gets on along its path
  InitialPlacement& start = rover.initial;
  // On the ground at the path's beginning, level, in its direction.
  start.on.clear();
  start.position = Vec3(path.front().x, path.front().y, 0.0);
  start.on_ground = true;
  start.yaw = path.front().heading;
  start.roll = start.pitch = 0.0;
  constexpr double kLookahead = 1.0;  // m
  // The follower looks a metre ahead, and at least five times per lookahead.
  FollowSpec follow{.waypoints = options.waypoints,
                    .speed = options.speed,
                    .lookahead = kLookahead,
                    .max_curvature = largest_curvature(world),
                    .start = 0.5,
                    .tolerance = 0.02,
                    .place = "--path"};
  follow.interval = std::min(follow.interval, 0.2 * kLookahead / options.speed);
  // A rover that needs longer hardly moves.
  spec.run.duration =
      std::min(longest_duration(spec.run), follow.start + path.back().distance / (kHardly * options.speed));
  rover.drive.phases.clear();
  rover.drive.follow = std::move(follow);
  return spec;
}

/// A running traverse: the simulation with the sums over it and the place of the last pose.
class DynamicTraverse {
 public:
  DynamicTraverse(std::shared_ptr<const World> world, const TraverseOptions& options, TraverseResult& result)
      : world_(std::move(world)),
        options_(options),
        result_(result),
        simulation_(start_simulation(world_, options.cancelled)),
        pulls_(*world_),
        kinematics_(*world_->model),
        tracker_(simulation_) {
    if (options.out) recorder_ = std::make_unique<RunRecorder>(*options.out, simulation_);
    last_ = position();
    sample();
  }

  void run() {
    Watch watch(options_);
    while (!arrived()) {
      if (!watch.go_on(result_.distance, result_.path_length)) {
        result_.status = TraverseStatus::interrupted;
        break;
      }
      if (recorder_) recorder_->flush_if_due(options_.now());
      if (simulation_.step() != StepStatus::ok) {
        result_.status = TraverseStatus::failed;
        result_.message = simulation_.failure().message;
        break;
      }
      tracker_.observe(simulation_);
      if (recorder_) recorder_->after_step();
      observe();
      // Time that ends without arrival is the same failure as being stuck.
      if (stuck() || (simulation_.finished() && !arrived())) {
        const PathPoint at = place();
        result_.status = TraverseStatus::blocked;
        result_.message = "the wheels turn and the rover hardly moves";
        result_.failures.push_back(
            {at.distance, at.distance, at.x, at.y, PoseStatus::slides, result_.message});
        break;
      }
    }
    close();
  }

 private:
  Vec3 position() const {
    const Joint& root = world_->model->joints()[world_->chassis.index];
    return simulation_.state().motion.q.segment<3>(root.q_index + 4);
  }

  PathPoint place() const {
    const Vec3 p = position();
    return {.distance = result_.distance, .x = p.x(), .y = p.y()};
  }

  /// The scenario's own drive ends with its time, a follower when it has reached the last waypoint.
  bool arrived() const {
    if (options_.own_drive) return simulation_.finished();
    return simulation_.state().first<FollowerState>()->finished;
  }

  /// Sums energy, rim travel and distance over a step, and samples a pose where the next one is due.
  void observe() {
    const double dt = simulation_.time() - time_;
    time_ = simulation_.time();
    power_ = 0.0;
    // Positive power only; the fastest rim counts for being stuck.
    const auto& wheels = simulation_.output().wheels;
    double rim = 0.0;
    for (std::size_t w = 0; w < wheels.size(); ++w) {
      const double spin = simulation_.state().motion.v[world_->drives[w].drive_v];
      power_ += std::max(0.0, wheels[w].drive_torque * spin);
      rim = std::max(rim, std::fabs(spin) * world_->wheels[w].spec.geometry.radius);
    }
    energy_ += power_ * dt;
    rim_ += rim * dt;
    const Vec3 now = position();
    result_.distance += (now - last_).head<2>().norm();
    last_ = now;
    if (result_.distance >= static_cast<double>(sampled_) * options_.spacing) sample();
  }

  /// Whether the rover has hardly advanced over the last window of rim travel; windows follow each other.
  bool stuck() {
    const double window = kStuckRims * world_->wheels.front().spec.geometry.radius;
    if (rim_ - rim_mark_ < window) return false;
    const bool hardly = (last_ - mark_).head<2>().norm() < kHardly * (rim_ - rim_mark_);
    rim_mark_ = rim_;
    mark_ = last_;
    return hardly;
  }

  /// Adds a pose from the present state: slip as the mean weighted with loads over the wheels that roll.
  void sample() {
    calc_kinematics(*world_->model, simulation_.state().motion.q, simulation_.state().motion.v, kinematics_);
    const RigidTransform& X = kinematics_.body[world_->chassis.index].X_WB;
    const RollPitchYaw angles = rpy_from_rotation(X.R);
    TraversePose pose{.at = place(),
                      .time = simulation_.time(),
                      .z = X.p.z(),
                      .roll = angles.roll,
                      .pitch = angles.pitch,
                      .yaw = angles.yaw,
                      .power = power_,
                      .energy = energy_};
    pose.at.heading = angles.yaw;
    double load = 0.0, slip = 0.0;  // of the wheels whose slip has a value
    for (const WheelOutput& w : simulation_.output().wheels) {
      pose.wheels.push_back({.load = w.load,
                             .longitudinal = w.longitudinal,
                             .lateral = w.lateral,
                             .torque = w.drive_torque,
                             .sinkage = w.sinkage,
                             .rut_depth = w.rut_depth,
                             .slip = w.slip,
                             .point = w.point});
      if (!w.has_slip()) continue;
      load += w.load;
      slip += w.load * w.slip;
    }
    pose.slip = load > 0.0 ? slip / load : std::nan("");
    // Centre of mass of the whole rover.
    Vec3 com = Vec3::Zero();
    for (std::size_t i = 0; i < kinematics_.body.size(); ++i) {
      const Body& body = world_->model->bodies()[i];
      com += body.mass / world_->model->total_mass() * (kinematics_.body[i].X_WB * body.com);
    }
    complete_pose(*world_, pulls_, com, pose);
    add_pose(std::move(pose), result_);
    sampled_ = static_cast<std::size_t>(std::floor(result_.distance / options_.spacing)) + 1;
  }

  /// Ends the run: adds its notes, takes over a failure that its summary reports, and closes the recording.
  void close() {
    const RunStatus status = result_.status == TraverseStatus::interrupted ? RunStatus::interrupted
                             : result_.status == TraverseStatus::failed    ? RunStatus::failed
                                                                           : RunStatus::completed;
    const RunSummary summary = summarise(simulation_, tracker_, status, result_.message);
    const auto& notes = summary.notes;  // begins with those of the scene, which the result already has
    result_.notes.insert(result_.notes.end(), notes.begin() + std::ssize(simulation_.scene().notes),
                         notes.end());
    if (summary.status == RunStatus::failed) {
      result_.status = TraverseStatus::failed;
      result_.message = summary.message;
    }
    if (recorder_) recorder_->close(summary);
  }

  std::shared_ptr<const World> world_;
  const TraverseOptions& options_;
  TraverseResult& result_;
  Simulation simulation_;
  PullTable pulls_;
  Kinematics kinematics_;
  MetricsTracker tracker_;
  std::unique_ptr<RunRecorder> recorder_;
  Vec3 last_, mark_ = Vec3::Constant(1e9);
  double time_ = 0.0, power_ = 0.0, energy_ = 0.0, rim_ = 0.0, rim_mark_ = 0.0;
  std::size_t sampled_ = 0;
};

}  // namespace

void drive_dynamic(std::shared_ptr<const World> world, const std::vector<PathPoint>& path,
                   const TraverseOptions& options, TraverseResult& result) {
  if (!options.own_drive) world = build_world(with_follower(*world, path, options));
  DynamicTraverse(world, options, result).run();
}

}  // namespace grouser
