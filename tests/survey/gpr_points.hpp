// SPDX-License-Identifier: BSD-3-Clause
// The samples of gpr_golden.hpp: see scripts/make_gpr_golden.py.
#pragma once
#include <cmath>
#include <utility>

#include "grouser/survey/clean/gaussian_process.hpp"

namespace grouser::golden {

inline std::pair<double, double> point(int i) {
  return {60.0 * std::fmod(i * 0.7548776662466927, 1.0), 60.0 * std::fmod(i * 0.5698402909980532, 1.0)};
}

inline HeightSamples samples(int count) {
  HeightSamples out;
  for (int i = 1; i <= count; ++i) {
    const auto [x, y] = point(i);
    const double square = (x - 25.0) * (x - 25.0) + (y - 30.0) * (y - 30.0);
    out.add(x, y, 5.0 / (1.0 + 0.004 * square) - 0.0015 * x * y + 0.03 * y);
  }
  return out;
}

}  // namespace grouser::golden
