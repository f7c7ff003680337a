// SPDX-License-Identifier: BSD-3-Clause
// One cell of the height surface as a bicubic polynomial. Cubic convolution: Keys, "Cubic convolution
// interpolation for digital image processing", IEEE Trans. ASSP 29(6), 1981, eq. (15) with a = -1/2:
//   p(s) = c0 + s (c2 - c-1)/2 + s^2 (c-1 - 5/2 c0 + 2 c1 - c2/2) + s^3 (-c-1/2 + 3/2 c0 - 3/2 c1 + c2/2)
// applied along each axis in turn. C1 across cells, exact for quadratics, third order in the cell size.
#pragma once

namespace grouser::terrain {

/// Value and derivatives with respect to the cell coordinates s (east), t (north), both in [0, 1].
struct PatchValue {
  double p, p_s, p_t;
};

struct KeysPatch {
  double a[4][4];  ///< a[j][i] is the coefficient of s^i t^j

  /// c[row][column]: the 4 x 4 neighbours, rows from south to north, columns from west to east.
  void set(const double (&c)[4][4]) {
    double along_s[4][4];
    for (int row = 0; row < 4; ++row) convolve(c[row][0], c[row][1], c[row][2], c[row][3], along_s[row]);
    for (int i = 0; i < 4; ++i) {
      double column[4];
      convolve(along_s[0][i], along_s[1][i], along_s[2][i], along_s[3][i], column);
      for (int j = 0; j < 4; ++j) a[j][i] = column[j];
    }
  }

  PatchValue evaluate(double s, double t) const {
    double f[4], f_s[4];
    for (int j = 0; j < 4; ++j) {
      f[j] = ((a[j][3] * s + a[j][2]) * s + a[j][1]) * s + a[j][0];
      f_s[j] = (3.0 * a[j][3] * s + 2.0 * a[j][2]) * s + a[j][1];
    }
    return {((f[3] * t + f[2]) * t + f[1]) * t + f[0], ((f_s[3] * t + f_s[2]) * t + f_s[1]) * t + f_s[0],
            (3.0 * f[3] * t + 2.0 * f[2]) * t + f[1]};
  }

 private:
  static void convolve(double m, double c0, double c1, double c2, double (&out)[4]) {
    out[0] = c0;
    out[1] = 0.5 * (c1 - m);
    out[2] = m - 2.5 * c0 + 2.0 * c1 - 0.5 * c2;
    out[3] = 0.5 * (c2 - m) + 1.5 * (c0 - c1);
  }
};

}  // namespace grouser::terrain
