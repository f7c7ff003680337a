// SPDX-License-Identifier: BSD-3-Clause
// A coloured picture that lies on the ground, such as soils by their colours: one texel a cell; what changes
// is uploaded.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "view/gl/gl_objects.hpp"

namespace grouser::desktop {

/// Row 0 is the north edge. Colours are of the screen (sRGB); alpha is the share of the ground that they
/// cover.
struct GroundTint {
  int columns = 0, rows = 0;
  double west = 0.0, north = 0.0;  ///< EDGES of the picture, world, m
  double cell = 1.0;               ///< m
  static constexpr int kBandRows = 32;
  /// Alpha of a texel: this, a multiple of eight, and its Pattern, by which it is hatched where that is asked
  /// for.
  static constexpr std::uint32_t kAlpha = 120;
  /// Texels as bytes r, g, b, a, kBandRows rows in each band; two pictures share what is the same in both.
  std::vector<std::shared_ptr<const std::vector<std::uint32_t>>> bands;
};

class TintLayer {
 public:
  TintLayer() = default;
  ~TintLayer();
  TintLayer(const TintLayer&) = delete;
  TintLayer& operator=(const TintLayer&) = delete;
  void show(std::shared_ptr<const GroundTint> tint);
  void bind(GlProgram& program, int unit, const Vec3& origin) const;

 private:
  void make_texture();
  void upload(std::size_t band) const;
  std::shared_ptr<const GroundTint> tint_, uploaded_;
  unsigned texture_ = 0;
};

}  // namespace grouser::desktop
