// The base ground as the rim sees it: height and slope at a point, lowered by the ground's memory.
// Scratch for one query: it remembers the cell it was in. Private to the terrain module.
#pragma once
#include "grouser/terrain/ground_memory.hpp"
#include "grouser/terrain/terrain.hpp"
#include "keys_patch.hpp"

namespace grouser::terrain {

struct BaseSample {
  double z = 0.0;                       ///< current surface, memory taken off, m
  double rut = 0.0;                     ///< depth of the memory, m
  double rut_x = 0.0, rut_y = 0.0;      ///< its slopes
  double slope_x = 0.0, slope_y = 0.0;  ///< of the undisturbed surface
};

class BaseSurface {
 public:
  BaseSurface(const Terrain& terrain, const GroundMemory& memory);
  /// Looks whether memory lies within radius of the point; without a look it is left out.
  void look_for_ruts(double x, double y, double radius) { rutted_ = memory_.touched_near(x, y, radius); }
  bool rutted() const { return rutted_; }
  double memory_cell() const { return memory_.cell(); }
  const Terrain& terrain() const { return terrain_; }
  /// The point must lie inside the ground's extent.
  BaseSample sample(double x, double y) {
    BaseSample out;
    if (const FieldCell* at = enter_cell(x, y)) {
      const PatchValue v = patch_.evaluate(at->s, at->t);
      out = {datum_ + v.p, 0.0, 0.0, 0.0, v.p_s * per_cell_, v.p_t * per_cell_};
    } else {
      out = plane_sample(x, y);
    }
    take_rut(x, y, out);
    return out;
  }

 private:
  // The cell of a point, its patch made ready; nullptr where the base is a plane.
  const FieldCell* enter_cell(double x, double y) {
    if (!field_) return nullptr;
    // most samples lie in the cell of the one before
    const double s = (x - cell_x_) * per_cell_, t = (y - cell_y_) * per_cell_;
    if (s >= 0.0 && s < 1.0 && t >= 0.0 && t < 1.0) {
      cell_.s = s;
      cell_.t = t;
      return &cell_;
    }
    load_cell(x, y);
    return &cell_;
  }
  void load_cell(double x, double y);
  BaseSample plane_sample(double x, double y) const {
    const BasePlane& plane = terrain_.plane();
    BaseSample out;
    out.z = plane.z0 + plane.slope_x * x + plane.slope_y * y;
    out.slope_x = plane.slope_x;
    out.slope_y = plane.slope_y;
    return out;
  }
  void take_rut(double x, double y, BaseSample& out) {
    if (!rutted_) return;
    const MemorySample memory = memory_.sample(x, y, hint_);
    out.rut = memory.depth;
    out.rut_x = memory.slope_x;
    out.rut_y = memory.slope_y;
    out.z -= out.rut;
  }

  const Heightfield* field_ = nullptr;
  double datum_ = 0.0, per_cell_ = 0.0;
  double cell_x_ = 1e300, cell_y_ = 1e300;  // south-west corner of the cell in patch_
  const Terrain& terrain_;
  const GroundMemory& memory_;
  bool rutted_ = false;
  std::size_t hint_ = 0;
  FieldCell cell_;
  KeysPatch patch_;
};

}  // namespace grouser::terrain
