// SPDX-License-Identifier: BSD-3-Clause
// Footpads, step form and rate form (docs/theory_soil.md, "Footpads"): a spring in series with a slider
// that hardens along N = A k z^n, by return mapping; a shear spring with Coulomb's cone; both works are
// closed forms of the memory.
#include "grouser/soil/force/pad_contact.hpp"

#include <algorithm>
#include <cmath>

#include "ground.hpp"
#include "grouser/soil/laws/unloading.hpp"
#include "grouser/soil/laws/virgin_curve.hpp"

namespace grouser {

using namespace contact;

namespace {

/// Plastic work of all sinkage up to z on the virgin curve, up to a constant: int(N dz) less what the
/// unloading gives back.
double plastic_work(const Plate& p, double z) {
  const double force = pad_load(p.curve, z);
  return pad_work(p.curve, force, z) - 0.5 * force * force / p.ground;
}

/// Plastic work of this step's flow, J: between the sinkage at which reloading met the virgin curve and
/// that now.
double flow_work(const PadLaw& law, const Plate& p, double plastic_before, const PadSpring& now) {
  if (!now.flowing) return 0.0;
  const double begin =
      plastic_before + (p.curve.ball_radius > 0.0 || p.curve.extra > 0.0
                            ? pad_reloading(p.curve, p.ground, plastic_before)
                            : reloading_depth({p.curve.flat.modulus / p.area, p.curve.flat.n},
                                              law.soil.unloading_stiffness, plastic_before));
  return plastic_work(p, now.sinkage) - plastic_work(p, begin);
}

/// N s/m, on the whole penetration. touching: share of the disc.
double full_damping(const PadLaw& law, const Plate& p, const PadSpring& spring, double touching) {
  const double pad = spring.tangent / law.stiffness;
  const double ground = spring.flowing ? spring.tangent / p.ground : 1.0 - pad;
  return law.damping * pad * pad + touching * p.ground_damping * ground * ground;
}

/// Strength of the ground along the surface under the pad, and the stiffness of the shear spring.
struct Shear {
  double strength = 0.0, stiffness = 0.0, damping = 0.0;
};
/// Strength: cohesion on what touches, and friction under the load, N.
Shear shear_of(const PadLaw& law, const Plate& p, double normal, double touching, double damping) {
  const double strength = p.cohesion * touching + normal * p.friction;
  return {strength, ground_of(law.soil).pad_shear_stiffness(law, p, strength), kShearShare * damping};
}

double shear_energy(double stiffness, const Vec3& shear) { return 0.5 * stiffness * shear.squaredNorm(); }

/// One pad at one instant: what the step form and the rate form have in common.
struct Sole {
  Sole(const PadLaw& pad, const PadMotion& motion, const PadMemory& m, double flows, PadForce& out)
      : law(pad),
        normal(motion.normal),
        plate(ground_of(law.soil).plate(law)),
        before(m.shear_x, m.shear_y, m.shear_z) {
    const double approach = -normal.dot(motion.velocity);
    sliding = motion.velocity + approach * normal;
    spring = ground_of(law.soil).press(law, plate, motion.penetration, m.peak, approach > 0.0 ? flows : 1.0);
    touching = touching_share(plate.curve, spring.sinkage);
    damping = ramped_share(motion.penetration, law.damping_ramp) * full_damping(law, plate, spring, touching);
    out = PadForce{};
    out.sinkage = spring.sinkage;
    out.stiffness = spring.tangent;
    if (spring.force > 0.0)
      out.normal = std::max(0.0, spring.force + damping * approach + thrust_aside(approach));
    if (out.normal > 0.0) out.damping = damping;
    out.stored_energy = 0.5 * spring.force * spring.force / plate.elastic;
    out.normal_dissipation = (out.normal - spring.force) * approach;
  }

  /// Moves the shear spring by a displacement, m; sets the memory afterwards except for the sinkage.
  void slide(const Vec3& way, PadMemory& m, PadForce& out) {
    ground = shear_of(law, plate, out.normal, touching, damping);
    ground.stiffness = std::max(ground.stiffness, m.shear_stiffness);
    start = before - normal.dot(before) * normal;
    if (m.shear_stiffness > 0.0) start *= m.shear_stiffness / ground.stiffness;
    const Vec3 moved = start + way, damper = ground.damping * sliding;
    friction = coulomb_return(ground.stiffness, moved, damper, ground.strength);
    // if it slides, at most the secant of Coulomb's law: friction then reverses no foot within a step
    const double speed = sliding.norm();
    const bool slides = (ground.stiffness * moved + damper).norm() > ground.strength;
    out.shear_damping =
        slides && ground.damping * speed > ground.strength ? ground.strength / speed : ground.damping;
    friction.force = -friction.force;  // on the pad
    out.strength = ground.strength;
    out.force = out.normal * normal + friction.force;
    out.stored_energy += shear_energy(ground.stiffness, friction.stretch);
    m = {friction.stretch.x(), friction.stretch.y(), friction.stretch.z(), ground.stiffness, m.peak, 0.0};
  }

  /// Reaction of the soil that a sinking pad sets in motion, N.
  double thrust_aside(double approach) const {
    if (!(plate.inertia > 0.0 && spring.flowing && approach > 0.0)) return 0.0;
    return pushing_share(plate.curve, spring.sinkage) * plate.inertia * approach * approach;
  }

  const PadLaw& law;
  const Vec3 normal;
  const Plate plate;
  const Vec3 before;  // j of the memory
  Vec3 sliding, start;
  PadSpring spring;
  double touching, damping;
  Shear ground;
  CoulombSpring<Vec3> friction;  // force on the pad; j after the return to the strength
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
  out.soil = flow_work(law, sole.plate, m.peak, sole.spring) / dt;
  out.normal_dissipation += out.soil;
  m.peak = sole.spring.plastic;
  const double stored = shear_energy(m.shear_stiffness, sole.before);
  if (!(out.normal > 0.0)) {
    out.tangential_dissipation = stored / dt;
    return lift_off(law, motion, dt * sole.sliding.norm(), m);
  }
  // The shear spring follows the step's displacement and returns to the strength.
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
  out.work = out.soil = flow_work(law, sole.plate, m.peak, sole.spring);
  m.peak = sole.spring.plastic;
  const Vec3 along = way - sole.normal.dot(way) * sole.normal;
  const double stored = shear_energy(m.shear_stiffness, sole.before);
  out.work += stored;
  if (!(out.normal > 0.0)) return lift_off(law, motion, along.norm(), m);
  sole.slide(along, m, out);
  out.work -= shear_energy(sole.ground.stiffness, sole.friction.stretch);
  out.tangential_dissipation = -sole.friction.force.dot(sole.sliding);
}

// Beeman's step (multibody/integrators/beeman.cpp) with the acceleration a = -(k x + c v_predicted)/m at
// its end. The fastest motion of a stiff contact leaves the unit circle at -1: with x, v, a of alternating
// sign the step gives
//   v = -h a/6,   x = -h^2 a/3,   v_predicted = 11/6 h a
// so that k h^2/3 + 11/6 c h = m.
double pad_stable_step(const PadLaw& law, double mass, double load) {
  const Ground& ground = ground_of(law.soil);
  const Plate plate = ground.plate(law);
  const auto limit = [&](double k, double c) {
    const double b = 11.0 / 6.0 * c;
    return 2.0 * mass / (b + std::sqrt(b * b + 4.0 / 3.0 * k * mass));
  };
  // The least of three limits: lifting on the stiff spring, pressing on the curve, sliding.
  const double lifting = full_damping(law, plate, {.tangent = plate.elastic}, 1.0);
  const double tangent = ground.pressing_stiffness(law, plate, load);
  const double pressing =
      full_damping(law, plate, {.tangent = tangent, .flowing = tangent < plate.elastic}, 1.0);
  const Shear shear = shear_of(law, plate, load, 1.0, std::max(lifting, pressing));
  return std::min(
      {limit(plate.elastic, lifting), limit(tangent, pressing), limit(shear.stiffness, shear.damping)});
}

double pad_sinkage(const PadLaw& law, double load) {
  const Plate plate = ground_of(law.soil).plate(law);
  return plate.curve.flat.modulus > 0.0 && load > 0.0 ? curve_sinkage(plate.curve, load) : 0.0;
}

double pad_friction(const PadLaw& law) { return ground_of(law.soil).pad_friction(law); }

}  // namespace grouser
