// SPDX-License-Identifier: BSD-3-Clause
// A point of a body on viscoelastic ground (soil/laws/viscoelastic.hpp), in two forms: the step form
// advances the memory over a step, the rate form gives the memory's rates. A point that parts from the
// ground below the surface leaves a dent that closes by itself, at k_v/c_v; one above the surface as it was
// before any contact finds fresh ground. There is no adhesion.
//
// Step form, over dt from the depth u_0 to u_1. The dent is exact for a depth that grows evenly:
//   e_1 = e_0 E + s (u_1 - u_0 E - (u_1 - u_0)(1 - E)/a)
//   a = (k_e + k_v) dt/c_v,   E = exp(-a),   s = k_e/(k_e + k_v)
// and the bristles take their own sliding implicitly:
//   z_1 = (z_0 + dt v)/(1 + dt sigma_0 |v|/g)
// The change of the force along the surface with the step's velocity is registered as a damper
// (ContactLoads::add_damper), so that a light foot on sand, 5,000 N s/m on 2 kg, is stable at any step.
#pragma once
#include "grouser/math/types.hpp"
#include "grouser/soil/laws/soil_params.hpp"

namespace grouser {

/// One point on one ground.
struct ViscoelasticLaw {
  ViscoelasticParams ground;
  Bristles bristles;
};
/// gravity: m/s2.
ViscoelasticLaw put_point(const SoilParams& soil, double gravity);

/// Memory of a point: plain doubles. All zero: it stands on fresh ground. The losses are since the start,
/// without influence.
struct ViscoelasticMemory {
  double dent = 0.0;                              ///< e_v, m
  double x = 0.0, y = 0.0, z = 0.0;               ///< the bristles' deflection, world axes, m
  double stored = 0.0;                            ///< by the bristles, J
  double soil_power = 0.0, friction_power = 0.0;  ///< lost at the last step's end, W
  double soil_loss = 0.0, friction_loss = 0.0;    ///< J
};
inline constexpr int kViscoelasticMemorySize = sizeof(ViscoelasticMemory) / sizeof(double);
/// The first numbers of the memory have rates.
inline constexpr int kViscoelasticRates = 4;

struct ViscoelasticMotion {
  double depth = 0.0;               ///< u below the undeformed surface, m
  double approach = 0.0;            ///< mean rate of u over the step, m/s; step form only
  Vec3 normal = Vec3::UnitZ();      ///< out of the ground, unit
  Vec3 sliding = Vec3::Zero();      ///< velocity along the surface: step form, mean of the step, m/s
  Vec3 sliding_now = Vec3::Zero();  ///< and at the instant of the force, m/s
};

struct ViscoelasticForce {
  Vec3 friction = Vec3::Zero();  ///< on the point, world axes, N
  double normal = 0.0;           ///< N
  double across = 0.0;           ///< step form: damper along the surface, N s/m (see above)
  double springs = 0.0;          ///< stored by the ground's two springs, J
  double bristles = 0.0;         ///< stored by the bristles, J
  double soil_power = 0.0;       ///< lost by c_v: step form, mean of the step; rate form, now, W
  double friction_power = 0.0;   ///< given to the friction now, W
  double forgotten = 0.0;        ///< stored by a dent that fresh ground does not have, J (step form)
};

/// Step form: advances the memory by dt > 0.
void step_viscoelastic(const ViscoelasticLaw&, const ViscoelasticMotion&, double dt, ViscoelasticMemory&,
                       ViscoelasticForce&);
/// Rate form: the force at a memory, and the rates of its first numbers.
void viscoelastic_rates(const ViscoelasticLaw&, const ViscoelasticMotion&, const ViscoelasticMemory&,
                        double (&rates)[kViscoelasticRates], ViscoelasticForce&);

}  // namespace grouser
