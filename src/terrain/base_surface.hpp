// The base ground as the rim sees it: height, slope and curvature at a point, lowered by the ground's memory.
// Scratch for one query: it remembers the cell it was in. Private to the terrain module.
#pragma once
#include "grouser/terrain/ground_memory.hpp"
#include "grouser/terrain/terrain.hpp"
#include "keys_patch.hpp"

namespace grouser::terrain {

struct BaseSample {
  double z = 0.0;                       ///< current surface, memory taken off, m
  double rut = 0.0;                     ///< depth of the memory, m
  double slope_x = 0.0, slope_y = 0.0;  ///< of the undisturbed surface
  double xx = 0.0, xy = 0.0, yy = 0.0;  ///< its second derivatives, 1/m
};

class BaseSurface {
 public:
  BaseSurface(const Terrain& terrain, const GroundMemory& memory) : terrain_(terrain), memory_(memory) {}
  /// Looks whether memory lies within radius of the point; without a look it is left out.
  void look_for_ruts(double x, double y, double radius) { rutted_ = memory_.touched_near(x, y, radius); }
  bool rutted() const { return rutted_; }
  double memory_cell() const { return memory_.cell(); }
  const Terrain& terrain() const { return terrain_; }
  /// The point must lie inside the ground's extent.
  BaseSample sample(double x, double y);

 private:
  const Terrain& terrain_;
  const GroundMemory& memory_;
  bool rutted_ = false;
  std::size_t hint_ = 0;
  FieldCell cell_{-1, -1, 0.0, 0.0};
  KeysPatch patch_;
};

}  // namespace grouser::terrain
