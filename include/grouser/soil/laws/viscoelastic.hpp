// SPDX-License-Identifier: BSD-3-Clause
// Ground that yields and creeps, as bodies that land on it feel it at a point (J. T. Wachlin,
// "Computational improvements of a multibody dynamic simulation algorithm applied to a landing event
// simulation of a flexible legged Europa lander", M.S. thesis, Georgia Institute of Technology, 2018,
// section 6.2.2).
//
// Along the normal a standard linear solid, (6.1) to (6.3): a spring k_e in series with a spring k_v and a
// damper c_v side by side. With the depth u = e_e + e_v,
//   F = k_e (u - e_v) >= 0,   c_v de_v/dt = F - k_v e_v
// so at first the ground is as stiff as k_e, and in the long run as k_e k_v/(k_e + k_v).
//
// Along the surface the friction of Canudas de Wit, Olsson, Astrom & Lischinsky (IEEE Transactions on
// Automatic Control 40, 1995; LuGre), (6.4) to (6.6), with the bristles' deflection z a vector in the
// tangent plane and v the velocity in it:
//   dz/dt = v - sigma_0 |v| z/g(v),   g = mu_k + (mu_s - mu_k) exp(-(|v|/v_s)^alpha)
//   F_t = F (sigma_0 z + sigma_1 dz/dt + sigma_2 v)
// The forces are per newton of normal force, so sigma_0 is in 1/m, sigma_1 and sigma_2 in s/m.
//
// The thesis prints sigma_0 = 0.0015, with which z has to grow to tens or hundreds of metres before
// Coulomb's friction is there: friction is viscous, and nothing holds on a slope. So there are two
// readings:
//   as_printed  the numbers of the file
//   consistent  sigma_0 = mu_s/(2 mm): full friction after some 2 mm; sigma_1 = 2 sqrt(sigma_0/g0) - sigma_2
//               (critical damping of a mass held by its own weight in the gravity g0), at least 0 and at most
//               sigma_2 mu_k/(mu_s - mu_k), beyond which LuGre can give energy (Barabanov & Ortega, IEEE
//               Transactions on Automatic Control 45, 2000)
// If F changes while z does not, the bristles' stiffness sigma_0 F changes under load, which takes or gives
// at most F mu_s^2/(2 sigma_0), a joule for a kilonewton of `consistent`; the book takes it for friction.
#pragma once
#include "grouser/soil/laws/soil_number.hpp"

namespace grouser {

enum class FrictionReading { consistent, as_printed };
inline constexpr const char* kFrictionReadings[] = {"consistent", "as_printed"};

struct ViscoelasticParams {
  double elastic_stiffness = kUnset;  ///< k_e at one contact, N/m
  double creep_stiffness = kUnset;    ///< k_v, N/m
  double creep_damping = kUnset;      ///< c_v, N s/m
  double static_friction = kUnset;    ///< mu_s, -
  double kinetic_friction = kUnset;   ///< mu_k, -
  double stribeck_velocity = kUnset;  ///< v_s, m/s
  double stribeck_exponent = 1.0;     ///< alpha, -
  double bristle_stiffness = kUnset;  ///< sigma_0, 1/m
  double bristle_damping = kUnset;    ///< sigma_1, s/m
  double viscous_friction = kUnset;   ///< sigma_2, s/m
  FrictionReading friction_reading = FrictionReading::consistent;
};
inline constexpr SoilNumber<ViscoelasticParams> kViscoelasticNumbers[] = {
    {"elastic_stiffness", "of the spring at one contact", &ViscoelasticParams::elastic_stiffness, 0.0, 1e12,
     true, "N/m"},
    {"creep_stiffness", "of the spring that creeps", &ViscoelasticParams::creep_stiffness, 0.0, 1e12, false,
     "N/m"},
    {"creep_damping", "of the damper that creeps", &ViscoelasticParams::creep_damping, 0.0, 1e12, true,
     "N s/m"},
    {"static_friction", "coefficient at rest", &ViscoelasticParams::static_friction, 0.0, 10.0, true, "-"},
    {"kinetic_friction", "coefficient when sliding fast", &ViscoelasticParams::kinetic_friction, 0.0, 10.0,
     true, "-"},
    {"stribeck_velocity", "at which friction falls from one to the other",
     &ViscoelasticParams::stribeck_velocity, 0.0, 1e3, true, "m/s"},
    {"stribeck_exponent", "of that fall", &ViscoelasticParams::stribeck_exponent, 0.0, 10.0, true, "-",
     Given::optional},
    {"bristle_stiffness", "of the bristles, by the normal force", &ViscoelasticParams::bristle_stiffness, 0.0,
     1e9, true, "1/m"},
    {"bristle_damping", "of the bristles, by the normal force", &ViscoelasticParams::bristle_damping, 0.0,
     1e6, false, "s/m"},
    {"viscous_friction", "that grows with the speed, by the normal force",
     &ViscoelasticParams::viscous_friction, 0.0, 1e6, false, "s/m"},
};

/// The three sigmas of a reading.
struct Bristles {
  double stiffness = 0.0, damping = 0.0, viscous = 0.0;  ///< 1/m, s/m, s/m
};
/// gravity: m/s2.
Bristles bristles_of(const ViscoelasticParams& soil, double gravity);

/// Stribeck's curve g at a speed, m/s: what the bristles hold when they slide steadily.
double stribeck_friction(const ViscoelasticParams& soil, double speed);

}  // namespace grouser
