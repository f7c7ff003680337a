// SPDX-License-Identifier: BSD-3-Clause
// Ranges and ticks of a plot's axes.
#pragma once
#include <string>
#include <vector>

namespace grouser {

struct PlotAxis {
  double min = 0.0, max = 1.0;
  double step = 0.2;          ///< between ticks
  std::vector<double> ticks;  ///< inside [min, max]
  int exponent = 0;           ///< power of ten taken out of the tick texts
};

/// An axis that covers [low, high] with ticks at 1, 2 or 5 times a power of ten, about `wanted` of them.
/// `padded`: the ends are extended to ticks or by a little, for y; otherwise the ends are those of the data,
/// for x. Equal ends are spread.
PlotAxis make_axis(double low, double high, int wanted, bool padded);

/// The tick as text, divided by the axis's power of ten, with no more digits than the step needs.
std::string tick_text(const PlotAxis& axis, double tick);

/// "×10⁻⁶", or nothing if the exponent is 0: shown once at the axis.
std::string multiplier_text(const PlotAxis& axis);

}  // namespace grouser
