// A landing-gear strut: a massless member between two points that bears force along its line alone, with cores of crushable
// honeycomb. x is the way by which it is shorter (compression) or longer (tension) than `free_length`; each side has its own core.
//
//   F = k (x - c) where the piston meets the core, x > c, else 0      c: crushed length, memory
//   c grows so that F stays at the crush force of the stage in which c lies; it never falls    (one-dimensional plasticity without
//   hardening; the return mapping is exact for steps in which x does not turn: Simo & Hughes, Computational Inelasticity, 1998, 1.4)
//
// So a crushed strut slides back freely until the piston meets what is left of the core. A second stage with a higher force begins
// where the first is used up (two-stage cartridges of the Apollo lunar module: W. F. Rogers, NASA TN D-6850, 1972); behind the last
// the strut is solid and elastic with the same k. A side without a core is solid from the start: a stop. A damper works while the
// piston is in touch, and never beyond 0 and the crush force.
#pragma once
#include <string>
#include <vector>

#include "grouser/math/types.hpp"

namespace grouser {

struct CrushStage {
  double force = 0.0;  ///< at which it crushes, N
  double until = 0.0;  ///< crushed length at its end, from the strut's first, m
};
using CrushCore = std::vector<CrushStage>;  ///< both rising

struct StrutSpec {
  std::string name, body_a, body_b;
  Vec3 point_a = Vec3::Zero(), point_b = Vec3::Zero();  ///< on the bodies, m
  double free_length = 0.0;                             ///< m
  double stiffness = 0.0;                               ///< N/m
  double damping = 0.0;                                 ///< N s/m
  CrushCore compression, tension;
  double radius = 0.02;  ///< of the rod that is drawn, m; 0: none, where the bodies show it
};

/// What the core is crushed to by the way x, from c on.
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

}  // namespace grouser
