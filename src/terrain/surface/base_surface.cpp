#include "base_surface.hpp"

#include <algorithm>

namespace grouser::terrain {

const KeysPatch& ReadyCells::at(const Heightfield& field, const FieldCell& cell) {
  Ready& ready = cells_[slot_of(cell)];
  if (ready.column != cell.column || ready.row != cell.row_from_south || ready.field != field.hash()) {
    double c[4][4];
    field.neighbours(cell, c);
    ready.keys.set(c);
    ready.field = field.hash();
    ready.column = cell.column;
    ready.row = cell.row_from_south;
  }
  return ready.keys;
}

BaseSurface::BaseSurface(const Terrain& terrain, ReadyCells& ready)
    : field_(terrain.heightfield()), terrain_(terrain), loops_(lane_loops()), ready_(ready) {
  if (!field_) return;
  datum_ = field_->spec().datum;
  per_cell_ = 1.0 / field_->spec().cell;
}

void BaseSurface::find_patch(double x, double y) {
  const HeightfieldSpec& spec = field_->spec();
  const double u = (x - spec.west) * per_cell_, v = spec.rows - 1 - (spec.north - y) * per_cell_;
  FieldCell cell;  // of the ground's extent: on its far edge the last one
  cell.column = std::clamp(static_cast<int>(u), 1, spec.columns - 3);
  cell.row_from_south = std::clamp(static_cast<int>(v), 1, spec.rows - 3);
  patch_.west = spec.west + cell.column * spec.cell;
  patch_.south = spec.north - (spec.rows - 1 - cell.row_from_south) * spec.cell;
  patch_.keys = &ready_.at(*field_, cell);
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
    if (loops_.take_patch({patch.keys->a, patch.west, patch.south, per_cell_, datum_ - lowered_}, x, y, left,
                          out))
      return;
  }
}

}  // namespace grouser::terrain
