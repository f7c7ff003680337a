// SPDX-License-Identifier: BSD-3-Clause
// The constants of exp, log, the arc sine and the arc tangent, for one number (src/math/elementary.cpp) and
// for a register of numbers (grouser/math/simd/elementary.hpp, src/soil/wheel/arc_lanes_simd.hpp).
#pragma once

namespace grouser::series {

/// ln 2 = high + low, where high has 33 significant bits: its products with integers up to 2^20 are exact
/// (Cody & Waite 1980).
inline constexpr double kLn2High = 6.93147180369123816490e-01;
inline constexpr double kLn2Low = 1.90821492927058770002e-10;
inline constexpr double kInverseLn2 = 1.44269504088896338700;
inline constexpr double kRootTwo = 1.41421356237309504880;

/// x + kRounder has the integer nearest to x in its low bits, for |x| < 2^51.
inline constexpr double kRounder = 6755399441055744.0;  // 1.5 * 2^52

/// e^r = 1 + r + r^2 (c0 + c1 r + ...) for |r| <= ln 2 / 2: 1/k! from k = 2.
inline constexpr double kExp[] = {
    0.5,           1.0 / 6.0,      1.0 / 24.0,      1.0 / 120.0,      1.0 / 720.0,       1.0 / 5040.0,
    1.0 / 40320.0, 1.0 / 362880.0, 1.0 / 3628800.0, 1.0 / 39916800.0, 1.0 / 479001600.0, 1.0 / 6227020800.0};
/// log((1 + s) / (1 - s)) = 2 s + s z (c0 + c1 z + ...), z = s^2, for a ratio from 1/sqrt(2) to sqrt(2).
inline constexpr double kLog[] = {2.0 / 3.0,  2.0 / 5.0,  2.0 / 7.0,  2.0 / 9.0,  2.0 / 11.0, 2.0 / 13.0,
                                  2.0 / 15.0, 2.0 / 17.0, 2.0 / 19.0, 2.0 / 21.0, 2.0 / 23.0};
/// asin(x) = x + x z P(z), z = x^2, |x| <= 1/2: P interpolates the exact values at the 12 Chebyshev points of
/// [0, 1/4], with an error of 6e-17 of the result.
inline constexpr double kAsin[] = {0.1666666666666665,   0.07500000000020764,   0.044642857103423646,
                                   0.03038194736709848,  0.02237204763174451,   0.017355259955786323,
                                   0.013929652902326633, 0.011875494382636922,  0.0078029494773533175,
                                   0.01603551434914882,  -0.010749050339697808, 0.028169218060881414};
/// atan(x) = x + x z (c0 + c1 z + ...), z = x^2, |x| <= tan(pi/16) = 0.199.
inline constexpr double kAtan[] = {-1.0 / 3.0,  1.0 / 5.0,  -1.0 / 7.0,  1.0 / 9.0,  -1.0 / 11.0, 1.0 / 13.0,
                                   -1.0 / 15.0, 1.0 / 17.0, -1.0 / 19.0, 1.0 / 21.0, -1.0 / 23.0, 1.0 / 25.0};

}  // namespace grouser::series
