// SPDX-License-Identifier: BSD-3-Clause
// Draws puffs of dust as soft discs that face the eye.
#pragma once
#include <optional>
#include <span>

#include "view/gl/gl_objects.hpp"
#include "view/ground/dust.hpp"

namespace grouser::desktop {

class DustLayer {
 public:
  DustLayer() = default;
  ~DustLayer();
  DustLayer(const DustLayer&) = delete;
  DustLayer& operator=(const DustLayer&) = delete;
  /// Behind what is nearer; depths stay as they are. color: linear, in the light. right, up: of the picture.
  /// Returns the triangles.
  int draw(std::span<const DustPuff> puffs, const Vec3& origin, const glm::mat4& to_clip,
           const glm::vec3& right, const glm::vec3& up, const glm::vec3& color);

 private:
  std::optional<GlProgram> program_;  // made when first needed
  unsigned array_ = 0, vertices_ = 0;
};

}  // namespace grouser::desktop
