// SPDX-License-Identifier: BSD-3-Clause
// The ground on the graphics card: patches made when first seen and kept while they may be seen again.
#pragma once
#include <map>
#include <memory>

#include "view/gl/gl_objects.hpp"
#include "view/gl/mesh.hpp"
#include "view/ground/rut_layer.hpp"
#include "view/ground/terrain_lod.hpp"

namespace grouser::desktop {

class TerrainLayer {
 public:
  TerrainLayer();
  ~TerrainLayer();
  TerrainLayer(const TerrainLayer&) = delete;
  TerrainLayer& operator=(const TerrainLayer&) = delete;

  /// Forgets the patches of another terrain.
  void show(std::shared_ptr<const Terrain> terrain, const Vec3& focus);
  /// Draws with the program in use; returns the number of triangles.
  int draw(GlProgram& program, const Camera& camera, double aspect, const Vec3& focus, const Vec3& origin,
           Detail detail);

 private:
  struct Patch;
  const Patch& patch(PatchKey key);
  void drop_old();
  std::shared_ptr<const Terrain> terrain_;
  LodDomain domain_;
  std::map<PatchKey, std::unique_ptr<Patch>> patches_;
  unsigned indices_ = 0;
  int index_count_ = 0;
  long picture_ = 0;
};

}  // namespace grouser::desktop
