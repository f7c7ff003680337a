// SPDX-License-Identifier: BSD-3-Clause
// Patches of 16 x 16 quads with a skirt below each edge, which hides the gaps to neighbours of another
// level. Beyond a heightfield the nearest height inside is drawn.
#include "view/ground/terrain_lod.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace grouser::desktop {
namespace {

constexpr double kPlaneSize = 1024.0;  // m
constexpr double kRimShare = 1.5;      // how much wider than a heightfield the drawn square is
constexpr double kSkirtShare = 0.6;    // of a quad
constexpr double kSkirtLeast = 0.05;   // m: a rut lowers an edge at this patch's vertices only
constexpr int kGrid = kPatchQuads + 1;

/// The value moved just inside the ends, because the edge itself may count as outside.
double clamp_inside(double value, double low, double high) {
  const double margin = 1e-6 * (high - low);
  return std::clamp(value, low + margin, high - margin);
}

}  // namespace

double LodDomain::patch_size(int level) const { return std::ldexp(size, -level); }

Vec2 LodDomain::patch_center(PatchKey key) const {
  const double s = patch_size(key.level);
  return {west + (key.i + 0.5) * s, south + (key.j + 0.5) * s};
}

LodDomain make_lod_domain(const Terrain& terrain, const Vec3& focus) {
  LodDomain domain;
  domain.size = kPlaneSize;
  double x = std::round(focus.x()), y = std::round(focus.y());
  if (const Heightfield* field = terrain.heightfield()) {
    x = 0.5 * (field->min_x() + field->max_x());
    y = 0.5 * (field->min_y() + field->max_y());
    domain.size = std::max(
        400.0, kRimShare * std::max(field->max_x() - field->min_x(), field->max_y() - field->min_y()));
  }
  domain.west = x - 0.5 * domain.size;
  domain.south = y - 0.5 * domain.size;
  if (const Heightfield* field = terrain.heightfield())
    domain.bounds = std::make_shared<HeightBounds>(*field, domain.west, domain.south, domain.size);
  return domain;
}

HeightRange height_range(const Terrain& terrain, const LodDomain& domain, PatchKey key) {
  if (domain.bounds) return domain.bounds->over(key.level, key.i, key.j);
  const Vec2 center = domain.patch_center(key);
  const double z = drawn_height(terrain, center.x(), center.y()).z;
  const double rise = 0.5 * domain.patch_size(key.level) *
                      (std::fabs(terrain.plane().slope_x) + std::fabs(terrain.plane().slope_y));
  return {z - rise, z + rise};
}

HeightSample drawn_height(const Terrain& terrain, double x, double y) {
  HeightSample out;
  if (terrain.height(x, y, out)) return out;
  if (const Heightfield* field = terrain.heightfield()) {
    terrain.height(clamp_inside(x, field->min_x(), field->max_x()),
                   clamp_inside(y, field->min_y(), field->max_y()), out);
  }
  return out;
}

namespace {

/// Greatest height difference between a patch's edges and those of a neighbour that is finer or coarser by
/// one halving, m: at every second point of the finer one, the coarser one is straight.
double largest_gap(const Terrain& terrain, const Vec2& center, double size) {
  constexpr int kFiner = 2 * kPatchQuads;
  double gap = 0.0;
  for (int side = 0; side < 4; ++side) {
    std::array<double, kFiner + 1> z;
    for (int k = 0; k <= kFiner; ++k) {
      const double along = (static_cast<double>(k) / kFiner - 0.5) * size, across = (side % 2 - 0.5) * size;
      const Vec2 at = center + (side < 2 ? Vec2(along, across) : Vec2(across, along));
      z[static_cast<std::size_t>(k)] = drawn_height(terrain, at.x(), at.y()).z;
    }
    for (const std::size_t step : {1u, 2u})
      for (std::size_t k = step; k + step <= kFiner; k += 2 * step)
        gap = std::max(gap, std::fabs(z[k] - 0.5 * (z[k - step] + z[k + step])));
  }
  return gap;
}

}  // namespace

PatchMesh make_patch(const Terrain& terrain, const LodDomain& domain, PatchKey key) {
  PatchMesh patch;
  const Vec2 center = domain.patch_center(key);
  const double size = domain.patch_size(key.level), quad = size / kPatchQuads;
  patch.base_z = drawn_height(terrain, center.x(), center.y()).z;
  patch.vertices.reserve(kGrid * kGrid + 4 * kGrid);
  for (int row = 0; row < kGrid; ++row) {
    for (int column = 0; column < kGrid; ++column) {
      const double x = column * quad - 0.5 * size, y = row * quad - 0.5 * size;
      const HeightSample s = drawn_height(terrain, center.x() + x, center.y() + y);
      const Vec3 n = Vec3(-s.slope_x, -s.slope_y, 1.0).normalized();
      patch.vertices.push_back({static_cast<float>(x), static_cast<float>(y),
                                static_cast<float>(s.z - patch.base_z), static_cast<float>(n.x()),
                                static_cast<float>(n.y()), static_cast<float>(n.z())});
    }
  }
  // The skirt reaches below every gap that a neighbour can leave.
  const double depth = std::max(kSkirtShare * quad, largest_gap(terrain, center, size)) + kSkirtLeast;
  const auto add_skirt = [&](int row, int column) {
    PatchVertex v = patch.vertices[static_cast<std::size_t>(row * kGrid + column)];
    v.z -= static_cast<float>(depth);
    patch.vertices.push_back(v);
  };
  // Counter-clockwise from the south-west: south, east, north, west.
  for (int k = 0; k < kGrid; ++k) add_skirt(0, k);
  for (int k = 0; k < kGrid; ++k) add_skirt(k, kGrid - 1);
  for (int k = 0; k < kGrid; ++k) add_skirt(kGrid - 1, kGrid - 1 - k);
  for (int k = 0; k < kGrid; ++k) add_skirt(kGrid - 1 - k, 0);
  return patch;
}

std::vector<std::uint16_t> make_patch_indices() {
  std::vector<std::uint16_t> indices;
  const auto add = [&](int a, int b, int c) {
    for (int i : {a, b, c}) indices.push_back(static_cast<std::uint16_t>(i));
  };
  // Two triangles per quad, then per piece of each skirt.
  for (int row = 0; row < kPatchQuads; ++row) {
    for (int column = 0; column < kPatchQuads; ++column) {
      const int a = row * kGrid + column, b = a + 1, c = a + kGrid, d = c + 1;
      add(a, b, d);
      add(a, d, c);
    }
  }
  for (int side = 0; side < 4; ++side) {
    const int skirt = kGrid * kGrid + side * kGrid;
    const auto rim = [&](int k) {
      switch (side) {
        case 0:
          return k;
        case 1:
          return k * kGrid + kGrid - 1;
        case 2:
          return (kGrid - 1) * kGrid + kGrid - 1 - k;
        default:
          return (kGrid - 1 - k) * kGrid;
      }
    };
    for (int k = 0; k < kPatchQuads; ++k) {
      add(rim(k), skirt + k, skirt + k + 1);
      add(rim(k), skirt + k + 1, rim(k + 1));
    }
  }
  return indices;
}

}  // namespace grouser::desktop
