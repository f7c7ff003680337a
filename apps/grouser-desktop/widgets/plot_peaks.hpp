// SPDX-License-Identifier: BSD-3-Clause
// A mark and number at the greatest absolute value of each line of a plot.
#pragma once
#include <optional>
#include <vector>

#include "widgets/plot.hpp"
#include "widgets/plot_axes.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {

/// A rectangle on the screen, pixels.
struct LabelBox {
  float x0 = 0.0f, y0 = 0.0f, x1 = 0.0f, y1 = 0.0f;
  bool overlaps(const LabelBox& o) const { return x0 < o.x1 && o.x0 < x1 && y0 < o.y1 && o.y0 < y1; }
};
/// The place of a label of this size: near x, y (its upper left corner), over no other label, and inside
/// `area`; none if no height is left.
std::optional<LabelBox> place_label(const LabelBox& area, const std::vector<LabelBox>& others, float x,
                                    float y, float width, float height);

void draw_peaks(const Ui& ui, const PlotInput& input, const Axes& axes, const DisplayUnit& unit);

}  // namespace grouser::desktop
