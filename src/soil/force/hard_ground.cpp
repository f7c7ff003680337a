// SPDX-License-Identifier: BSD-3-Clause
// Hard ground: a spring and a damper under the wheel or the pad, Coulomb's cone along the surface. It keeps
// no ruts.
#include <algorithm>
#include <cmath>

#include "ground.hpp"

namespace grouser::contact {
namespace {

constexpr double kInsideCone = 1.0 - 1e-9;  // of the square of Coulomb's limit: the force was not cut

/// Slip from the speed of the surface at the rolling radius against that of the hub: the law's own state is a
/// deflection limited by Coulomb's cone.
double sliding_share(double rim, double v) {
  const double fastest = std::max(std::fabs(rim), std::fabs(v));
  constexpr double kStill = 1e-6;  // m/s
  return fastest > kStill ? (rim - v) / fastest : 0.0;
}

double rolling_radius(const ContactLaw& law, double u_tot) { return law.wheel.radius - std::max(u_tot, 0.0); }

CoulombSpring<Vec2> shear_spring(const ContactLaw& law, const ContactMemory& m, const Vec2& damper,
                                 double normal) {
  return coulomb_return(law.k_tangential, Vec2(m.zeta_x, m.zeta_y), damper, law.soil.friction_mu * normal);
}

/// On Coulomb's cone a deflection can only turn: its growth is sliding.
void slide_on_cone(const ContactMemory& m, std::array<double, kContactRateSize>& rates) {
  const double outward = m.zeta_x * rates[1] + m.zeta_y * rates[2];
  if (!(outward > 0.0)) return;
  const double share = outward / (m.zeta_x * m.zeta_x + m.zeta_y * m.zeta_y);
  rates[1] -= share * m.zeta_x;
  rates[2] -= share * m.zeta_y;
}

/// Forces on the wheel; the moment about the axle has the arm of the rolling radius.
void put_forces(const ContactLaw& law, const ContactMotion& motion, const Sliding& slide, const Vec2& along,
                ContactForce& f) {
  f.longitudinal = along.x();
  f.lateral = along.y();
  f.torque = rolling_radius(law, motion.u_tot) * along.x();
  f.entry_angle = entry_angle(law, motion.u_tot);
  f.slip = sliding_share(slide.rim, motion.v_x);
}

class HardGround final : public Ground {
 public:
  void complete(ContactLaw& law) const override {
    law.k_ground = law.soil.hard_stiffness * law.width_fraction;
    law.k_shear = law.k_tangential;
    law.beta_ground = law.soil.hard_damping * law.width_fraction;
  }

  // Only rolling renews the contact: sliding is Coulomb's.
  Sliding sliding(const ContactLaw& law, const ContactMotion& motion) const override {
    const double rim = rolling_radius(law, motion.u_tot) * motion.spin;
    return sliding_of(rim, std::fabs(rim), motion);
  }
  // The wheel's own shear compliance sets it, half a radius to a radius for elastic wheels (Pacejka 2002,
  // ch. 7 and 9; half assumed).
  double relaxation(const ContactLaw& law, double) const override { return 0.5 * law.wheel.radius; }
  double sliding_stiffness(const ContactLaw& law, const ContactMemory&,
                           const ContactForce& f) const override {
    return f.sticks ? law.k_tangential : 0.0;
  }

  double dent(const ContactMemory& m) const override { return m.u_soil; }
  double spring_back(const ContactLaw& law, double u_soil, double beta, double, double dt) const override {
    return beta > 0.0 ? u_soil / (1.0 + dt * law.k_ground / beta) : 0.0;
  }
  const WheelRun* begin(Advance&) const override { return nullptr; }
  // Equation (6) of DynRPAT: both springs are linear, so the wheel's compression has a closed form.
  double compress(Advance& c) const override {
    const Damping& beta = c.beta;
    const Stencil& s = c.stencil;
    const double k_s = c.law.k_ground, u_tot = c.motion.u_tot;
    const double u_tot_rate = s.w0 * below_untouched(c.motion) + s.past_tot;
    c.soil.stiffness = k_s;
    return (k_s * u_tot + beta.soil * u_tot_rate - (beta.wheel + beta.soil) * s.past_wheel) /
           (c.law.k_wheel + k_s + (beta.wheel + beta.soil) * s.w0);
  }
  void load(double dt, double, Advance& c) const override {
    const ContactLaw& law = c.law;
    ContactMemory& m = c.m;
    ContactForce& f = c.f;
    const double bristle = c.motion.share * law.beta_tangential;
    const Vec2 rate((m.zeta_x - c.before.zeta_x) / dt, (m.zeta_y - c.before.zeta_y) / dt);
    // Coulomb's return mapping cuts the spring's force to the cone.
    const auto [force, zeta] = shear_spring(law, m, bristle * rate, f.normal);
    m.zeta_x = zeta.x();
    m.zeta_y = zeta.y();
    // The force sticks while it lies inside the cone, which the linearly implicit step needs to know.
    const double mu = law.soil.friction_mu;
    f.sticks = force.squaredNorm() < kInsideCone * mu * mu * f.normal * f.normal;
    if (f.sticks) f.bristle_damping = bristle;
    put_forces(law, c.motion, c.slide, force, f);
    // sliding dissipates F . v_s less what the shear spring stores
    const double elastic_x = (m.zeta_x - c.before.zeta_x) / dt, elastic_y = (m.zeta_y - c.before.zeta_y) / dt;
    f.tangential_dissipation = f.longitudinal * c.slide.x + f.lateral * c.slide.y -
                               law.k_tangential * (m.zeta_x * elastic_x + m.zeta_y * elastic_y);
  }

  SoilState state(const ContactLaw& law, const ContactMotion&, const ContactMemory&, double,
                  double u_soil) const override {
    SoilState soil;
    soil.stiffness = law.k_ground;
    soil.force = soil.stiffness * u_soil;
    return soil;
  }
  void load(const RateInstant& at, std::array<double, kContactRateSize>& rates,
            ContactForce& f) const override {
    const auto [force, zeta] = shear_spring(at.law, at.m, at.bristle * Vec2(rates[1], rates[2]), f.normal);
    if (zeta.x() != at.m.zeta_x || zeta.y() != at.m.zeta_y) slide_on_cone(at.m, rates);
    put_forces(at.law, at.motion, at.slide, force, f);
    f.normal_dissipation += at.beta_soil * at.u_s_rate * at.u_s_rate;
    f.tangential_dissipation = f.longitudinal * at.slide.x + f.lateral * at.slide.y;
  }
  void cut_deflection(const ContactLaw& law, ContactMemory& m) const override {
    const Vec2 zeta = shear_spring(law, m, Vec2::Zero(), m.force_past).stretch;
    m.zeta_x = zeta.x();
    m.zeta_y = zeta.y();
  }
  double pressing_work(double, double) const override { return 0.0; }

  // Two springs in series; a shear spring inside Coulomb's cone.
  bool begin_creep(CreepStep& step, double length, SinkageSearch&) const override {
    const ContactLaw& law = *step.law;
    CreepMemory& m = *step.memory;
    CreepForce& f = step.force;
    m.sinkage = step.motion.u_tot * law.k_wheel / (law.k_wheel + law.k_ground);
    f.normal = law.k_ground * m.sinkage;
    const Vec2 zeta = coulomb_return(law.k_tangential, Vec2(m.zeta_x, m.zeta_y), Vec2(Vec2::Zero()),
                                     law.soil.friction_mu * f.normal)
                          .stretch;
    m.zeta_x = zeta.x();
    m.zeta_y = zeta.y();
    f.longitudinal = law.k_tangential * m.zeta_x;
    f.lateral = law.k_tangential * m.zeta_y;
    f.torque = rolling_radius(law, step.motion.u_tot) * f.longitudinal;
    f.slip = m.zeta_x / length;
    f.rut = 0.0;
    return false;
  }
  double drawbar_pull(const LoadedWheel& wheel, double slip, PullSearch&) const override {
    return slip == 0.0 ? 0.0 : std::copysign(wheel.law->soil.friction_mu * wheel.load, slip);
  }
  GroundSpring spring(const SoilParams& soil, const WheelGeometry&, double, double) const override {
    return {soil.hard_stiffness, soil.hard_stiffness, soil.hard_damping};
  }
  double shear_stiffness(const SoilParams&, const WheelGeometry&, double tyre, double,
                         double) const override {
    return tyre;
  }

  Plate plate(const PadLaw& law) const override {
    const SoilParams& soil = law.soil;
    const bool rigid = std::isnan(soil.hard_stiffness);
    const double ground = law.form.share * soil.hard_stiffness;
    return {.area = pad_area(law),
            .ground = ground,
            .elastic = rigid ? law.stiffness : in_series(law.stiffness, ground),
            .ground_damping = rigid ? 0.0 : law.form.share * soil.hard_damping,
            .friction = pad_friction(law)};
  }
  double pad_friction(const PadLaw& law) const override { return law.friction; }
  PadSpring press(const PadLaw&, const Plate& p, double u, double plastic, double) const override {
    if (!(u > plastic)) return {.plastic = plastic};
    return {.force = p.elastic * (u - plastic), .tangent = p.elastic, .plastic = plastic};
  }
  double pressing_stiffness(const PadLaw&, const Plate& p, double) const override { return p.elastic; }
  double pad_shear_stiffness(const PadLaw&, const Plate& p, double) const override {
    return kShearShare * p.elastic;
  }
};

constinit const HardGround kGround;

}  // namespace

const Ground& hard_ground() { return kGround; }

}  // namespace grouser::contact
