// SPDX-License-Identifier: BSD-3-Clause
// Measures the time of the inverse kinematics of a four-bar leg: in closed form, one point and eight at once
// (items are points), beside Newton's method from the middle of the limits on the same points.
#include <benchmark/benchmark.h>

#include <vector>

#include "grouser/math/random.hpp"
#include "grouser/vehicle/legs/four_bar_leg.hpp"

namespace {

using namespace grouser;

std::vector<Vec3> points_of(const FourBarLeg& leg) {
  math::RandomStream random(2, 0);
  std::vector<Vec3> points;
  for (int k = 0; k < 4096; ++k) {
    Vec3 angles;
    for (int of = 0; of < 3; ++of)
      angles[of] = random.uniform(leg.spec().lowest[static_cast<std::size_t>(of)],
                                  leg.spec().highest[static_cast<std::size_t>(of)]);
    points.push_back(leg.foot(angles));
  }
  return points;
}

void closed_form(benchmark::State& state) {
  const FourBarLeg leg;
  const std::vector<Vec3> points = points_of(leg);
  std::size_t k = 0;
  for (auto _ : state) benchmark::DoNotOptimize(leg.reach(points[k++ % points.size()]));
}

void eight_at_once(benchmark::State& state) {
  const FourBarLeg leg;
  const std::vector<Vec3> points = points_of(leg);
  std::size_t k = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(leg.solve_eight(std::span<const Vec3, 8>(points.data() + k, 8)));
    k = (k + 8) % points.size();
  }
  state.SetItemsProcessed(8 * state.iterations());
}

void newton(benchmark::State& state) {
  const FourBarLeg leg;
  const std::vector<Vec3> points = points_of(leg);
  const Vec3 middle(0.2, -0.8, 0.0);
  std::size_t k = 0;
  int steps = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(leg.newton(points[k++ % points.size()], middle, 1e-12, 100, steps));
}

void forward(benchmark::State& state) {
  const FourBarLeg leg;
  double k = 0.0;
  for (auto _ : state) benchmark::DoNotOptimize(leg.foot({0.1, -0.8, 1e-9 * (k += 1.0)}));
}

BENCHMARK(closed_form);
BENCHMARK(eight_at_once);
BENCHMARK(newton);
BENCHMARK(forward);

}  // namespace

BENCHMARK_MAIN();
