// SPDX-License-Identifier: BSD-3-Clause
// Soft soil under a wheel: the integrals along its arc (wheel_reaction.hpp) in series with the wheel's
// spring. Its compression is plastic: it stores no energy and keeps ruts. Under a footpad: soft_plate.cpp.
#include "soft_ground.hpp"

#include <algorithm>
#include <cmath>

#include "grouser/math/elementary.hpp"
#include "grouser/soil/laws/slip_radius.hpp"
#include "grouser/soil/wheel/wheel_rig.hpp"
#include "soft_plate.hpp"

namespace grouser::contact {
namespace {

// Relative to the wheel's force at full compression: far below the error of a step.
constexpr double kForceTolerance = 1e-6;
// Relative to the same force; the step along the tangent reduces it to the above or less.
constexpr double kTangentTolerance = 1e-4;
constexpr double kLeastForce = 1e-3;  // N
constexpr int kMaxIterations = 60;
/// Share of the normal force that the bristle damper never exceeds: what soil can transmit.
constexpr double kBristleShare = 0.5;

/// The compression of the wheel continues as before: an excellent guess while rolling.
double guess_compression(const Advance& c) {
  const ContactMemory& m = c.m;
  const double guess = m.past_count > 1.0 ? 2.0 * m.u_wheel - m.u_wheel_past[1] : m.u_wheel;
  return std::clamp(guess, c.motion.u_tot - c.law.radius, c.motion.u_tot);
}

/// Moves the soil state by a small du_soil along the tangent; false where its force would change sign.
bool follow_tangent(double du_soil, SoilState& soil) {
  const double force = soil.force + soil.stiffness * du_soil;
  if (!(force > 0.0 && soil.force > 0.0)) return false;
  soil.scale *= force / soil.force;
  soil.force = force;
  return true;
}

// The wheel's force less the soil's grows with u_wheel: Newton first, then secants (the stiffness of the law
// leaves out how the shear changes with depth), kept inside a bracket. The last step is taken along the
// tangent: the remaining error is of second order.
double search_compression(Advance& c) {
  const ContactLaw& law = c.law;
  const Stencil& s = c.stencil;
  const double u_tot = c.motion.u_tot, u_tot_rate = s.w0 * below_untouched(c.motion) + s.past_tot;
  const double scale = kLeastForce + law.k_wheel * u_tot;
  double low = u_tot - law.radius, high = u_tot;
  double u_w = c.guess, last_u = 0.0, last_g = 0.0;
  for (int i = 0; i < kMaxIterations; ++i) {
    if (i > 0) c.soil = c.footing->at(u_tot - u_w);
    const double u_w_rate = s.w0 * u_w + s.past_wheel;
    const double g =
        law.k_wheel * u_w + c.beta.wheel * u_w_rate - c.soil.force - c.beta.soil * (u_tot_rate - u_w_rate);
    if (std::fabs(g) < kForceTolerance * scale) break;
    // g grows with u_w, so its sign says on which side of the root the guess lies.
    (g > 0.0 ? high : low) = u_w;
    double slope = law.k_wheel + (c.beta.wheel + c.beta.soil) * s.w0 + c.soil.stiffness;
    if (i > 0 && (g - last_g) * (u_w - last_u) > 0.0) slope = (g - last_g) / (u_w - last_u);
    last_u = u_w;
    last_g = g;
    double next = u_w - g / slope;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    const double du = next - u_w;
    u_w = next;
    if (std::fabs(g) < kTangentTolerance * scale && follow_tangent(-du, c.soil)) break;
  }
  return u_w;
}

/// Forces along the surface and read-outs; bristle: force of the bristle damper, N.
void put_forces(const ContactLaw& law, const ContactMotion& motion, const SoilState& soil, double u_soil,
                double bristle_x, double bristle_y, ContactForce& f) {
  const double cap = kBristleShare * f.normal;
  const double bx = std::clamp(bristle_x, -cap, cap), by = std::clamp(bristle_y, -cap, cap);
  f.longitudinal = soil.scale * soil.reaction.drawbar_pull + bx;
  f.lateral = soil.scale * soil.reaction.side_force + by;
  f.torque = soil.scale * soil.reaction.torque + law.radius * bx;
  f.entry_angle = soil.reaction.entry_angle;
  f.tangential_dissipation = f.torque * motion.spin - f.longitudinal * motion.v_x - f.lateral * motion.v_y;
  f.soil_tangential =
      soil.scale * (soil.reaction.torque * motion.spin - soil.reaction.drawbar_pull * motion.v_x -
                    soil.reaction.side_force * motion.v_y);
  f.slip = f.slip_x;
  f.rut = u_soil + motion.rut_depth;
}

/// Newton's method on W(z) = load, kept between a sinkage that carries too little and one that carries
/// enough; false if the soil does not carry the wheel.
bool find_sinkage(const LoadedWheel& wheel, WheelRunning run, PullSearch& search, WheelReaction& reaction) {
  constexpr double kClose = 1e-9;  // of the radius
  constexpr int kMaxRounds = 200;
  const double radius = wheel.law->radius;
  // The guess continues the last two sinkages: neighbouring slips differ little.
  if (!search.begun) search = {.begun = true, .z = 0.1 * radius, .last_z = 0.1 * radius};
  double low = 0.0, high = radius, z = 2.0 * search.z - search.last_z;
  bool carried = false;
  if (!(z > low && z <= high)) z = search.z;
  for (int round = 0; round < kMaxRounds; ++round) {
    run.sinkage = z;
    reaction = wheel_reaction(wheel.law->on_soil, run, kFineArcPoints);
    const double excess = reaction.normal_force - wheel.load;
    if (excess < 0.0 && z == radius) return false;
    (excess < 0.0 ? low : high) = z;
    carried |= excess >= 0.0;
    double next = z - excess / reaction.stiffness;
    if (!(next > low && next < high)) next = carried ? 0.5 * (low + high) : radius;
    if (std::fabs(next - z) < kClose * radius) break;
    z = next;
  }
  search.last_z = search.z;
  search.z = z;
  return true;
}

/// The wheel at rest or rolling under a load; sunk to its axle where the soil is too weak to carry it.
WheelRunning under_load(const SoilParams& soil, const WheelGeometry& wheel, double travel, double load,
                        double gravity) {
  WheelRunning run{.travel = travel, .gravity = gravity};
  run.sinkage = sinkage_for_load(soil, wheel, run, load);
  if (run.sinkage <= 0.0) run.sinkage = contact_radius(soil, wheel);
  return run;
}

}  // namespace

void SoftGround::complete(ContactLaw& law) const {
  law.on_soil = put_wheel_on_soil(law.soil, law.wheel, law.gravity);
  law.k_ground = law.k_shear = 0.0;
  law.beta_ground =
      damping_per_area(law.soil) * wheel_patch(law.wheel.radius, law.wheel.width) * law.width_fraction;
}

// Sliding renews the contact too.
Sliding SoftGround::sliding(const ContactLaw& law, const ContactMotion& motion) const {
  const double rim = law.radius * motion.spin;
  const double speed = std::sqrt(motion.v_x * motion.v_x + motion.v_y * motion.v_y);
  return sliding_of(rim, std::max(std::fabs(rim), speed), motion);
}

double SoftGround::relaxation(const ContactLaw& law, double entry_angle) const {
  return slip_way(law.soil, law.radius, entry_angle);
}

double SoftGround::sliding_stiffness(const ContactLaw& law, const ContactMemory& m,
                                     const ContactForce& f) const {
  return shear_bound(law.on_soil, {.normal_force = f.normal,
                                   .sinkage = f.sinkage,
                                   .entry_angle = f.entry_angle,
                                   .travel = std::fabs(m.travel),
                                   .relaxation = relaxation(law, f.entry_angle),
                                   .width_fraction = law.width_fraction});
}

// Upper bound of the energy that the soil holds like a spring. Its laws give forces only; the energy that
// they take is booked as dissipated as it comes, also what a motion back to rest returns. With forces that
// grow with their own displacement, from 0, the integral is below force times displacement:
//   N u + |T / r| |zeta_x| + |F_y| |zeta_y| + |T / r - F_x| l |travel|
// u: deepest level of the soil under the wheel below untouched ground. Soil that is pressed in springs back
// by N / (k_e A) alone, but a wheel that rolls onto other soil rises to where that carries it, at most by u.
// A footprint l that has travelled is what turns the rolling resistance round.
double SoftGround::returnable(const ContactLaw& law, const ContactMemory& m, const ContactForce& f) const {
  const double rim = f.torque / law.radius;
  return f.normal * std::max({m.u_soil, m.u_peak, 0.0}) + std::fabs(rim * m.zeta_x) +
         std::fabs(f.lateral * m.zeta_y) +
         std::fabs((rim - f.longitudinal) * relaxation(law, f.entry_angle) * m.travel);
}

// Soil stays where it is, unless the wheel comes back into it.
double SoftGround::spring_back(const ContactLaw&, double u_soil, double, double room, double) const {
  return std::clamp(room, 0.0, u_soil);
}

const WheelRun* SoftGround::begin(Advance& c) const {
  c.footing.emplace(c.law, c.motion, c.m, c.length, c.peak_angle);
  c.guess = guess_compression(c);
  return &c.footing->run_at(c.motion.u_tot - c.guess);
}

double SoftGround::compress(Advance& c) const {
  c.footing->complete(c.motion.u_tot - c.guess, c.soil);
  return search_compression(c);
}

void SoftGround::load(double dt, double u_s_rate, Advance& c) const {
  const ContactMemory& m = c.m;
  ContactForce& f = c.f;
  const double bristle = c.motion.share * c.law.beta_tangential;
  const double dx = m.zeta_x - c.before.zeta_x, dy = m.zeta_y - c.before.zeta_y;
  put_forces(c.law, c.motion, c.soil, m.u_soil, bristle * (dx / dt), bristle * (dy / dt), f);
  f.normal_dissipation += c.soil.force * u_s_rate;
  f.normal_dissipation -= f.normal * c.motion.rut_rate;  // push of a rut's wall
  f.soil_normal = (c.soil.force + c.beta.soil * u_s_rate) * u_s_rate - f.normal * c.motion.rut_rate;
  const double damped = bristle / dt * std::max(std::fabs(dx), std::fabs(dy));
  if (damped < kBristleShare * f.normal) f.bristle_damping = bristle;
}

SoilState SoftGround::state(const ContactLaw& law, const ContactMotion& motion, const ContactMemory& m,
                            double length, double u_soil) const {
  return SoftSoil(law, motion, m, length, entry_angle(law, m.u_peak - motion.rut_depth)).at(u_soil);
}

void SoftGround::load(const RateInstant& at, std::array<double, kContactRateSize>& rates,
                      ContactForce& f) const {
  put_forces(at.law, at.motion, at.soil, f.sinkage, at.bristle * rates[1], at.bristle * rates[2], f);
  f.normal_dissipation -= f.normal * at.motion.rut_rate;  // push of a rut's wall
  f.soil_normal = -f.normal * at.motion.rut_rate;
}

bool SoftGround::begin_creep(CreepStep& step, double length, SinkageSearch& search) const {
  const ContactLaw& law = *step.law;
  const CreepMemory& m = *step.memory;
  const double u = step.motion.u_tot, k = law.k_wheel;
  step.force.slip = m.zeta_x / length;
  search.step = &step;
  search.done = false;
  search.low = 0.0;
  search.high = u;
  search.run = {.wheel = &law.on_soil, .running = {}, .arc_points = law.arc_points};
  search.run.running.slip_x = m.zeta_x / length;
  search.run.running.slip_y = m.zeta_y / length;
  search.run.running.rut_depth = step.motion.rut_depth;
  search.run.running.width_fraction = law.width_fraction;
  search.run.running.sinkage =
      m.stiffness > 0.0 ? std::clamp(m.sinkage + k / (k + m.stiffness) * (u - m.u_tot), 0.05 * u, u)
                        : 0.5 * u;
  return true;
}

double SoftGround::drawbar_pull(const LoadedWheel& wheel, double slip, PullSearch& search) const {
  WheelReaction reaction;
  const ContactLaw& law = *wheel.law;
  const WheelRunning run{.slip_x = slip_on_radius(slip, 1.0, law.radius / law.wheel.radius),
                         .rut_depth = wheel.rut_depth};
  return find_sinkage(wheel, run, search, reaction) ? reaction.drawbar_pull : std::nan("");
}

GroundSpring SoftGround::spring(const SoilParams& soil, const WheelGeometry& wheel, double load,
                                double gravity) const {
  const WheelReaction r = wheel_reaction(soil, wheel, under_load(soil, wheel, 0.0, load, gravity));
  const double area = wheel.width * contact_radius(soil, wheel) * r.entry_angle;
  return {r.stiffness, std::max(r.stiffness, soil.unloading_stiffness * area),
          damping_per_area(soil) * wheel_patch(wheel.radius, wheel.width)};
}

double SoftGround::shear_stiffness(const SoilParams& soil, const WheelGeometry& wheel, double, double load,
                                   double gravity) const {
  const WheelOnSoil on_soil = put_wheel_on_soil(soil, wheel, gravity);
  double stiffest = 0.0;
  for (const double travel : {0.0, 1.0}) {  // at rest, rolling
    const WheelRunning run = under_load(soil, wheel, travel, load, gravity);
    const double entry = wheel_reaction(soil, wheel, run).entry_angle;
    const ShearState state{.normal_force = load,
                           .sinkage = run.sinkage,
                           .entry_angle = entry,
                           .travel = travel,
                           .relaxation = slip_way(soil, on_soil.radius, entry)};
    stiffest = std::max(stiffest, shear_bound(on_soil, state));
  }
  return stiffest;
}

Plate SoftGround::plate(const PadLaw& law) const { return soft_plate(law, pad_friction(law)); }
double SoftGround::pad_friction(const PadLaw& law) const { return math::tan(law.soil.phi); }
PadSpring SoftGround::press(const PadLaw& law, const Plate& p, double u, double plastic,
                            double yields) const {
  return press_soft(law, p, u, plastic, yields);
}

double SoftGround::pressing_stiffness(const PadLaw& law, const Plate& p, double load) const {
  return soft_pressing_stiffness(law, p, load);
}

// The initial slope of the curve.
double SoftGround::pad_shear_stiffness(const PadLaw& law, const Plate&, double strength) const {
  return strength / shear_way(law.soil);
}

const Ground& soft_ground() {
  static constinit const SoftGround ground;
  return ground;
}

}  // namespace grouser::contact
