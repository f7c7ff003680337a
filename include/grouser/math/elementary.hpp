// SPDX-License-Identifier: BSD-3-Clause
// Our own elementary functions. The C library picks variants of exp, sin and the like by processor, so their
// last bits differ between computers; inside a simulation step only these functions are used (same input,
// same bits). Accuracy: 2 to 4 units in the last place over the stated domains
// (tests/math/elementary_test.cpp against long double).
#pragma once

namespace grouser::math {

/// e^x. Overflows to infinity above 709.78, underflows to 0 below -708 (no subnormals).
double exp(double x);
/// Natural logarithm, x > 0; log(0) = -infinity, negative x gives NaN.
double log(double x);
/// x^y for x >= 0, as exp(y log x): relative error below (2 + |y log x|) 2.3e-16. pow(0, y > 0) = 0,
/// pow(x, 0) = 1.
double pow(double x, double y);

struct SinCos {
  double sin, cos;
};
/// Both at once; |x| <= 1e6 rad.
SinCos sincos(double x);
double sin(double x);
double cos(double x);
double tan(double x);
/// (-pi/2, pi/2)
double atan(double x);
/// (-pi, pi]; atan2(0, 0) = 0.
double atan2(double y, double x);
/// [0, pi], argument clamped to [-1, 1].
double acos(double x);
/// [-pi/2, pi/2], argument clamped to [-1, 1].
double asin(double x);

}  // namespace grouser::math
