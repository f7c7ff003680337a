// SPDX-License-Identifier: BSD-3-Clause
// The camera's geometry: a target, a distance and two angles. Turning and zooming keep the grabbed point at
// its place in the picture, by moving eye and target together. Rays find boxes and hulls by clipping (slab
// method), and the ground by marching.
#include "view/camera/camera.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/terrain/surface/no_ground.hpp"

namespace grouser::desktop {
namespace {

constexpr double kMinDistance = 0.05;  // m

}  // namespace

Vec3 Camera::forward() const {
  return {-std::cos(pitch) * std::cos(yaw), -std::cos(pitch) * std::sin(yaw), -std::sin(pitch)};
}
Vec3 Camera::right() const { return {-std::sin(yaw), std::cos(yaw), 0.0}; }
Vec3 Camera::up() const { return right().cross(forward()); }
Vec3 Camera::eye() const { return target - distance * forward(); }
double Camera::half_height() const { return distance * std::tan(0.5 * fov); }

std::optional<Vec2> Camera::project(const Vec3& point, double aspect) const {
  const Vec3 to = point - eye();
  const double depth = to.dot(forward());
  constexpr double kNearest = 1e-3;  // m
  if (depth < kNearest) return std::nullopt;
  const double half = parallel ? half_height() : depth * std::tan(0.5 * fov);
  return Vec2(to.dot(right()) / (half * aspect), to.dot(up()) / half);
}

Vec3 Camera::ray_start(double u, double v, double aspect) const {
  if (!parallel) return eye();
  return eye() + half_height() * (u * aspect * right() + v * up());
}

Vec3 Camera::ray(double u, double v, double aspect) const {
  if (parallel) return forward();
  const double t = std::tan(0.5 * fov);
  return (forward() + u * t * aspect * right() + v * t * up()).normalized();
}

void Camera::orbit_about(const Vec3& pivot, double d_yaw, double d_pitch) {
  // The pitch stays within the limits of the scene and of the camera.
  const double new_pitch = std::clamp(pitch + d_pitch, lowest, kMaxPitch);
  const auto axes = [this] {
    Mat3 R;
    R << forward(), right(), up();
    return R;
  };
  // The eye's place relative to the pivot, in camera axes, does not change.
  const Vec3 eye_local = axes().transpose() * (eye() - pivot);
  yaw += d_yaw;
  pitch = new_pitch;
  const Vec3 new_eye = pivot + axes() * eye_local;
  target = new_eye + distance * forward();
}

void Camera::orbit_above(const Vec3& pivot, double d_yaw, double d_pitch, const Terrain* terrain,
                         double clearance) {
  // An eye that would come too near to the ground turns about the vertical only.
  const Camera before = *this;
  orbit_about(pivot, d_yaw, d_pitch);
  HeightSample ground;
  const Vec3 at = eye();
  if (!terrain || !terrain->height(at.x(), at.y(), ground) || at.z() >= ground.z + clearance) return;
  *this = before;
  orbit_about(pivot, d_yaw, 0.0);
}

void Camera::pan(double du, double dv, double aspect, double depth) {
  const double half = parallel ? half_height() : depth * std::tan(0.5 * fov);
  target -= half * (du * aspect * right() + dv * up());
}

void Camera::zoom_to(const Vec3& point, double factor) {
  // The share that the limits leave of the wanted factor moves the eye towards the point.
  const double new_distance = std::clamp(distance * factor, kMinDistance, std::max(farthest, distance));
  const double used = new_distance / distance;
  const Vec3 new_eye = point + used * (eye() - point);
  distance = new_distance;
  target = new_eye + distance * forward();
}

void Camera::look_at_ball(const Vec3& center, double radius) {
  target = center;
  // The ball touches the edges of the picture at radius / sin(fov / 2); 5 % are air.
  distance = std::max(kMinDistance, 1.05 * radius / std::sin(0.5 * fov));
}

void Camera::frame(CameraPreset preset, const Vec3& center, double radius, double heading) {
  // Yaw is the direction from target to eye, so a view from the front has that of the heading.
  constexpr double kQuarter = 1.5707963267948966;
  look_at_ball(center, radius);
  switch (preset) {
    case CameraPreset::follow:
      yaw = heading + 2.0 * kQuarter + 0.75;
      pitch = 0.19;  // as one who kneels beside it sees it, with the horizon
      break;
    case CameraPreset::front:
      yaw = heading;
      pitch = 0.10;
      break;
    case CameraPreset::side:
      yaw = heading - kQuarter;
      pitch = 0.08;
      break;
    case CameraPreset::top:
      yaw = heading - 2.0 * kQuarter;
      pitch = kMaxPitch;
      break;
    case CameraPreset::iso:
      yaw = heading - 0.5 * kQuarter;
      pitch = 0.6155;
      break;
  }
}

void Camera::stay_above(const Terrain& terrain, double clearance) {
  HeightSample ground;
  const Vec3 at = eye();
  if (!terrain.height(at.x(), at.y(), ground)) return;
  const double lift = ground.z + clearance - at.z();
  if (lift > 0.0) {
    // Tilt first (the target stays in place); a lift gives the rest.
    const double wanted = std::asin(std::clamp(std::sin(pitch) + lift / distance, -1.0, std::sin(kMaxPitch)));
    pitch = std::max(pitch, wanted);
    const Vec3 now = eye();
    if (terrain.height(now.x(), now.y(), ground) && now.z() < ground.z + clearance) {
      target.z() += ground.z + clearance - now.z();
    }
  }
}

namespace {

/// Distance along the ray to a hull, which is clipped by the half space of each face; 0 from within,
/// negative where it is missed.
double hull_hit(const ConvexHull& hull, const Vec3& from, const Vec3& direction) {
  double enter = 0.0, leave = 1e30;
  for (const HullFace& face : hull.faces) {
    const double above = face.height(from), rate = face.normal.dot(direction);
    if (std::fabs(rate) < 1e-12) {
      if (above > 0.0) return -1.0;
    } else if (rate < 0.0) {
      enter = std::max(enter, -above / rate);
    } else {
      leave = std::min(leave, -above / rate);
    }
  }
  return enter <= leave ? enter : -1.0;
}

/// The same to a box (slab method, Kay & Kajiya 1986) or the hull in it.
double box_hit(const RigidShape& box, const RigidTransform& X_WB, const Vec3& from, const Vec3& direction) {
  const RigidTransform X = X_WB.inverse();
  const Vec3 o = X * from, d = X.R * direction;
  double enter = 0.0, leave = 1e30;
  for (int axis = 0; axis < 3; ++axis) {
    const double inverse = 1.0 / (std::fabs(d[axis]) < 1e-12 ? 1e-12 : d[axis]);
    double a = (-box.half[axis] - o[axis]) * inverse, b = (box.half[axis] - o[axis]) * inverse;
    if (a > b) std::swap(a, b);
    enter = std::max(enter, a);
    leave = std::min(leave, b);
  }
  if (box.hull && enter <= leave) return hull_hit(*box.hull, o, d);
  return enter <= leave ? enter : -1.0;
}

}  // namespace

namespace {

/// Distance along a ray to the base ground; below 0: it does not meet it.
double ground_hit(const Terrain& terrain, const Vec3& from, const Vec3& direction, double reach) {
  if (!has_ground(terrain)) return -1.0;
  // March over the ground with growing steps, then halve the interval in which the ray went under.
  const auto above = [&](double t) {
    const Vec3 p = from + t * direction;
    HeightSample ground;
    return terrain.height(p.x(), p.y(), ground) ? p.z() - ground.z : 1.0;
  };
  double t0 = 0.0, step = 0.02;
  while (t0 < reach) {
    double t1 = t0 + step;
    if (above(t1) < 0.0) {
      for (int i = 0; i < 24; ++i) {
        const double mid = 0.5 * (t0 + t1);
        (above(mid) < 0.0 ? t1 : t0) = mid;
      }
      return t1;
    }
    t0 = t1;
    step = std::max(0.02, 0.01 * t0);
  }
  return -1.0;
}

}  // namespace

std::optional<Vec3> find_ground(const Terrain& terrain, const Vec3& from, const Vec3& direction,
                                double reach) {
  const double t = ground_hit(terrain, from, direction, reach);
  return t < 0.0 ? std::nullopt : std::optional<Vec3>(from + t * direction);
}

std::optional<Vec3> find_hit(const Terrain& terrain, const Vec3& from, const Vec3& direction, double reach,
                             std::span<const RigidTransform> box_poses) {
  double best = ground_hit(terrain, from, direction, reach);
  for (std::size_t k = 0; k < terrain.shapes().size(); ++k) {
    const RigidShape& box = terrain.shapes()[k];
    // Without poses only boxes of the world have a place.
    if (box_poses.empty() && box.owner != "world") continue;
    const double t = box_hit(box, box_poses.empty() ? box.pose : box_poses[k], from, direction);
    if (t > 0.0 && t < reach && (best < 0.0 || t < best)) best = t;
  }
  if (best < 0.0) return std::nullopt;
  return from + best * direction;
}

}  // namespace grouser::desktop
