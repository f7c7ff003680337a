#include "base_surface.hpp"

namespace grouser::terrain {

BaseSample BaseSurface::sample(double x, double y) {
  BaseSample out;
  if (const Heightfield* field = terrain_.heightfield()) {
    FieldCell at = cell_;
    field->locate(x, y, at);
    if (at.column != cell_.column || at.row_from_south != cell_.row_from_south) {
      double c[4][4];
      field->neighbours(at, c);
      patch_.set(c);
      cell_ = at;
    }
    const PatchValue v = patch_.evaluate(at.s, at.t);
    const double per_cell = 1.0 / field->spec().cell;
    out.z = field->spec().datum + v.p;
    out.slope_x = v.p_s * per_cell;
    out.slope_y = v.p_t * per_cell;
    out.xx = v.p_ss * per_cell * per_cell;
    out.xy = v.p_st * per_cell * per_cell;
    out.yy = v.p_tt * per_cell * per_cell;
  } else {
    const BasePlane& plane = terrain_.plane();
    out.z = plane.z0 + plane.slope_x * x + plane.slope_y * y;
    out.slope_x = plane.slope_x;
    out.slope_y = plane.slope_y;
  }
  if (rutted_) {
    out.rut = memory_.depth(x, y, hint_);
    out.z -= out.rut;
  }
  return out;
}

}  // namespace grouser::terrain
