// SPDX-License-Identifier: BSD-3-Clause
// Resistive force theory: what granular ground does to a small element of a surface that moves through it.
// Three-dimensional, quasi-static law of Agarwal, Goldman & Kamrin, PNAS 120, 2023 (arXiv 2205.14920), in its
// invariant form: at depth d under the free surface, with outward normal n and direction of motion v (unit),
// z up,
//   dF = xi_n d a(n, v) dA                      for elements that lead, v . n >= 0
//   a = f1 m + f2 v - f3 z,   f_i(x1, x2, x3) cubic polynomials
//   x1 = -v_z,  x2 = -m_z,  x3 = v . m,   m = n, or -n where n points up
// xi_n = rho g (894 mu^3 - 386 mu^2 + 89 mu), mu = tan(phi), stated for mu from 0.3 to 0.9; or from a plate
// of area A pressed down to z under F: xi_n = F/(0.87574 z A).
//
// Cohesion is an option. Matter that yields at a strength c resists an element by the same form with a stress
// that knows no depth (Askari & Kamrin, Nature Materials 15, 2016), and Terzaghi's sum puts it beside that of
// the weight:
//   dF = (xi_n d + s c N_c/0.87574) a(n, v) dA
// so that a level plate carries s times its Prandtl strength c N_c (bearing_capacity.hpp) at the surface
// already. s is the soil's `cohesion_share`. In a plate test it is subtracted:
//   xi_n = (p - s c N_c)/(0.87574 z)
//
// On top of it, our own:
// - The stress is split along n, a = -a_n n + a_t. It never pulls (a_n >= 0), never rubs along with the
//   motion (the part of a_t along the sliding is dropped where it would), and |a_t| <= mu a_n.
// - "Leads" has a soft edge, w = clamp(1/2 + v . n/(2 eps), 0, 1), eps = 0.2: the force is continuous. A
//   receding element pushes no more than its friction takes: no motion is given power.
// - The lift of what ploughs saturates with depth (the law's own limit: depths up to the intruder's width):
//   with q = max(0, n_h . v_h) of the horizontal parts and x = d/d_s, the vertical part is multiplied by
//     1 - q + q s(x),   s = (6 + x)/(6 + 4 x + x^2)
//   x s goes to 1 as 1 - exp(-x) does and agrees with it to third order in x. It still takes any power that
//   the horizontal part gives.
// Fast motion adds -lambda rho v_n^2 n to the stress (Agarwal, Karsai, Goldman & Kamrin, Science Advances 7,
// 2021).
#pragma once
#include "grouser/math/plain_level.hpp"
#include "grouser/soil/laws/bearing_capacity.hpp"
#include "grouser/soil/laws/soil_number.hpp"

namespace grouser {

/// The forces that a wheel's grousers show.
enum class RftGrousers {
  averaged,  ///< mean over a turn
  phase      ///< each grouser where it is
};
inline constexpr const char* kRftGrousers[] = {"averaged", "phase"};  ///< words of the two in soil files

/// The numbers of a soil for resistive force theory.
struct RftParams {
  double xi_n = kUnset;  ///< resistance on Earth, N/m3; unset: from the plate test, else from density and phi
  double plate_pressure = kUnset;  ///< of a plate test, Pa
  double plate_sinkage = kUnset;   ///< of that plate, m
  double plate_gravity = kUnset;   ///< at which it was pressed, m/s2; unset: Earth's
  double surface_friction =
      kUnset;                   ///< of a wheel's or pad's own surface on the soil; unset: tan(2/3 phi), -
  double cohesion_share = 0.0;  ///< of the cohesion that counts as depth, 0 to 1, -
  RftGrousers rft_grousers = RftGrousers::averaged;  ///< forces of a wheel's grousers: mean, or of each
};

/// Keys, units and ranges of these numbers in a soil's file.
inline constexpr SoilNumber<RftParams> kRftNumbers[] = {
    {"xi_n", "resistance of the grains on Earth; left out: from a plate test, or density and phi_deg",
     &RftParams::xi_n, 1.0, 1e12, false, "N/m3", Given::optional},
    {"plate_pressure", "under a plate that was pressed to plate_sinkage, in place of xi_n",
     &RftParams::plate_pressure, 0.0, 1e9, true, "Pa", Given::optional},
    {"plate_sinkage", "of that plate, no deeper than wide", &RftParams::plate_sinkage, 0.0, 10.0, true, "m",
     Given::optional},
    {"plate_gravity", "at which it was pressed; left out: 9.81", &RftParams::plate_gravity, 0.0, 100.0, true,
     "m/s2", Given::optional},
    {"surface_friction", "of a wheel's or pad's own surface on the soil; left out: tan(2/3 phi)",
     &RftParams::surface_friction, 0.0, 2.0, false, "-", Given::optional},
    {"cohesion_share", "of the cohesion that counts as depth", &RftParams::cohesion_share, 0.0, 1.0, false,
     "-", Given::optional},
};

inline constexpr double kRftSoftEdge = 0.2;       ///< eps, -
inline constexpr double kRftPlate = 0.87574;      ///< a_z of a level plate that moves down, -
inline constexpr double kRftLiftDepth = 1.0 / 6;  ///< d_s over the width of the intruder, -

/// Resistance xi_n, N/m3, from bulk density (kg/m3), friction angle (rad) and gravity (m/s2).
inline double rft_resistance(double density, double phi, double gravity) {
  const double mu = math::tan(phi);
  return density * gravity * mu * ((894.0 * mu - 386.0) * mu + 89.0);
}

/// Pressure that a level plate carries at the surface by the share of the cohesion (Pa) that counts, Pa.
inline double cohesive_strength(double share, double cohesion, double phi) {
  return share > 0.0 && cohesion > 0.0 ? share * cohesion * bearing_factors(phi).cohesion : 0.0;
}

/// Resistance xi_n by the soil's own numbers, N/m3, in the site's gravity: xi_n is proportional to g.
/// cohesion: Pa.
inline double rft_resistance_of(const RftParams& soil, double density, double phi, double gravity,
                                double cohesion) {
  constexpr double kEarth = 9.81;  // m/s2
  if (soil.xi_n > 0.0) return soil.xi_n * gravity / kEarth;
  if (!(soil.plate_pressure > 0.0)) return rft_resistance(density, phi, gravity);
  const double held = cohesive_strength(soil.cohesion_share, cohesion, phi);
  const double tested = soil.plate_gravity > 0.0 ? soil.plate_gravity : kEarth;
  return (soil.plate_pressure - held) / (kRftPlate * soil.plate_sinkage) * gravity / tested;
}

/// Two thirds of the soil's friction angle where nothing is known, as for steel and concrete against sand.
inline double surface_friction_of(const RftParams& soil, double phi) {
  return soil.surface_friction >= 0.0 ? soil.surface_friction : math::tan(2.0 / 3.0 * phi);
}

/// Depth that cohesion (Pa) counts as, m: that at which a plate carries its Prandtl strength c N_c.
inline double cohesion_depth(double share, double cohesion, double phi, double xi_n) {
  return cohesive_strength(share, cohesion, phi) / (kRftPlate * xi_n);
}

namespace rft {

/// The coefficients of one f_i, in the order of the terms below. The laws are templates over the number that
/// they are calculated in.
struct Cubic {
  double one;   ///< constant term
  double x1;    ///< of x1
  double x2;    ///< of x2
  double x3;    ///< of x3
  double x11;   ///< of x1^2
  double x22;   ///< of x2^2
  double x33;   ///< of x3^2
  double x12;   ///< of x1 x2
  double x23;   ///< of x2 x3
  double x31;   ///< of x3 x1
  double x111;  ///< of x1^3
  double x222;  ///< of x2^3
  double x333;  ///< of x3^3
  double x122;  ///< of x1 x2^2
  double x112;  ///< of x1^2 x2
  double x233;  ///< of x2 x3^2
  double x223;  ///< of x2^2 x3
  double x113;  ///< of x1^2 x3
  double x133;  ///< of x1 x3^2
  double x123;  ///< of x1 x2 x3
};

/// Coefficients of f1, along m.
inline constexpr Cubic kF1 = {0.00212,  -0.02320, -0.20890, -0.43083, -0.00259, 0.48872, -0.00415,
                              0.07204,  -0.02750, -0.08772, 0.01992,  -0.45961, 0.40799, -0.10107,
                              -0.06576, 0.05664,  -0.09269, 0.01892,  0.01033,  0.15120};
/// Coefficients of f2, along v.
inline constexpr Cubic kF2 = {-0.06796, -0.10941, 0.04725, -0.06914, -0.05835, -0.65880, -0.11985,
                              -0.25739, -0.26834, 0.02692, -0.00736, 0.63758,  0.08997,  0.21069,
                              0.04748,  0.20406,  0.18519, 0.04934,  0.13527,  -0.33207};
/// Coefficients of f3, downwards.
inline constexpr Cubic kF3 = {-0.02634, -0.03436, 0.45256, 0.00835,  0.02553, -1.31290, -0.05532,
                              0.06790,  -0.16404, 0.02287, 0.02927,  0.95406, -0.00131, -0.11028,
                              0.01487,  -0.02730, 0.10911, -0.04097, 0.07881, -0.27519};

/// The polynomial at x1, x2, x3.
template <class Real>
GROUSER_INLINE Real value(const Cubic& c, Real x1, Real x2, Real x3) {
  const Real alone1 = x1 * (Real(c.x1) + x1 * (Real(c.x11) + x1 * Real(c.x111)));
  const Real alone2 = x2 * (Real(c.x2) + x2 * (Real(c.x22) + x2 * Real(c.x222)));
  const Real alone3 = x3 * (Real(c.x3) + x3 * (Real(c.x33) + x3 * Real(c.x333)));
  const Real with12 = x1 * x2 * (Real(c.x12) + x2 * Real(c.x122) + (x1 * Real(c.x112) + x3 * Real(c.x123)));
  const Real with23 = x2 * x3 * (Real(c.x23) + (x3 * Real(c.x233) + x2 * Real(c.x223)));
  const Real with31 = x3 * x1 * (Real(c.x31) + (x1 * Real(c.x113) + x3 * Real(c.x133)));
  return (Real(c.one) + alone1) + (alone2 + alone3) + ((with12 + with23) + with31);
}

/// Three numbers in world axes, z up.
template <class Real>
struct Vector {
  Real x;  ///< east
  Real y;  ///< north
  Real z;  ///< up
};

/// Scalar product.
template <class Real>
GROUSER_INLINE Real dot(const Vector<Real>& a, const Vector<Real>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// The sum a + s b.
template <class Real>
GROUSER_INLINE Vector<Real> plus(const Vector<Real>& a, Real s, const Vector<Real>& b) {
  return {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

/// a_gen(n, v) as published, without cap and edge; n and v are unit vectors.
template <class Real>
GROUSER_INLINE Vector<Real> generic_stress(const Vector<Real>& n, const Vector<Real>& v) {
  const Real side = n.z > Real(0) ? Real(-1) : Real(1);
  const Vector<Real> m = {side * n.x, side * n.y, side * n.z};
  const Real x1 = -v.z, x2 = -m.z, x3 = dot(v, m);
  const Real f1 = value(kF1, x1, x2, x3), f2 = value(kF2, x1, x2, x3), f3 = value(kF3, x1, x2, x3);
  return {f1 * m.x + f2 * v.x, f1 * m.y + f2 * v.y, f1 * m.z + f2 * v.z - f3};
}

/// One element: unit normal, velocity (of any length and unit), depth (m), friction mu (-), and one over the
/// depth d_s of its lift (1/m; 0: the lift does not saturate).
template <class Real>
struct Element {
  Vector<Real> normal;    ///< unit, outward
  Vector<Real> velocity;  ///< of any length and unit
  Real depth;             ///< under the free surface, m
  Real friction;          ///< mu, -
  Real per_lift;          ///< 1/d_s, 1/m; 0: the lift does not saturate
};

/// Stress over xi_n, m, and what its vertical part grows by with depth, -.
template <class Real>
struct Response {
  Real x;       ///< m
  Real y;       ///< m
  Real z;       ///< m
  Real z_rate;  ///< change of z with depth, -
};

/// The larger of two.
template <class Real>
GROUSER_INLINE Real larger(Real a, Real b) {
  return a > b ? a : b;
}

/// The smaller of two.
template <class Real>
GROUSER_INLINE Real smaller(Real a, Real b) {
  return a < b ? a : b;
}

/// Stress over xi_n on an element; nothing where its depth is not positive, or where it stands still and has
/// no direction. Several reciprocals share one division, which is what the time goes into.
template <class Real>
GROUSER_INLINE Response<Real> respond(const Element<Real>& e) {
  constexpr Real kTiny = 1e-14F, kSmall = 1e-6F, kZero = 0, kOne = 1;
  const Vector<Real>& n = e.normal;
  const Real depth = larger(e.depth, kZero), x = depth * e.per_lift;
  const Real lift = Real(6) + x * (Real(4) + x), speed = __builtin_sqrt(dot(e.velocity, e.velocity) + kTiny);
  const Real first = kOne / (speed * lift), per_speed = first * lift, per_lift = first * speed;
  const Vector<Real> v = {e.velocity.x * per_speed, e.velocity.y * per_speed, e.velocity.z * per_speed};
  const Real lead = dot(v, n), recedes = larger(-lead, kSmall);
  const Real edge = smaller(larger(Real(0.5) + lead * Real(0.5 / kRftSoftEdge), kZero), kOne);

  const Vector<Real> a = generic_stress(n, v), u = plus(v, -lead, n);  // u: sliding
  const Real along = dot(a, n), slides = dot(u, u) + kTiny;
  const Real falls = larger(larger(v.z, -v.z), kSmall), second = kOne / (slides * recedes * falls);
  const Real per_slides = second * recedes * falls, per_recedes = second * slides * falls;
  Vector<Real> t = plus(a, -along, n);
  t = plus(t, -larger(dot(t, u), kZero) * per_slides, u);  // no rubbing along with the sliding
  Real pressure = larger(-along, kZero);
  const Real tangent = __builtin_sqrt(dot(t, t) + kTiny);
  const Real cut = smaller(e.friction * pressure, tangent) / tangent;
  // a receding element is given no more power than its friction takes
  const Real friction_power = larger(-cut * dot(t, u), kZero);
  pressure = lead < kZero ? smaller(pressure, friction_power * per_recedes) : pressure;

  const Vector<Real> f = {edge * (cut * t.x - pressure * n.x), edge * (cut * t.y - pressure * n.y),
                          edge * (cut * t.z - pressure * n.z)};
  const Real ploughs = larger(n.x * v.x + n.y * v.y, kZero);
  const Real s = (Real(6) + x) * per_lift;
  const Real s_rate = s - x * (Real(18) + x * (Real(12) + x)) * per_lift * per_lift;  // d(x s)/dx
  // the lift that is left takes what power the horizontal part gives
  const Real given = larger(f.x * v.x + f.y * v.y, kZero) * (second * slides * recedes);
  const Real all = larger(f.z, -f.z), left = all * (kOne - ploughs + ploughs * s);
  const Real kept = f.z * v.z < kZero ? larger(left, smaller(all, given)) : left;
  const Real here = e.depth > kZero ? kOne : kZero;
  return {depth * f.x, depth * f.y, depth * (f.z < kZero ? -kept : kept),
          here * f.z * (kOne - ploughs + ploughs * s_rate)};
}

}  // namespace rft
}  // namespace grouser
