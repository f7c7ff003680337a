// SPDX-License-Identifier: BSD-3-Clause
// Two bodies of any form in contact: the time of a step, beside that of all faces of one tried against the
// other's by its distances alone (the baseline, whose answer must be the same). Two rings of 5,000 triangles
// each; the lower one is a mesh of as many triangles, its section, or a mesh of as many sectors as it takes
// to bear what the section does (docs/meshes.md).
#include <benchmark/benchmark.h>

#include <cmath>
#include <memory>
#include <random>

#include "grouser/shape/distance/section_distance.hpp"
#include "grouser/shape/mesh/mesh_shapes.hpp"
#include "grouser/shape/press/polygon_contact.hpp"

using namespace grouser;

namespace {

constexpr double kTorus = 0.3, kTube = 0.1, kDepth = 2e-3;  // m
constexpr int kSectors = 71, kAround = 35;                  // 71 x 35 x 2 triangles

/// The lower ring: a mesh of this number of sectors, or its section.
struct Kind {
  const char* name;
  int sectors;
};
constexpr Kind as_mesh{"mesh", kSectors}, as_section{"section", 0};
constexpr Kind as_fine_mesh{"mesh, load within 0.5 %", 400}, as_finest_mesh{"mesh, load within 0.1 %", 900};

struct Rings {
  std::shared_ptr<const MeshDistance> ring =
      std::make_shared<const MeshDistance>(torus_mesh(kTorus, kTube, kSectors));
  std::shared_ptr<const SurfaceDistance> rigid = ring;
  PolygonLaw law;

  explicit Rings(Kind kind) {
    law.shear_stiffness = 5e8;
    law.mu_stick = law.mu_slip = 0.5;
    if (kind.sectors == kSectors) return;
    std::vector<SectionPoint> section;
    for (int k = 0; k <= kAround; ++k) {
      const double angle = 2.0 * M_PI * (k % kAround) / kAround;
      section.push_back({kTube * std::sin(angle), kTorus + kTube * std::cos(angle)});
    }
    if (kind.sectors > 0)
      rigid = std::make_shared<const MeshDistance>(turned_mesh(section, kind.sectors));
    else
      rigid = std::make_shared<const SectionDistance>(section);
  }

  double deepest(PolygonContact& pair, const RigidTransform& X) const {
    std::vector<PolygonAnchor> anchors;
    return pair.calc_loads({X, Vec3::Zero(), Vec3::Zero()}, 0.0, law, anchors).deepest;
  }
  /// Moved along `out` from X until the rings overlap by the depth.
  RigidTransform touching(PolygonContact& pair, RigidTransform X, const Vec3& out) const {
    const Vec3 from = X.p;
    double low = 0.0, high = 1.0;
    for (int k = 0; k < 40; ++k) {
      X.p = from + 0.5 * (low + high) * out;
      (deepest(pair, X) > kDepth ? low : high) = 0.5 * (low + high);
    }
    return X;
  }
};

void step(benchmark::State& state, const Kind& kind, const Rings& rings,
          const std::vector<RigidTransform>& poses) {
  PolygonContact pair(rings.rigid, rings.ring);
  std::vector<PolygonAnchor> anchors;
  PolygonLoads loads;
  double polygons = 0.0;
  std::size_t at = 0, steps = 0;
  for (auto _ : state) {
    at = at + 1 == poses.size() ? 0 : at + 1;
    loads = pair.calc_loads({poses[at], Vec3(0, 0, -0.01), Vec3::Zero()}, 1e-3, rings.law, anchors);
    benchmark::DoNotOptimize(loads);
    polygons += loads.polygons;
    ++steps;
  }
  state.counters["polygons"] = polygons / static_cast<double>(steps);
  state.counters["depth_mm"] = 1e3 * loads.deepest;
  state.SetLabel(kind.name);
}

/// Slides to and fro by 0.03 m/s, steps of 1 ms.
void step_of_two_rings(benchmark::State& state, const Kind& kind) {
  const Rings rings(kind);
  PolygonContact pair(rings.rigid, rings.ring);
  std::vector<RigidTransform> poses{
      rings.touching(pair, {rotation_from_rpy(0.3, 0.0, 0.2), Vec3(0.3, 0.0, 0.1)}, Vec3::UnitX())};
  constexpr double kWay = 3e-5;  // m a step
  while (poses.back().p.y() < 0.005) {
    poses.push_back(poses.back());
    poses.back().p.y() += kWay;
  }
  step(state, kind, rings, poses);
}
BENCHMARK_CAPTURE(step_of_two_rings, mesh, as_mesh)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(step_of_two_rings, section, as_section)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(step_of_two_rings, half_percent, as_fine_mesh)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(step_of_two_rings, tenth_percent, as_finest_mesh)->Unit(benchmark::kMicrosecond);

/// Tumbles at so many rad/s, steps of 1 ms, always 2 mm deep.
void tumbling_step(benchmark::State& state, const Kind& kind) {
  const Rings rings(kind);
  PolygonContact pair(rings.rigid, rings.ring);
  std::vector<RigidTransform> poses;
  const double turn = 1e-3 * static_cast<double>(state.range(0));  // rad a step
  const Vec3 axis = Vec3(0.7, 0.5, 0.3).normalized();
  for (int k = 0; k * turn < 2.0 * M_PI; ++k)
    poses.push_back(rings.touching(pair, {rotation_about(axis, k * turn), Vec3::Zero()},
                                   Vec3(1.0, 0.3, 0.5).normalized()));
  step(state, kind, rings, poses);
}
BENCHMARK_CAPTURE(tumbling_step, mesh, as_mesh)->Arg(2)->Arg(20)->Arg(100)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(tumbling_step, section, as_section)
    ->Arg(2)
    ->Arg(20)
    ->Arg(100)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(tumbling_step, half_percent, as_fine_mesh)->Arg(2)->Arg(20)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(tumbling_step, tenth_percent, as_finest_mesh)
    ->Arg(2)
    ->Arg(20)
    ->Unit(benchmark::kMicrosecond);

/// Each step in quite another pose: nothing of what a pair remembers helps.
void first_touch(benchmark::State& state, const Kind& kind) {
  const Rings rings(kind);
  PolygonContact pair(rings.rigid, rings.ring);
  std::vector<RigidTransform> poses;
  std::mt19937_64 chance(1);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  for (int k = 0; k < 64; ++k) {
    const double roll = 3.0 * any(chance), pitch = any(chance), yaw = 3.0 * any(chance);
    const double x = any(chance), y = any(chance), z = any(chance);
    poses.push_back(rings.touching(pair, {rotation_from_rpy(roll, pitch, yaw), Vec3::Zero()},
                                   Vec3(x, y, z).normalized()));
  }
  step(state, kind, rings, poses);
}
BENCHMARK_CAPTURE(first_touch, mesh, as_mesh)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(first_touch, section, as_section)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(first_touch, half_percent, as_fine_mesh)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(first_touch, tenth_percent, as_finest_mesh)->Unit(benchmark::kMicrosecond);

/// A wheel in facets of 20 mm at most spins upon one of n rocks of 512 triangles, some mm deep: 1 rad/s,
/// steps of 1 ms.
void wheel_on_rocks(benchmark::State& state) {
  constexpr double kRock = 0.15, kApart = 0.4, kWheel = 0.1425, kWidth = 0.11, kSink = 4e-3;  // m
  const TriangleMesh rock = ball_mesh(kRock, 3);
  TriangleMesh field;
  const auto rocks = static_cast<int>(state.range(0)), row = static_cast<int>(std::lround(std::sqrt(rocks)));
  for (int i = 0; i < rocks; ++i) {
    const auto first = static_cast<int>(field.vertices.size());
    const Vec3 at(kApart * (i % row - row / 2), kApart * (i / row - row / 2),
                  0.0);  // the wheel's own at the middle
    for (const Vec3& p : rock.vertices) field.vertices.push_back(p + at);
    for (const auto& f : rock.faces) field.faces.push_back({f[0] + first, f[1] + first, f[2] + first});
  }
  const auto rigid = std::make_shared<const MeshDistance>(std::move(field));
  const auto wheel =
      std::make_shared<const MeshDistance>(with_short_edges(rod_mesh(kWheel, kWidth, 100), 0.02));
  PolygonContact pair(rigid, wheel);
  PolygonLaw law;
  law.shear_stiffness = 5e8;
  law.mu_stick = law.mu_slip = 0.5;
  std::vector<PolygonAnchor> anchors;
  PolygonLoads loads;
  PolygonMotion motion;
  motion.X.p = Vec3(0.01, 0.02, kRock + kWheel - kSink);
  double angle = 0.0;
  for (auto _ : state) {
    angle = angle > 3.0 ? -3.0 : angle + 1e-3;
    motion.X.R = rotation_about(Vec3::UnitY(), angle) * rotation_from_rpy(0.5 * M_PI, 0.0, 0.0);
    benchmark::DoNotOptimize(loads = pair.calc_loads(motion, 1e-3, law, anchors));
  }
  state.counters["polygons"] = loads.polygons;
  state.counters["wheel"] = static_cast<double>(wheel->mesh().faces.size());
  state.counters["triangles"] = static_cast<double>(rigid->mesh().faces.size());
}
BENCHMARK(wheel_on_rocks)->Arg(1)->Arg(9)->Arg(100)->Arg(400)->Unit(benchmark::kMicrosecond);

void distances_of_all_corners(benchmark::State& state, const Kind& kind) {
  const Rings rings(kind);
  PolygonContact pair(rings.rigid, rings.ring);
  const RigidTransform X =
      rings.touching(pair, {rotation_from_rpy(0.3, 0.0, 0.2), Vec3(0.3, 0.0, 0.1)}, Vec3::UnitX());
  double deepest = 0.0;
  for (auto _ : state) {
    deepest = 0.0;
    for (const Vec3& p : rings.ring->mesh().vertices)
      deepest = std::max(deepest, rings.rigid->depth_at(X * p).depth);
    benchmark::DoNotOptimize(deepest);
  }
  if (rings.deepest(pair, X) != deepest) state.SkipWithError("another depth");
}
BENCHMARK_CAPTURE(distances_of_all_corners, mesh, as_mesh)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(distances_of_all_corners, section, as_section)->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
