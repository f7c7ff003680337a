// SPDX-License-Identifier: BSD-3-Clause
// Springs, tethers and the path to follow, as rods and knobs: never thinner than a pixel or two, so that they
// are seen from afar.
#pragma once
#include <memory>
#include <span>

#include "grouser/simulation/step/frame.hpp"
#include "view/gl/gl_objects.hpp"
#include "view/ground/rigid_ground.hpp"

namespace grouser::desktop {

class LineLayer {
 public:
  void show(std::shared_ptr<const Scene> scene);
  /// Ties that are not cut, with a knob at either end and a stake under an end that is fixed to the world.
  int draw_ties(GlProgram& program, const Frame& frame, const ViewPoint& from);
  /// Posts at the waypoints and dashes along the ground between them.
  int draw_route(GlProgram& program, std::span<const Vec2> waypoints, const ViewPoint& from);

 private:
  void make_meshes();
  void rod(GlProgram& program, const Vec3& a, const Vec3& b, double radius, const ViewPoint& from);
  void knob(GlProgram& program, const Vec3& at, double radius, const ViewPoint& from);
  double ground_at(const Vec3& p) const;
  std::shared_ptr<const Scene> scene_;
  std::unique_ptr<GlMesh> rod_, knob_;  // of radius and length 1
  int triangles_ = 0;
};

}  // namespace grouser::desktop
