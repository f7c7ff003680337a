// SPDX-License-Identifier: BSD-3-Clause
// Cells of a heightfield made ready for looking up: a direct-mapped cache of their polynomials by the
// cell's number.
#include "base_surface.hpp"

#include <algorithm>
#include <bit>

namespace grouser::terrain {

FieldView ReadyCells::view_of(const Heightfield& field) {
  if (field_ != field.hash()) {
    numbers_.fill(-1);
    field_ = field.hash();
  }
  const HeightfieldSpec& spec = field.spec();
  return {.patches = patches_.data(),
          .numbers = numbers_.data(),
          .west = spec.west,
          .south = spec.north - (spec.rows - 1) * spec.cell,
          .per_cell = 1.0 / spec.cell,
          .datum = spec.datum,
          .last_column = spec.columns - 3.0,
          .last_row = spec.rows - 3.0,
          .row_bit = static_cast<int>(std::bit_width(static_cast<unsigned>(spec.columns)))};
}

void ReadyCells::make_ready(const Heightfield& field, const FieldView& view, int number) {
  FieldCell cell;
  cell.row_from_south = number >> view.row_bit;
  cell.column = number - view.number_of(0, cell.row_from_south);
  double c[4][4];
  field.neighbours(cell, c);
  const auto place = static_cast<std::size_t>(view.place_of(number));
  patches_[place].set(c);
  numbers_[place] = number;
}

BaseSurface::BaseSurface(const Terrain& terrain, ReadyCells& ready)
    : field_(terrain.heightfield()),
      terrain_(terrain),
      plane_normal_(upward_normal(terrain.plane())),
      ready_(ready) {
  if (field_) view_ = ready.view_of(*field_);
}

const KeysPatch& BaseSurface::patch_at(double x, double y, double& s, double& t) {
  const auto cell_of = [](double u, double last) {  // of the ground's extent: on its far edge the last one
    return std::clamp(static_cast<int>(u), 1, static_cast<int>(last));
  };
  const double u = (x - view_.west) * view_.per_cell, v = (y - view_.south) * view_.per_cell;
  const int column = cell_of(u, view_.last_column), row = cell_of(v, view_.last_row);
  s = u - column;
  t = v - row;
  const int number = view_.number_of(column, row), place = view_.place_of(number);
  if (view_.numbers[place] != number) ready_.make_ready(*field_, view_, number);
  return view_.patches[place];
}

}  // namespace grouser::terrain
