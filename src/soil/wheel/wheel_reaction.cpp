// SPDX-License-Identifier: BSD-3-Clause
// Forces of a wheel by the stresses along its arc (Wong & Reece 1967; docs/theory_soil.md). Runs are put
// side by side in lanes, the arcs are made, the stresses summed by Gauss points on each side of the kink,
// and the sums become forces. Wheels by resistive force theory have their own file.
#include "grouser/soil/wheel/wheel_reaction.hpp"

#include <algorithm>
#include <span>

#include "arc_sums.hpp"
#include "gauss_points.hpp"
#include "grouser/base/error.hpp"
#include "grouser/math/simd_level.hpp"
#include "grouser/soil/laws/soil_params.hpp"

namespace grouser {
namespace {

using arc::ArcKernels;
using arc::Arcs;
using arc::kMostArcs;
using arc::Lanes;
using arc::Rule;
using arc::Runs;
using arc::Sums;

constexpr int kPointsAtOnce = 8;  // lanes of the widest level

constexpr Rule make_rule(std::span<const GaussPoint> elastic, std::span<const GaussPoint> virgin) {
  Rule rule{};
  const auto add = [&rule](double stretch, double stretch_weight, double beyond, double beyond_weight) {
    rule.stretch[rule.count] = stretch;
    rule.stretch_weight[rule.count] = stretch_weight;
    rule.beyond[rule.count] = beyond;
    rule.beyond_weight[rule.count++] = beyond_weight;
  };
  for (const GaussPoint& g : elastic) add(g.u, g.weight, 0.0, 0.0);
  for (const GaussPoint& g : virgin) add(1.0, 0.0, g.u * g.u, 2.0 * g.u * g.weight);
  while (rule.count % kPointsAtOnce != 0) add(0.5, 0.0, 0.5, 0.0);
  return rule;
}
constexpr Rule kVirgin8 = make_rule({}, kGauss8), kMixed8 = make_rule(kGauss3, kGauss5);
constexpr Rule kMixed12 = make_rule(kGauss6, kGauss12), kMixed24 = make_rule(kGauss12, kGauss24);

/// The rule of an arc: eight points, which a kink divides into 3 and 5; or 12 or 24 behind the kink and
/// half as many before it.
const Rule& rule_for(int arc_points, double elastic_end) {
  switch (arc_points) {
    case 8:
      return elastic_end > 0.0 ? kMixed8 : kVirgin8;
    case 12:
      return kMixed12;
    default:
      GROUSER_ASSERT(arc_points == 24);
      return kMixed24;
  }
}

const ArcKernels& kernels_of(SimdLevel level) { return GROUSER_OF_LEVEL(level, arc::k); }

/// The numbers of one run in one lane, with the factors of the optional laws.
void put_lane(const WheelRun& from, int lane, Runs& runs) {
  const WheelRunning& run = from.running;
  runs.wheel[lane] = from.wheel;
  runs.sinkage.of[lane] = run.sinkage;
  runs.slip_x.of[lane] = run.slip_x;
  runs.slip_y.of[lane] = run.slip_y;
  runs.travel.of[lane] = run.travel;
  runs.rest_shear_x.of[lane] = run.rest_shear_x;
  runs.rest_shear_y.of[lane] = run.rest_shear_y;
  runs.rut_depth.of[lane] = run.rut_depth;
  const WheelOnSoil& wheel = *from.wheel;
  runs.exit_ratio.of[lane] =
      run.exit_ratio > 0.0 ? run.exit_ratio : exit_ratio(wheel.exit_b0, wheel.exit_b1, run.slip_x);
  runs.side_sinkage.of[lane] = run.travel * side_sinkage(wheel.side_sinkage, run.slip_y);
  const double gain = pressed_gain(wheel.multipass_gain, run.rut_depth, run.sinkage);
  runs.firmness.of[lane] = firmed_strength(gain);
  runs.per_shear_length.of[lane] = gain != 0.0 ? 1.0 / firmed_shear_length(gain) : 1.0;
}

/// The wall of soil in front of a skidding wheel (front_wall.hpp), N.
double front_wall_force(const WheelRun& run, double firmness) {
  const WheelOnSoil& wheel = *run.wheel;
  if (!(wheel.front_wall > 0.0)) return 0.0;
  const double wall = laws::wall_force<simd::PlainLevel>(wheel.wall_cohesion, wheel.wall_weight,
                                                         std::min(run.running.sinkage, wheel.radius));
  const double width =
      wheel.width * run.running.width_fraction;  // the wall's numbers are per width of the wheel
  return wheel.front_wall * run.running.travel * ploughed_share(run.running.slip_x) * firmness * wall *
         wheel.width * width;
}

// W = b r int(sigma cos + tau sin),  DP = b r int(tau cos - sigma sin),  T = b r^2 int(tau)   (Wong & Reece
// 1967)
WheelReaction reaction_of(const Arcs& arcs, int lane, const Sums& sums, double b) {
  WheelReaction out;
  out.entry_angle = arcs.theta_1.of[lane];
  out.shear_thrust = b * sums.thrust;
  out.compaction_resistance = b * sums.resistance;
  out.drawbar_pull = out.shear_thrust - out.compaction_resistance;
  out.normal_force = b * sums.normal;
  out.side_force = b * sums.side;
  out.torque = b * sums.torque;
  // all weights grow in proportion to theta_1
  const double entry_rate = arcs.entry_sweep.of[lane] * arcs.wheel[lane]->per_radius;
  out.stiffness = b * (sums.stiffness + sums.normal * entry_rate / arcs.theta_1.of[lane]);
  return out;
}

/// The wall acts against the motion through the axle: it takes pull and gives no moment.
WheelReaction with_front_wall(const WheelRun& run, double firmness, WheelReaction reaction) {
  const double force = front_wall_force(run, firmness);
  reaction.compaction_resistance += force;
  reaction.drawbar_pull -= force;
  return reaction;
}

/// Takes at most kMostArcs runs.
void react(const ArcKernels& level, std::span<const WheelRun* const> some, WheelReaction* const* out) {
  Runs runs;
  Arcs arcs;
  int count = 0, run_of[kMostArcs];
  for (std::size_t i = 0; i < some.size(); ++i) {
    if (some[i]->running.sinkage > 0.0) {
      put_lane(*some[i], count, runs);
      run_of[count++] = static_cast<int>(i);
    } else {
      *out[i] = WheelReaction{};
    }
  }
  if (count == 0) return;
  // Lanes without a run repeat the first one, so that they hold numbers.
  for (int lane = count; lane < kMostArcs; ++lane)
    put_lane(*some[static_cast<std::size_t>(run_of[0])], lane, runs);
  level.make(runs, count, arcs);
  const Rule* rules[kMostArcs];
  Sums sums[kMostArcs];
  const auto run = [&](int lane) -> const WheelRun& { return *some[static_cast<std::size_t>(run_of[lane])]; };
  for (int lane = 0; lane < count; ++lane)
    rules[lane] = &rule_for(run(lane).arc_points, arcs.elastic_end.of[lane]);
  level.sum(arcs, rules, count, sums);
  for (int lane = 0; lane < count; ++lane)
    *out[run_of[lane]] = with_front_wall(
        run(lane), arcs.firmness.of[lane],
        reaction_of(arcs, lane, sums[lane], run(lane).wheel->width * run(lane).running.width_fraction));
}

bool by_rft(const WheelOnSoil& wheel) { return wheel.rft.xi_n > 0.0; }

/// Takes at most kMostArcs runs; those by resistive force theory one by one.
void react_together(const ArcKernels& level, std::span<const WheelRun* const> some,
                    WheelReaction* const* out) {
  const WheelRun* arcs[kMostArcs];
  WheelReaction* reactions[kMostArcs];
  std::size_t count = 0;
  for (std::size_t i = 0; i < some.size(); ++i) {
    const WheelRun& run = *some[i];
    if (by_rft(*run.wheel)) {
      *out[i] = rft_reaction(run.wheel->rft, run.running, run.arc_points);
      continue;
    }
    arcs[count] = &run;
    reactions[count++] = out[i];
  }
  react(level, {arcs, count}, reactions);
}

WheelReaction reaction_on(SimdLevel level, const WheelOnSoil& wheel, const WheelRunning& running,
                          int arc_points) {
  if (by_rft(wheel)) return rft_reaction(wheel.rft, running, arc_points);
  const WheelRun run{&wheel, running, arc_points};
  const WheelRun* const one = &run;
  WheelReaction reaction;
  WheelReaction* const out = &reaction;
  react(kernels_of(level), {&one, 1}, &out);
  return reaction;
}

}  // namespace

void wheel_reactions(std::span<const WheelRun* const> runs, std::span<WheelReaction* const> reactions) {
  GROUSER_ASSERT(runs.size() == reactions.size());
  const ArcKernels& level = kernels_of(simd_level());
  for (std::size_t i = 0; i < runs.size(); i += kMostArcs)
    react_together(level, runs.subspan(i, std::min<std::size_t>(kMostArcs, runs.size() - i)),
                   reactions.data() + i);
}

void entry_angles(std::span<const double> depth, std::span<const double> radius, std::span<double> angle) {
  GROUSER_ASSERT(radius.size() == depth.size() && angle.size() == depth.size());
  // Eight lanes gain nothing on a handful of angles, and on some machines they slow the clock of all the
  // step.
  const ArcKernels& level = kernels_of(simd_level() == SimdLevel::avx512 ? SimdLevel::avx2 : simd_level());
  Lanes depths, radii, angles;
  for (std::size_t i = 0; i < depth.size(); i += kMostArcs) {
    const int count = static_cast<int>(std::min<std::size_t>(kMostArcs, depth.size() - i));
    for (int k = 0; k < kMostArcs; ++k) {
      const std::size_t from = i + static_cast<std::size_t>(k < count ? k : 0);
      depths.of[k] = depth[from];
      radii.of[k] = radius[from];
    }
    level.entry_angles(depths, radii, count, angles);
    std::copy_n(angles.of, count, angle.data() + i);
  }
}

WheelReaction wheel_reaction(const WheelOnSoil& wheel, const WheelRunning& running, int arc_points) {
  return reaction_on(simd_level(), wheel, running, arc_points);
}

WheelReaction wheel_reaction_with_points(const SoilParams& soil, const WheelGeometry& wheel,
                                         const WheelRunning& running, int arc_points) {
  return wheel_reaction(put_wheel_on_soil(soil, wheel, running.gravity), running, arc_points);
}

WheelReaction wheel_reaction_on(SimdLevel level, const SoilParams& soil, const WheelGeometry& wheel,
                                const WheelRunning& running, int arc_points) {
  return reaction_on(level, put_wheel_on_soil(soil, wheel, running.gravity), running, arc_points);
}

WheelReaction wheel_reaction(const SoilParams& soil, const WheelGeometry& wheel,
                             const WheelRunning& running) {
  return wheel_reaction_with_points(soil, wheel, running, kFineArcPoints);
}

WheelReaction steady_wheel_reaction(const SoilParams& soil, const WheelGeometry& wheel,
                                    WheelRunning running) {
  running.travel = 1.0;
  return wheel_reaction(soil, wheel, running);
}

}  // namespace grouser
