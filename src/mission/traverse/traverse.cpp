// SPDX-License-Identifier: BSD-3-Clause
// Both modes' common parts, and the traverse by equilibria: places along the path are tried in turn; where
// there is no equilibrium the next attempts are farther and farther apart, and such stretches are left to
// the dynamic mode or reported. Time follows from the commanded rim speed.
#include "grouser/mission/traverse/traverse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/simulation/build/world_spec.hpp"
#include "grouser/vehicle/spec/tip_over.hpp"
#include "quasi_static/steepest_pull.hpp"
#include "traverse_parts.hpp"

namespace grouser {
namespace {

constexpr int kLoads = 17;          // number of loads of a pull table
constexpr double kMostLoad = 4.0;   // last load, relative to the mean wheel load
constexpr double kWidestGap = 0.1;  // m between attempts where there is no equilibrium

/// Whether two wheels have the same contact geometry, so that they can share a pull table.
bool alike(const WheelGeometry& a, const WheelGeometry& b) {
  return a.radius == b.radius && a.width == b.width && a.grouser_height == b.grouser_height &&
         a.grouser_count == b.grouser_count;
}

/// The part of a pose that does not depend on time and energy.
TraversePose traverse_pose(const QuasiStaticPose& found) {
  TraversePose pose{.at = found.at,
                    .z = found.position.z(),
                    .roll = found.roll,
                    .pitch = found.pitch,
                    .yaw = found.yaw,
                    .slip = found.slip};
  pose.wheels = found.wheels;
  return pose;
}

/// Adds a failure, or extends the last one where the stretch goes on for the same reason.
void note_failure(const QuasiStaticPose& pose, bool goes_on, TraverseResult& result) {
  if (goes_on && result.failures.back().status == pose.status) {
    result.failures.back().to = pose.at.distance;
    return;
  }
  result.failures.push_back(
      {pose.at.distance, pose.at.distance, pose.at.x, pose.at.y, pose.status, pose.reason});
}

/// A traverse by equilibria has no time at which a stroke could be applied.
void check_no_strokes(const World& world) {
  if (world.soil_strokes.empty()) return;
  throw InputError(
      world.spec->place_of("soil_stroke"),
      fmt::format("{} soil stroke{} of a run, for a traverse by equilibria, which has no time",
                  world.soil_strokes.size(), world.soil_strokes.size() == 1 ? "" : "s"),
      "a scenario without them whose soil map is painted (grouser soilmap paint), or the dynamic mode");
}

}  // namespace

const char* to_string(TraverseMode mode) {
  return mode == TraverseMode::quasi_static ? "quasi-static" : "dynamic";
}

const char* to_string(TraverseStatus status) {
  switch (status) {
    case TraverseStatus::completed:
      return "completed";
    case TraverseStatus::blocked:
      return "blocked";
    case TraverseStatus::failed:
      return "failed";
    case TraverseStatus::unresolved:
      return "unresolved";
    case TraverseStatus::interrupted:
      break;
  }
  return "interrupted";
}

const TraverseFailure& blocking_failure(const std::vector<TraverseFailure>& failures) {
  const auto physical = std::find_if(failures.begin(), failures.end(), [](const TraverseFailure& f) {
    return f.status != PoseStatus::no_convergence;
  });
  return physical != failures.end() ? *physical : failures.front();
}

std::string blocked_message(const std::vector<TraverseFailure>& failures) {
  const TraverseFailure& f = blocking_failure(failures);
  // A search that did not converge is no proof that the rover cannot pass.
  const char* advice = f.status != PoseStatus::no_convergence
                           ? ""
                           : "; this may be the search's own limit, the dynamic mode may pass";
  return fmt::format("{}, {:.3f} m along the path (x = {:.3f} m, y = {:.3f} m){}", f.reason, f.at, f.x, f.y,
                     advice);
}

PullTable::PullTable(const World& world)
    : world_(world),
      weight_(world.model->total_mass() * world.settings.gravity),
      step_(kMostLoad * weight_ / static_cast<double>(world.wheels.size()) / (kLoads - 1)),
      alike_(world.materials.size()),
      pulls_(world.materials.size() * world.wheels.size() * kLoads, std::nan("")) {
  // Wheels of one geometry share the table of the first of them.
  for (std::size_t material = 0; material < alike_.size(); ++material)
    for (std::size_t w = 0; w < world.wheels.size(); ++w) {
      std::size_t same = 0;  // most wheels are alike
      while (!alike(world.wheels[same].laws[material].wheel, world.wheels[w].laws[material].wheel)) ++same;
      alike_[material].push_back(same);
    }
}

double PullTable::most_pull(std::size_t material, std::size_t wheel, std::size_t load) {
  const std::size_t same = alike_[material][wheel];
  double& pull = pulls_[(material * world_.wheels.size() + same) * kLoads + load];
  if (std::isnan(pull))
    pull = steepest_pull({{&world_.wheels[same].laws[material], static_cast<double>(load) * step_, 0.0}});
  return pull;
}

double PullTable::margin(const std::vector<StaticWheel>& wheels) {
  double margin = 0.0;
  for (std::size_t w = 0; w < wheels.size(); ++w) {
    const Vec3& point = wheels[w].point;
    const auto material = static_cast<std::size_t>(world_.terrain->material_at(point.x(), point.y()));
    // Linear between the table's loads; a larger load takes the last interval.
    const double at = std::min(wheels[w].load / step_, kLoads - 1.001);
    const auto i = static_cast<std::size_t>(at);
    const double rest = at - static_cast<double>(i);
    margin += (1.0 - rest) * most_pull(material, w, i) - wheels[w].longitudinal;
    if (rest > 0.0) margin += rest * most_pull(material, w, i + 1);  // -infinite if the soil fails
  }
  return margin / weight_;
}

void complete_pose(const World& world, PullTable& pulls, const Vec3& com, TraversePose& pose) {
  // Extremes over the wheels, and the places on which loaded wheels stand.
  std::vector<Vec3> supports;
  for (const StaticWheel& wheel : pose.wheels) {
    pose.load = std::max(pose.load, wheel.load);
    pose.sinkage = std::max(pose.sinkage, wheel.sinkage);
    if (std::fabs(wheel.slip) > std::fabs(pose.max_slip)) pose.max_slip = wheel.slip;
    if (wheel.load > 0.0) supports.push_back(wheel.point);
  }
  pose.tilt = math::acos(math::cos(pose.roll) * math::cos(pose.pitch));
  const double weight = world.model->total_mass() * world.settings.gravity;
  pose.tip_margin = calc_tip_over(supports, {com, Vec3(0, 0, -weight), Vec3::Zero()}, weight).margin;
  pose.drawbar_margin = pulls.margin(pose.wheels);
}

void add_pose(TraversePose pose, TraverseResult& result) { result.poses.push_back(std::move(pose)); }

void summarise_poses(TraverseResult& result) {
  double slip = 0.0, count = 0.0;
  // NaN until the first value: fmax and fmin ignore it.
  result.mean_slip = result.max_slip = result.max_sinkage = result.max_tilt = std::nan("");
  result.min_tip_margin = result.min_drawbar_margin = std::nan("");
  for (const TraversePose& pose : result.poses) {
    if (!pose.ok) continue;
    if (std::isfinite(pose.slip)) slip += pose.slip, ++count;
    if (!(std::fabs(pose.max_slip) <= std::fabs(result.max_slip))) result.max_slip = pose.max_slip;
    result.max_sinkage = std::fmax(result.max_sinkage, pose.sinkage);
    result.max_tilt = std::fmax(result.max_tilt, pose.tilt);
    result.min_tip_margin = std::fmin(result.min_tip_margin, pose.tip_margin);
    result.min_drawbar_margin = std::fmin(result.min_drawbar_margin, pose.drawbar_margin);
    result.time = pose.time;
    result.energy = pose.energy;
  }
  if (count > 0.0) result.mean_slip = slip / count;
}

bool Watch::go_on(double done, double total) {
  // The clock is read at every 16th call only.
  if (++calls_ % 16 != 0) return true;
  constexpr double kInterval = 0.1;  // s
  const double now = options_.now();
  if (now - shown_ < kInterval) return true;
  shown_ = now;
  if (options_.progress) options_.progress(done, total);
  return !(options_.cancelled && options_.cancelled());
}

void drive_quasi_static(std::shared_ptr<const World> world, const std::vector<PathPoint>& path,
                        const TraverseOptions& options, TraverseResult& result) {
  QuasiStaticSolver solver(world);
  PullTable pulls(*world);
  Watch watch(options);
  double time = 0.0, energy = 0.0, gap = 0.0, try_from = 0.0, driven_from = 0.0;
  bool standing = false;
  for (const PathPoint& at : path) {
    if (!watch.go_on(at.distance, result.path_length)) {
      result.status = TraverseStatus::interrupted;
      break;
    }
    if (at.distance < try_from) continue;
    const QuasiStaticPose& found = solver.advance(at);
    // No pose here: a row of NaN, and the next attempt farther on.
    if (found.status != PoseStatus::ok) {
      note_failure(found, !standing && !result.failures.empty(), result);
      TraversePose none{.at = at, .ok = false};
      none.slip = none.max_slip = none.sinkage = none.load = none.power = none.tilt = std::nan("");
      none.z = none.tip_margin = none.drawbar_margin = none.energy = none.time = std::nan("");
      add_pose(none, result);
      standing = false;
      gap = std::min(kWidestGap, std::max(2.0 * gap, options.spacing));
      try_from = at.distance + gap;
      continue;
    }
    // Distance counts only between neighbouring places that both have a pose.
    if (standing) result.distance += at.distance - driven_from;
    driven_from = at.distance;
    standing = true;
    gap = 0.0;
    // The time in which the rim turns by its distance at the commanded speed.
    const double step = found.rim_distance / options.speed;
    time += step;
    energy += found.work;
    TraversePose pose = traverse_pose(found);
    pose.time = time;
    pose.energy = energy;
    complete_pose(*world, pulls, found.com, pose);
    // At the first pose no distance has been rolled: the power is that of the drives once they turn.
    for (std::size_t w = 0; w < pose.wheels.size(); ++w) {
      const double rate = step > 0.0 ? pose.wheels[w].drive_angle / step
                                     : options.speed / world->wheels[w].spec.geometry.radius;
      pose.power += std::max(0.0, pose.wheels[w].torque * rate);
    }
    add_pose(std::move(pose), result);
  }
  // Failures are driven by the dynamic mode, or left unresolved.
  if (!result.failures.empty() && result.status == TraverseStatus::completed) {
    if (options.bridge == TraverseBridge::dynamic) return bridge_stretches(world, path, options, result);
    result.status = TraverseStatus::unresolved;
    result.message = blocked_message(result.failures);
  }
}

TraverseResult run_traverse(std::shared_ptr<const World> world, const TraverseOptions& options) {
  check_wheels(*world);
  if (options.mode == TraverseMode::quasi_static) check_no_strokes(*world);
  const std::vector<PathPoint> path = lay_path(options.waypoints, options.spacing, kTurnRadius);
  check_path(*world, path);
  TraverseResult result;
  result.scenario = world->settings.name;
  result.mode = options.mode;
  result.path_length = path.back().distance;
  result.notes = world->scene.notes;
  for (const WheelPart& wheel : world->wheels) result.wheel_names.push_back(wheel.spec.name);
  const double start = options.now();
  if (options.mode == TraverseMode::quasi_static)
    drive_quasi_static(world, path, options, result);
  else
    drive_dynamic(world, path, options, result);
  result.wall_s = options.now() - start;
  summarise_poses(result);
  return result;
}

}  // namespace grouser
