#include "base_surface.hpp"

namespace grouser::terrain {

BaseSurface::BaseSurface(const Terrain& terrain, const GroundMemory& memory)
    : field_(terrain.heightfield()), terrain_(terrain), memory_(memory) {
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

}  // namespace grouser::terrain
