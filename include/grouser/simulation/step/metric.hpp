// SPDX-License-Identifier: BSD-3-Clause
// A headline number of a run.
#pragma once
#include <string>

namespace grouser {

struct Metric {
  double value = 0.0;
  std::string unit;
};

}  // namespace grouser
