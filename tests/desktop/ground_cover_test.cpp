// SPDX-License-Identifier: BSD-3-Clause
// The ground that is drawn: all that the picture shows of it, each piece once, without cracks, within the
// budget.
#include <algorithm>
#include <cmath>
#include <random>

#include "catch.hpp"
#include "demo_scene.hpp"
#include "view/ground/terrain_lod.hpp"

using namespace grouser;
using namespace grouser::desktop;

namespace {

/// Rough ground with walls as steep as 60 degrees, `size` m wide.
std::shared_ptr<const Terrain> rough_terrain(double size, double cell) {
  HeightfieldSpec spec;
  spec.columns = spec.rows = static_cast<int>(size / cell) + 1;
  spec.cell = cell;
  spec.west = -0.5 * size;
  spec.north = 0.5 * size;
  spec.datum = -2000.0;
  for (int row = 0; row < spec.rows; ++row) {
    for (int column = 0; column < spec.columns; ++column) {
      const double x = spec.west + column * cell, y = spec.north - row * cell;
      const double crater = std::hypot(x - 0.2 * size, y + 0.1 * size) - 0.15 * size;
      const double wall = 0.06 * size * std::tanh(crater / (0.035 * size));
      spec.offsets.push_back(
          static_cast<float>(wall + 0.01 * size * std::sin(40.0 * x / size) * std::cos(31.0 * y / size)));
    }
  }
  return std::make_shared<Terrain>(std::make_shared<Heightfield>(std::move(spec)), 0,
                                   std::vector<RigidShape>{});
}

std::vector<std::shared_ptr<const Terrain>> grounds() {
  return {test::demo_terrain(), rough_terrain(64.0, 0.5), rough_terrain(174.0, 1.0),
          rough_terrain(900.0, 2.0),
          std::make_shared<Terrain>(BasePlane{0.5, 0.6, -0.4}, 0, std::vector<RigidShape>{})};
}

struct View {
  Camera camera;
  double aspect = 1.0;
  Vec3 focus;
};

View any_view(const Terrain& terrain, std::mt19937& random) {
  const auto in = [&](double low, double high) {
    return low + (high - low) * std::generate_canonical<double, 32>(random);
  };
  const Heightfield* field = terrain.heightfield();
  const double reach = field ? 0.48 * (field->max_x() - field->min_x()) : 80.0;
  View view;
  view.focus = {in(-reach, reach), in(-reach, reach), 0.0};
  view.focus.z() = drawn_height(terrain, view.focus.x(), view.focus.y()).z + 0.3;
  view.camera.target = view.focus;
  view.camera.yaw = in(-M_PI, M_PI);
  view.camera.pitch = in(-0.1, 1.5);
  view.camera.distance = std::exp(in(std::log(1.0), std::log(60.0)));
  view.camera.parallel = in(0.0, 1.0) < 0.2;
  view.camera.stay_above(terrain, 0.2);
  view.aspect = in(0.6, 2.2);
  return view;
}

bool holds(const LodDomain& domain, PatchKey key, double x, double y) {
  const double size = domain.patch_size(key.level);
  return std::floor((x - domain.west) / size) == key.i && std::floor((y - domain.south) / size) == key.j;
}

/// Which side of `other` it shares with `key`, which is no coarser; -1: none.
int shared_side(PatchKey key, PatchKey other) {
  const int scale = 1 << (key.level - other.level);
  const auto inside = [scale](int fine, int coarse) {
    return fine >= coarse * scale && fine < (coarse + 1) * scale;
  };
  if (inside(key.i, other.i))
    return key.j == (other.j + 1) * scale ? 1 : key.j == other.j * scale - 1 ? 0 : -1;
  if (inside(key.j, other.j))
    return key.i == (other.i + 1) * scale ? 3 : key.i == other.i * scale - 1 ? 2 : -1;
  return -1;
}

struct EdgePoint {
  double top, foot;  // of the surface and of the skirt below it, m
};

/// A patch's edge (0: south, 1: north, 2: west, 3: east) at a world coordinate along it.
EdgePoint edge_at(const PatchMesh& mesh, const LodDomain& domain, PatchKey key, int side, double place) {
  constexpr int kSide = kPatchQuads + 1;
  const Vec2 center = domain.patch_center(key);
  const double size = domain.patch_size(key.level);
  const double along = (place - (side < 2 ? center.x() : center.y()) + 0.5 * size) / size * kPatchQuads;
  const int k = std::clamp(static_cast<int>(along), 0, kPatchQuads - 1);
  const double part = along - k;
  const auto grid = [&](int n) {
    const int row = side == 0   ? 0
                    : side == 1 ? kPatchQuads
                                : n,
              column = side == 2   ? 0
                       : side == 3 ? kPatchQuads
                                   : n;
    return mesh.base_z + mesh.vertices[static_cast<std::size_t>(row * kSide + column)].z;
  };
  const double top = (1.0 - part) * grid(k) + part * grid(k + 1);
  const double depth = mesh.vertices[0].z - mesh.vertices[static_cast<std::size_t>(kSide * kSide)].z;
  return {top, top - depth};
}

}  // namespace

TEST_CASE("ground: at 500 places all that the picture shows of it is drawn once, within the budget") {
  std::mt19937 random(20261127);
  int seen = 0, missing = 0, twice = 0, beyond = 0, uneven = 0, near = 0, coarse = 0;
  for (const auto& terrain : grounds()) {
    for (int place = 0; place < 100; ++place) {
      const View view = any_view(*terrain, random);
      const PatchBudget budget = place % 3 == 2 ? PatchBudget{22, false} : PatchBudget{};
      const LodDomain domain = make_lod_domain(*terrain, view.focus);
      const auto keys = select_patches(*terrain, domain, view.camera, view.aspect, view.focus, budget);
      beyond += keys.size() > budget.most;
      for (const PatchKey& one : keys)
        for (const PatchKey& other : keys)
          uneven += one.level > other.level + 1 && shared_side(one, other) >= 0;
      if (budget.fine_at_focus && (view.camera.eye() - view.focus).norm() < 8.0 && !view.camera.parallel) {
        ++near;
        coarse += std::none_of(keys.begin(), keys.end(), [&](PatchKey key) {
          return holds(domain, key, view.focus.x(), view.focus.y()) &&
                 domain.patch_size(key.level) / kPatchQuads <= 4.0 * domain.finest;
        });
      }
      for (int k = 0; k < 400; ++k) {
        // Places of the ground about the target, from near it to the far end of what is drawn.
        const double angle = 2.0 * M_PI * std::generate_canonical<double, 32>(random);
        const double away = 0.1 * std::pow(domain.size / 0.1, std::generate_canonical<double, 32>(random));
        const double x = view.focus.x() + away * std::cos(angle), y = view.focus.y() + away * std::sin(angle);
        if (!holds(domain, {}, x, y)) continue;
        const auto at = view.camera.project({x, y, drawn_height(*terrain, x, y).z}, view.aspect);
        if (!at || at->cwiseAbs().maxCoeff() > 1.0) continue;
        ++seen;
        const auto times =
            std::count_if(keys.begin(), keys.end(), [&](PatchKey key) { return holds(domain, key, x, y); });
        missing += times == 0;
        twice += times > 1;
      }
    }
  }
  CHECK(seen > 20000);
  CHECK(missing == 0);
  CHECK(twice == 0);
  CHECK(beyond == 0);
  CHECK(uneven == 0);
  CHECK(near > 50);
  CHECK(10 * coarse <
        near);  // ruts below the rover have their shape, but where a rough view uses up the budget
}

TEST_CASE("ground: no crack is open between neighbours, finer or coarser") {
  std::mt19937 random(7);
  int pairs = 0, open = 0;
  for (const auto& terrain : grounds()) {
    for (int place = 0; place < 8; ++place) {
      const View view = any_view(*terrain, random);
      const LodDomain domain = make_lod_domain(*terrain, view.focus);
      const auto keys = select_patches(*terrain, domain, view.camera, view.aspect, view.focus, {});
      std::vector<PatchMesh> meshes;
      for (const PatchKey& key : keys) meshes.push_back(make_patch(*terrain, domain, key));
      for (std::size_t a = 0; a < keys.size(); ++a) {
        for (std::size_t b = 0; b < keys.size(); ++b) {
          if (keys[a].level < keys[b].level || a == b) continue;
          const int side = shared_side(keys[a], keys[b]);
          if (side < 0) continue;
          ++pairs;
          const Vec2 center = domain.patch_center(keys[a]);
          const double size = domain.patch_size(keys[a].level);
          for (double t = 0.01; t < 1.0; t += 0.014) {
            const double at = (side < 2 ? center.x() : center.y()) + (t - 0.5) * size;
            const EdgePoint fine = edge_at(meshes[a], domain, keys[a], side ^ 1, at);
            const EdgePoint coarse = edge_at(meshes[b], domain, keys[b], side, at);
            open += fine.foot > coarse.top || coarse.foot > fine.top;
          }
        }
      }
    }
  }
  CHECK(pairs > 1000);
  CHECK(open == 0);
}

TEST_CASE("ground: bounds of heights hold for every drawn point, cubic overshoot and border included") {
  std::mt19937 random(3);
  const auto part = [&] { return std::generate_canonical<double, 32>(random); };
  for (const auto& terrain : grounds()) {
    const LodDomain domain = make_lod_domain(*terrain, Vec3::Zero());
    double wide = 0.0;  // of fine squares, m
    int outside = 0, fine = 0;
    for (int k = 0; k < 20000; ++k) {
      const int level = static_cast<int>(part() * 12.0);
      const double x = domain.west + part() * domain.size, y = domain.south + part() * domain.size;
      const double size = domain.patch_size(level);
      const PatchKey key{level, static_cast<std::int32_t>((x - domain.west) / size),
                         static_cast<std::int32_t>((y - domain.south) / size)};
      const HeightRange range = height_range(*terrain, domain, key);
      const double z = drawn_height(*terrain, x, y).z;
      constexpr double kRounding = 1e-9;  // m
      outside += z < range.low - kRounding || z > range.high + kRounding;
      if (level < 8) continue;
      ++fine;
      wide += range.high - range.low;
    }
    CHECK(outside == 0);
    if (const Heightfield* field = terrain->heightfield())
      CHECK(wide / fine < 0.2 * (field->highest() - field->lowest()));  // bounds that say something
  }
}
