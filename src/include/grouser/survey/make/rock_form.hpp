// SPDX-License-Identifier: BSD-3-Clause
// The form of a rock: how long, wide and thick fragments of rock are to each other, and a convex polyhedron
// of some twenty faces for each number.
//
// Impact fragments have mean axes a : b : c of about 2 : sqrt 2 : 1 in experiments of many kinds (Fujiwara,
// Kamimoto & Tsukamoto 1978, Nature 272, 602; Michikami et al. 2016, Icarus 264, 316: b/a ~ 0.7, c/a ~
// 0.5), and so have boulders of 0.1 to 150 m on Eros (Michikami et al. 2010, Icarus 207, 277) and blocks of
// 5 cm to 1 m on Ryugu (Michikami et al. 2022, Icarus 381, 115007). Their spread: all pairs (b/a, c/a) with
//   k <= c/a <= b/a <= 1,  k = 0.2
// are equally likely (Kadono, Tanigawa & Mizutani, Japan Geoscience Union Meeting 2015, PPS21-P01, of the
// fragments of 1978), which has the means (2 + k)/3 = 0.733 and (1 + 2 k)/3 = 0.467, and the spread (1 -
// k)/sqrt 18 = 0.189 of both.
#pragma once
#include <vector>

#include "grouser/math/types.hpp"

namespace grouser {

inline constexpr double kFlattestRock = 0.2;  ///< k, least c/a

struct AxisRatios {
  double b = 1.0, c = 1.0;  ///< to a, the longest
};
/// From two random numbers in [0, 1), by the inverse of the distributions: (b/a - k)^2/(1 - k)^2 is
/// uniform, and c/a between k and b/a.
AxisRatios axis_ratios(double u, double v);

/// A rock of length, width and thickness 1.
struct RockForm {
  std::vector<Vec3> points;  ///< corners, as far from the middle along each axis as against it
  double outline = 0.0;      ///< area seen along z, of the square that holds it
};
inline constexpr int kRockForms = 1'000'000;  ///< numbers from 1 to this

/// Points of a spherical Fibonacci lattice (Swinbank & Purser 2006, Q. J. R. Meteorol. Soc. 132, 1769),
/// turned, moved aside and inward by chance, and stretched to fill a cube of side 1. The number alone
/// decides.
RockForm rock_form(int number);

}  // namespace grouser
