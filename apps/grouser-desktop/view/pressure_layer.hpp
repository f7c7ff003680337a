// Pressures under wheels on ground that deforms, as coloured cells that are seen through the wheels.
#pragma once
#include <vector>

#include "grouser/contact/scm_footprint.hpp"
#include "view/gl_objects.hpp"
#include "view/renderer.hpp"

namespace grouser::desktop {

/// The cells that the wheels of a picture press on; none where the ground does not deform or is not known.
std::vector<PressedCell> pressed_cells(const ViewInput& input);

class PressureLayer {
 public:
  PressureLayer();
  ~PressureLayer();
  PressureLayer(const PressureLayer&) = delete;
  PressureLayer& operator=(const PressureLayer&) = delete;
  /// Returns the number of triangles. origin: the view's local origin, world metres.
  int draw(const ViewInput& input, const glm::mat4& to_clip, const Vec3& origin);

 private:
  GlProgram program_;
  unsigned array_ = 0, corners_ = 0;
};

}  // namespace grouser::desktop
