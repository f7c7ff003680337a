// SPDX-License-Identifier: BSD-3-Clause
// Eigenvalues of the rate form times the step, in the stability polynomial of the classical Runge-Kutta
// method.
#include "rate_stability.hpp"

#include <algorithm>
#include <complex>

#include "grouser/math/eigenvalues.hpp"

namespace grouser {

double runge_kutta_radius(const MatX& A, double h) {
  const Eigen::VectorXcd lambda = calc_eigenvalues(A);
  double largest = 0.0;
  for (Eigen::Index i = 0; i < lambda.size(); ++i) {
    // Horner's scheme of 1 + z + z^2/2 + z^3/6 + z^4/24.
    const std::complex<double> z = h * lambda[i];
    const auto R = 1.0 + z * (1.0 + z / 2.0 * (1.0 + z / 3.0 * (1.0 + z / 4.0)));
    largest = std::max(largest, std::abs(R));
  }
  return largest;
}

ContactDampers rate_dampers(const WheelContactStiffness& c, double h) {
  return slow_dampers({c.beta_wheel, c.beta_soil}, c.k_wheel, c.k_soil, h);
}

MatX rate_matrix(const WheelContactStiffness& c, double mass, double h) {
  const ContactDampers beta = rate_dampers(c, h);
  // Rate of u_wheel: (k_s x + beta_s v - (k_w + k_s) u_w) / (beta_w + beta_s).
  Eigen::RowVector3d u_w_rate(c.k_soil, beta.soil, -(c.k_wheel + c.k_soil));
  u_w_rate /= beta.wheel + beta.soil;
  // Force: k_w u_w + beta_w u_w'.
  Eigen::RowVector3d force = beta.wheel * u_w_rate;
  force[2] += c.k_wheel;
  MatX A(3, 3);
  A << 0.0, 1.0, 0.0, -force / mass, u_w_rate;
  return A;
}

}  // namespace grouser
