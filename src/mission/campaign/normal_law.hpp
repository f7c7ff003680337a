// SPDX-License-Identifier: BSD-3-Clause
// The standard normal distribution with the same bits on every processor (grouser/math/elementary.hpp).
#pragma once

namespace grouser {

/// P(X <= x), absolute error below 1e-15. Below -3 the continued fraction of the tail, so that small values
/// keep thirteen digits.
double normal_share(double x);
/// x with P(X <= x) = p, 0 < p < 1.
double normal_quantile(double p);

}  // namespace grouser
