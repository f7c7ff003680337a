// SPDX-License-Identifier: BSD-3-Clause
// One node of the Soil Contact Model (its laws are in soil_contact_model.hpp), for one number or for a
// register of them: a template over the vector level, so that the loops over a footprint and callers for one
// node use the same lines.
#pragma once
#include "grouser/math/plain_level.hpp"
#include "grouser/soil/laws/virgin_curve.hpp"

namespace grouser::laws {

/// Keeps divisors and arguments of logarithms above 0; far below every length, force and stiffness that
/// means something.
inline constexpr double kScmTiny = 1e-300;

template <class Level, class B>
GROUSER_INLINE B scm_least(const B& a, const B& b) {
  return Level::select(a > b, b, a);
}

/// Pressure at a node in one step, and the plastic sinkage that it causes.
template <class B>
struct ScmPressure {
  B value = B(0.0);    ///< Pa
  B plastic = B(0.0);  ///< further plastic sinkage, m >= 0
  B mean = B(0.0);     ///< of the pressure while it grew, Pa
  B slope = B(0.0);    ///< dp / d depth, Pa/m
};

/// The ground's memory of being pressed at a node. Soil that was deposited lies loose on the ground: it is
/// virgin, and the soil below it stays as hard as it was.
template <class B>
struct ScmSoil {
  B sinkage = B(0.0);  ///< plastic, of what lies on top, m
  B loose = B(0.0);    ///< thickness of what was deposited and not pressed through since, m
  B floor = B(0.0);    ///< plastic sinkage of what is below that, m

  /// Presses the surface down by a displacement, m >= 0, where it stays.
  template <class Level = simd::PlainLevel>
  GROUSER_INLINE void press(const B& way) {
    const B within = scm_least<Level>(way, loose);
    loose = loose - within;
    sinkage = sinkage + within;
    sinkage = Level::select(loose > B(0.0), sinkage, Level::max(sinkage, floor) + (way - within));
  }
  /// Raises the surface by a displacement, m, as soil comes; a negative one lowers it as soil goes.
  template <class Level = simd::PlainLevel>
  GROUSER_INLINE void deposit(const B& way) {
    const B zero(0.0), left = loose + way;
    const auto rises = way > zero, covered = loose > zero;
    const B bared = Level::select(covered, Level::select(left > zero, sinkage, floor), sinkage);
    const B buried = Level::max(zero, Level::select(covered, sinkage, zero) - way);
    floor = Level::select(rises, Level::select(covered, floor, sinkage), floor);
    sinkage = Level::select(rises, buried, bared);
    loose = Level::max(zero, left);
  }
};

/// On soil of one hardness. stiffness: k_e, Pa/m; sinkage: plastic, so far, m; depth: of the rim below the
/// ground as it is, m.
template <class Level, class B>
GROUSER_INLINE ScmPressure<B> scm_pressure(const VirginCurve<B>& curve, const B& stiffness, const B& sinkage,
                                           const B& depth) {
  const B zero(0.0), one(1.0), trial = stiffness * depth;
  const B z = Level::max(sinkage + depth, B(kScmTiny));
  const B yield = virgin_pressure<Level>(curve, z), plastic = depth - yield / stiffness;
  const B mean = yield * (one - B(0.5) * curve.n * scm_least<Level>(one, plastic / z));
  const auto yields = trial > yield, touches = depth > zero;
  const auto of = [&](const B& yielding, const B& elastic) GROUSER_INLINED {
    return Level::select(touches, Level::select(yields, yielding, elastic), zero);
  };
  return {of(yield, trial), of(plastic, zero), of(mean, trial), of(virgin_slope(curve, yield, z), stiffness)};
}

/// Through what is loose, and on into what is below.
template <class Level, class B>
GROUSER_INLINE ScmPressure<B> scm_pressure(const VirginCurve<B>& curve, const B& stiffness,
                                           const ScmSoil<B>& soil, const B& depth) {
  const ScmPressure<B> upper = scm_pressure<Level>(curve, stiffness, soil.sinkage, depth);
  const auto through = Level::select(soil.loose > B(0.0), upper.plastic - soil.loose, B(0.0)) > B(0.0);
  if (!simd::any_of(through)) return upper;
  const B passed = Level::max(soil.sinkage + soil.loose, B(kScmTiny));
  const B yielded = virgin_pressure<Level>(curve, passed);
  const ScmPressure<B> lower =
      scm_pressure<Level>(curve, stiffness, Level::max(passed, soil.floor), depth - soil.loose);
  // the loose soil counts at the mean of its pressures, and so does the soil below
  const B loose_mean = yielded * (B(1.0) - B(0.5) * curve.n * soil.loose / passed);
  const B mean = (loose_mean * soil.loose + lower.mean * lower.plastic) / (soil.loose + lower.plastic);
  return {Level::select(through, lower.value, upper.value),
          Level::select(through, lower.plastic + soil.loose, upper.plastic),
          Level::select(through, mean, upper.mean), Level::select(through, lower.slope, upper.slope)};
}

/// A node's memory of being sheared: a part of the ground's memory.
template <class B>
struct ScmShearMemory {
  B sheared = B(0.0);  ///< j, m
  B rim = B(0.0),
    axle = B(0.0);  ///< deflection of the spring along both, m; the ground is ahead of the wheel
};

/// Resistance of the soil ahead of a part's edge to motion into it, along rim and axle, N.
template <class B>
struct ScmEdge {
  B rim = B(0.0), axle = B(0.0);
  B spring = B(0.0);  ///< N/m
  B wound = B(0.0);   ///< in the springs of the cell that it moves over, J/m2
};

/// Rubbing of a part on a node.
template <class B>
struct ScmRub {
  B spring;                 ///< k_t times area, N/m
  B limit;                  ///< tan(phi) F_N + c A without the share of Janosi, N
  B janosi_k;               ///< K_j, m; 0: the whole strength at once
  B damping_time;           ///< damper over spring, s
  B way_rim, way_axle;      ///< displacement of the part's surface over the soil in this step, m
  B speed_rim, speed_axle;  ///< speed of the part's surface over the soil, m/s
};

template <class B>
struct ScmFriction {
  B rim, axle;  ///< stress on the wheel times area, N
  B lost;       ///< dissipated by the slider in this step, J; with what is in the edge's spring
  B damped;     ///< dissipated by the damper now, W
  B kept;       ///< share of the spring's deflection that the slider left
  B ahead;      ///< spring of what is ahead of an edge, N/m
};

/// Friction at a node. The soil ahead of an edge adds to spring and limit.
template <class Level, class B>
GROUSER_INLINE ScmFriction<B> scm_friction(const ScmRub<B>& rub, const ScmEdge<B>& edge,
                                           ScmShearMemory<B>& memory) {
  using simd::root;
  const B zero(0.0), one(1.0), half(0.5), tiny(kScmTiny);
  const auto length = [](const B& a, const B& b) GROUSER_INLINED { return root(a * a + b * b); };
  memory.sheared = memory.sheared + length(rub.way_rim, rub.way_axle);
  const B gone = simd::exp_of<Level>(zero - memory.sheared / Level::max(rub.janosi_k, tiny));
  B limit = rub.limit * Level::select(rub.janosi_k > zero, one - gone, one);
  const B old = length(memory.rim, memory.axle);
  memory.rim = memory.rim - rub.way_rim;
  memory.axle = memory.axle - rub.way_axle;
  const B trial = length(memory.rim, memory.axle), per_trial = one / Level::max(trial, tiny);
  const B against = zero - (edge.rim * memory.rim + edge.axle * memory.axle) * per_trial;
  limit = limit + Level::max(zero, against);
  const B spring = Level::max(rub.spring + Level::select(trial > zero, edge.spring, zero), tiny);
  const B stays = scm_least<Level>(trial, limit / spring);
  ScmFriction<B> out;
  out.kept = Level::select(trial > stays, stays * per_trial, one);
  memory.rim = memory.rim * out.kept;
  memory.axle = memory.axle * out.kept;
  out.ahead = edge.spring;
  out.lost = half * spring * (scm_least<Level>(old, trial) + stays) * (trial - stays) +
             half * edge.spring * (stays * stays - old * old);
  const B damper = spring * rub.damping_time;
  out.rim = spring * memory.rim - damper * rub.speed_rim;
  out.axle = spring * memory.axle - damper * rub.speed_axle;
  const B force = length(out.rim, out.axle);
  const B share = Level::select(force > limit, limit / Level::max(force, tiny), one);
  out.rim = out.rim * share;
  out.axle = out.axle * share;
  out.damped =
      (spring * memory.rim - out.rim) * rub.speed_rim + (spring * memory.axle - out.axle) * rub.speed_axle;
  return out;
}

}  // namespace grouser::laws
