// SPDX-License-Identifier: BSD-3-Clause
// The Soil Contact Model at one node (scm_node.hpp evaluates it): Krenn & Hirzinger 2009, section III.C.
// Per area of ground seen from above, so that a plate carries exactly the sum of its pressures:
//   p = (k_c / b + k_phi) z^n                       (3), Bekker; z: plastic sinkage and elastic
//                                                        depth of the soil
//   F_N = p A n                                     (4), A: true area, the covered ground over n_z
//   F_T = -(tan(phi) F_N + c A) v_T / |v_T|         (5), Mohr-Coulomb
// The paper's ground is rigid-plastic; a force that is a function of time and not of displacement needs an
// elastic part. Below the yield pressure (3) the soil is a spring, k_e of unloading (unloading.hpp), z
// counting its deflection too. Each step ends on the yield curve or below it (return mapping: Simo & Hughes,
// "Computational Inelasticity", 1998, ch. 1), so that it depends on the displacement alone and not on the
// length of the step.
// The rim is rigid, as the paper's wheel, and hangs on the wheel's spring and damper (double spring-damper
// of seed 000). It has no mass, so that its place follows from  k_wheel d = sum(p A)  alone, d being how far
// it was pushed up (ScmRim).
// Friction, too, is a spring with a slider (the paper's own (2), section II.B.3), which stands still while
// it is below (5). Option: the share 1 - exp(-j / K_j) of (5) by Janosi & Hanamoto 1961, j being the length
// that the node was sheared while in contact. Option: slip sinkage by excavation (Reece 1965, "Principles
// of soil-vehicle mechanics", Proc. Inst. Mech. Engrs 180): grousers of height h that slide by dj over a
// contact of length L carry a layer h dj / L away, so that a wheel which rolls over its contact once digs
// z_j = h s / (1 - s). That soil belongs to the shear volume (8).
#pragma once
#include "grouser/soil/laws/passive_pressure.hpp"
#include "grouser/soil/laws/pressure_sinkage.hpp"
#include "grouser/soil/laws/virgin_curve.hpp"

namespace grouser {

enum class ScmShear { coulomb, janosi };
inline constexpr const char* kScmShears[] = {"coulomb", "janosi"};
/// b of (3): the wheel's, as in the paper, or the shorter side of the footprint (Bekker's plate).
enum class ScmWidth { wheel, footprint };
inline constexpr const char* kScmWidths[] = {"wheel", "footprint"};
/// The cylinder that presses: the rim, or through the grousers' tips, soil that is held between them moving
/// along.
enum class ScmSurface { rim, tips };
inline constexpr const char* kScmSurfaces[] = {"rim", "tips"};

/// One soil under one wheel, pad or ball.
struct ScmLaw {
  VirginCurve curve;             ///< (3) at the wheel's width
  double stiffness = 4e7;        ///< k_e, Pa/m
  double shear_stiffness = 2e7;  ///< k_t, Pa/m
  double damping_time = 0.0;     ///< damper over spring of friction, s
  double cohesion = 0.0;         ///< c, Pa
  double tan_phi = 0.0;
  double janosi_k = 0.0;    ///< K_j, m; 0: the whole strength at once
  double scrape = 0.0;      ///< h, m; 0: grousers dig nothing away
  WallResistance wall{};    ///< of soil ahead of a sole's edge; without a density that of its cohesion
  PressureParams moduli{};  ///< of the soil at the world's gravity
  ScmWidth width = ScmWidth::wheel;  ///< footprint: `curve` is found anew from `moduli` in each step
};

/// Spring and damper of a rim, a sole or a ball, which push it down.
struct ScmRim {
  double stiffness = 4e4;  ///< N/m
  double damping = 0.0;    ///< N s/m
};

}  // namespace grouser
