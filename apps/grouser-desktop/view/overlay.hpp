// SPDX-License-Identifier: BSD-3-Clause
// Quantities that can colour the ground, and their colours: perceptually even maps that colour-blind eyes
// read too.
#pragma once
#include <array>
#include <glm/vec3.hpp>

namespace grouser::desktop {

enum class Overlay { none, slope, heights, sinkage, soils, pressure };
inline constexpr int kOverlays = 6;
/// Whether the ground's own colours show it: soils are a tint, pressures cells of their own.
constexpr bool colours_ground(Overlay overlay) {
  return overlay == Overlay::slope || overlay == Overlay::heights || overlay == Overlay::sinkage;
}

/// Colours at even distances from the least to the greatest value, sRGB 0 to 1.
using ColorMap = std::array<glm::vec3, 10>;

/// Scale that maps a value to a colour.
struct OverlayScale {
  const char* name;  ///< "Slope"
  const char* id;    ///< "slope", on the command line
  const char* unit;
  double low, high;  ///< in this unit; beyond them the end's colour
  const ColorMap* map;
};
/// The scale of an overlay. For heights and soils only the names are used: heights are lines, soils have
/// colours of their own. Pressures are drawn on the cells under wheels, seen through the wheels; those
/// between meshes have a scale that follows the picture.
const OverlayScale& overlay_scale(Overlay overlay);

/// Scale of pressures between meshes, up to the next of 1, 2 or 5 times a power of ten at or above `highest`,
/// Pa.
struct PressureScale {
  OverlayScale scale;
  double factor = 1.0;  ///< from Pa to its unit: kPa or MPa
};
PressureScale mesh_pressure_scale(double highest);
/// Scale of the mean slip of wheels along a path.
const OverlayScale& slip_scale();
/// A value's colour; `value` in the scale's unit.
glm::vec3 color_at(const OverlayScale& scale, double value);

/// Vertical distance of two height lines for a camera at this distance, m: 1, 2 or 5 times a power of ten.
double contour_spacing(double camera_distance);

}  // namespace grouser::desktop
