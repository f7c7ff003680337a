// SPDX-License-Identifier: BSD-3-Clause
// Bodies that are hidden or cut open, to see inside.
#pragma once
#include <cmath>
#include <cstdint>
#include <vector>

#include "view/camera/camera.hpp"

namespace grouser::desktop {

/// Part of a body that is drawn. Cut open: the part nearer than the camera's target is left out.
enum class Shown : std::uint8_t { whole, cut, hidden };

/// The drawn part of a body; whole if `bodies` has no entry for it.
inline Shown shown_of(const std::vector<Shown>& bodies, int body) {
  const auto index = static_cast<std::size_t>(body);
  return body >= 0 && index < bodies.size() ? bodies[index] : Shown::whole;
}

/// Plane that leaves out all points p with normal * p > at.
struct CutPlane {
  Vec3 normal = Vec3::UnitX();
  double at = 0.0;  ///< m
};

/// The plane through the camera's target: upright, or level if the camera looks down or up steeply.
inline CutPlane cut_plane(const Camera& camera) {
  constexpr double kSteep = 0.9;  // rad
  const Vec3 back = -camera.forward();
  Vec3 normal(0.0, 0.0, back.z() > 0.0 ? 1.0 : -1.0);
  if (std::fabs(camera.pitch) < kSteep) normal = Vec3(back.x(), back.y(), 0.0).normalized();
  return {normal, normal.dot(camera.target)};
}

/// The parts of bodies that a ray may meet.
struct ShownParts {
  std::vector<Shown> bodies;
  CutPlane plane;
  /// Distance along a ray from which on it can meet a body, m.
  double first_on(int body, const Vec3& from, const Vec3& direction) const {
    constexpr double kNever = 1e300;
    const Shown shown = shown_of(bodies, body);
    const double over = plane.normal.dot(from) - plane.at, towards = -plane.normal.dot(direction);
    if (shown == Shown::hidden) return kNever;
    if (shown == Shown::whole || over <= 0.0) return 0.0;
    return towards > 0.0 ? over / towards : kNever;
  }
};

}  // namespace grouser::desktop
