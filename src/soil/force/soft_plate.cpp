// SPDX-License-Identifier: BSD-3-Clause
// A pad's plate in soft soil, N = A (k_c/b + k_phi) z^n in series with the pad's spring, by return mapping:
// elastic until the force meets the virgin curve, then flow along it.
#include "soft_plate.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/soil/laws/grouser_side_shear.hpp"
#include "grouser/soil/laws/moduli_gravity.hpp"
#include "grouser/soil/laws/pressure_sinkage.hpp"

namespace grouser::contact {
namespace {

/// Solves k_p (u - z) = A k z^n for z in (0, u]: Newton's method, kept inside its bracket.
double flow_sinkage(const PadLaw& law, const Plate& p, double u, double low) {
  double high = u, z = std::max(low, 0.5 * u);
  for (int i = 0; i < 100; ++i) {
    const double soil = pad_load(p.curve, z);
    const double excess = soil - law.stiffness * (u - z);
    (excess > 0.0 ? high : low) = z;
    const double newton = z - excess / (pad_slope(p.curve, soil, z) + law.stiffness);
    const double next = newton > low && newton < high ? newton : 0.5 * (low + high);
    if (std::fabs(next - z) <= 1e-15 * u) return next;
    z = next;
  }
  return z;
}

}  // namespace

Plate soft_plate(const PadLaw& law, double friction) {
  const SoleForm& form = law.form;
  const double area = pad_area(law), ground = area * law.soil.unloading_stiffness;
  // Bekker's b of a round pad is its radius.
  const double width = std::isnan(form.width) ? law.radius : form.width;
  const double k = sinkage_modulus(moduli_of(law.soil, law.gravity, width), width);
  const SideShearFactors edges = form.grouser > 0.0
                                     ? side_shear_factors(1.0, form.grouser, form.grouser_width)
                                     : SideShearFactors{1.0, 1.0};
  return {.area = area,
          .curve = form.ball ? ball_curve(law.radius, k, law.soil.n) : flat_curve(area, k, law.soil.n),
          .ground = ground,
          .elastic = in_series(law.stiffness, ground),
          .ground_damping = area * damping_per_area(law.soil),
          .cohesion = edges.cohesion * area * law.soil.cohesion,
          .friction = edges.friction * friction};
}

PadSpring press_soft(const PadLaw& law, const Plate& p, double u, double plastic, double yields) {
  PadSpring s;
  s.plastic = plastic;
  s.sinkage = std::clamp(u, 0.0, plastic);
  if (!(u > plastic)) return s;
  s.force = p.elastic * (u - plastic);
  s.tangent = p.elastic;
  s.sinkage = plastic + s.force / p.ground;
  // Elastic below the curve; beyond, the sinkage at which spring and curve agree.
  if (s.force <= yields * pad_load(p.curve, s.sinkage)) return s;
  s.sinkage = flow_sinkage(law, p, u, plastic);
  s.force = pad_load(p.curve, s.sinkage);
  s.tangent = in_series(law.stiffness, pad_slope(p.curve, s.force, s.sinkage));
  s.plastic = std::max(plastic, s.sinkage - s.force / p.ground);
  s.flowing = true;
  return s;
}

double soft_pressing_stiffness(const PadLaw& law, const Plate& p, double load) {
  if (!(load > 0.0)) return p.elastic;
  const double z = curve_sinkage(p.curve, load);
  return in_series(law.stiffness, std::min(p.ground, pad_slope(p.curve, load, z)));
}

}  // namespace grouser::contact
