// Two bodies of any form in contact: the time of a step, beside that of all faces of one tried against the other's by its distances
// alone (the baseline, whose answer must be the same).
#include <benchmark/benchmark.h>

#include <cmath>
#include <memory>

#include "grouser/shape/contact/polygon_contact.hpp"
#include "grouser/shape/mesh/mesh_shapes.hpp"

using namespace grouser;

namespace {

constexpr double kTorus = 0.3, kTube = 0.1, kDepth = 2e-3;  // m

/// A ring of 5,000 triangles lies on another one, turned, 2 mm deep.
struct Rings {
  std::shared_ptr<const MeshDistance> ring =
      std::make_shared<const MeshDistance>(torus_mesh(kTorus, kTube, 71));  // 71 x 35 x 2 triangles
  PolygonLaw law;
  PolygonMotion motion{
      {rotation_from_rpy(0.3, 0.0, 0.2), Vec3(0.55, 0.0, 0.1)}, Vec3(0, 0, -0.01), Vec3::Zero()};

  Rings() {
    law.shear_stiffness = 5e8;
    law.mu_stick = law.mu_slip = 0.5;
    // Lifted until they overlap by the depth.
    PolygonContact pair(ring, ring);
    double low = 0.0, high = 1.0;
    for (int k = 0; k < 40; ++k) {
      motion.X.p.x() = 0.5 * (low + high) + 0.3;
      std::vector<PolygonAnchor> anchors;
      (pair.calc_loads(motion, 0.0, law, anchors).deepest > kDepth ? low : high) = motion.X.p.x() - 0.3;
    }
  }
};

void step_of_two_rings(benchmark::State& state) {
  const Rings rings;
  PolygonContact pair(rings.ring, rings.ring);
  std::vector<PolygonAnchor> anchors;
  PolygonLoads loads;
  PolygonMotion motion = rings.motion;
  constexpr double kWay = 3e-5;  // m a step: 0.03 m/s and 1 ms
  for (auto _ : state) {
    motion.X.p.y() = motion.X.p.y() > 0.005 ? 0.0 : motion.X.p.y() + kWay;
    benchmark::DoNotOptimize(loads = pair.calc_loads(motion, 1e-3, rings.law, anchors));
  }
  state.counters["polygons"] = loads.polygons;
  state.counters["triangles"] = static_cast<double>(rings.ring->mesh().faces.size());
  state.counters["depth_mm"] = 1e3 * loads.deepest;
}
BENCHMARK(step_of_two_rings)->Unit(benchmark::kMicrosecond);

void distances_of_all_corners(benchmark::State& state) {
  const Rings rings;
  double deepest = 0.0;
  for (auto _ : state) {
    deepest = 0.0;
    for (const Vec3& p : rings.ring->mesh().vertices)
      deepest = std::max(deepest, rings.ring->depth_at(rings.motion.X * p).depth);
    benchmark::DoNotOptimize(deepest);
  }
  PolygonContact pair(rings.ring, rings.ring);
  std::vector<PolygonAnchor> anchors;
  if (pair.calc_loads(rings.motion, 0.0, rings.law, anchors).deepest != deepest)
    state.SkipWithError("another depth");
}
BENCHMARK(distances_of_all_corners)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
