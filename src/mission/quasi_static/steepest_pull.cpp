// SPDX-License-Identifier: BSD-3-Clause
// Largest pull or braking force of loaded wheels by sampling slip in steps of 0.01. Each wheel keeps its
// own search state from slip to slip. A slip at which a wheel is not carried gives NaN and drops out.
#include "steepest_pull.hpp"

#include <cmath>
#include <limits>

namespace grouser {
namespace {

/// Largest of sign times the sum of the wheels' pull, over slips from 0 to sign.
double most_along(const std::vector<LoadedWheel>& wheels, double sign) {
  constexpr int kSteps = 100;
  std::vector<PullSearch> searches(wheels.size());
  double most = -std::numeric_limits<double>::infinity();
  for (int i = 0; i <= kSteps; ++i) {
    double sum = 0.0;
    for (std::size_t w = 0; w < wheels.size(); ++w)
      if (wheels[w].load > 0.0) sum += drawbar_pull(wheels[w], sign * (i / double(kSteps)), searches[w]);
    most = std::fmax(most, sign * sum);
  }
  return most;
}

}  // namespace

double steepest_pull(const std::vector<LoadedWheel>& wheels) { return most_along(wheels, 1.0); }
double strongest_braking(const std::vector<LoadedWheel>& wheels) { return most_along(wheels, -1.0); }

}  // namespace grouser
