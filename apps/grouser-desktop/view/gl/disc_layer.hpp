// SPDX-License-Identifier: BSD-3-Clause
// Draws soft discs: puffs of dust that face the eye, and the shade close to what stands on the ground.
#pragma once
#include <optional>
#include <span>

#include "grouser/math/types.hpp"
#include "view/gl/gl_objects.hpp"

namespace grouser::desktop {

/// A disc that covers the picture behind it, most in its middle and not at all at its rim.
struct SoftDisc {
  Vec3 at = Vec3::Zero();                          ///< its middle, world, m
  Vec3 right = Vec3::UnitX(), up = Vec3::UnitY();  ///< from there to the rim, m
  double cover = 0.0;                              ///< of what is behind its middle, 0 to 1
};

class DiscLayer {
 public:
  DiscLayer() = default;
  ~DiscLayer();
  DiscLayer(const DiscLayer&) = delete;
  DiscLayer& operator=(const DiscLayer&) = delete;
  /// Behind what is nearer; depths stay as they are. color: linear, in the light. Returns the triangles.
  int draw(std::span<const SoftDisc> discs, const Vec3& origin, const glm::mat4& to_clip,
           const glm::vec3& color);

 private:
  std::optional<GlProgram> program_;  // made when first needed
  unsigned array_ = 0, vertices_ = 0;
};

}  // namespace grouser::desktop
