// SPDX-License-Identifier: BSD-3-Clause
// A footpad: a flat round plate on soil or rock, with one contact point, evaluated once per step.
//
// Normal direction, static: the pad's spring k_p in series with the ground. Hard ground is a spring k_h. Soft
// soil is a plate with A = pi r^2 and b = r,
//   p = (k_c/b + k_phi) z^n   (Bekker 1969, eq. 4-2, or Reece's form)
// with stiff unloading k_e (unloading.hpp). This is a spring A k_e in series with a slider whose strength
// A k z^n hardens with the sinkage z. So, for a penetration u,
//   N = k_t (u - z_p) <= A k z^n,   1/k_t = 1/k_p + 1/(A k_e),   z = z_p + N/(A k_e)
// where the plastic sinkage z_p grows as much as the limit asks (return mapping). A damper acts on the rate
// of u:
//   c = c_p s^2 + c_g e^2
// s is the pad's share of that rate and e that of the ground's spring: N'/u' over k_p and over A k_e.
// Soil's c_g is its damping per area times what touches. Soil that flows keeps its strength at any speed,
// as dry grains do: e is then near 0, and so the damper, an assumed number, has no part in how deep a foot
// or a lander comes (without it spheres stop in glass beads at 0.93 of the measured depth:
// tests/simulation/impacts_test.cpp). Damping is full from `damping_ramp` on. The normal force never pulls.
//
// Tangential direction: a spring on the shear displacement j and a damper, limited together to the strength:
//   hard: S = friction N, stiffness 0.7 of the normal one (Mindlin 1949: 0.67 to 1)
//   soft: S = A c + N tan(phi), stiffness S/K
// S/K is the initial slope of Janosi & Hanamoto 1961. Their exponential is replaced by a straight line up to
// the strength, so that a stuck pad gives back what it stores. S in the stiffness is the largest since the
// pad touched: the hole that a load has pressed stays when it falls, as the sinkage does. When S grows the
// force stays constant, which can only lose energy. (A stiffness that follows the load creates energy: Elata
// & Berryman, Mech. Materials 24, 1996; one that falls with it at constant displacement has a loaded foot
// creep down a slope with each change of its load.)
//
// A foot has three things more. A ball of radius r is pressed in with a growing area: each of its rings of
// height h above the lowest point is a plate at depth z - h, so that on p = k z^n with w = max(0, z - r)
//   N(z) = 2 pi k (r z^(n+1)/(n+1) - (z^(n+2) - w^(n+2))/((n+1)(n+2)))
//   A(z) = pi (2 r z - z^2), pi r^2 from z = r on
// in place of A k z^n (pad_curve.hpp). Its unloading keeps the stiffness A k_e of the whole disc, so that
// the elastic work stays a closed form; that part of its depth is a hundredth. Grousers of height h under a
// plate of width b add the edges' shear to the strength, cohesion (1 + 2 h/b) and friction (1 + 0.64 (h/b)
// arccot(h/b)) (grouser_side_shear.hpp; a round plate's b is its diameter). A sole that is fixed to its leg
// is many such pads, each with a share of the area.
//
// On soil of resistive force theory (soil/laws/rft.hpp) the plate's curve is 0.87574 xi_n A (z + e), a
// ball's the rings of the same with n = 1; e is the depth that `cohesion_share` counts (cohesion_depth()).
// The strength along the surface is the friction of the pad's own surface; with grousers it is that of soil
// on soil, tan(phi), with the edges' factors on friction, and on the share of the cohesion that counts,
// above. There is no damper, and soil that is pushed aside as it flows adds lambda rho v_n^2 on the area,
// lambda = 1.4 (a sphere dropped on sand), with v_n along the pad's normal, of a ball along each ring's
// own.
//
// The elastic and plastic works are closed forms of the memory, so that the energy balance
//   d(stored) + (normal + tangential dissipation) dt = work done on the pad
// closes to the order of the integrator alone: there is no numerical loss. A pad lifted clear of its hole and
// moved aside by more than its diameter finds new soil. Not modelled: tilt of the plate, bulldozing of its
// side, slip-sinkage.
#pragma once
#include "grouser/math/types.hpp"
#include "grouser/soil/laws/soil_params.hpp"
#include "grouser/soil/laws/spring_contact.hpp"

namespace grouser {

/// In what the sole of a foot differs from a flat round plate of radius r.
struct SoleForm {
  bool ball = false;           ///< its area grows with the sinkage
  double area = kUnset;        ///< of this pad, m2; unset: pi r^2
  double width = kUnset;       ///< b of Bekker's modulus, the smaller side of the whole sole, m; unset: r
  double share = 1.0;          ///< of the whole sole's hard ground: its spring and damper
  double grouser = 0.0;        ///< height of its grousers, m
  double grouser_width = 1.0;  ///< b of their shear: side or diameter of the whole sole, m
};

struct PadLaw {
  SoilParams soil;                     ///< the ground; hard_stiffness may be unset, which means rigid ground
  double radius = kUnset;              ///< r of the sole, m
  double stiffness = kUnset;           ///< k_p, N/m, > 0
  double damping = 0.0;                ///< c_p, N s/m
  double friction = 0.0;               ///< Coulomb, on hard ground, -
  double damping_ramp = kDampingRamp;  ///< m; damping is full from this penetration on; 0: at once
  double gravity = 9.81;               ///< m/s2, of resistive force theory and of moduli that scale
  SoleForm form = {};                  ///< further properties of a foot
};

/// Memory of one pad on one surface: plain doubles. All zero: never touched.
struct PadMemory {
  double shear_x = 0.0, shear_y = 0.0, shear_z = 0.0;  ///< j, world axes, m
  double shear_stiffness = 0.0;                        ///< shear spring's stiffness at the last step, N/m
  double peak = 0.0;                                   ///< z_p: deepest plastic sinkage, m
  double moved = 0.0;  ///< distance moved along the ground since the pad last touched it, m
};
inline constexpr int kPadMemorySize = sizeof(PadMemory) / sizeof(double);

struct PadMotion {
  /// u of the sole's centre below the surface along its normal, m; <= 0: in the air
  double penetration = 0.0;
  Vec3 normal = Vec3::UnitZ();   ///< out of the ground, unit
  Vec3 velocity = Vec3::Zero();  ///< of the sole's centre relative to the surface, world axes, m/s
};

struct PadForce {
  Vec3 force = Vec3::Zero();  ///< on the pad, world axes, N
  double normal = 0.0;        ///< N, >= 0
  double sinkage = 0.0;       ///< z into soft soil, m; 0 on hard ground
  double stiffness = 0.0;     ///< d(normal)/d(penetration) of the springs and the flow, N/m
  double strength = 0.0;      ///< largest force along the surface, N
  double damping = 0.0;       ///< of the damper along the normal while it presses, N s/m
  double shear_damping =
      0.0;  ///< of that along the surface; at most strength/speed while the pad slides, N s/m
  double stored_energy = 0.0;  ///< J
  // The step form gives means of all losses over the step.
  double normal_dissipation = 0.0;  ///< W; rate form: of the damper, at this instant

  /// W; rate form: of the friction at this instant, including the power into the shear spring
  double tangential_dissipation = 0.0;
  /// J, rate form only: plastic work less the work into the shear spring, since the memory was made
  double work = 0.0;
  /// Part of the losses that flowing soil takes: W in step form, J since the memory was made in rate form
  double soil = 0.0;
};

/// Step form: advances the memory by dt > 0, for the motion at the end of the step, and gives the force
/// there.
void step_pad(const PadLaw& law, const PadMotion& motion, double dt, PadMemory& memory, PadForce& out);

/// Rate form: gives the force, and updates the memory, after the sole has been displaced over the surface
/// (world axes, m) since the memory was made. Soil flow and sliding do not depend on speed, so each stage of
/// a Runge-Kutta step returns to the strength from the memory at the start of the step; the memory at the end
/// of the step is kept.
void move_pad(const PadLaw& law, const PadMotion& motion, const Vec3& way, PadMemory& memory, PadForce& out);

/// The longest step, s, with which Beeman's method carries a mass (kg) on this pad under a load (N) without
/// growing oscillation: the least over sticking, pressing in and lifting off. Infinite for an infinite mass.
double pad_stable_step(const PadLaw& law, double mass, double load);

/// Sinkage of the pad under a load (N) on untouched ground, m; 0 on hard ground.
double pad_sinkage(const PadLaw& law, double load);

/// Strength along the surface per load, without cohesion: Coulomb's coefficient, or tan(phi), -.
double pad_friction(const PadLaw& law);

}  // namespace grouser
