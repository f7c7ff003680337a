// What happens at one node of the Soil Contact Model (soil_contact_model.hpp says by which law): pressures, friction, and what the
// ground remembers of both.
#pragma once
#include <algorithm>
#include <cmath>
#include <utility>

#include "grouser/math/elementary.hpp"
#include "grouser/soil/laws/soil_contact_model.hpp"

namespace grouser {

/// What the pressure does at a node in one step.
struct ScmPressure {
  double value = 0.0;    ///< Pa
  double plastic = 0.0;  ///< further plastic sinkage, m >= 0
  double mean = 0.0;     ///< of the pressure while it grew, Pa
  double slope = 0.0;    ///< dp / d depth, Pa/m
};

/// What the ground at a node remembers of being pressed. Soil that was deposited lies loose on the ground: it is virgin, and what is
/// below it stays as hard as it was.
struct ScmSoil {
  double sinkage = 0.0;  ///< plastic, of what lies on top, m
  double loose = 0.0;    ///< thickness of what was deposited and not pressed through since, m
  double floor = 0.0;    ///< plastic sinkage of what is below that, m

  /// The surface is pressed down by `way`, m >= 0, and stays there.
  void press(double way) {
    const double within = std::min(way, loose);
    loose -= within;
    sinkage += within;
    if (!(loose > 0.0)) sinkage = std::max(sinkage, floor) + (way - within);
  }
  /// The surface rises by `way` as soil comes, or falls as it goes, m.
  void deposit(double way) {
    if (way > 0.0) {
      if (!(loose > 0.0)) floor = std::exchange(sinkage, 0.0);
      sinkage = std::max(0.0, sinkage - way);
    } else if (loose > 0.0 && loose <= -way) {
      sinkage = floor;
    }
    loose = std::max(0.0, loose + way);
  }
};

/// On soil of one hardness. sinkage: plastic, so far, m; depth: of the rim below the ground as it is, m.
inline ScmPressure scm_pressure(const ScmLaw& law, double sinkage, double depth) {
  if (!(depth > 0.0)) return {};
  const double trial = law.stiffness * depth, z = sinkage + depth;
  const double yield = virgin_pressure(law.curve, z);
  if (trial <= yield) return {trial, 0.0, trial, law.stiffness};
  const double plastic = depth - yield / law.stiffness;
  return {yield, plastic, yield * (1.0 - 0.5 * law.curve.n * std::min(1.0, plastic / z)),
          virgin_slope(law.curve, yield, z)};
}

/// Through what is loose, and on into what is below.
inline ScmPressure scm_pressure(const ScmLaw& law, const ScmSoil& soil, double depth) {
  const ScmPressure upper = scm_pressure(law, soil.sinkage, depth);
  if (!(soil.loose > 0.0) || upper.plastic <= soil.loose) return upper;
  const double yielded = virgin_pressure(law.curve, soil.sinkage + soil.loose);
  ScmPressure lower = scm_pressure(law, std::max(soil.sinkage + soil.loose, soil.floor), depth - soil.loose);
  // of the loose soil at the mean of its pressures, of what is below likewise
  const double loose_mean = yielded * (1.0 - 0.5 * law.curve.n * soil.loose / (soil.sinkage + soil.loose));
  lower.mean = (loose_mean * soil.loose + lower.mean * lower.plastic) / (soil.loose + lower.plastic);
  lower.plastic += soil.loose;
  return lower;
}

/// What a node remembers of being sheared: a part of the ground's memory.
struct ScmShearMemory {
  double sheared = 0.0;          ///< j, m
  double rim = 0.0, axle = 0.0;  ///< deflection of the spring along both, m; the ground is ahead of the wheel
};

/// Of the soil that stands ahead of a part's edge, along rim and axle: it resists what moves into it, N.
struct ScmEdge {
  double rim = 0.0, axle = 0.0;
  double spring = 0.0;  ///< N/m
  double wound = 0.0;   ///< in the springs of the cell that it moves over, J/m2
};

struct ScmFriction {
  double rim = 0.0, axle = 0.0;  ///< stress on the wheel times area, N
  double lost = 0.0;    ///< dissipated by the slider in this step, J; with what is in the edge's spring
  double damped = 0.0;  ///< dissipated by the damper now, W
  double kept = 1.0;    ///< share of the spring's deflection that the slider left
  double ahead = 0.0;   ///< spring of what is ahead of an edge, N/m
};

/// way: of the wheel's surface over the soil in this step, m; speed: likewise, m/s; limit: tan(phi) F_N + c A without
/// the share of Janosi, N; spring: k_t times area, N/m. What is ahead of an edge adds to both.
inline ScmFriction scm_friction(const ScmLaw& law, double spring, double limit, double way_rim,
                                double way_axle, double speed_rim, double speed_axle, ScmShearMemory& memory,
                                const ScmEdge* edge = nullptr) {
  const double way = std::sqrt(way_rim * way_rim + way_axle * way_axle);
  memory.sheared += way;
  if (law.janosi_k > 0.0) limit *= 1.0 - math::exp(-memory.sheared / law.janosi_k);
  const double old = std::sqrt(memory.rim * memory.rim + memory.axle * memory.axle);
  memory.rim -= way_rim;
  memory.axle -= way_axle;
  const double trial = std::sqrt(memory.rim * memory.rim + memory.axle * memory.axle);
  if (edge && trial > 0.0) {
    limit += std::max(0.0, -(edge->rim * memory.rim + edge->axle * memory.axle) / trial);
    spring += edge->spring;
  }
  const double kept = std::min(trial, limit / spring);
  ScmFriction out;
  if (trial > kept) {
    out.lost = 0.5 * spring * (std::min(old, trial) + kept) * (trial - kept);
    memory.rim *= kept / trial;
    memory.axle *= kept / trial;
    out.kept = kept / trial;
  }
  if (edge) {
    out.ahead = edge->spring;
    out.lost += 0.5 * edge->spring * (kept * kept - old * old);
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
