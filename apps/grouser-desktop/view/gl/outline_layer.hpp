// SPDX-License-Identifier: BSD-3-Clause
// A line around the selection: its back faces, moved outwards by a pixel or two, behind its own front.
#pragma once
#include "view/gl/body_layer.hpp"
#include "view/gl/line_layer.hpp"

namespace grouser::desktop {

class OutlineLayer {
 public:
  OutlineLayer();
  /// Draws into the picture, depth test on.
  int draw(BodyLayer& bodies, const Frame& frame, const Selection& selection, const glm::mat4& to_clip,
           const ViewPoint& from);

 private:
  GlProgram program_;
};

}  // namespace grouser::desktop
