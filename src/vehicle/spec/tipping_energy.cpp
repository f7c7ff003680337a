// SPDX-License-Identifier: BSD-3-Clause
// Energy that lifts the centre of mass over the least edge of the supports' hull, J: weight times the rise
// to the vertical plane through the edge (energy stability margin, Messuri & Klein 1985); negative where
// the centre of mass is outside.
#include "grouser/vehicle/spec/tipping_energy.hpp"

#include <algorithm>
#include <cmath>

namespace grouser {
namespace {

/// Twice the area of a, b, p as seen from above; positive with p on the left of the line from a to b.
double turn(const Vec3& a, const Vec3& b, const Vec3& p) {
  return (b.x() - a.x()) * (p.y() - a.y()) - (b.y() - a.y()) * (p.x() - a.x());
}

/// Whether all supports lie on the left of a to b or on it, and one does lie on the left.
bool is_edge(std::span<const Vec3> supports, const Vec3& a, const Vec3& b) {
  bool left = false;
  for (const Vec3& p : supports) {
    if (turn(a, b, p) < 0.0) return false;
    left = left || turn(a, b, p) > 0.0;
  }
  return left;
}

/// Energy to tip about the edge from a to b, J.
double energy_about(const Vec3& a, const Vec3& b, const Vec3& com, double weight) {
  const Vec3 edge = (b - a).normalized();
  const Vec3 arm = (com - a) - edge * edge.dot(com - a);
  const double highest = arm.norm() * std::sqrt(std::max(0.0, 1.0 - edge.z() * edge.z()));
  const double energy = weight * (highest - arm.z());
  return turn(a, b, com) >= 0.0 ? energy : -energy;
}

}  // namespace

std::optional<double> calc_tipping_energy(std::span<const Vec3> supports, const Vec3& com, double weight) {
  std::optional<double> least;
  for (const Vec3& a : supports)
    for (const Vec3& b : supports)
      if (&a != &b && is_edge(supports, a, b)) {
        const double energy = energy_about(a, b, com, weight);
        least = std::min(least.value_or(energy), energy);
      }
  return least;
}

}  // namespace grouser
