#include "base_surface.hpp"

#include <algorithm>

namespace grouser::terrain {

BaseSurface::BaseSurface(const Terrain& terrain, const GroundMemory& memory)
    : field_(terrain.heightfield()),
      terrain_(terrain),
      memory_(memory),
      per_memory_cell_(1.0 / memory.cell()) {
  if (!field_) return;
  datum_ = field_->spec().datum;
  per_cell_ = 1.0 / field_->spec().cell;
}

void BaseSurface::load_cell(double x, double y) {
  const HeightfieldSpec& spec = field_->spec();
  field_->locate(x, y, cell_);
  double c[4][4];
  field_->neighbours(cell_, c);
  patch_.set(c);
  cell_x_ = spec.west + cell_.column * spec.cell;
  cell_y_ = spec.north - (spec.rows - 1 - cell_.row_from_south) * spec.cell;
}

void BaseSurface::look_for_ruts(const Vec2& low, const Vec2& high) {
  std::size_t hint = 0;
  window_ = memory_.window(low, high, buffer_, hint);
}

namespace {

// Bilinear between the centres of the four cells around each point (as GroundMemory::sample), within the
// window.
template <int N>
void sample_window(const MemoryWindow& window, double per_cell, const double* x, const double* y,
                   double* depth, double* slope_x, double* slope_y) {
  const double shift_x = window.west + 0.5, shift_y = window.south + 0.5;
  const double east = window.columns - 1, north = window.rows - 1;
  double s[N], t[N], value[4][N];
  int place[N];
  for (int k = 0; k < N; ++k) {
    double u = x[k] * per_cell - shift_x, v = y[k] * per_cell - shift_y;
    u = u > 0.0 ? u : 0.0;
    v = v > 0.0 ? v : 0.0;
    u = u < east ? u : east;
    v = v < north ? v : north;
    int column = static_cast<int>(u), row = static_cast<int>(v);
    column = column < window.columns - 2 ? column : window.columns - 2;
    row = row < window.rows - 2 ? row : window.rows - 2;
    s[k] = u - column;
    t[k] = v - row;
    place[k] = row * window.stride + column;
  }
  for (int k = 0; k < N; ++k) {
    const double* corner = window.values + place[k];
    value[0][k] = corner[0];
    value[1][k] = corner[1];
    value[2][k] = corner[window.stride];
    value[3][k] = corner[window.stride + 1];
  }
  for (int k = 0; k < N; ++k) {
    const double south_rise = value[1][k] - value[0][k], north_rise = value[3][k] - value[2][k];
    const double south = value[0][k] + s[k] * south_rise, across = value[2][k] + s[k] * north_rise - south;
    depth[k] = south + t[k] * across;
    slope_x[k] = (south_rise + t[k] * (north_rise - south_rise)) * per_cell;
    slope_y[k] = across * per_cell;
  }
}

}  // namespace

void BaseSurface::take_rut(double x, double y, BaseSample& out) {
  if (window_.values) {
    sample_window<1>(window_, per_memory_cell_, &x, &y, &out.rut, &out.rut_x, &out.rut_y);
  } else {
    const MemorySample memory = memory_.sample(x, y, hint_);
    out.rut = memory.depth;
    out.rut_x = memory.slope_x;
    out.rut_y = memory.slope_y;
  }
  out.z -= out.rut;
}

void BaseSurface::sample(const Lanes& x, const Lanes& y, int count, BaseLanes& out) {
  if (field_ || (rutted() && !window_.values)) {
    sample_one_by_one(x, y, count, out);
    return;
  }
  const BasePlane& plane = terrain_.plane();
  for (int k = 0; k < kLanes; ++k) {
    out.z[k] = plane.z0 + plane.slope_x * x[k] + plane.slope_y * y[k];
    out.slope_x[k] = plane.slope_x;
    out.slope_y[k] = plane.slope_y;
  }
  if (rutted())
    sample_window<kLanes>(window_, per_memory_cell_, x.v.data(), y.v.data(), out.rut.v.data(),
                          out.rut_x.v.data(), out.rut_y.v.data());
  else
    out.rut = out.rut_x = out.rut_y = Lanes{};
  for (int k = 0; k < kLanes; ++k) out.z[k] -= out.rut[k];
}

void BaseSurface::sample_one_by_one(const Lanes& x, const Lanes& y, int count, BaseLanes& out) {
  for (int k = 0; k < count; ++k) {
    const BaseSample s = sample(x[k], y[k]);
    out.z[k] = s.z;
    out.rut[k] = s.rut;
    out.rut_x[k] = s.rut_x;
    out.rut_y[k] = s.rut_y;
    out.slope_x[k] = s.slope_x;
    out.slope_y[k] = s.slope_y;
  }
  // the rest repeat the last one: finite
  for (Lanes* lanes : {&out.z, &out.rut, &out.rut_x, &out.rut_y, &out.slope_x, &out.slope_y})
    for (int k = count; k < kLanes; ++k) (*lanes)[k] = (*lanes)[count - 1];
}

}  // namespace grouser::terrain
