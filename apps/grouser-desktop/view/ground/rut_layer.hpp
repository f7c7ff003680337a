// SPDX-License-Identifier: BSD-3-Clause
// Wheel tracks as a texture of depths that follows the rover: a square window of the ground memory, wrapped
// around.
#pragma once
#include <map>
#include <memory>

#include "grouser/simulation/step/frame.hpp"
#include "grouser/terrain/memory/ground_memory.hpp"
#include "view/gl/gl_objects.hpp"

namespace grouser::desktop {

class RutLayer {
 public:
  RutLayer();
  ~RutLayer();
  RutLayer(const RutLayer&) = delete;
  RutLayer& operator=(const RutLayer&) = delete;

  /// Uploads changed tiles. `ground` may be null. `origin` is the view's local origin, world metres.
  void update(std::shared_ptr<const GroundMemory> ground, const Vec3& focus, const Vec3& origin);
  /// Tracks bear the prints of the scene's wheels: of the first one that is drawn with grousers. Null: none.
  void print_as(const Scene* scene);
  /// Sets the uniforms of the terrain program and binds the textures to these units.
  void bind(GlProgram& program, int unit, int print_unit) const;

 private:
  void clear();
  static constexpr int kTiles = 64;  // tiles along the window's side
  unsigned texture_ = 0;
  unsigned prints_ = 0;    // direction of the tracks in each part of a tile
  float grousers_ = 0.0f;  // rad of a turn per m of track; 0: no prints
  std::shared_ptr<const GroundMemory> shown_;
  std::map<TileKey, const double*> uploaded_;  // a tile that did not change keeps its place in memory
  Vec3 center_ = Vec3::Zero(), origin_ = Vec3::Zero();
  bool active_ = false;
};

}  // namespace grouser::desktop
