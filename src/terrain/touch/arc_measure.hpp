// SPDX-License-Identifier: BSD-3-Clause
// The measure of the disc's elastic foundation on a flat plate, and its inverse: penetration u stores
//   S = integral of delta^2/2 d(theta) = G(u)
// With cos(alpha) = 1 - u/r:
//   G(u)  = r^2 [alpha - 2 cos(alpha) L + sin(alpha) cos(alpha)],  L = ln((1 + sin alpha)/cos alpha)
//   G'(u) = 2 r (L - sin alpha)
// Derived in docs/theory_contact.md; the foundation itself: Johnson, Contact Mechanics, 1985, section 4.3.
#pragma once

namespace grouser::terrain {

/// G(u) and G'(u) for r = 1, w = u/r in [0, 1).
struct PlateMeasure {
  double value, slope;
};
PlateMeasure plate_measure(double w);

/// Penetration u on a flat plate that stores S, m (r when the centre is at the plate, 2 r at most), and
/// G'(u), m.
struct Penetration {
  double u, measure_slope;
};
Penetration penetration_of(double stored, double radius);

}  // namespace grouser::terrain
