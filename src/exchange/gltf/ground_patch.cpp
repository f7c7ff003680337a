// SPDX-License-Identifier: BSD-3-Clause
// The patch is the rectangle about the path with a margin, cut to the terrain. Its spacing is that of the
// ground memory, or larger so that the vertices are few enough. Each stage of the ruts is a morph target
// relative to the one before, stored sparsely, because a stage moves few vertices.
#include "ground_patch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace grouser {
namespace {

constexpr double kPatchMargin = 1.5;  // m about the path
constexpr double kLeastSink = 1e-5;   // m that a vertex moves between two stages

std::array<float, 3> ground_vector(double x, double y, double z) {
  return {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
}

/// Depth of the ruts below the untouched ground at each vertex, m.
std::vector<double> depths_of(const GroundPatch& patch, const GroundMemory& memory) {
  std::vector<double> depths(patch.size(), 0.0);
  TileHint hint;
  for (std::size_t k = 0; k < depths.size() && !memory.untouched(); ++k) {
    const auto column = static_cast<double>(k % static_cast<std::size_t>(patch.columns));
    const auto row = static_cast<double>(k / static_cast<std::size_t>(patch.columns));
    depths[k] = memory.depth(patch.west + column * patch.spacing, patch.south + row * patch.spacing, hint);
  }
  return depths;
}

/// Upward normals by differences between neighbours.
Float3s normals_of(const GroundPatch& patch, const std::vector<double>& heights) {
  Float3s normals(patch.size());
  const auto at = [&](int column, int row) {
    column = std::clamp(column, 0, patch.columns - 1);
    row = std::clamp(row, 0, patch.rows - 1);
    return heights[static_cast<std::size_t>(row) * static_cast<std::size_t>(patch.columns) +
                   static_cast<std::size_t>(column)];
  };
  for (int row = 0; row < patch.rows; ++row)
    for (int column = 0; column < patch.columns; ++column) {
      // The normal of the surface z(x, y) is (-dz/dx, -dz/dy, 1), here by central differences.
      Vec3 n(at(column - 1, row) - at(column + 1, row), at(column, row - 1) - at(column, row + 1),
             2.0 * patch.spacing);
      if (!std::isfinite(n.x() + n.y())) n = Vec3::UnitZ();
      n.normalize();
      normals[static_cast<std::size_t>(row) * static_cast<std::size_t>(patch.columns) +
              static_cast<std::size_t>(column)] = ground_vector(n.x(), n.y(), n.z());
    }
  return normals;
}

/// Two triangles per cell whose corners all have heights, by the soil at its middle.
std::map<int, std::vector<std::uint32_t>> triangles_by_soil(const GroundPatch& patch,
                                                            const Terrain& terrain) {
  std::map<int, std::vector<std::uint32_t>> triangles;
  const auto width = static_cast<std::uint32_t>(patch.columns);
  for (int row = 0; row + 1 < patch.rows; ++row)
    for (int column = 0; column + 1 < patch.columns; ++column) {
      const std::uint32_t a = static_cast<std::uint32_t>(row) * width + static_cast<std::uint32_t>(column);
      const std::uint32_t b = a + 1, c = a + width, d = c + 1;
      if (!std::isfinite(patch.heights[a] + patch.heights[b] + patch.heights[c] + patch.heights[d])) continue;
      const int soil = terrain.material_at(patch.west + (column + 0.5) * patch.spacing,
                                           patch.south + (row + 0.5) * patch.spacing);
      triangles[soil].insert(triangles[soil].end(), {a, b, d, a, d, c});
    }
  return triangles;
}

/// Accessors of what changes from one stage to the next.
GltfJson morph_target(GlbWriter& file, const std::vector<double>& before, const std::vector<double>& after,
                      const Float3s& normals_before, const Float3s& normals_after) {
  std::vector<std::uint32_t> moved, turned;
  Float3s shifts, turns;
  for (std::size_t k = 0; k < before.size(); ++k) {
    if (std::abs(after[k] - before[k]) > kLeastSink) {
      moved.push_back(static_cast<std::uint32_t>(k));
      shifts.push_back(ground_vector(0.0, 0.0, before[k] - after[k]));
    }
    const auto &a = normals_before[k], &b = normals_after[k];
    if (a == b) continue;
    turned.push_back(static_cast<std::uint32_t>(k));
    turns.push_back({b[0] - a[0], b[1] - a[1], b[2] - a[2]});
  }
  return {{"POSITION", file.sparse_vectors(before.size(), moved, shifts)},
          {"NORMAL", file.sparse_vectors(before.size(), turned, turns)}};
}

}  // namespace

GroundPatch ground_patch(const Terrain& terrain, const std::vector<Vec3>& path, double finest,
                         std::size_t most) {
  // The box of the path with its margin, within the terrain.
  Vec3 low = path.front(), high = low;
  for (const Vec3& p : path) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  low -= Vec3::Constant(kPatchMargin);
  high += Vec3::Constant(kPatchMargin);
  if (const Heightfield* field = terrain.heightfield()) {
    low = low.cwiseMax(Vec3(field->min_x(), field->min_y(), low.z()));
    high = high.cwiseMin(Vec3(field->max_x(), field->max_y(), high.z()));
  }
  GroundPatch patch;
  const double width = high.x() - low.x(), height = high.y() - low.y();
  if (!(width > 0.0 && height > 0.0)) return patch;
  patch.spacing = std::max(finest, std::sqrt(width * height / static_cast<double>(most)));
  patch.columns = 1 + static_cast<int>(width / patch.spacing);
  patch.rows = 1 + static_cast<int>(height / patch.spacing);
  patch.west = low.x();
  patch.south = low.y();
  for (int row = 0; row < patch.rows; ++row)
    for (int column = 0; column < patch.columns; ++column) {
      HeightSample sample;
      const bool there =
          terrain.height(patch.west + column * patch.spacing, patch.south + row * patch.spacing, sample);
      patch.heights.push_back(there ? sample.z : std::numeric_limits<double>::quiet_NaN());
    }
  return patch;
}

std::optional<int> add_ground(GlbWriter& file, const GroundPatch& patch, const Terrain& terrain,
                              const std::vector<RutStage>& stages, const Vec3& offset,
                              const std::function<int(int soil)>& material) {
  const auto triangles = triangles_by_soil(patch, terrain);
  if (triangles.empty()) return std::nullopt;
  // Heights of the ground with these ruts.
  const auto sunk = [&](const std::vector<double>& depths) {
    std::vector<double> heights = patch.heights;
    for (std::size_t k = 0; k < heights.size(); ++k) heights[k] -= depths[k];
    return heights;
  };
  std::vector<double> depths =
      stages.empty() ? std::vector<double>(patch.size(), 0.0) : depths_of(patch, stages.front().memory);
  const std::vector<double> heights = sunk(depths);
  Float3s normals = normals_of(patch, heights), positions;
  for (std::size_t k = 0; k < patch.size(); ++k) {
    const auto column = static_cast<double>(k % static_cast<std::size_t>(patch.columns));
    const auto row = static_cast<double>(k / static_cast<std::size_t>(patch.columns));
    const double z = std::isfinite(heights[k]) ? heights[k] - offset.z() : 0.0;  // of no triangle
    positions.push_back(ground_vector(patch.west + column * patch.spacing - offset.x(),
                                      patch.south + row * patch.spacing - offset.y(), z));
  }
  const GltfJson attributes{{"POSITION", file.vertex_vectors(positions)},
                            {"NORMAL", file.vertex_vectors(normals)}};
  // Each further stage as a difference from the stage before.
  GltfJson targets = GltfJson::array();
  for (std::size_t k = 1; k < stages.size(); ++k) {
    std::vector<double> next = depths_of(patch, stages[k].memory);
    Float3s next_normals = normals_of(patch, sunk(next));
    targets.push_back(morph_target(file, depths, next, normals, next_normals));
    depths = std::move(next);
    normals = std::move(next_normals);
  }
  GltfJson primitives = GltfJson::array();
  for (const auto& [soil, corners] : triangles) {
    primitives.push_back(
        {{"attributes", attributes}, {"indices", file.triangles(corners)}, {"material", material(soil)}});
    if (!targets.empty()) primitives.back()["targets"] = targets;
  }
  GltfJson mesh{{"name", "ground"}, {"primitives", primitives}};
  if (!targets.empty()) mesh["weights"] = std::vector<double>(targets.size(), 0.0);
  return file.add("meshes", std::move(mesh));
}

}  // namespace grouser
