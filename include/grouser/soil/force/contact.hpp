// SPDX-License-Identifier: BSD-3-Clause
// The dynamic contact of one wheel slice with one surface: wheel spring-damper in series with the soil
// (equations (4) to (6) of Oettershagen et al., DynRPAT), and slip as a state.
//
// Normal direction:
//   u_tot = u_wheel + u_soil
//   k_w u_w + beta_w du_w/dt = R(u_s) + beta_s du_s/dt
// where R is a constant spring on hard ground and the wheel's own load-sinkage curve on soft soil.
// Derivatives are backward differences of n points, BDF(n-1). The surfaces part when the force would pull;
// both sides then relax freely until u_tot exceeds their sum.
//
// Tangential direction: a deflection zeta (m) of the contact grows with the sliding speed of the rim and
// fades with rolled distance:
//   d zeta/dt = v_s - V zeta / l
// Its steady value l v_s / V is l times the slip, so zeta / l is the slip that the steady law sees, at any
// speed and at rest; l = K + half the arc on soil, half the radius on hard ground. A bristle damper acts on
// d zeta/dt, which is zero in steady motion. Surfaces that carry one slice together share this damper,
// otherwise the explicit step could not carry their sum. On hard ground zeta is a spring limited by Coulomb's
// cone (return mapping), so a parked wheel sticks. (LuGre-like states: Canudas de Wit et al. 1995; relaxation
// length: Pacejka 2002, ch. 7.)
//
// Travel, in [-1, 1], is the sense in which the wheel has advanced into its footprint (0: pressed in,
// symmetric). It follows the hub, not the rim: a wheel that spins on the spot digs but does not roll onto
// anything, so the rolling resistance of the ground cannot push it backward.
//
// A rut that was there before (rut_depth) belongs to the ground that the wheel rolls onto: entry_side() of
// the travel says which side that is. The soil law counts its sinkage from the bottom of this rut, a level
// that changes as the wheel rolls on or turns back. The springs and dampers do not see the rut: their rates
// are those of u_tot + rut_depth, the depth below untouched ground, so a change of level neither adds nor
// removes energy.
#pragma once
#include <array>
#include <span>

#include "grouser/soil/laws/spring_contact.hpp"
#include "grouser/soil/wheel/wheel_reaction.hpp"

namespace grouser {

namespace contact {
class Ground;  // src/soil/force/ground.hpp
}

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

  /// Damping is full from this penetration on, m (spring_contact.hpp); 0: literal
  double damping_ramp = kDampingRamp;
  int stencil_points = 2;             ///< n of the paper, 2 to 6
  int arc_points = kCoarseArcPoints;  ///< wheel_reaction.hpp: 8, 12 or 24
  double gravity = 9.81;              ///< m/s2

  // Numbers that follow from the rest: complete() fills them in
  const contact::Ground* ground = nullptr;  ///< the kind of ground, which answers all that depends on it
  double k_ground = kUnset;                 ///< spring of the ground that stores energy, N/m; 0 in soft soil
  double k_shear = kUnset;                  ///< spring on zeta that stores energy, N/m; 0 in soft soil
  double beta_ground = kUnset;              ///< N s/m
  double radius = kUnset;  ///< at which the wheel meets this ground, m: the rim, or the tips of its grousers
  WheelOnSoil on_soil = {};  ///< soft soil only
};

/// Fills in the members that follow from the rest. Call it last: a law that is not complete cannot be used.
void complete(ContactLaw& law);

/// Motion of the slice against the surface, in the contact's frame (x along the heading, y left, z out of the
/// ground).
struct ContactMotion {
  double u_tot = 0.0;       ///< equivalent penetration (hub displacement), m; <= 0: geometrically apart
  double u_tot_rate = 0.0;  ///< rate at which the normal force does work, m/s
  double v_x = 0.0;         ///< speed of the slice's centre along x relative to the surface, m/s
  double v_y = 0.0;         ///< along y, m/s
  double spin = 0.0;        ///< spin of the wheel about its axle (left axis, + rolls forward), rad/s
  double rut_depth = 0.0;   ///< m

  /// The part of the rate of rut_depth that is contained in u_tot_rate (a rut's wall), m/s
  double rut_rate = 0.0;
  /// Share of the slice's footprint on this surface; the bristle damper acts with this share.
  double share = 1.0;
  /// Share of the damping of wheel and ground that acts, less than 1 on a wheel's flank (flank_damping())
  double damping = 1.0;
  /// Angle about the axle from the contact's lowest point to a grouser in front of it, rad; unset: the mean
  /// over a turn
  double phase = kUnset;
};

/// Everything the contact must remember: plain doubles, hashed and stored without conversion.
struct ContactMemory {
  double u_wheel = 0.0, u_soil = 0.0;  ///< m
  double zeta_x = 0.0, zeta_y = 0.0;   ///< m
  double travel = 0.0;                 ///< -

  /// Deepest level to which the soil under the wheel was pressed, below untouched ground, m
  double u_peak = 0.0;
  double fresh = 0.0;       ///< share of the footprint that was rolled onto since u_peak, -
  double force_past = 0.0;  ///< N
  double past_count = 0.0;  ///< valid entries below

  /// Newest first; u_tot includes the rut depth; age: seconds before now
  std::array<double, kMaxStencilPoints - 1> u_wheel_past{}, u_tot_past{}, age{};
};
inline constexpr int kContactMemorySize = sizeof(ContactMemory) / sizeof(double);
/// Number of memory members that have rates (u_wheel, zeta_x, zeta_y, travel, u_peak, fresh), for RK stages.
inline constexpr int kContactRateSize = 6;

struct ContactForce {
  double normal = 0.0;                ///< N, >= 0, along the contact normal (times |gradient|)
  double longitudinal = 0.0;          ///< N, along x
  double lateral = 0.0;               ///< N, along y
  double torque = 0.0;                ///< about the axle, which the drive must supply (resists spin), N m
  double sinkage = 0.0;               ///< u_soil, m
  double slip_x = 0.0, slip_y = 0.0;  ///< slip from the state, see WheelRunning
  double slip = 0.0;                  ///< along the heading, as a wheel reports it, -
  double rut = 0.0;          ///< depth of what the wheel presses in for good below untouched ground, m
  double entry_angle = 0.0;  ///< rad
  // Response to a small change of the motion at this instant (step form only)
  double bristle_damping = 0.0;   ///< N s/m; 0 where it slides
  double normal_stiffness = 0.0;  ///< d(normal)/d(u_tot) of this step, dampers included, N/m
  bool sticks = false;            ///< hard ground: the tyre is not at Coulomb's limit
  double stored_energy = 0.0;     ///< J: wheel spring, hard-ground spring, tangential spring
  // Rate form: without the part that finish_contact_rates() reports
  double normal_dissipation = 0.0;  ///< W: beta u'^2 of wheel and soil, and plastic work in soft soil

  /// W: sliding and bristle damping; in soft soil all shear and compaction
  double tangential_dissipation = 0.0;
  double numerical_loss = 0.0;  ///< J taken by the backward difference in this step (step form only)
  // Part of the two dissipations above that soft soil takes, W: all but that of dampers. Rate form: without
  // the energy that finish_contact_rates() reports
  double soil_normal = 0.0, soil_tangential = 0.0;
};

/// Upper bound of the contact's stiffness against a small sliding after its step, N/m: that of the tyre while
/// it sticks on hard ground, otherwise shear_stiffness_bound().
double sliding_stiffness(const ContactLaw&, const ContactMemory&, const ContactForce&);

/// The most that soft soil under the contact can give back, after its step, of what was booked as dissipated,
/// J; 0 on hard ground, whose springs are booked as stored.
double returnable_energy(const ContactLaw&, const ContactMemory&, const ContactForce&);

/// Side of the footprint on which the wheel rolls onto the ground: 1 ahead, -1 behind, 0 while it has not
/// rolled. It is reached at half of the travel, before the wheel leaves a rut of its own (kLeavesRut).
double entry_side(double travel);
/// A footprint leaves a rut behind it once the wheel has rolled into it this far.
inline constexpr double kLeavesRut = 0.5;

/// Step form: advances the memory by dt, for the motion at the end of the step.
void step_contact(const ContactLaw&, const ContactMotion&, double dt, ContactMemory&, ContactForce&);

/// One of several contacts that are stepped together.
struct ContactStep {
  const ContactLaw& law;
  const ContactMotion& motion;
  ContactMemory& memory;
  ContactForce& force;
};
/// Does step_contact() for each contact with bit-identical results, faster than one after the other.
void step_contacts(std::span<const ContactStep>, double dt);

/// Damping of wheel and soil.
struct ContactDampers {
  double wheel = 0.0, soil = 0.0;  ///< N s/m
};
/// Dampers with which wheel and soil reach equal forces in no less than `fastest`, s. The damping that `own`
/// lacks is added to both in proportion to their springs, as a damper of `fastest` k on the whole contact.
ContactDampers slow_dampers(ContactDampers own, double k_wheel, double k_soil, double fastest);
/// Rate form: rates of (u_wheel, zeta_x, zeta_y, travel, u_peak, fresh) at the memory's values. Nothing
/// relaxes in less than `fastest`, s, which is the length of a Runge-Kutta step: at h lambda = -1 no stage
/// overshoots, so none crosses to another branch of the law. The step is then stable where damping is still
/// on its ramp, where there is no damping, and where old soil unloads stiffly, with an error of first order
/// like that of the step form. fastest = 0 gives the literal rates.
void calc_contact_rates(const ContactLaw&, const ContactMotion&, const ContactMemory&, double fastest,
                        std::array<double, kContactRateSize>& rates, ContactForce&);

/// Energy that a whole step in rate form adds to that of its last instant, J.
struct RatesEnd {
  /// Change of the stored energy: a deflection that returns onto Coulomb's cone stores less
  double stored_energy = 0.0;
  /// Dissipation that is not covered by the rates: soft soil pressed in, and what the springs of hard ground
  /// gave since the start of the step
  double work = 0.0;
  double soil_work = 0.0;  ///< of that, what soft soil took
};
/// Does what rates cannot do, after a step in rate form from `before`: the soil is remembered where it was
/// pressed deepest, a deflection that sliding took beyond Coulomb's cone returns onto it, and a relaxed
/// deflection is forgotten.
RatesEnd finish_contact_rates(const ContactLaw&, const ContactMemory& before, ContactMemory&);

/// Weights of d/dt at the newest of m + 1 points; age[i], s, is the time by which point i is older than the
/// newest (age[0] = 0).
void backward_difference_weights(const double* age, int m, double* weights);

/// Shortest relaxation time of the contact itself, (beta_w + beta_s) / (k_w + k_s), s, where soft soil has no
/// k_s; 0 without damping.
double contact_time_constant(const ContactLaw&);

}  // namespace grouser
