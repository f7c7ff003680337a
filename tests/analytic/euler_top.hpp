// SPDX-License-Identifier: BSD-3-Clause
// Torque-free body, written out by components: Euler's equations (Landau & Lifshitz, Mechanics, 36.5) and the
// rates of a Hamilton quaternion, q' = q (0, w)/2 with w in body axes. Integrated with tiny steps: the tight
// reference of tumbling.
#pragma once
#include "analytic/tight_rk4.hpp"

namespace grouser::analytic {

/// w1 w2 w3, then quaternion w x y z.
using TopState = std::array<double, 7>;

inline TopState torque_free_top(const std::array<double, 3>& I, TopState start, double duration, int steps) {
  return tight_rk4<7>(start, duration, steps, [&](double, const TopState& y) {
    const double p = y[0], q = y[1], r = y[2];
    return TopState{(I[1] - I[2]) / I[0] * q * r,           (I[2] - I[0]) / I[1] * r * p,
                    (I[0] - I[1]) / I[2] * p * q,           0.5 * (-y[4] * p - y[5] * q - y[6] * r),
                    0.5 * (y[3] * p + y[5] * r - y[6] * q), 0.5 * (y[3] * q + y[6] * p - y[4] * r),
                    0.5 * (y[3] * r + y[4] * q - y[5] * p)};
  });
}

}  // namespace grouser::analytic
