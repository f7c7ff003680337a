// SPDX-License-Identifier: BSD-3-Clause
// Pressures as coloured cells that are seen through what presses: under wheels on ground that deforms, and
// between closed meshes and what they touch.
#pragma once
#include <memory>
#include <vector>

#include "grouser/contact/footprint.hpp"
#include "grouser/contact/mesh_patches.hpp"
#include "view/gl/gl_objects.hpp"
#include "view/renderer.hpp"

namespace grouser::desktop {

/// The cells that the wheels of a picture press on; none where the ground does not deform or is not known.
std::vector<PressedCell> pressed_cells(const ViewInput& input);

/// Corners of triangles as they are drawn.
struct PressureCorner {
  glm::vec3 position, color;
};

class PressureLayer {
 public:
  PressureLayer();
  ~PressureLayer();
  PressureLayer(const PressureLayer&) = delete;
  PressureLayer& operator=(const PressureLayer&) = delete;
  /// Returns the number of triangles. origin: the view's local origin, world metres. pixel: its size at 1 m,
  /// m.
  int draw(const ViewInput& input, const glm::mat4& to_clip, const Vec3& origin, double pixel);
  /// See Renderer.
  double mesh_pressure() const { return highest_; }

 private:
  void add_meshes(const ViewInput& input, const glm::mat4& to_clip, const Vec3& origin, double pixel);
  GlProgram program_;
  std::shared_ptr<const Scene> scene_;  // that patches_ are of
  std::unique_ptr<MeshPatches> patches_;
  std::vector<PressureCorner> triangles_;
  double highest_ = 0.0;  // Pa
  unsigned array_ = 0, corners_ = 0;
};

}  // namespace grouser::desktop
