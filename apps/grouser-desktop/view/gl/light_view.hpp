// SPDX-License-Identifier: BSD-3-Clause
// The view from the light that falls into the picture.
#pragma once
#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/mat4x4.hpp>

#include "view/renderer.hpp"

namespace grouser::desktop {

inline glm::vec3 to_glm(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

/// An orthographic view along `to_light` of a sphere, moved in whole texels so that shadows do not crawl.
inline glm::mat4 light_view(const Vec3& to_light, const Vec3& center, double radius, int texels) {
  const Vec3 any = std::fabs(to_light.z()) > 0.9 ? Vec3::UnitY() : Vec3::UnitZ();
  const Vec3 right = any.cross(to_light).normalized(), up = to_light.cross(right);
  const double texel = 2.0 * radius / texels;
  const auto snap = [texel](double x) { return std::round(x / texel) * texel; };
  const Vec3 at =
      right * snap(center.dot(right)) + up * snap(center.dot(up)) + to_light * center.dot(to_light);
  const Vec3 from = at + 2.0 * radius * to_light;
  const float r = static_cast<float>(radius);
  return glm::ortho(-r, r, -r, r, 0.0f, 4.0f * r) * glm::lookAt(to_glm(from), to_glm(at), to_glm(up));
}

/// Centre of shadows and of fine ground: the followed body, or the camera's target if there is none.
inline Vec3 focus_of(const ViewInput& input) {
  if (!input.scene || !input.frame || input.frame->body_poses.empty()) return input.camera.target;
  const auto body = static_cast<std::size_t>(input.scene->followed_body);
  return input.frame->body_poses[std::min(body, input.frame->body_poses.size() - 1)].p;
}

/// The ball of the things that cast and take shadows: about the rover, or about the focus of the view if
/// there is no ground. center: in the world, m.
struct LitBall {
  Vec3 center;
  double radius;
};
inline LitBall lit_ball(const ViewInput& input, const Vec3& focus, bool ground) {
  constexpr double kLeast = 2.2, kMost = 14.0, kLeastInOrbit = 0.05;  // m
  const double radius = 0.55 * input.camera.distance;
  if (!ground) return {input.camera.target, std::clamp(radius, kLeastInOrbit, kMost)};
  // More of the ground beyond the rover is seen than of that before it.
  const double wide = std::clamp(1.5 * radius, kLeast, kMost);
  Vec3 beyond = input.camera.forward();
  beyond.z() = 0.0;
  return {focus + 0.4 * wide * beyond, wide};
}

}  // namespace grouser::desktop
