#include "grouser/mission/placement/lander_drop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/elementary.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/build/start.hpp"
#include "grouser/simulation/observe/energy_verdict.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/simulation.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {
namespace {

constexpr double kClearance = 0.002;  // m above the first touch: it falls onto the ground at 0.1 m/s
constexpr double kFolded = -80.0 / 57.29577951308232;  // rad: ramps at the start
constexpr double kLongest = 60.0;                      // s
constexpr double kLeast = 5.0;                         // s
constexpr double kStill = 2e-4;                        // m/s and rad/s, limit of every coordinate for
constexpr double kStillFor = 1.0;                      // s

/// The world of the lander alone on a plate, with the plate replaced by this ground.
std::shared_ptr<World> put_on_ground(const World& bare, const PlacementGround& ground) {
  auto world = std::make_shared<World>(bare);
  const int first = static_cast<int>(ground.materials.size());
  const std::size_t standing = ground.terrain->shapes().size();
  std::vector<BoxShape> carried = bare.terrain->shapes();
  for (BoxShape& shape : carried) shape.material += first;
  world->terrain = std::make_shared<const Terrain>(ground.terrain->with_shapes(carried));
  world->materials = ground.materials;
  world->materials.insert(world->materials.end(), bare.materials.begin(), bare.materials.end());
  world->shape_owner.insert(world->shape_owner.begin(), standing, -1);
  world->own_shapes.front().insert(world->own_shapes.front().begin(), standing, 0);
  for (PadPart& pad : world->pads) {
    pad.laws.clear();
    for (const SoilParams& soil : world->materials)
      pad.laws.push_back({soil, pad.spec.radius, pad.spec.stiffness, pad.spec.damping, pad.spec.friction});
  }
  world->settings.gravity = ground.gravity;
  world->settings.settle = false;
  world->settings.duration = kLongest;
  return world;
}

/// The ramps are folded up and nothing holds them.
void unfold_ramps(World& world, const LanderForm& form) {
  for (const LanderRamp& ramp : form.ramps)
    world.joint_angles.emplace_back(ramp.name, std::max(kFolded, ramp.lower));
  Release latches;
  for (std::size_t i = 0; i < world.model->springs().size(); ++i)
    latches.springs.push_back(static_cast<int>(i));
  if (!latches.springs.empty()) world.releases.push_back(latches);
}

}  // namespace

LanderDrop::LanderDrop(const std::string& lander, const PlacementGround& ground, const LanderForm& form)
    : form_(form) {
  const auto bare = load_world("free_fall", {{"rover", "none"},
                                             {"lander", resolve_asset(lander, "landers").string()},
                                             {"initial_lander.position", "[0.0, 0.0, 0.0]"}});
  auto world = put_on_ground(*bare, ground);
  unfold_ramps(*world, form);
  world_ = world;
}

DroppedLander LanderDrop::run(const PlacementSpot& spot, const std::function<bool()>& cancelled) const {
  auto world = std::make_shared<World>(*world_);
  InitialPlacement& start = world->vehicles.front().initial;
  start.position = Vec3(spot.x, spot.y, kClearance);
  start.yaw = spot.heading;
  start.on_ground = true;
  DroppedLander drop;
  Simulation simulation = start_simulation(world, cancelled);
  double still_since = 0.0;
  while (!simulation.finished()) {
    if (simulation.step() != StepStatus::ok) {
      drop.message = simulation.failure().message;
      break;
    }
    if (simulation.state().motion.v.cwiseAbs().maxCoeff() > kStill) still_since = simulation.time();
    drop.came_to_rest = simulation.time() > kLeast && simulation.time() - still_since > kStillFor;
    constexpr std::int64_t kStepsBetweenLooks = 256;
    if (drop.came_to_rest || (cancelled && simulation.step_count() % kStepsBetweenLooks == 0 && cancelled()))
      break;
  }
  if (const EnergyVerdict energy = judge_energy(simulation.state().ledger); energy.failed) {
    drop.came_to_rest = false;
    drop.message = energy.note;
  }
  if (!drop.came_to_rest && drop.message.empty())
    drop.message = fmt::format("still moves after {:.0f} s", kLongest);
  Kinematics kinematics(*world->model);
  const MotionState& motion = simulation.state().motion;
  calc_kinematics(*world->model, motion.q, motion.v, kinematics);
  drop.X_WB = kinematics.body[world->vehicles.front().root.index].X_WB;
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
