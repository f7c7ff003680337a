// SPDX-License-Identifier: BSD-3-Clause
// The bodies of rocks: a convex polyhedron or a box for each, let into the ground.
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "grouser/survey/make/rock_form.hpp"
#include "grouser/survey/make/rocks.hpp"

namespace grouser {
namespace {

// Sets the size and position of a box with known rotation, so that it reaches from `top` down to `bottom`.
void reach_down(const Rock& rock, double top, double bottom, RigidShape& box) {
  box.half = 0.5 * Vec3(rock.length, rock.width, (top - bottom) / box.pose.R(2, 2));
  box.pose.p = Vec3(rock.x, rock.y, top) - box.pose.R * Vec3(0.0, 0.0, box.half.z());
}

// Largest height of the box's lowest corners above the ground, m, at least 0. Nothing if one is beyond its
// extent.
std::optional<double> find_gap(const Heightfield& ground, const RigidShape& box) {
  double gap = 0.0;
  for (const double a : {-1.0, 1.0})
    for (const double b : {-1.0, 1.0}) {
      const Vec3 foot = box.pose * Vec3(a * box.half.x(), b * box.half.y(), -box.half.z());
      HeightSample s;
      if (!ground.sample(foot.x(), foot.y(), s)) return std::nullopt;
      gap = std::fmax(gap, foot.z() - s.z);
    }
  return gap;
}

// Sets a box on the ground; false if it is beyond its extent. The foot of a tilted box moves aside as the box
// grows down, so the gap is found a second time; then a share of the rock's height goes into the ground.
bool set_down_box(const Heightfield& ground, const Rock& rock, RigidShape& box) {
  box.pose.R = rotation_from_rpy(rock.roll, rock.pitch, rock.yaw);
  HeightSample s;
  if (!ground.sample(rock.x, rock.y, s)) return false;
  const double top = s.z + rock.height;
  double bottom = s.z;
  for (int round = 0; round < 2; ++round) {
    reach_down(rock, top, bottom, box);
    const auto gap = find_gap(ground, box);
    if (!gap) return false;
    bottom -= *gap;
  }
  reach_down(rock, top, bottom - kBuriedShare * rock.height, box);
  return true;
}

// Normal of the plane through the ground at the ends of the rock's axes or, if one of them is off it, of the
// ground under the middle.
Vec3 normal_under(const Heightfield& ground, const Rock& rock, const HeightSample& middle) {
  const Mat3 turn = rotation_from_rpy(0.0, 0.0, rock.yaw);
  const auto rise = [&](const Vec3& half) -> std::optional<double> {
    HeightSample ahead, behind;
    if (!ground.sample(rock.x + half.x(), rock.y + half.y(), ahead)) return std::nullopt;
    if (!ground.sample(rock.x - half.x(), rock.y - half.y(), behind)) return std::nullopt;
    return ahead.z - behind.z;
  };
  const Vec3 along = turn.col(0) * rock.length, across = turn.col(1) * rock.width;
  const auto ahead = rise(0.5 * along), aside = rise(0.5 * across);
  if (!ahead || !aside) return Vec3(-middle.slope_x, -middle.slope_y, 1.0).normalized();
  return (along + *ahead * Vec3::UnitZ()).cross(across + *aside * Vec3::UnitZ()).normalized();
}

// A fragment lies on its broad side: its short axis is across the ground but for its tilt. Its thickness is
// its height above the ground and the share that is in it. False beyond the ground's extent.
bool set_down_polyhedron(const Heightfield& ground, const Rock& rock, RigidShape& shape) {
  HeightSample s;
  if (!ground.sample(rock.x, rock.y, s)) return false;
  const Vec3 up = normal_under(ground, rock, s);
  const double thickness = (1.0 + kBuriedShare) * rock.height;
  std::vector<Vec3> points = rock_form(rock.form).points;
  // The form fills a box of unit sides.
  for (Vec3& p : points) p = p.cwiseProduct(Vec3(rock.length, rock.width, thickness));
  RigidTransform pose;
  pose.R =
      to_matrix(Quat::FromTwoVectors(Vec3::UnitZ(), up)) * rotation_from_rpy(rock.roll, rock.pitch, rock.yaw);
  // The top is at the rock's height over the ground.
  pose.p = Vec3(rock.x, rock.y, s.z) + (rock.height - 0.5 * thickness) * up;
  set_hull(hull_of(points, shape.name), pose, shape);
  return true;
}

}  // namespace

std::vector<RigidShape> rocks_on(const Heightfield& ground, const std::vector<Rock>& rocks, int material) {
  constexpr std::array<std::array<double, 3>, 4> kColours{
      {{0.42, 0.34, 0.28}, {0.45, 0.36, 0.30}, {0.48, 0.38, 0.28}, {0.40, 0.31, 0.25}}};
  std::vector<RigidShape> bodies;
  for (std::size_t i = 0; i < rocks.size(); ++i) {
    RigidShape rock;
    rock.name = "rock_" + std::to_string(i + 1);
    rock.material = material;
    rock.colour = kColours[i % kColours.size()];
    const bool stands = rocks[i].form > 0 ? set_down_polyhedron(ground, rocks[i], rock)
                                          : set_down_box(ground, rocks[i], rock);
    if (stands) bodies.push_back(std::move(rock));
  }
  return bodies;
}

}  // namespace grouser
