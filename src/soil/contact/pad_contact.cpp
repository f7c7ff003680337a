#include "grouser/soil/contact/pad_contact.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/math/elementary.hpp"
#include "grouser/soil/laws/pressure_sinkage.hpp"
#include "grouser/soil/laws/unloading.hpp"

namespace grouser {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kShearShare = 0.7;  // of the normal stiffness and damping (Mindlin 1949: 0.67 to 1)

double in_series(double a, double b) { return a * b / (a + b); }

/// The constants of one pad on one ground.
struct Plate {
  double area;            // A, m2
  double modulus = 0.0;   // A k, N/m^n
  double n = 1.0;         // -
  double ground;          // the ground's elastic stiffness A k_e or k_h, N/m; infinite: rigid
  double elastic;         // k_t, N/m
  double ground_damping;  // N s/m
};

Plate make_plate(const PadLaw& law) {
  const SoilParams& soil = law.soil;
  Plate p{};
  p.area = kPi * law.radius * law.radius;
  if (law.hard()) {
    const bool rigid = std::isnan(soil.hard_stiffness);
    p.ground = soil.hard_stiffness;
    p.elastic = rigid ? law.stiffness : in_series(law.stiffness, soil.hard_stiffness);
    p.ground_damping = rigid ? 0.0 : soil.hard_damping;
    return p;
  }
  p.modulus = p.area * sinkage_modulus(soil, law.radius);
  p.n = soil.n;
  p.ground = p.area * soil.unloading_stiffness;
  p.elastic = in_series(law.stiffness, p.ground);
  p.ground_damping = soil.soil_damping;
  return p;
}

/// State of the normal spring at a penetration.
struct Spring {
  double force = 0.0;    // N
  double tangent = 0.0;  // dN/du, N/m
  double plastic = 0.0;  // z_p then, m
  double sinkage = 0.0;  // z, m
  bool flowing = false;  // z_p has grown
};

/// Solves k_p (u - z) = A k z^n for z in (0, u]: Newton's method, kept inside its bracket.
double flow_sinkage(const PadLaw& law, const Plate& p, double u, double low) {
  double high = u, z = std::max(low, 0.5 * u);
  for (int i = 0; i < 100; ++i) {
    const double soil = virgin_pressure(p.modulus, p.n, z);
    const double excess = soil - law.stiffness * (u - z);
    (excess > 0.0 ? high : low) = z;
    const double newton = z - excess / (p.n * soil / z + law.stiffness);
    const double next = newton > low && newton < high ? newton : 0.5 * (low + high);
    if (std::fabs(next - z) <= 1e-15 * u) return next;
    z = next;
  }
  return z;
}

/// yields: share of the strength at which the soil starts to flow.
Spring press(const PadLaw& law, const Plate& p, double u, double plastic, double yields) {
  Spring s;
  s.plastic = plastic;
  s.sinkage = law.hard() ? 0.0 : std::clamp(u, 0.0, plastic);
  if (!(u > plastic)) return s;
  s.force = p.elastic * (u - plastic);
  s.tangent = p.elastic;
  if (law.hard()) return s;
  s.sinkage = plastic + s.force / p.ground;
  if (s.force <= yields * virgin_pressure(p.modulus, p.n, s.sinkage)) return s;
  s.sinkage = flow_sinkage(law, p, u, plastic);
  s.force = virgin_pressure(p.modulus, p.n, s.sinkage);
  s.tangent = in_series(law.stiffness, p.n * s.force / s.sinkage);
  s.plastic = std::max(plastic, s.sinkage - s.force / p.ground);
  s.flowing = true;
  return s;
}

/// Plastic work of all sinkage up to z on the virgin curve, up to a constant: int(N dz) less what the
/// unloading gives back.
double plastic_work(const Plate& p, double z) {
  const double force = virgin_pressure(p.modulus, p.n, z);
  return force * z / (p.n + 1.0) - 0.5 * force * force / p.ground;
}

double flow_work(const PadLaw& law, const Plate& p, double plastic_before, const Spring& now) {
  if (!now.flowing) return 0.0;
  const double begin =
      plastic_before + reloading_depth(p.modulus / p.area, p.n, law.soil.unloading_stiffness, plastic_before);
  return plastic_work(p, now.sinkage) - plastic_work(p, begin);
}

double full_damping(const PadLaw& law, const Plate& p, double tangent) {
  const double pad = tangent / law.stiffness, ground = 1.0 - pad;
  return law.damping * pad * pad + p.ground_damping * ground * ground;
}

/// Strength of the ground along the surface under the pad, and the stiffness of the shear spring.
struct Shear {
  double strength = 0.0, stiffness = 0.0, damping = 0.0;
};
Shear shear_of(const PadLaw& law, const Plate& p, double normal, double damping) {
  if (law.hard()) return {law.friction * normal, kShearShare * p.elastic, kShearShare * damping};
  const double strength = p.area * law.soil.cohesion + normal * math::tan(law.soil.phi);
  return {strength, strength / law.soil.janosi_k, kShearShare * damping};
}

struct Friction {
  Vec3 force, shear;  // on the pad; j after the return to the strength
};

Friction drag(const Shear& ground, const Vec3& sliding, const Vec3& way, const Vec3& start) {
  Friction f;
  f.shear = start + way;
  f.force = -ground.stiffness * f.shear - ground.damping * sliding;
  const double trial = f.force.norm(), stretched = ground.stiffness * f.shear.norm();
  if (trial > ground.strength) f.force *= ground.strength / trial;
  if (stretched > ground.strength) f.shear *= ground.strength / stretched;
  return f;
}

double shear_energy(double stiffness, const Vec3& shear) { return 0.5 * stiffness * shear.squaredNorm(); }

/// One pad at one instant: what the step form and the rate form have in common.
struct Sole {
  Sole(const PadLaw& pad, const PadMotion& motion, const PadMemory& m, double flows, PadForce& out)
      : law(pad), normal(motion.normal), plate(make_plate(law)), before(m.shear_x, m.shear_y, m.shear_z) {
    const double approach = -normal.dot(motion.velocity);
    sliding = motion.velocity + approach * normal;
    spring = press(law, plate, motion.penetration, m.peak, approach > 0.0 ? flows : 1.0);
    const double ramp =
        law.damping_ramp > 0.0 ? std::clamp(motion.penetration / law.damping_ramp, 0.0, 1.0) : 1.0;
    damping = ramp * full_damping(law, plate, spring.tangent);
    out = PadForce{};
    out.sinkage = spring.sinkage;
    if (spring.force > 0.0) out.normal = std::max(0.0, spring.force + damping * approach);
    out.stored_energy = 0.5 * spring.force * spring.force / plate.elastic;
    out.normal_dissipation = (out.normal - spring.force) * approach;
  }

  /// Moves the shear spring by `way`; gives the memory afterwards except for the sinkage.
  void slide(const Vec3& way, PadMemory& m, PadForce& out) {
    ground = shear_of(law, plate, out.normal, damping);
    start = before - normal.dot(before) * normal;
    if (ground.stiffness > m.shear_stiffness) start *= m.shear_stiffness / ground.stiffness;
    friction = drag(ground, sliding, way, start);
    out.force = out.normal * normal + friction.force;
    out.stored_energy += shear_energy(ground.stiffness, friction.shear);
    m = {friction.shear.x(), friction.shear.y(), friction.shear.z(), ground.stiffness, m.peak, 0.0};
  }

  const PadLaw& law;
  const Vec3 normal;
  const Plate plate;
  const Vec3 before;  // j of the memory
  Vec3 sliding, start;
  Spring spring;
  double damping;
  Shear ground;
  Friction friction;
};

/// In the air: the shear spring is released; soil that the pad has been moved to is new.
void lift_off(const PadLaw& law, const PadMotion& motion, double way, PadMemory& m) {
  m.shear_x = m.shear_y = m.shear_z = m.shear_stiffness = 0.0;
  if (motion.penetration > 0.0) return;
  m.moved += way;
  if (m.moved > 2.0 * law.radius) m.peak = 0.0;
}

}  // namespace

void step_pad(const PadLaw& law, const PadMotion& motion, double dt, PadMemory& m, PadForce& out) {
  Sole sole(law, motion, m, 1.0, out);
  out.normal_dissipation += flow_work(law, sole.plate, m.peak, sole.spring) / dt;
  m.peak = sole.spring.plastic;
  const double stored = shear_energy(m.shear_stiffness, sole.before);
  if (!(out.normal > 0.0)) {
    out.tangential_dissipation = stored / dt;
    return lift_off(law, motion, dt * sole.sliding.norm(), m);
  }
  sole.slide(dt * sole.sliding, m, out);
  const auto& [force, shear] = sole.friction;
  // sliding dissipates -F . v less what the spring stores, and a growing strength takes some of what it has
  // stored
  out.tangential_dissipation =
      -force.dot(sole.sliding) - sole.ground.stiffness * shear.dot((shear - sole.start) / dt);
  out.tangential_dissipation += (stored - shear_energy(sole.ground.stiffness, sole.start)) / dt;
}

void move_pad(const PadLaw& law, const PadMotion& motion, const Vec3& way, PadMemory& m, PadForce& out) {
  // a stage that begins where the last step left the soil flowing finds it at its strength, up to rounding
  constexpr double kFlows = 1.0 - 1e-9;
  Sole sole(law, motion, m, kFlows, out);
  out.work = flow_work(law, sole.plate, m.peak, sole.spring);
  m.peak = sole.spring.plastic;
  const Vec3 along = way - sole.normal.dot(way) * sole.normal;
  const double stored = shear_energy(m.shear_stiffness, sole.before);
  out.work += stored;
  if (!(out.normal > 0.0)) return lift_off(law, motion, along.norm(), m);
  sole.slide(along, m, out);
  out.work -= shear_energy(sole.ground.stiffness, sole.friction.shear);
  out.tangential_dissipation = -sole.friction.force.dot(sole.sliding);
}

// Beeman's step (multibody/integrators/beeman.cpp) with the acceleration a = -(k x + c v_predicted)/m at its end. The
// fastest motion of a stiff contact leaves the unit circle at -1: with x, v, a of alternating sign the step
// gives
//   v = -h a/6,   x = -h^2 a/3,   v_predicted = 11/6 h a
// so that k h^2/3 + 11/6 c h = m.
double pad_stable_step(const PadLaw& law, double mass, double load) {
  const Plate plate = make_plate(law);
  const auto limit = [&](double k, double c) {
    const double b = 11.0 / 6.0 * c;
    return 2.0 * mass / (b + std::sqrt(b * b + 4.0 / 3.0 * k * mass));
  };
  const double lifting = full_damping(law, plate, plate.elastic);
  double pressing = lifting, tangent = plate.elastic;
  if (!law.hard() && load > 0.0) {
    const double z = plate_sinkage(plate.modulus, plate.n, load);
    tangent = in_series(law.stiffness, std::min(plate.ground, plate.n * load / z));
    pressing = full_damping(law, plate, tangent);
  }
  const Shear shear = shear_of(law, plate, load, std::max(lifting, pressing));
  return std::min(
      {limit(plate.elastic, lifting), limit(tangent, pressing), limit(shear.stiffness, shear.damping)});
}

}  // namespace grouser
