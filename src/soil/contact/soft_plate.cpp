#include "soft_plate.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/soil/laws/pressure_sinkage.hpp"

namespace grouser::contact {
namespace {

/// Solves k_p (u - z) = A k z^n for z in (0, u]: Newton's method, kept inside its bracket.
double flow_sinkage(const PadLaw& law, const Plate& p, double u, double low) {
  double high = u, z = std::max(low, 0.5 * u);
  for (int i = 0; i < 100; ++i) {
    const double soil = virgin_pressure(p.curve, z);
    const double excess = soil - law.stiffness * (u - z);
    (excess > 0.0 ? high : low) = z;
    const double newton = z - excess / (virgin_slope(p.curve, soil, z) + law.stiffness);
    const double next = newton > low && newton < high ? newton : 0.5 * (low + high);
    if (std::fabs(next - z) <= 1e-15 * u) return next;
    z = next;
  }
  return z;
}

}  // namespace

Plate soft_plate(const PadLaw& law, double friction) {
  const double area = pad_area(law), ground = area * law.soil.unloading_stiffness;
  return {.area = area,
          .curve = {area * sinkage_modulus(moduli_at(law.soil, law.gravity), law.radius), law.soil.n},
          .ground = ground,
          .elastic = in_series(law.stiffness, ground),
          .ground_damping = law.soil.soil_damping,
          .cohesion = area * law.soil.cohesion,
          .friction = friction};
}

PadSpring press_soft(const PadLaw& law, const Plate& p, double u, double plastic, double yields) {
  PadSpring s;
  s.plastic = plastic;
  s.sinkage = std::clamp(u, 0.0, plastic);
  if (!(u > plastic)) return s;
  s.force = p.elastic * (u - plastic);
  s.tangent = p.elastic;
  s.sinkage = plastic + s.force / p.ground;
  if (s.force <= yields * virgin_pressure(p.curve, s.sinkage)) return s;
  s.sinkage = flow_sinkage(law, p, u, plastic);
  s.force = virgin_pressure(p.curve, s.sinkage);
  s.tangent = in_series(law.stiffness, virgin_slope(p.curve, s.force, s.sinkage));
  s.plastic = std::max(plastic, s.sinkage - s.force / p.ground);
  s.flowing = true;
  return s;
}

double soft_pressing_stiffness(const PadLaw& law, const Plate& p, double load) {
  if (!(load > 0.0)) return p.elastic;
  const double z = plate_sinkage(p.curve, load);
  return in_series(law.stiffness, std::min(p.ground, virgin_slope(p.curve, load, z)));
}

}  // namespace grouser::contact
