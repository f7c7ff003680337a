// The base ground as the rim sees it: height and slope at a point, lowered by the ground's memory.
// Scratch for the discs of one wheel: it remembers the cell it was in and the memory's cells around a disc.
// Private to the terrain module.
#pragma once
#include "grouser/terrain/ground_memory.hpp"
#include "grouser/terrain/terrain.hpp"
#include "keys_patch.hpp"
#include "lanes.hpp"

namespace grouser::terrain {

struct BaseSample {
  double z = 0.0;                       ///< current surface, memory taken off, m
  double rut = 0.0;                     ///< depth of the memory, m
  double rut_x = 0.0, rut_y = 0.0;      ///< its slopes
  double slope_x = 0.0, slope_y = 0.0;  ///< of the undisturbed surface
};

class BaseSurface {
 public:
  BaseSurface(const Terrain& terrain, const GroundMemory& memory, TileHint& hint);
  /// Rectangle in which all looks for ruts will be: where nothing lies in it they are spared.
  void surround(const Vec2& low, const Vec2& high);
  /// Looks for memory in a rectangle, world axes. Samples outside of it, and all without a look, leave memory
  /// out.
  void look_for_ruts(const Vec2& low, const Vec2& high);
  bool rutted() const { return window_.touched; }
  double memory_cell() const { return memory_.cell(); }
  const Terrain& terrain() const { return terrain_; }
  /// The point must lie inside the ground's extent.
  BaseSample sample(double x, double y) {
    BaseSample out = unpressed(x, y);
    if (rutted()) take_rut(x, y, out);
    return out;
  }
  /// Without memory.
  BaseSample unpressed(double x, double y) {
    if (!field_) return plane_sample(x, y);
    const Patch& patch = patch_at(x, y);
    const PatchValue v = patch.keys.evaluate((x - patch.west) * per_cell_, (y - patch.south) * per_cell_);
    return {datum_ + v.p, 0.0, 0.0, 0.0, v.p_s * per_cell_, v.p_t * per_cell_};
  }
  /// The first `count` of the points, which must lie inside the ground's extent; the others count for
  /// nothing.
  void sample(const Lanes& x, const Lanes& y, int count, BaseLanes& out);

 private:
  RutCells rut_cells() const {
    return {window_.values, window_.stride, window_.columns, window_.rows,
            window_.west,   window_.south,  per_memory_cell_};
  }
  // A cell made ready, with its south-west corner.
  struct Patch {
    double west = 1e300, south = 1e300;
    KeysPatch keys;
  };
  // Of the heightfield. Most samples lie in the cell of the one before, else in one beside it.
  const Patch& patch_at(double x, double y) {
    if (!holds(*patch_, x, y)) find_patch(x, y);
    return *patch_;
  }
  bool holds(const Patch& patch, double x, double y) const {
    const double s = (x - patch.west) * per_cell_, t = (y - patch.south) * per_cell_;
    return s >= 0.0 && s < 1.0 && t >= 0.0 && t < 1.0;
  }
  void find_patch(double x, double y);
  BaseSample plane_sample(double x, double y) const {
    const BasePlane& plane = terrain_.plane();
    BaseSample out;
    out.z = plane.z0 + plane.slope_x * x + plane.slope_y * y;
    out.slope_x = plane.slope_x;
    out.slope_y = plane.slope_y;
    return out;
  }
  void take_rut(double x, double y, BaseSample& out);
  /// The undisturbed surface.
  void take_base(const Lanes& x, const Lanes& y, int count, BaseLanes& out);
  void sample_one_by_one(const Lanes& x, const Lanes& y, int count, BaseLanes& out);

  const Heightfield* field_ = nullptr;
  double datum_ = 0.0, per_cell_ = 0.0;
  const Terrain& terrain_;
  const GroundMemory& memory_;
  MemoryWindow window_;
  bool touched_around_ = true;
  double per_memory_cell_;
  TileHint& hint_;
  std::array<Patch, 4> patches_;  // by the last bits of column and row: a disc rarely spans more
  const Patch* patch_ = patches_.data();
  std::array<double, 4096> buffer_;  // no default: not worth clearing
};

}  // namespace grouser::terrain
