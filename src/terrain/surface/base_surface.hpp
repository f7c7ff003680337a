// The base ground as the rim sees it: height and slope at a point, lowered by the rut that the disc stands in
// (rut_footing.hpp). It is working memory for one look of a wheel at the ground; cells made ready stay with the wheel.
// Private to the terrain module.
#pragma once
#include <array>
#include <cstdint>

#include "grouser/terrain/surface/terrain.hpp"
#include "keys_patch.hpp"
#include "lanes.hpp"

namespace grouser::terrain {

struct BaseSample {
  double z = 0.0;  ///< m
  double slope_x = 0.0, slope_y = 0.0;
};

/// Cells of a heightfield made ready, by the last bits of column and row: they are made anew where a wheel comes to others.
/// What is looked up never depends on what is ready.
class ReadyCells {
 public:
  static constexpr int kSide = 4;  ///< an arc of a usual wheel spans fewer cells of half its radius
  static int slot_of(const FieldCell& cell) {
    return (cell.column & (kSide - 1)) + kSide * (cell.row_from_south & (kSide - 1));
  }
  const KeysPatch& at(const Heightfield& field, const FieldCell& cell);

 private:
  struct Ready {
    std::uint64_t field = 0;  // hash
    int column = -1, row = -1;
    KeysPatch keys;
  };
  std::array<Ready, kSide * kSide> cells_;
};

class BaseSurface {
 public:
  BaseSurface(const Terrain& terrain, ReadyCells& ready);
  /// Lowers the surface from now on by this much below the undisturbed one, m.
  void lower_by(double rut) { lowered_ = rut; }
  double lowered() const { return lowered_; }
  const Terrain& terrain() const { return terrain_; }
  /// Those of the vector level, looked up once.
  const LaneLoops& loops() const { return loops_; }
  /// Samples a point, which must lie inside the ground's extent.
  BaseSample sample(double x, double y) {
    if (!field_) return plane_sample(x, y);
    const Patch& patch = patch_at(x, y);
    const PatchValue v = patch.keys->evaluate((x - patch.west) * per_cell_, (y - patch.south) * per_cell_);
    return {datum_ + v.p - lowered_, v.p_s * per_cell_, v.p_t * per_cell_};
  }
  /// Samples the first `count` points, which must lie inside the ground's extent; the other lanes are not
  /// used.
  void sample(const Lanes& x, const Lanes& y, int count, BaseLanes& out);

 private:
  // A cell in use, with its south-west corner.
  struct Patch {
    double west = 1e300, south = 1e300;
    const KeysPatch* keys = nullptr;
  };
  // Patch of the heightfield at a point. Most samples lie in the cell of the previous one.
  const Patch& patch_at(double x, double y) {
    if (!holds(patch_, x, y)) find_patch(x, y);
    return patch_;
  }
  bool holds(const Patch& patch, double x, double y) const {
    const double s = (x - patch.west) * per_cell_, t = (y - patch.south) * per_cell_;
    return s >= 0.0 && s < 1.0 && t >= 0.0 && t < 1.0;
  }
  void find_patch(double x, double y);
  BaseSample plane_sample(double x, double y) const {
    const BasePlane& plane = terrain_.plane();
    BaseSample out;
    out.z = plane.z0 + plane.slope_x * x + plane.slope_y * y - lowered_;
    out.slope_x = plane.slope_x;
    out.slope_y = plane.slope_y;
    return out;
  }

  const Heightfield* field_ = nullptr;
  double datum_ = 0.0, per_cell_ = 0.0, lowered_ = 0.0;
  const Terrain& terrain_;
  const LaneLoops& loops_;
  ReadyCells& ready_;
  Patch patch_;  // the one last used
};

}  // namespace grouser::terrain
