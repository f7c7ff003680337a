// SPDX-License-Identifier: BSD-3-Clause
// Colour maps in ten steps and the ranges of the overlays. Ranges of meshes and spacings of height lines
// are rounded to 1, 2 or 5 times a power of ten.
#include "view/overlay.hpp"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>

namespace grouser::desktop {
namespace {

/// 0xRRGGBB as sRGB from 0 to 1.
glm::vec3 rgb(unsigned hex) {
  const auto part = [hex](int shift) { return static_cast<float>(hex >> shift & 255u) / 255.0f; };
  return {part(16), part(8), part(0)};
}

// Smith & van der Walt (2015); Nunez, Anderton & Renslow (2018), doi:10.1371/journal.pone.0199239.
const ColorMap kViridis = {rgb(0x440154), rgb(0x482878), rgb(0x3E4A89), rgb(0x31688E), rgb(0x26828E),
                           rgb(0x1F9E89), rgb(0x35B779), rgb(0x6DCD59), rgb(0xB4DE2C), rgb(0xFDE725)};
const ColorMap kCividisColours = {rgb(0x00204D), rgb(0x00336F), rgb(0x39486B), rgb(0x575C6D), rgb(0x707173),
                                  rgb(0x8A8779), rgb(0xA69D75), rgb(0xC4B56C), rgb(0xE4CF5B), rgb(0xFFEA46)};

const OverlayScale kScales[kOverlays] = {{"Nothing", "none", "", 0.0, 1.0, &kViridis},
                                         {"Slope", "slope", "deg", 0.0, 30.0, &kViridis},
                                         {"Height lines", "heights", "m", 0.0, 1.0, &kViridis},
                                         {"Sinkage", "sinkage", "mm", 0.0, 40.0, &kCividisColours},
                                         {"Soils", "soils", "", 0.0, 1.0, &kViridis},
                                         {"Contact pressure", "pressure", "kPa", 0.0, 20.0, &kViridis}};

}  // namespace

const OverlayScale& overlay_scale(Overlay overlay) { return kScales[static_cast<int>(overlay)]; }

namespace {

/// The colours of the upper part of a map, beginning so far up.
ColorMap upper_part(const ColorMap& map, float from) {
  ColorMap part;
  const auto last = static_cast<float>(map.size() - 1);
  for (std::size_t k = 0; k < map.size(); ++k) {
    const float at = last * from + (1.0f - from) * static_cast<float>(k);
    const auto below = std::min(static_cast<std::size_t>(at), map.size() - 2);
    part[k] = glm::mix(map[below], map[below + 1], at - static_cast<float>(below));
  }
  return part;
}

}  // namespace

// The lowest 30 % of the colours are left out, because they would not be seen in shadow.
PressureScale mesh_pressure_scale(double highest) {
  static const ColorMap kSeenInShadow = upper_part(kViridis, 0.3f);
  constexpr double kLeast = 1.0, kMega = 1e6;  // Pa
  // From the largest step to the least, so that the smallest that suffices remains.
  const double wanted = std::max(highest, kLeast);
  const double power = std::pow(10.0, std::floor(std::log10(wanted)));
  double high = 10.0 * power;
  for (const double step : {5.0, 2.0, 1.0})
    if (step * power >= wanted) high = step * power;
  const bool large = high >= kMega;
  const double factor = large ? 1e-6 : 1e-3;
  return {{"Contact pressure", "pressure", large ? "MPa" : "kPa", 0.0, factor * high, &kSeenInShadow},
          factor};
}

const OverlayScale& slip_scale() {
  static const OverlayScale kSlip{"Slip", "slip", "%", 0.0, 20.0, &kViridis};
  return kSlip;
}

glm::vec3 color_at(const OverlayScale& scale, double value) {
  const auto last = static_cast<double>(scale.map->size() - 1);
  const double at = last * std::clamp((value - scale.low) / (scale.high - scale.low), 0.0, 1.0);
  const auto k = std::min(static_cast<std::size_t>(at), scale.map->size() - 2);
  return glm::mix((*scale.map)[k], (*scale.map)[k + 1], static_cast<float>(at - static_cast<double>(k)));
}

double contour_spacing(double camera_distance) {
  const double least = camera_distance / 60.0;  // a few dozen lines over gentle ground in the picture
  const double power = std::pow(10.0, std::floor(std::log10(std::max(least, 1e-3))));
  for (const double step : {1.0, 2.0, 5.0})
    if (step * power >= least) return step * power;
  return 10.0 * power;
}

}  // namespace grouser::desktop
