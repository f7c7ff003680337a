// Ranges and ticks of a plot's axes.
#pragma once
#include <string>
#include <vector>

namespace grouser {

struct PlotAxis {
  double min = 0.0, max = 1.0;
  double step = 0.2;          ///< between ticks
  std::vector<double> ticks;  ///< inside [min, max]
};

/// An axis that covers [low, high] with ticks at 1, 2 or 5 times a power of ten, about `wanted` of them.
/// `padded`: ends widened to ticks or by a little, for y; otherwise the ends are the data's, for x. Equal
/// ends are spread.
PlotAxis make_axis(double low, double high, int wanted, bool padded);

/// The tick as text: no more digits than the step needs, "1e6" style only far from 1.
std::string tick_text(double tick, double step);

}  // namespace grouser
