// SPDX-License-Identifier: BSD-3-Clause
// The distribution that a campaign draws one value of an input file from, by its quantile function: so one
// number between 0 and 1 gives the value, whatever plan the number comes from, and the strata of a Latin
// hypercube or of Sobol's points stay strata.
#pragma once
#include <limits>
#include <string>
#include <vector>

namespace grouser {

enum class DrawKind {
  constant,    ///< value
  uniform,     ///< low, high
  normal,      ///< mean, deviation
  lognormal,   ///< median, deviation of the logarithm
  triangular,  ///< low, mode, high
  discrete,    ///< values or texts with weights
  measured     ///< quantiles of a table, linear between them
};

/// Treatment of draws outside the bounds.
enum class Outside {
  redraw,  ///< the distribution given that it lies inside
  clip     ///< the bound itself
};

class Distribution {
 public:
  DrawKind kind = DrawKind::constant;
  std::vector<double> parameters = {};            ///< as the kind says
  std::vector<double> values = {}, weights = {};  ///< discrete; measured: values at the shares `weights`
  std::vector<std::string> texts = {};            ///< discrete, in place of values
  double above = -std::numeric_limits<double>::infinity();
  double below = std::numeric_limits<double>::infinity();
  Outside outside = Outside::redraw;

  /// Throws InputError (place, what is wrong): a deviation that is not above 0, limits out of order, bounds
  /// that leave nothing. Call it once all members are set.
  void prepare(const std::string& place);
  bool is_text() const { return !texts.empty(); }
  /// The value drawn for the unit number 0 < u < 1; of a discrete distribution of texts, the index of the
  /// text.
  double draw(double u) const;
  /// Share of the draws that would lie outside of the bounds.
  double share_outside() const { return low_share_ + (1.0 - high_share_); }

 private:
  double quantile(double u) const;
  double share_below(double x) const;
  double low_share_ = 0.0, high_share_ = 1.0;  // P(X <= above), P(X <= below)
};

}  // namespace grouser
