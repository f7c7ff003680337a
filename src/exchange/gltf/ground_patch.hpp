// SPDX-License-Identifier: BSD-3-Clause
// The ground about the path of a run as a mesh whose ruts grow.
#pragma once
#include <functional>
#include <optional>
#include <vector>

#include "glb_writer.hpp"
#include "grouser/math/types.hpp"
#include "grouser/terrain/memory/ground_memory.hpp"
#include "grouser/terrain/surface/terrain.hpp"

namespace grouser {

/// A grid of vertices, row by row from the south-west.
struct GroundPatch {
  int columns = 0, rows = 0;
  double west = 0.0, south = 0.0, spacing = 0.0;  ///< m
  std::vector<double> heights;                    ///< of the untouched ground, m; NaN outside of the terrain
  std::size_t size() const { return heights.size(); }
};

/// The patch about these points, as fine as the ground's memory or as `most` vertices allow. Empty where the
/// terrain has no heights there.
GroundPatch ground_patch(const Terrain& terrain, const std::vector<Vec3>& path, double finest,
                         std::size_t most);

/// A moment of the ground.
struct RutStage {
  double time = 0.0;  ///< s
  GroundMemory memory;
};

/// Adds the patch as a mesh, a primitive per soil, with a morph target per stage after the first, which holds
/// what sinks from the stage before it. `offset`: taken off all positions, m. `material`: of a soil. Returns
/// the number of the mesh, or nothing where no cell has heights at its four corners: glTF 2.0 (5.24.1) has no
/// mesh without primitives.
std::optional<int> add_ground(GlbWriter& file, const GroundPatch& patch, const Terrain& terrain,
                              const std::vector<RutStage>& stages, const Vec3& offset,
                              const std::function<int(int soil)>& material);

}  // namespace grouser
