// SPDX-License-Identifier: BSD-3-Clause
// Quantiles that Boost.Math knows (headers of Debian's libboost-dev).
#pragma once

namespace grouser {

/// t with P(|T| < t) = confidence of Student's distribution with `degrees` > 0 degrees of freedom.
double student_width(double confidence, int degrees);

}  // namespace grouser
