// SPDX-License-Identifier: BSD-3-Clause
// Heights as pixels: colour by cividis between the ends of the scale, multiplied by hillshade from the
// north-west. Relief is scaled to the usual step between neighbours, so that flat and steep maps are
// equally legible, and grows with the size of the blocks.
#include "view/maps/height_picture.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "grouser/survey/clean/clean.hpp"

namespace grouser::desktop {
namespace {

// Eleven of the 256 colours of cividis, evenly spaced.
constexpr std::array<Rgb, 11> kCividis = {{{0.000f, 0.135f, 0.304f},
                                           {0.000f, 0.208f, 0.431f},
                                           {0.208f, 0.273f, 0.425f},
                                           {0.318f, 0.345f, 0.425f},
                                           {0.407f, 0.416f, 0.440f},
                                           {0.489f, 0.489f, 0.467f},
                                           {0.584f, 0.564f, 0.466f},
                                           {0.685f, 0.643f, 0.445f},
                                           {0.792f, 0.727f, 0.402f},
                                           {0.904f, 0.817f, 0.330f},
                                           {0.996f, 0.909f, 0.217f}}};
constexpr double kTail = 0.005;      // of the heights beyond either end of the colours
constexpr double kRoughness = 0.85;  // how relief grows with the distance, as a power (natural ground)
constexpr int kHatch = 8;            // pixels from line to line
constexpr ImU32 kHatchGround = IM_COL32(30, 33, 40, 255), kHatchLine = IM_COL32(74, 80, 92, 255);

/// A colour, times the light, as ImGui has it.
ImU32 packed(const Rgb& c, double light) {
  const auto byte = [&](float value) {
    return static_cast<int>(std::lround(255.0 * std::clamp(value * light, 0.0, 1.0)));
  };
  return IM_COL32(byte(c.r), byte(c.g), byte(c.b), 255);
}

/// `over` laid on `under` with `part` of 255.
ImU32 blended(ImU32 under, ImU32 over, int part) {
  const auto mix = [&](int shift) {
    const int a = under >> shift & 255, b = over >> shift & 255;
    return (a * (255 - part) + b * part) / 255;
  };
  return IM_COL32(mix(IM_COL32_R_SHIFT), mix(IM_COL32_G_SHIFT), mix(IM_COL32_B_SHIFT), 255);
}

/// Light from the north-west on a slope, 0.5 to 1.34; `east` and `north`: the rise in these directions, in
/// reliefs.
double light_on(double east, double north) {
  const double facing = 0.7071 * (east - north);  // the slope that faces the light rises away from it
  return 0.92 + 0.42 * std::tanh(0.62 * facing);
}

/// Difference across a cell; one-sided beside a void.
double slope_of(float before, float here, float after) {
  if (std::isnan(before)) return std::isnan(after) ? 0.0 : after - here;
  return std::isnan(after) ? here - before : 0.5 * (after - before);
}

}  // namespace

HeightScale scale_of(std::span<const float> heights, int columns, int stride) {
  // Known heights, and the mean square of steps between neighbours in a row.
  std::vector<float> known;
  double squares = 0.0;
  long long steps = 0;
  for (std::size_t i = 0; i < heights.size(); ++i) {
    if (std::isnan(heights[i])) continue;
    known.push_back(heights[i]);
    if ((i + 1) % static_cast<std::size_t>(columns) == 0 || i + 1 >= heights.size()) continue;
    const double step = heights[i + 1] - heights[i];
    if (!std::isnan(step)) squares += step * step, ++steps;
  }
  HeightScale scale;
  scale.relief_stride = stride;
  if (known.empty()) return scale;
  // Percentiles without a full sort.
  const auto at = [&](double part) {
    const auto k = static_cast<std::ptrdiff_t>(part * static_cast<double>(known.size() - 1));
    std::nth_element(known.begin(), known.begin() + k, known.end());
    return static_cast<double>(known[static_cast<std::size_t>(k)]);
  };
  scale.low = at(kTail);
  scale.high = at(1.0 - kTail);
  scale.relief = steps > 0 ? std::sqrt(squares / static_cast<double>(steps)) : 0.0;
  if (!(scale.relief > 0.0)) scale.relief = 1.0;
  return scale;
}

Rgb height_colour(double part) {
  const double x = std::clamp(part, 0.0, 1.0) * (kCividis.size() - 1);
  const auto k = std::min(static_cast<std::size_t>(x), kCividis.size() - 2);
  const auto t = static_cast<float>(x - static_cast<double>(k));
  const Rgb &a = kCividis[k], &b = kCividis[k + 1];
  return {std::lerp(a.r, b.r, t), std::lerp(a.g, b.g, t), std::lerp(a.b, b.b, t)};
}

std::uint32_t fate_colour(std::uint8_t fate) {
  switch (static_cast<CellFate>(fate)) {
    case CellFate::filled_void:
      return IM_COL32(86, 180, 233, 130);
    case CellFate::filled_spike:
      return IM_COL32(240, 70, 60, 225);
    case CellFate::filled_box:
      return IM_COL32(240, 150, 40, 150);
    default:
      return 0;
  }
}

std::vector<std::uint32_t> paint_heights(const PictureInput& in, const HeightScale& scale) {
  std::vector<std::uint32_t> pixels(static_cast<std::size_t>(in.columns) * in.rows);
  const double relief =
      scale.relief * std::pow(static_cast<double>(in.stride) / scale.relief_stride, kRoughness);
  const double span = std::max(scale.high - scale.low, 1e-9);
  const std::size_t wide = static_cast<std::size_t>(in.columns) + 2;
  for (int j = 0; j < in.rows; ++j)
    for (int i = 0; i < in.columns; ++i) {
      // Indices in the heights, which have one block more on each side, and in the picture.
      const std::size_t at = (static_cast<std::size_t>(j) + 1) * wide + static_cast<std::size_t>(i) + 1;
      const std::size_t k = static_cast<std::size_t>(j) * in.columns + i;
      const float z = in.heights[at];
      const ImU32 mark = in.fates.empty() ? 0 : fate_colour(in.fates[k]);
      // No height: diagonal lines that continue from piece to piece.
      if (std::isnan(z)) {
        const int line = (in.first_column + i + in.first_row + j) % kHatch;
        pixels[k] = line < 2 ? kHatchLine : kHatchGround;
      } else {
        const double east = slope_of(in.heights[at - 1], z, in.heights[at + 1]);
        const double north = slope_of(in.heights[at + wide], z, in.heights[at - wide]);
        pixels[k] = packed(height_colour((z - scale.low) / span), light_on(east / relief, north / relief));
      }
      if (mark) pixels[k] = blended(pixels[k], mark, static_cast<int>(mark >> IM_COL32_A_SHIFT));
    }
  return pixels;
}

}  // namespace grouser::desktop
