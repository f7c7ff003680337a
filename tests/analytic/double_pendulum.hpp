// SPDX-License-Identifier: BSD-3-Clause
// Plane double pendulum of two point-like bobs with central moments of inertia, Lagrange's equations by hand
// (Landau & Lifshitz, Mechanics, 5, problem 1, with moments added). Angles t1 and t2 are both absolute, from
// the downward vertical:
//   (J1 + m2 l1^2) t1'' + c t2'' cos(t1 - t2) + c t2'^2 sin(t1 - t2) + (m1 + m2) g l1 sin t1 = tau1
//   J2 t2'' + c t1'' cos(t1 - t2) - c t1'^2 sin(t1 - t2) + m2 g l2 sin t2 = tau2
// with c = m2 l1 l2, J1 = i1 + m1 l1^2, J2 = i2 + m2 l2^2; tau work on the absolute angles.
#pragma once
#include <array>
#include <cmath>

namespace grouser::analytic {

struct DoublePendulum {
  double m1, m2, l1, l2, i1, i2, g;

  struct Terms {
    double M11, M12, M22, h1, h2;
  };
  Terms terms(double t1, double t2, double w1, double w2) const {
    const double c = m2 * l1 * l2, s = std::sin(t1 - t2);
    return {i1 + (m1 + m2) * l1 * l1, c * std::cos(t1 - t2), i2 + m2 * l2 * l2,
            c * w2 * w2 * s + (m1 + m2) * g * l1 * std::sin(t1),
            -c * w1 * w1 * s + m2 * g * l2 * std::sin(t2)};
  }
  /// Free swing: rates of (t1, t2, w1, w2).
  std::array<double, 4> rates(const std::array<double, 4>& y) const {
    const Terms T = terms(y[0], y[1], y[2], y[3]);
    const double det = T.M11 * T.M22 - T.M12 * T.M12;
    return {y[2], y[3], (-T.M22 * T.h1 + T.M12 * T.h2) / det, (T.M12 * T.h1 - T.M11 * T.h2) / det};
  }
  /// Upper arm driven with acceleration a1 (rheonomic constraint): lower arm's acceleration and the drive's
  /// torque.
  struct Driven {
    double a2, tau1;
  };
  Driven driven(double t1, double t2, double w1, double w2, double a1) const {
    const Terms T = terms(t1, t2, w1, w2);
    const double a2 = -(T.h2 + T.M12 * a1) / T.M22;
    return {a2, T.M11 * a1 + T.M12 * a2 + T.h1};
  }
};

}  // namespace grouser::analytic
