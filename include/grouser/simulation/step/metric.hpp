// SPDX-License-Identifier: BSD-3-Clause
// A headline number of a run.
#pragma once
#include <string>

namespace grouser {

struct Metric {
  double value = 0.0;
  std::string unit;
};

/// Tip-over margin of what never stood on three supports, rad.
inline constexpr double kNoMargin = 1e300;

}  // namespace grouser
