// SPDX-License-Identifier: BSD-3-Clause
// Planar four-bar linkage in closed form (Norton, Design of Machinery, sections 4.5 and 6.7). Pivots of crank and
// rocker at (0, 0) and (d, 0); crank a at angle theta, coupler b at phi, rocker c at psi, all from the x axis:
//   a (cos theta, sin theta) + b (cos phi, sin phi) = (d, 0) + c (cos psi, sin psi)
// Its one-coordinate Lagrangian is M(theta) theta'^2 / 2 - V(theta), so that
//   M theta'' + M' theta'^2 / 2 + V' = 0
// Derivatives by theta are central differences of the closed form.
#pragma once
#include <array>
#include <cmath>

namespace grouser::analytic {

struct FourBar {
  double a, b, c, d;  // m
  std::array<double, 3> mass, middle,
      inertia;  // crank, coupler, rocker; centre of mass along the bar; about it
  double g;

  struct Angles {
    double theta, phi, psi;
  };
  Angles angles(double theta) const {
    const double x = a * std::cos(theta) - d, z = a * std::sin(theta), f = std::hypot(x, z);
    const double psi = std::atan2(z, x) - std::acos((f * f + c * c - b * b) / (2.0 * f * c));
    return {theta, std::atan2(c * std::sin(psi) - z, c * std::cos(psi) - x), psi};
  }
  /// Rates of phi and psi for theta' = 1: the closure's derivative, solved.
  std::array<double, 2> ratios(double theta) const {
    const auto [t, phi, psi] = angles(theta);
    return {a * std::sin(psi - t) / (b * std::sin(phi - psi)),
            a * std::sin(t - phi) / (c * std::sin(psi - phi))};
  }
  struct Point {
    double x, z;
  };
  Point centre(int bar, double theta) const {
    const auto [t, phi, psi] = angles(theta);
    const double l = middle[static_cast<std::size_t>(bar)];
    if (bar == 0) return {l * std::cos(t), l * std::sin(t)};
    if (bar == 1) return {a * std::cos(t) + l * std::cos(phi), a * std::sin(t) + l * std::sin(phi)};
    return {d + l * std::cos(psi), l * std::sin(psi)};
  }
  double inertia_at(double theta) const {
    const auto [k_phi, k_psi] = ratios(theta);
    const std::array<double, 3> k = {1.0, k_phi, k_psi};
    double M = 0.0;
    for (int bar = 0; bar < 3; ++bar) {
      const auto i = static_cast<std::size_t>(bar);
      const Point p = derivative(bar, theta);
      M += inertia[i] * k[i] * k[i] + mass[i] * (p.x * p.x + p.z * p.z);
    }
    return M;
  }
  double potential(double theta) const {
    double V = 0.0;
    for (int bar = 0; bar < 3; ++bar) V += mass[static_cast<std::size_t>(bar)] * g * centre(bar, theta).z;
    return V;
  }
  double acceleration(double theta, double rate) const {
    const double dM = (inertia_at(theta + kStep) - inertia_at(theta - kStep)) / (2.0 * kStep);
    const double dV = (potential(theta + kStep) - potential(theta - kStep)) / (2.0 * kStep);
    return -(0.5 * dM * rate * rate + dV) / inertia_at(theta);
  }
  double energy(double theta, double rate) const {
    return 0.5 * inertia_at(theta) * rate * rate + potential(theta);
  }
  static constexpr double kStep = 1e-5;  // rad: truncation 1e-10 and rounding 1e-11 of a derivative

 private:
  // Velocity of a centre for theta' = 1, from the ratios.
  Point derivative(int bar, double theta) const {
    const auto [t, phi, psi] = angles(theta);
    const auto [k_phi, k_psi] = ratios(theta);
    const double l = middle[static_cast<std::size_t>(bar)];
    if (bar == 0) return {-l * std::sin(t), l * std::cos(t)};
    if (bar == 1)
      return {-a * std::sin(t) - l * k_phi * std::sin(phi), a * std::cos(t) + l * k_phi * std::cos(phi)};
    return {-l * k_psi * std::sin(psi), l * k_psi * std::cos(psi)};
  }
};

}  // namespace grouser::analytic
