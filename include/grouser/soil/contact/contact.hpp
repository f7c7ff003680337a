// The dynamic contact of one wheel slice with one surface: wheel spring-damper in series with the soil
// (equations (4) to (6) of Oettershagen et al., DynRPAT), and slip as a state.
//
// Normal. u_tot = u_wheel + u_soil; k_w u_w + beta_w du_w/dt = R(u_s) + beta_s du_s/dt, where R is a constant
// spring on hard ground and the wheel's own load-sinkage curve on soft soil. Derivatives by a backward
// difference of n points, BDF(n-1). The surfaces part when the force would pull; both sides then relax freely
// until u_tot exceeds their sum.
//
// Tangential. A deflection zeta (m) of the contact grows with the sliding speed of the rim and fades with
// rolled distance: d zeta/dt = v_s - V zeta / l. Its steady value l v_s / V is l times the slip, so zeta / l
// is the slip the steady law sees, at any speed and at rest; l = K + half the arc on soil, half the radius on
// hard ground. A bristle damper acts on d zeta/dt, which is zero in steady motion; surfaces that carry one
// slice together share it, or the explicit step could not carry their sum. On hard ground zeta is a spring
// limited by Coulomb's cone (return mapping), so a parked wheel sticks. (LuGre-like states: Canudas de Wit et
// al. 1995; relaxation length: Pacejka 2002, ch. 7.)
//
// Travel, in [-1, 1], tells which way the wheel has advanced into its footprint (0: pressed in, symmetric).
// It follows the hub, not the rim: a wheel that spins on the spot digs, but rolls onto nothing, so the
// ground's resistance to being rolled over cannot push it backward.
//
// A rut that was there before (rut_depth) belongs to the ground that the wheel rolls onto: entry_side() of
// the travel says which side that is. It is the level that the soil's law counts its sinkage from, and
// changes as the wheel rolls on or turns back. The springs and dampers know nothing of it: their rates are
// those of u_tot + rut_depth, the depth below untouched ground, so a change of level neither takes nor gives
// energy.
#pragma once
#include <array>
#include <span>

#include "grouser/soil/wheel/wheel_reaction.hpp"

namespace grouser {

inline constexpr int kMaxStencilPoints = 6;

/// Constants of one slice on one material. Stiffness and damping are the slice's share of the wheel's.
struct ContactLaw {
  SoilParams soil;
  WheelGeometry wheel;
  double width_fraction = 1.0;      ///< share of the width (1 / slices)
  double k_wheel = kUnset;          ///< N/m
  double beta_wheel = kUnset;       ///< N s/m, >= 0
  double k_tangential = kUnset;     ///< hard ground: shear stiffness of the tyre, N/m
  double beta_tangential = kUnset;  ///< bristle damping, N s/m
  double damping_ramp =
      1e-3;  ///< damping is full from this penetration on, m (seed 003, equation (1)); 0: literal
  int stencil_points = 2;             ///< n of the paper, 2 to 6
  int arc_points = kCoarseArcPoints;  ///< wheel_reaction.hpp: 8, 12 or 24
  double gravity = 9.81;              ///< m/s2
  WheelOnSoil on_soil = {};           ///< soft soil: of the soil, wheel and gravity above, by complete()
  bool hard() const { return soil.kind == SoilKind::hard; }
};

/// Fills in what follows from the rest. Call it last; a law on soft soil makes no force before.
void complete(ContactLaw& law);

/// Motion of the slice against the surface, in the contact's frame (x along the heading, y left, z out of the
/// ground).
struct ContactMotion {
  double u_tot = 0.0;       ///< equivalent penetration (hub displacement), m; <= 0: geometrically apart
  double u_tot_rate = 0.0;  ///< at which the normal force does work, m/s
  double v_x = 0.0;         ///< speed of the slice's centre along x relative to the surface, m/s
  double v_y = 0.0;         ///< along y, m/s
  double spin = 0.0;        ///< spin of the wheel about its axle (left axis, + rolls forward), rad/s
  double rut_depth = 0.0;   ///< m
  double rut_rate = 0.0;    ///< share of the rate of rut_depth that is in u_tot_rate (a rut's wall), m/s
  double share = 1.0;  ///< of the slice's footprint on this surface: so much of the bristle damper is here
};

/// Everything the contact must remember: plain doubles, hashed and stored as they are.
struct ContactMemory {
  double u_wheel = 0.0, u_soil = 0.0;  ///< m
  double zeta_x = 0.0, zeta_y = 0.0;   ///< m
  double travel = 0.0;                 ///< -
  double u_peak = 0.0;      ///< deepest that the soil under the wheel was pressed, below untouched ground, m
  double fresh = 0.0;       ///< share of the footprint that was rolled onto since u_peak, -
  double force_past = 0.0;  ///< N
  double past_count = 0.0;  ///< valid entries below
  std::array<double, kMaxStencilPoints - 1> u_wheel_past{}, u_tot_past{},
      age{};  ///< newest first; u_tot with the rut's depth; age: s before now
};
inline constexpr int kContactMemorySize = sizeof(ContactMemory) / sizeof(double);
/// The part of it that has rates (u_wheel, zeta_x, zeta_y, travel, u_peak, fresh), for RK stages.
inline constexpr int kContactRateSize = 6;

struct ContactForce {
  double normal = 0.0;                ///< N, >= 0, along the contact normal (times |gradient|)
  double longitudinal = 0.0;          ///< N, along x
  double lateral = 0.0;               ///< N, along y
  double torque = 0.0;                ///< about the axle that the drive must give (resists spin), N m
  double sinkage = 0.0;               ///< u_soil, m
  double slip_x = 0.0, slip_y = 0.0;  ///< the state's slip, see WheelRunning
  double entry_angle = 0.0;           ///< rad
  // what a small change of the motion meets now (step form only)
  double bristle_damping = 0.0;   ///< N s/m; 0 where it slides
  double normal_stiffness = 0.0;  ///< d(normal)/d(u_tot) of this step, dampers included, N/m
  bool sticks = false;            ///< hard ground: the tyre is not at Coulomb's limit
  double stored_energy = 0.0;     ///< J: wheel spring, hard-ground spring, tangential spring
  // rate form: less what finish_contact_rates() tells
  double normal_dissipation = 0.0;  ///< W: beta u'^2 of wheel and soil, and plastic work in soft soil
  double tangential_dissipation =
      0.0;                      ///< W: sliding and bristle damping; in soft soil all shear and compaction
  double numerical_loss = 0.0;  ///< J taken by the backward difference in this step (step form only)
};

/// How stiffly the contact meets a small sliding after its step, at most, N/m: the tyre while it sticks on
/// hard ground, else shear_stiffness_bound().
double sliding_stiffness(const ContactLaw&, const ContactMemory&, const ContactForce&);

/// Side of the footprint on which the wheel rolls onto the ground: 1 ahead, -1 behind, 0 while it has not
/// rolled. Reached at half of the travel, before the wheel leaves a rut of its own (kLeavesRut).
double entry_side(double travel);
/// A footprint that was rolled into this far leaves a rut behind it.
inline constexpr double kLeavesRut = 0.5;

/// Length over which slip builds up on soft soil: K and half the arc, m.
double soft_relaxation_length(double janosi_k, double radius, double entry_angle);

/// Step form: advances the memory by dt to the motion at the step's end.
void step_contact(const ContactLaw&, const ContactMotion&, double dt, ContactMemory&, ContactForce&);

/// One of several contacts that take their step together.
struct ContactStep {
  const ContactLaw& law;
  const ContactMotion& motion;
  ContactMemory& memory;
  ContactForce& force;
};
/// step_contact() of each, to the bit, in less time than one after the other.
void step_contacts(std::span<const ContactStep>, double dt);

/// Dampers of wheel and soil.
struct ContactDampers {
  double wheel = 0.0, soil = 0.0;  ///< N s/m
};
/// Dampers with which the two come to equal forces in no less than `fastest`, s: what `own` lack is added to
/// both in the proportion of their springs, as a damper of `fastest` k on the whole contact.
ContactDampers slow_dampers(ContactDampers own, double k_wheel, double k_soil, double fastest);
/// Rate form: rates of (u_wheel, zeta_x, zeta_y, travel, u_peak, fresh) at the memory's values. fastest: s;
/// nothing relaxes in less. The length of a Runge-Kutta step: at h lambda = -1 no stage overshoots, so that
/// none crosses to another branch of the law; the step is stable then where damping is still on its ramp,
/// where there is none, and where old soil unloads stiffly, at an error of the first order as that of the
/// step form. 0: the literal rates.
void calc_contact_rates(const ContactLaw&, const ContactMotion&, const ContactMemory&, double fastest,
                        std::array<double, kContactRateSize>& rates, ContactForce&);

/// What a whole step by rates adds to the energy of its last instant, J.
struct RatesEnd {
  double stored_energy = 0.0;  ///< what comes back onto Coulomb's cone stores less
  double work = 0.0;  ///< dissipation that goes by the way, not by rates: soft soil pressed in, and what the
                      ///< springs of hard ground gave since the step's start
};
/// After a step by rates from `before`: what rates cannot do. Soil is remembered where it was pressed
/// deepest, a deflection that sliding took beyond Coulomb's cone comes back onto it, one that is at ease is
/// forgotten.
RatesEnd finish_contact_rates(const ContactLaw&, const ContactMemory& before, ContactMemory&);

/// Weights of d/dt at the newest of m + 1 points; age[i]: how long before the newest point i lies (age[0] =
/// 0), s.
void backward_difference_weights(const double* age, int m, double* weights);

/// Time constant of the contact's own relaxation, (beta_w + beta_s) / (k_w + k_s), s; 0 without damping.
double contact_time_constant(const ContactLaw&, double soil_stiffness);

}  // namespace grouser
