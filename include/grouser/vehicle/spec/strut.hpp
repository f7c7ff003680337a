// SPDX-License-Identifier: BSD-3-Clause
// A landing-gear strut: a massless member between two points that bears force along its line alone, with
// cores of crushable honeycomb. x is the length by which it is shorter (compression) or longer (tension) than
// `free_length`; each side has its own core.
//
//   F = k (x - c) where the piston meets the core, x > c, else 0      c: crushed length, memory
//   c grows so that F stays at the crush force of the stage in which c lies; it never falls
//
// This is one-dimensional plasticity without hardening; the return mapping is exact for steps in which x
// does not turn (Simo & Hughes, Computational Inelasticity, 1998, 1.4). So a crushed strut slides back freely
// until the piston meets what is left of the core. A second stage with a higher force begins where the first
// is used up (two-stage cartridges of the Apollo lunar module: W. F. Rogers, NASA TN D-6850, 1972); behind
// the last the strut is solid and elastic with the same k. A side without a core is solid from the start: a
// stop. A damper works while the piston is in touch, and never beyond 0 and the crush force.
//
// Instead of cores a strut may have a shock absorber that springs back (an oleo leg; N. S. Currey, Aircraft
// Landing Gear Design, AIAA 1988, chapters 4 and 5), its two laws by table, linear between their rows:
//
//   F = S(x) + D(x') + R      S: spring over the stroke x, beyond its ends on with k: stops
//   R = k (x - a), |R| <= friction of the seals; a follows where it slips, memory
//                             (Coulomb friction by return mapping, as above)
#pragma once
#include <array>
#include <string>
#include <vector>

#include "grouser/math/types.hpp"

namespace grouser {

struct CrushStage {
  double force = 0.0;  ///< at which it crushes, N
  double until = 0.0;  ///< crushed length at its end, from the strut's first, m
};
using CrushCore = std::vector<CrushStage>;  ///< both rising

/// Rows of a table, the first column rising.
using StrutTable = std::vector<std::array<double, 2>>;

/// Empty: none.
struct ShockAbsorber {
  StrutTable spring;      ///< force (N, pushes the ends apart) over compression (m), which may begin below 0
  StrutTable damper;      ///< force (N) over speed of compression (m/s), passing through [0, 0]
  double friction = 0.0;  ///< N
  bool empty() const { return spring.empty(); }
};

struct StrutSpec {
  std::string name, body_a, body_b;
  Vec3 point_a = Vec3::Zero(), point_b = Vec3::Zero();  ///< on the bodies, m
  double free_length = 0.0;                             ///< m
  double stiffness = 0.0;                               ///< N/m
  double damping = 0.0;                                 ///< N s/m
  CrushCore compression, tension;
  double radius = 0.02;  ///< of the rod that is drawn, m; 0: none, where the bodies show it
  ShockAbsorber absorber = {};
};

/// Length to which the core is crushed by the displacement x, from c on, m.
double crush_core(const CrushCore& core, double stiffness, double x, double c);
/// Energy that crushing from one length to another takes, J.
double crush_work(const CrushCore& core, double from, double to);
/// Length that it can be crushed by, m.
inline double core_length(const CrushCore& core) { return core.empty() ? 0.0 : core.back().until; }

/// Force of one side, N >= 0, and what it stores and dissipates.
struct SideForce {
  double force = 0.0, stored = 0.0;  ///< N, J
  double damping_power = 0.0;        ///< W >= 0: of the damper
};
/// `c`: crushed length before; `rate`: of x, m/s.
SideForce side_force(const CrushCore& core, double stiffness, double damping, double x, double rate,
                     double c);

/// Force of the spring, and the energy in it, J, from x = 0 on.
struct SpringForce {
  double force = 0.0, stored = 0.0;
};
/// Beyond its ends the table goes on with the stiffness of the stops, N/m.
SpringForce spring_force(const StrutTable& spring, double stop_stiffness, double x);
/// Force over the speed of compression; beyond its ends the table's last slope goes on.
double damper_force(const StrutTable& damper, double rate);
/// Position of friction's slider once the strut is compressed by x: it yields so that k |x - slider| <=
/// friction.
double slide_seal(double friction, double stiffness, double x, double slider);

}  // namespace grouser
