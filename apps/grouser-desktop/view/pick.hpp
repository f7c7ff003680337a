// SPDX-License-Identifier: BSD-3-Clause
// The object under the pointer: a body, a rigid shape, or the ground.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "grouser/simulation/step/frame.hpp"
#include "session/document/selection.hpp"
#include "view/gl/cut.hpp"
#include "view/gl/mesh.hpp"

namespace grouser::desktop {

/// Knows the triangles of a scene, made once.
class Picker {
 public:
  void show(std::shared_ptr<const Scene> scene);
  /// The nearest part that a ray meets within `reach` m, `direction` of length 1; kind none: nothing.
  Selection pick(const Frame& frame, const Vec3& from, const Vec3& direction, double reach,
                 const ShownParts& shown = {}) const;

 private:
  struct Part {
    Mesh mesh;
    Vec3 center = Vec3::Zero();  // of a ball about it, in its own frame
    double radius = 0.0;
    int body = -1, shape = -1;
    RigidTransform pose;
  };
  /// Distance along a ray to a part, m, no nearer than `least`; nothing if the ray misses it.
  std::optional<double> hit(const Part& part, const Frame& frame, const Vec3& from, const Vec3& direction,
                            double least) const;
  std::shared_ptr<const Scene> scene_;
  std::vector<Part> parts_;
};

/// Distance along a ray to a triangle, if it meets it (Moeller and Trumbore 1997).
std::optional<double> ray_to_triangle(const Vec3& from, const Vec3& direction, const Vec3& a, const Vec3& b,
                                      const Vec3& c);

}  // namespace grouser::desktop
