// The forces at one node of the Soil Contact Model: Krenn & Hirzinger 2009, section III.C. Per area of ground seen
// from above, so that a plate carries exactly the sum of its pressures:
//   p = (k_c / b + k_phi) z^n                       (3), Bekker; z: plastic sinkage and elastic depth of the soil
//   F_N = p A n                                     (4), A: true area, the covered ground over n_z
//   F_T = -(tan(phi) F_N + c A) v_T / |v_T|         (5), Mohr-Coulomb
// The paper's ground is rigid-plastic; a force that is a function of time and not of the way needs an elastic part.
// Below the yield pressure (3) the soil is a spring, k_e of unloading (unloading.hpp), z counting its deflection too.
// Each step ends on the yield curve or below it (return mapping: Simo & Hughes, "Computational Inelasticity", 1998,
// ch. 1), so that it depends on the way alone and not on the length of the step.
// The rim is rigid, as the paper's wheel, and hangs on the wheel's spring and damper (double spring-damper of seed 000): it has
// no mass, so that where it is follows from  k_wheel d = sum(p A)  alone, d being how far it was pushed up (ScmRim).
// Friction likewise is a spring with a slider (the paper's own (2), section II.B.3), which stands still while
// it is below (5). Option: the share 1 - exp(-j / K_j) of (5) by Janosi & Hanamoto 1961, j being the length that the node
// was sheared while in contact.
// Option: slip sinkage by excavation (Reece 1965, "Principles of soil-vehicle mechanics", Proc. Inst. Mech. Engrs 180): grousers of
// height h that slide by dj over a contact of length L carry a layer h dj / L away, so that a wheel which rolls over
// its contact once digs z_j = h s / (1 - s). That soil belongs to the shear volume (8).
#pragma once
#include <algorithm>
#include <cmath>

#include "grouser/math/elementary.hpp"
#include "grouser/soil/laws/virgin_curve.hpp"

namespace grouser {

enum class ScmShear { coulomb, janosi };
inline constexpr const char* kScmShears[] = {"coulomb", "janosi"};

/// One soil under one wheel.
struct ScmLaw {
  VirginCurve curve;             ///< (3) at the wheel's width
  double stiffness = 4e7;        ///< k_e, Pa/m
  double shear_stiffness = 2e7;  ///< k_t, Pa/m
  double damping_time = 0.0;     ///< damper over spring of friction, s
  double cohesion = 0.0;         ///< c, Pa
  double tan_phi = 0.0;
  double janosi_k = 0.0;  ///< K_j, m; 0: the whole strength at once
  double scrape = 0.0;    ///< h, m; 0: grousers dig nothing away
};

/// What the pressure does at a node in one step.
struct ScmPressure {
  double value = 0.0;    ///< Pa
  double plastic = 0.0;  ///< further plastic sinkage, m >= 0
  double mean = 0.0;     ///< of the pressure while it grew, Pa
  double slope = 0.0;    ///< dp / d depth, Pa/m
};

/// sinkage: plastic, so far, m; depth: of the rim below the ground as it is, m.
inline ScmPressure scm_pressure(const ScmLaw& law, double sinkage, double depth) {
  if (!(depth > 0.0)) return {};
  const double trial = law.stiffness * depth, z = sinkage + depth;
  const double yield = virgin_pressure(law.curve, z);
  if (trial <= yield) return {trial, 0.0, trial, law.stiffness};
  const double plastic = depth - yield / law.stiffness;
  return {yield, plastic, yield * (1.0 - 0.5 * law.curve.n * std::min(1.0, plastic / z)),
          virgin_slope(law.curve, yield, z)};
}

/// The rim's spring and damper, which push it down.
struct ScmRim {
  double stiffness = 4e4;  ///< N/m
  double damping = 0.0;    ///< N s/m
};

/// What a node remembers of being sheared: a part of the ground's memory.
struct ScmShearMemory {
  double sheared = 0.0;          ///< j, m
  double rim = 0.0, axle = 0.0;  ///< deflection of the spring along both, m; the ground is ahead of the wheel
};

struct ScmFriction {
  double rim = 0.0, axle = 0.0;  ///< stress on the wheel times area, N
  double lost = 0.0;             ///< dissipated by the slider in this step, J
  double damped = 0.0;           ///< dissipated by the damper now, W
  double kept = 1.0;             ///< share of the spring's deflection that the slider left
};

/// way: of the wheel's surface over the soil in this step, m; speed: likewise, m/s; limit: tan(phi) F_N + c A without
/// the share of Janosi, N; spring: k_t times area, N/m.
inline ScmFriction scm_friction(const ScmLaw& law, double spring, double limit, double way_rim,
                                double way_axle, double speed_rim, double speed_axle,
                                ScmShearMemory& memory) {
  const double way = std::sqrt(way_rim * way_rim + way_axle * way_axle);
  memory.sheared += way;
  if (law.janosi_k > 0.0) limit *= 1.0 - math::exp(-memory.sheared / law.janosi_k);
  const double old = std::sqrt(memory.rim * memory.rim + memory.axle * memory.axle);
  memory.rim -= way_rim;
  memory.axle -= way_axle;
  const double trial = std::sqrt(memory.rim * memory.rim + memory.axle * memory.axle);
  const double kept = std::min(trial, limit / spring);
  ScmFriction out;
  if (trial > kept) {
    out.lost = 0.5 * spring * (std::min(old, trial) + kept) * (trial - kept);
    memory.rim *= kept / trial;
    memory.axle *= kept / trial;
    out.kept = kept / trial;
  }
  const double damper = spring * law.damping_time;
  out.rim = spring * memory.rim - damper * speed_rim;
  out.axle = spring * memory.axle - damper * speed_axle;
  const double force = std::sqrt(out.rim * out.rim + out.axle * out.axle);
  if (force > limit) {
    out.rim *= limit / force;
    out.axle *= limit / force;
  }
  out.damped = (spring * memory.rim - out.rim) * speed_rim + (spring * memory.axle - out.axle) * speed_axle;
  return out;
}

}  // namespace grouser
