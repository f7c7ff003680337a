// SPDX-License-Identifier: BSD-3-Clause
// The camera: it looks at a target from a distance, with the horizon level, and stays above the ground.
// Positions in world metres (double), angles in radians. No OpenGL, no input handling.
#pragma once
#include <optional>
#include <span>

#include "grouser/math/pose.hpp"
#include "grouser/terrain/surface/terrain.hpp"

namespace grouser::desktop {

inline constexpr double kMaxPitch = 1.553;  ///< 89 degrees: straight down, yet with a defined right-hand side

enum class CameraPreset { follow, front, side, top, iso };

class Camera {
 public:
  Vec3 target = Vec3::Zero();
  double yaw = 0.0;       ///< direction from target to eye, about z, from x
  double pitch = 0.4;     ///< elevation of the eye above the target
  double distance = 5.0;  ///< m
  double fov = 0.60;      ///< vertical, rad
  bool follow = true;     ///< the target moves with the chassis
  /// Parallel projection; things at the target's distance have the same size as in perspective.
  bool parallel = false;
  double farthest = 5000.0;  ///< of the target, m
  double lowest = -0.35;     ///< of the pitch, where nothing else says so: without ground as far down as up

  Vec3 eye() const;
  Vec3 forward() const;
  Vec3 right() const;
  Vec3 up() const;
  /// Unit vector through a point of the picture; u, v in -1..1, right and up.
  Vec3 ray(double u, double v, double aspect) const;
  /// Start of that ray: the eye, or, in parallel projection, a point of the picture plane through the eye.
  Vec3 ray_start(double u, double v, double aspect) const;
  /// Half the height of the visible area at the target's distance, m.
  double half_height() const;
  /// Place of a point in the picture, u and v as in ray(); nothing behind the eye.
  std::optional<Vec2> project(const Vec3& point, double aspect) const;

  /// Turns eye and target together about a pivot, so that the pivot keeps its place in the picture.
  void orbit_about(const Vec3& pivot, double d_yaw, double d_pitch);
  /// The same, but an eye that would come nearer to the ground than `clearance` only turns about the
  /// vertical.
  void orbit_above(const Vec3& pivot, double d_yaw, double d_pitch, const Terrain* terrain, double clearance);
  /// Moves along the picture plane so that a point at this depth follows the pointer; du, dv as in ray().
  void pan(double du, double dv, double aspect, double depth);
  /// Approaches a point (factor < 1) or recedes.
  void zoom_to(const Vec3& point, double factor);
  /// Looks at a ball from where it looks now.
  void look_at_ball(const Vec3& center, double radius);
  /// Looks from a preset's side at a sphere.
  void frame(CameraPreset preset, const Vec3& center, double radius, double heading);
  /// Raises the eye to at least `clearance` above the ground.
  void stay_above(const Terrain& terrain, double clearance);
};

/// Point at which a ray first meets the base ground, without its boxes; nothing within `reach` metres.
std::optional<Vec3> find_ground(const Terrain& terrain, const Vec3& from, const Vec3& direction,
                                double reach);
/// Point at which a ray first meets the ground or one of its boxes; nothing within `reach` metres.
/// `box_poses`: the pose of each shape in the world; if empty, boxes that a body carries are left out.
std::optional<Vec3> find_hit(const Terrain& terrain, const Vec3& from, const Vec3& direction, double reach,
                             std::span<const RigidTransform> box_poses = {});

}  // namespace grouser::desktop
