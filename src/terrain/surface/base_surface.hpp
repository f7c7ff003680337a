// SPDX-License-Identifier: BSD-3-Clause
// The base ground as the rim sees it: height and slope at a point, lowered by the rut that the disc stands in
// (rut_footing.hpp). It is working memory for one look of a wheel at the ground; cells made ready stay with
// the wheel. Private to the terrain module.
#pragma once
#include <array>
#include <bitset>
#include <cstdint>

#include "grouser/terrain/surface/terrain.hpp"
#include "keys_patch.hpp"
#include "lanes.hpp"

namespace grouser::terrain {

struct BaseSample {
  double z = 0.0;  ///< m
  double slope_x = 0.0, slope_y = 0.0;
};

/// Cells of a heightfield made ready: they are made anew when a wheel comes to others. Results never depend
/// on which cells are ready.
class ReadyCells {
 public:
  ReadyCells() { numbers_.fill(-1); }
  /// Forgets the cells of any other field.
  FieldView view_of(const Heightfield&);
  void make_ready(const Heightfield&, const FieldView&, int number);

 private:
  std::uint64_t field_ = 0;  // hash
  std::array<int, FieldView::kPlaces> numbers_;
  std::array<KeysPatch, FieldView::kPlaces> patches_;  // no default: most are never used
};

inline Vec3 upward_normal(const BasePlane& plane) {
  const Vec3 up(-plane.slope_x, -plane.slope_y, 1.0);
  return up / up.norm();
}

class BaseSurface {
 public:
  BaseSurface(const Terrain& terrain, ReadyCells& ready);
  /// Lowers the surface from now on by this much below the undisturbed one, m.
  void lower_by(double rut) { lowered_ = rut; }
  double lowered() const { return lowered_; }
  const Terrain& terrain() const { return terrain_; }
  /// Normal of a base that is a plane, and height of a point above the plane as it is lowered now, m.
  const Vec3& plane_normal() const { return plane_normal_; }
  double height_above_plane(const Vec3& p) const {
    return plane_normal_.dot(p) - plane_normal_.z() * (terrain_.plane().z0 - lowered_);
  }
  /// Samples a point, which must lie inside the ground's extent.
  BaseSample sample(double x, double y) {
    if (!field_) return plane_sample(x, y);
    double s, t;
    const KeysPatch& patch = patch_at(x, y, s, t);
    const PatchValue v = patch.evaluate(s, t);
    return {view_.datum + v.p - lowered_, v.p_s * view_.per_cell, v.p_t * view_.per_cell};
  }
  /// Calls `look`, a loop over the field that returns the number of a cell it misses, until it misses none.
  /// False where it needs two cells of one place at once, whatever was ready before.
  template <class Look>
  bool with_cells(Look look) {
    int missed = look(view_);
    if (missed == kAllReady) return true;
    std::bitset<FieldView::kPlaces> made;
    for (; missed != kAllReady; missed = look(view_)) {
      const auto place = static_cast<std::size_t>(view_.place_of(missed));
      if (made[place]) return false;
      made.set(place);
      ready_.make_ready(*field_, view_, missed);
    }
    return true;
  }

 private:
  /// The patch of the heightfield at a point, and the point's place in it.
  const KeysPatch& patch_at(double x, double y, double& s, double& t);
  BaseSample plane_sample(double x, double y) const {
    const BasePlane& plane = terrain_.plane();
    BaseSample out;
    out.z = plane.z0 + plane.slope_x * x + plane.slope_y * y - lowered_;
    out.slope_x = plane.slope_x;
    out.slope_y = plane.slope_y;
    return out;
  }

  const Heightfield* field_ = nullptr;
  FieldView view_;  // of the field, if there is one
  double lowered_ = 0.0;
  const Terrain& terrain_;
  Vec3 plane_normal_;
  ReadyCells& ready_;
};

}  // namespace grouser::terrain
