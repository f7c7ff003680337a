#include "base_surface.hpp"

#include <algorithm>

namespace grouser::terrain {

BaseSurface::BaseSurface(const Terrain& terrain, const GroundMemory& memory, TileHint& hint)
    : field_(terrain.heightfield()),
      terrain_(terrain),
      memory_(memory),
      per_memory_cell_(1.0 / memory.cell()),
      hint_(hint) {
  if (!field_) return;
  datum_ = field_->spec().datum;
  per_cell_ = 1.0 / field_->spec().cell;
}

void BaseSurface::find_patch(double x, double y) {
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

void BaseSurface::surround(const Vec2& low, const Vec2& high) {
  touched_around_ = memory_.window(low, high, {}, hint_).touched;
}

void BaseSurface::look_for_ruts(const Vec2& low, const Vec2& high) {
  window_ = touched_around_ ? memory_.window(low, high, buffer_, hint_) : MemoryWindow{};
}

namespace {

// As LaneLoops::take_ruts.
void sample_window(const MemoryWindow& window, double per_cell, double x, double y, BaseSample& out) {
  double u = x * per_cell - (window.west + 0.5), v = y * per_cell - (window.south + 0.5);
  // in this order: what is not a number becomes 0
  u = std::min(std::max(0.0, u), static_cast<double>(window.columns - 1));
  v = std::min(std::max(0.0, v), static_cast<double>(window.rows - 1));
  const int column = std::min(static_cast<int>(u), window.columns - 2);
  const int row = std::min(static_cast<int>(v), window.rows - 2);
  const double s = u - column, t = v - row;
  const double *south = window.values + row * window.stride + column, *north = south + window.stride;
  const double south_rise = south[1] - south[0], north_rise = north[1] - north[0];
  const double below = south[0] + s * south_rise, across = north[0] + s * north_rise - below;
  out.rut = below + t * across;
  out.rut_x = (south_rise + t * (north_rise - south_rise)) * per_cell;
  out.rut_y = across * per_cell;
}

}  // namespace

void BaseSurface::take_rut(double x, double y, BaseSample& out) {
  if (window_.values) {
    sample_window(window_, per_memory_cell_, x, y, out);
  } else {
    const MemorySample memory = memory_.sample(x, y, hint_);
    out.rut = memory.depth;
    out.rut_x = memory.slope_x;
    out.rut_y = memory.slope_y;
  }
  out.z -= out.rut;
}

void BaseSurface::sample(const Lanes& x, const Lanes& y, int count, BaseLanes& out) {
  if (rutted() && !window_.values) return sample_one_by_one(x, y, count, out);
  take_base(x, y, count, out);
  if (rutted())
    lane_loops().take_ruts(rut_cells(), x, y, out);
  else
    out.rut = out.rut_x = out.rut_y = Lanes{};
}

namespace {

// The first `count` lanes are wanted.
constexpr auto kFirst = [] {
  std::array<Lanes, kLanes + 1> first{};
  for (int count = 0; count <= kLanes; ++count)
    for (int k = 0; k < kLanes; ++k) first[count].v[k] = k < count ? kWanted : kAnyPatch;
  return first;
}();

}  // namespace

void BaseSurface::take_base(const Lanes& x, const Lanes& y, int count, BaseLanes& out) {
  if (!field_) {
    const BasePlane& plane = terrain_.plane();
    for (int k = 0; k < kLanes; ++k) {
      out.z.v[k] = plane.z0 + plane.slope_x * x.v[k] + plane.slope_y * y.v[k];
      out.slope_x.v[k] = plane.slope_x;
      out.slope_y.v[k] = plane.slope_y;
    }
    return;
  }
  // cell by cell; what counts for nothing goes with the first
  Lanes left = kFirst[count];
  for (int k = 0; k < count; ++k) {
    if (left.v[k] == kTaken) continue;
    const Patch& patch = patch_at(x.v[k], y.v[k]);
    left.v[k] = kAnyPatch;  // its own, also on the far edge of the ground
    if (lane_loops().take_patch({patch.keys.a, patch.west, patch.south, per_cell_, datum_}, x, y, left, out))
      return;
  }
}

void BaseSurface::sample_one_by_one(const Lanes& x, const Lanes& y, int count, BaseLanes& out) {
  for (int k = 0; k < count; ++k) {
    const BaseSample s = sample(x.v[k], y.v[k]);
    out.z.v[k] = s.z;
    out.rut.v[k] = s.rut;
    out.rut_x.v[k] = s.rut_x;
    out.rut_y.v[k] = s.rut_y;
    out.slope_x.v[k] = s.slope_x;
    out.slope_y.v[k] = s.slope_y;
  }
  // the rest repeat the last one: finite
  for (Lanes* lanes : {&out.z, &out.rut, &out.rut_x, &out.rut_y, &out.slope_x, &out.slope_y})
    for (int k = count; k < kLanes; ++k) lanes->v[k] = lanes->v[count - 1];
}

}  // namespace grouser::terrain
