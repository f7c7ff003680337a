// A footpad: a flat round plate on soil or rock, at one point of contact, evaluated once a step.
//
// Normal, static: the pad's spring k_p in series with the ground. Hard ground: a spring k_h. Soft soil: a
// plate with A = pi r^2 and b = r,
//   p = (k_c/b + k_phi) z^n  (Bekker 1969, eq. 4-2), or Reece's form; stiff unloading k_e (unloading.hpp),
// which is a spring A k_e in series with a slider whose strength A k z^n hardens with the sinkage z. So
//   N = k_t (u - z_p) <= A k z^n,   1/k_t = 1/k_p + 1/(A k_e),   z = z_p + N/(A k_e)
// for a penetration u, where the plastic sinkage z_p grows as much as the limit asks (return mapping). A
// damper acts on the rate of u: c = c_p s^2 + c_g (1 - s)^2, s the pad's share of that rate (as the springs
// or the soil's flow share it), full from `damping_ramp` on. The normal force never pulls.
//
// Tangential: a spring on the shear displacement j, and a damper, both together limited to the strength:
//   hard: friction N, stiffness 0.7 of the normal one (Mindlin 1949: 0.67 to 1);
//   soft: S = A c + N tan(phi), stiffness S/K: the first slope of Janosi & Hanamoto 1961, whose exponential
//   is here a straight line to the strength, so that what a stuck pad stores it gives back.
// Where S grows the force stays as it is, where it falls the displacement stays: both only lose energy (Elata
// & Berryman, Mech. Materials 24, 1996: a stiffness that follows the load gains energy from nothing
// otherwise).
//
// The elastic and plastic works are closed forms of the memory, so that the book
//   d(stored) + (normal + tangential dissipation) dt = work done on the pad
// closes to the order of the integrator alone: there is no numerical loss. A pad lifted clear of its hole and
// moved aside by more than its diameter finds new soil. Left out: tilt of the plate, bulldozing of its side,
// slip-sinkage.
#pragma once
#include "grouser/math/types.hpp"
#include "grouser/soil/laws/soil_params.hpp"

namespace grouser {

struct PadLaw {
  SoilParams soil;             ///< the ground; hard_stiffness may be unset: rigid ground
  double radius = kUnset;      ///< r of the sole, m
  double stiffness = kUnset;   ///< k_p, N/m, > 0
  double damping = 0.0;        ///< c_p, N s/m
  double friction = 0.0;       ///< Coulomb, on hard ground, -
  double damping_ramp = 1e-3;  ///< m; damping is full from this penetration on (seed 003, equation (1))
  bool hard() const { return soil.kind == SoilKind::hard; }
};

/// What one pad remembers of one surface: plain doubles. All zero: never touched.
struct PadMemory {
  double shear_x = 0.0, shear_y = 0.0, shear_z = 0.0;  ///< j, world axes, m
  double shear_stiffness = 0.0;                        ///< of the shear spring when last stepped, N/m
  double peak = 0.0;                                   ///< z_p: deepest plastic sinkage, m
  double moved = 0.0;                                  ///< way along the ground since it was last in it, m
};
inline constexpr int kPadMemorySize = sizeof(PadMemory) / sizeof(double);

struct PadMotion {
  double penetration =
      0.0;  ///< u of the sole's centre below the surface along its normal, m; <= 0: in the air
  Vec3 normal = Vec3::UnitZ();   ///< out of the ground, unit
  Vec3 velocity = Vec3::Zero();  ///< of the sole's centre relative to the surface, world axes, m/s
};

struct PadForce {
  Vec3 force = Vec3::Zero();   ///< on the pad, world axes, N
  double normal = 0.0;         ///< N, >= 0
  double sinkage = 0.0;        ///< z into soft soil, m; 0 on hard ground
  double stored_energy = 0.0;  ///< J
  // step form: means over the step of all that is lost
  double normal_dissipation = 0.0;  ///< W; rate form: of the damper, now
  double tangential_dissipation =
      0.0;            ///< W; rate form: of the friction, now, with what the shear spring takes
  double work = 0.0;  ///< J, rate form: plastic, less what the shear spring took, since the memory was made
};

/// Step form: advances the memory by dt > 0 to the motion at the step's end and gives the force there.
void step_pad(const PadLaw& law, const PadMotion& motion, double dt, PadMemory& memory, PadForce& out);

/// Rate form: the force where the sole has gone `way` over the surface (world axes, m) since the memory was
/// made, and the memory there. Flow of the soil and sliding do not depend on how fast they went, so each
/// stage of a Runge-Kutta step returns to the strength from the memory at the step's start; that at the
/// step's end is kept.
void move_pad(const PadLaw& law, const PadMotion& motion, const Vec3& way, PadMemory& memory, PadForce& out);

/// The longest step, s, with which Beeman's method carries a mass (kg) on this pad under a load (N) without
/// growth: the least over sticking, pressing in and lifting off. Infinite for a mass without end.
double pad_stable_step(const PadLaw& law, double mass, double load);

}  // namespace grouser
