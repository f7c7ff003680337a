// SPDX-License-Identifier: BSD-3-Clause
// Classical Runge-Kutta on a plain vector of numbers: with tiny steps, a reference that shares nothing with
// the library.
#pragma once
#include <array>
#include <cstddef>

namespace grouser::analytic {

template <std::size_t N, typename Rate>
std::array<double, N> tight_rk4(std::array<double, N> y, double duration, int steps, Rate rate) {
  const double h = duration / steps;
  const auto moved = [](const std::array<double, N>& from, double by, const std::array<double, N>& k) {
    std::array<double, N> to;
    for (std::size_t i = 0; i < N; ++i) to[i] = from[i] + by * k[i];
    return to;
  };
  for (int n = 0; n < steps; ++n) {
    const double t = n * h;
    const auto k1 = rate(t, y), k2 = rate(t + h / 2, moved(y, h / 2, k1)),
               k3 = rate(t + h / 2, moved(y, h / 2, k2)), k4 = rate(t + h, moved(y, h, k3));
    for (std::size_t i = 0; i < N; ++i) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  return y;
}

}  // namespace grouser::analytic
