// SPDX-License-Identifier: BSD-3-Clause
// The series of the inverse measure (arc_measure.hpp), for one number and for registers of them. Private to
// the terrain module; includes nothing.
#pragma once

namespace grouser::terrain {

// With x = (G/(8 sqrt(2)/15))^(2/5), G for a radius of 1, w = u/r = x P(x). P interpolates it at the ten
// Chebyshev points of [0, 0.6], where it is accurate to 7e-12; a little beyond it is still a good start for
// Newton's method.
inline constexpr double kMeasureScale = 0.7542472332656508;  // 8 sqrt(2)/15
inline constexpr double kInverseLimit = 0.6;
inline constexpr int kInverseTerms = 10;
inline constexpr double kInverseSeries[kInverseTerms] = {
    1.0000000000039657,     -0.12857142989078196,   -0.022993125413107676,   -0.006604297336503737,
    -0.0023507036627508486, -0.0010795673762088321, -0.00012073384539878716, -0.0009496180311755815,
    0.0007457575581630178,  -0.0005632927136431393};

}  // namespace grouser::terrain
