// SPDX-License-Identifier: BSD-3-Clause
// Ranges of axes and the numbers at them. A range depends on the data alone; the ticks, on the range and the
// room.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace grouser {

/// From low to high, in the unit of what is drawn.
struct ChartRange {
  double low = 0.0, high = 1.0;
  double size() const { return high - low; }
  bool operator==(const ChartRange&) const = default;
};

/// The least and the greatest number of those that were taken; NaN and infinite ones are not.
class ChartLimits {
 public:
  void take(double value);
  std::optional<ChartRange> range() const { return range_; }

 private:
  std::optional<ChartRange> range_;
};

/// `data`: the axis ends with the data, or at a tick very close to it, for x. `padded`: a little further, for
/// y; an end at zero stays there.
enum class AxisEnds { data, padded };

/// The range of an axis for these limits; without any, 0 to 1. Values that differ by no more than twice
/// `noise` are a constant, drawn in the middle; values smaller than that are zero.
ChartRange axis_range(const std::optional<ChartRange>& limits, AxisEnds ends, double noise = 0.0);

/// The size of mere rounding in numbers of this SI unit: 1e-3 for N, 1e-8 for m; 0 for a unit that is not
/// known.
double noise_floor(const std::string& unit);

/// The smallest 1, 2 or 5 times a power of ten that is at least `rough`.
double round_step(double rough);

struct ChartAxis {
  double min = 0.0, max = 1.0;
  double step = 0.2;               ///< between ticks
  std::vector<double> ticks = {};  ///< inside [min, max]
  int exponent = 0;                ///< power of ten taken out of the tick texts
};

/// An axis over exactly this range, with ticks at 1, 2 or 5 times a power of ten: about `wanted` of them, and
/// two at least.
ChartAxis make_axis(const ChartRange& range, int wanted);

/// The tick as text, divided by the axis's power of ten, with no more digits than the step needs: no two
/// ticks of an axis have one text.
std::string tick_text(const ChartAxis& axis, double tick);

/// "×10⁻⁶", or nothing if the exponent is 0: shown once at the axis.
std::string multiplier_text(const ChartAxis& axis);

}  // namespace grouser
