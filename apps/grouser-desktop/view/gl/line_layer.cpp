// SPDX-License-Identifier: BSD-3-Clause
// Lines are meshes: a unit cylinder along y and a unit ball, scaled and turned for each piece, so that they
// are lit and hidden like bodies.
#include "view/gl/line_layer.hpp"

#include <algorithm>
#include <cmath>

#include "view/bounds.hpp"

namespace grouser::desktop {
namespace {

constexpr int kPaintedRod = 0;  // u_kind of the shader
const glm::vec3 kTieColor(0.80f, 0.62f, 0.20f), kStakeColor(0.30f, 0.30f, 0.32f),
    kStrutColor(0.62f, 0.63f, 0.66f), kRouteColor(0.10f, 0.52f, 0.78f);

/// The radius, or a larger one so that the line is at least this number of pixels wide.
double seen_radius(double radius, double pixels, const Vec3& at, const ViewPoint& from) {
  return std::max(radius, 0.5 * pixels * from.pixel * (at - from.eye).norm());
}

/// A scaled rotation and a place as a matrix.
glm::mat4 placed(const Mat3& scaled, const Vec3& p) {
  glm::mat4 m(1.0f);
  for (int column = 0; column < 3; ++column) {
    for (int row = 0; row < 3; ++row) m[column][row] = static_cast<float>(scaled(row, column));
  }
  m[3] = glm::vec4(p.x(), p.y(), p.z(), 1.0f);
  return m;
}

}  // namespace

void LineLayer::show(std::shared_ptr<const Scene> scene) { scene_ = std::move(scene); }

void LineLayer::make_meshes() {
  if (rod_) return;
  rod_ = std::make_unique<GlMesh>(make_cylinder(1.0, 1.0));
  knob_ = std::make_unique<GlMesh>(make_sphere(1.0));
}

/// Draws a rod from a to b, world axes, m; nothing where they coincide.
void LineLayer::rod(GlProgram& program, const Vec3& a, const Vec3& b, double radius, const ViewPoint& from) {
  const Vec3 along = b - a;
  if (along.norm() < 1e-4) return;
  const Mat3 R = Eigen::Quaterniond::FromTwoVectors(Vec3::UnitY(), along).toRotationMatrix();
  program.set("u_model",
              placed(R * Vec3(radius, along.norm(), radius).asDiagonal(), a + 0.5 * along - from.origin));
  rod_->draw();
  triangles_ += rod_->triangles();
}

void LineLayer::knob(GlProgram& program, const Vec3& at, double radius, const ViewPoint& from) {
  program.set("u_model", placed(radius * Mat3::Identity(), at - from.origin));
  knob_->draw();
  triangles_ += knob_->triangles();
}

/// Height of the ground below a point, m; its own height outside the terrain.
double LineLayer::ground_at(const Vec3& p) const {
  HeightSample ground;
  return scene_->terrain && scene_->terrain->height(p.x(), p.y(), ground) ? ground.z : p.z();
}

int LineLayer::draw_ties(GlProgram& program, const Frame& frame, const ViewPoint& from) {
  triangles_ = 0;
  if (!scene_ || scene_->ties.empty()) return 0;
  make_meshes();
  constexpr double kRadius = 0.008, kStakeRadius = 0.03, kUnderGround = 0.1;  // m
  program.set("u_kind", kPaintedRod);
  for (std::size_t k = 0; k < scene_->ties.size(); ++k) {
    if (k < frame.ties_cut.size() && frame.ties_cut[k]) continue;
    const auto [a, b] = tie_ends(scene_->ties[k], frame);
    // A tie with a radius is a strut: a bar with a thickness of its own.
    if (const double strut = scene_->ties[k].radius; strut > 0.0) {
      program.set("u_color", kStrutColor);
      rod(program, a, b, strut, from);
      knob(program, a, 1.4 * strut, from);
      knob(program, b, 1.4 * strut, from);
      continue;
    }
    const double radius = seen_radius(kRadius, 2.0, 0.5 * (a + b), from);
    program.set("u_color", kTieColor);
    rod(program, a, b, radius, from);
    knob(program, a, 2.2 * radius, from);
    knob(program, b, 2.2 * radius, from);
    program.set("u_color", kStakeColor);
    // An end that is fixed to the world in the air gets a stake into the ground.
    const auto stake = [&](int body, const Vec3& p) {
      const Vec3 foot(p.x(), p.y(), ground_at(p) - kUnderGround);
      if (body < 0 && p.z() > foot.z()) rod(program, foot, p, kStakeRadius, from);
    };
    stake(scene_->ties[k].body_a, a);
    stake(scene_->ties[k].body_b, b);
  }
  return triangles_;
}

int LineLayer::draw_route(GlProgram& program, std::span<const Vec2> waypoints, const ViewPoint& from) {
  triangles_ = 0;
  if (!scene_ || waypoints.empty()) return 0;
  make_meshes();
  constexpr double kDash = 0.12, kPeriod = 0.24, kRadius = 0.006, kPost = 0.35;  // m
  program.set("u_kind", kPaintedRod);
  program.set("u_color", kRouteColor);
  // Posts at the waypoints, and dashes that follow the ground between them.
  const auto on_ground = [&](const Vec2& p) {
    Vec3 point(p.x(), p.y(), 0.0);
    point.z() = ground_at(point) + kRadius;
    return point;
  };
  for (std::size_t k = 0; k < waypoints.size(); ++k) {
    const Vec3 foot = on_ground(waypoints[k]), top = foot + Vec3(0.0, 0.0, kPost);
    const double radius = seen_radius(kRadius, 1.5, foot, from);
    rod(program, foot, top, radius, from);
    knob(program, top, std::max(0.035, 3.0 * radius), from);
    if (k == 0) continue;
    const Vec2 leg = waypoints[k] - waypoints[k - 1];
    const auto dashes = static_cast<int>(leg.norm() / kPeriod);
    for (int dash = 0; dash < dashes; ++dash) {
      const Vec2 direction = leg / leg.norm(), start = waypoints[k - 1] + dash * kPeriod * direction;
      const Vec3 a = on_ground(start);
      rod(program, a, on_ground(start + kDash * direction), seen_radius(kRadius, 1.5, a, from), from);
    }
  }
  return triangles_;
}

}  // namespace grouser::desktop
