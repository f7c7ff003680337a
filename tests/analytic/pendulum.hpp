// SPDX-License-Identifier: BSD-3-Clause
// The plane pendulum of any amplitude, exactly. theta'' = -w0^2 sin(theta), released at rest from theta_0:
//   sin(theta/2) = k cd(w0 t, k),  theta' = -2 w0 k k' sd(w0 t, k),  k = sin(theta_0/2), k'^2 = 1 - k^2
// (Whittaker & Watson 1927, 22; Ochs 2011, Eur. J. Phys. 32, eq. 14). Jacobi's functions by Landen's
// descending transformation (Abramowitz & Stegun 1964, 16.4).
#pragma once
#include <cmath>

namespace grouser::analytic {

struct Jacobi {
  double sn, cn, dn;
};
inline Jacobi jacobi(double u, double k) {
  double a[12], c[12], b = std::sqrt(1 - k * k);
  int n = 0;
  a[0] = 1, c[0] = k;
  while (c[n] > 1e-16 && n < 11) {
    a[n + 1] = (a[n] + b) / 2;
    c[n + 1] = (a[n] - b) / 2;
    b = std::sqrt(a[n] * b);
    ++n;
  }
  double phi = std::ldexp(a[n] * u, n);
  for (; n > 0; --n) phi = (phi + std::asin(c[n] / a[n] * std::sin(phi))) / 2;
  const double sn = std::sin(phi);
  return {sn, std::cos(phi), std::sqrt(1 - k * k * sn * sn)};
}

struct PendulumState {
  double angle, rate;
};
inline PendulumState pendulum(double t, double w0, double theta_0) {
  const double k = std::sin(theta_0 / 2);
  const auto [sn, cn, dn] = jacobi(w0 * t, k);
  return {2 * std::asin(k * cn / dn), -2 * w0 * k * std::sqrt(1 - k * k) * sn / dn};
}

}  // namespace grouser::analytic
