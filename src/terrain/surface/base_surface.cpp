#include "base_surface.hpp"

#include <algorithm>

namespace grouser::terrain {

BaseSurface::BaseSurface(const Terrain& terrain)
    : field_(terrain.heightfield()), terrain_(terrain), loops_(lane_loops()) {
  if (!field_) return;
  datum_ = field_->spec().datum;
  per_cell_ = 1.0 / field_->spec().cell;
}

void BaseSurface::find_patch(double x, double y) {
  for (const Patch& known : patches_)
    if (holds(known, x, y)) {
      patch_ = &known;
      return;
    }
  const HeightfieldSpec& spec = field_->spec();
  FieldCell cell;
  field_->locate(x, y, cell);
  Patch& patch = patches_[(cell.column & 1) + 2 * (cell.row_from_south & 1)];
  patch_ = &patch;
  const double west = spec.west + cell.column * spec.cell;
  const double south = spec.north - (spec.rows - 1 - cell.row_from_south) * spec.cell;
  if (patch.west == west && patch.south == south) return;
  double c[4][4];
  field_->neighbours(cell, c);
  patch.keys.set(c);
  patch.west = west;
  patch.south = south;
}

namespace {

// Marks the first `count` lanes as wanted.
constexpr auto kFirst = [] {
  std::array<Lanes, kLanes + 1> first{};
  for (int count = 0; count <= kLanes; ++count)
    for (int k = 0; k < kLanes; ++k) first[count].v[k] = k < count ? kWanted : kAnyPatch;
  return first;
}();

}  // namespace

void BaseSurface::sample(const Lanes& x, const Lanes& y, int count, BaseLanes& out) {
  if (!field_) {
    const BasePlane& plane = terrain_.plane();
    for (int k = 0; k < kLanes; ++k) {
      out.z.v[k] = plane.z0 + plane.slope_x * x.v[k] + plane.slope_y * y.v[k] - lowered_;
      out.slope_x.v[k] = plane.slope_x;
      out.slope_y.v[k] = plane.slope_y;
    }
    return;
  }
  // cell by cell; lanes that are not used go with the first cell
  Lanes left = kFirst[count];
  for (int k = 0; k < count; ++k) {
    if (left.v[k] == kTaken) continue;
    const Patch& patch = patch_at(x.v[k], y.v[k]);
    left.v[k] = kAnyPatch;  // its own patch, also on the far edge of the ground
    if (loops_.take_patch({patch.keys.a, patch.west, patch.south, per_cell_, datum_ - lowered_}, x, y, left,
                          out))
      return;
  }
}

}  // namespace grouser::terrain
