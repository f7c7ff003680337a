// SPDX-License-Identifier: BSD-3-Clause
// Soft dark discs on the ground: under each wheel, fading with its clearance, and about the rocks nearest
// to the focus.
#include "view/ground/contact_shade.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace grouser::desktop {
namespace {

constexpr double kRocksReach = 14.0;  // m about the focus
constexpr std::size_t kMostRocks = 80;
constexpr double kAbove = 0.006;  // m above the ground, so that the disc is seen
constexpr double kWheelCover = 0.85, kRockCover = 0.65;

/// A disc on the ground with these half axes in plan view, laid into its slope and `sunk` m below it;
/// nothing outside the ground.
std::optional<SoftDisc> disc_on(const Terrain& terrain, const Vec3& at, double sunk, const Vec3& right,
                                const Vec3& up, double cover) {
  HeightSample sample;
  if (cover <= 0.0 || !terrain.height(at.x(), at.y(), sample)) return std::nullopt;
  const auto on_ground = [&](const Vec3& axis) {
    return Vec3(axis.x(), axis.y(), sample.slope_x * axis.x() + sample.slope_y * axis.y());
  };
  return SoftDisc{{at.x(), at.y(), sample.z - sunk}, on_ground(right), on_ground(up), cover};
}

/// The disc under a wheel: strongest where it touches, gone where it is half its radius above the ground.
std::optional<SoftDisc> below_wheel(const Scene& scene, const RigidTransform& pose, double radius,
                                    const GroundMemory* ground) {
  HeightSample sample;
  const Terrain& terrain = *scene.terrain;
  if (!terrain.height(pose.p.x(), pose.p.y(), sample)) return std::nullopt;
  // Clearance of the wheel's lowest point above the ground with its ruts.
  const double sunk = ground ? ground->depth(pose.p.x(), pose.p.y()) : 0.0;
  const double clear = pose.p.z() - radius - (sample.z - sunk);
  Vec3 axle = pose.R.col(1);
  axle.z() = 0.0;
  if (axle.norm() < 0.1) return std::nullopt;  // it lies on its side
  axle.normalize();
  const Vec3 ahead = axle.cross(Vec3::UnitZ());
  const double near = std::clamp(1.0 - std::fabs(clear) / (0.5 * radius), 0.0, 1.0);
  return disc_on(terrain, pose.p, sunk, 1.35 * radius * ahead, 0.95 * radius * axle, kWheelCover * near);
}

/// Shade around the foot of a rock; none if it does not stand on the ground.
std::optional<SoftDisc> about_rock(const Terrain& terrain, const RigidShape& rock) {
  constexpr double kWider = 1.6;  // than the rock
  HeightSample sample;
  const Vec3 reach = rock.pose.R.cwiseAbs() * rock.half;
  if (!terrain.height(rock.pose.p.x(), rock.pose.p.y(), sample)) return std::nullopt;
  const double low = rock.pose.p.z() - reach.z() - sample.z, high = rock.pose.p.z() + reach.z() - sample.z;
  if (low > 0.02 || high < 0.02) return std::nullopt;
  return disc_on(terrain, rock.pose.p, 0.0, kWider * reach.x() * Vec3::UnitX(),
                 kWider * reach.y() * Vec3::UnitY(), kRockCover);
}

}  // namespace

std::vector<SoftDisc> contact_shades(const Scene& scene, const Frame& frame, const GroundMemory* ground,
                                     const Vec3& focus) {
  std::vector<SoftDisc> discs;
  if (!scene.terrain) return discs;
  const auto add = [&](const std::optional<SoftDisc>& disc) {
    if (disc) discs.push_back(*disc);
  };
  for (std::size_t w = 0; w < std::min(scene.wheel_bodies.size(), scene.wheel_radii.size()); ++w) {
    const auto body = static_cast<std::size_t>(scene.wheel_bodies[w]);
    if (body < frame.body_poses.size())
      add(below_wheel(scene, frame.body_poses[body], scene.wheel_radii[w], ground));
  }
  // The nearest ones; carried bodies and boxes are no rocks.
  const std::vector<RigidShape>& shapes = scene.terrain->shapes();
  std::vector<std::pair<double, const RigidShape*>> rocks;
  for (const int k : scene.terrain->shapes_near(focus.x(), focus.y(), kRocksReach)) {
    const RigidShape& shape = shapes[static_cast<std::size_t>(k)];
    const double distance = (shape.pose.p - focus).head<2>().norm();
    if (shape.hull && shape.owner == "world" && distance < kRocksReach) rocks.emplace_back(distance, &shape);
  }
  std::sort(rocks.begin(), rocks.end());
  rocks.resize(std::min(rocks.size(), kMostRocks));
  for (const auto& [distance, rock] : rocks) add(about_rock(*scene.terrain, *rock));
  return discs;
}

}  // namespace grouser::desktop
