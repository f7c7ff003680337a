// SPDX-License-Identifier: BSD-3-Clause
// A picture is a list of bands of rows. A band without changed cells is shared with the last picture, so
// only changed ones are made and sent to the graphics card.
#include "desks/paint/soil_tint.hpp"

#include <algorithm>

#include "widgets/pattern.hpp"

namespace grouser::desktop {
namespace {

/// Colour of each cell value as RGBA; the alpha byte also has the pattern of the class. Values without a
/// class are 0.
std::array<std::uint32_t, 256> colours_of(const SoilLegend& legend) {
  std::array<std::uint32_t, 256> colours{};
  std::size_t place = 0;
  for (const SoilClass& soil : legend.classes()) {
    const std::uint32_t alpha = GroundTint::kAlpha + static_cast<std::uint32_t>(pattern_of(place++));
    colours[static_cast<std::size_t>(soil.value)] =
        static_cast<std::uint32_t>(soil.colour[0]) | static_cast<std::uint32_t>(soil.colour[1]) << 8 |
        static_cast<std::uint32_t>(soil.colour[2]) << 16 | alpha << 24;
  }
  return colours;
}

}  // namespace

std::shared_ptr<const GroundTint> SoilTint::of(const SoilMap& map) {
  const SoilGrid& grid = map.grid();
  const auto cells = map.cells();
  const auto colours = colours_of(map.legend());
  auto tint = std::make_shared<GroundTint>();
  tint->columns = grid.columns;
  tint->rows = grid.rows;
  // The grid has cell centres; the tint begins at the outer edges.
  tint->west = grid.west - 0.5 * grid.cell;
  tint->north = grid.north + 0.5 * grid.cell;
  tint->cell = grid.cell;
  // Bands can be shared only for the same grid and legend.
  const bool comparable =
      last_ && last_->columns == tint->columns && last_->rows == tint->rows && colours == colours_;
  cells_.resize(cells.size());
  const auto columns = static_cast<std::size_t>(grid.columns);
  for (std::size_t from = 0, k = 0; from < cells.size(); from += columns * GroundTint::kBandRows, ++k) {
    const std::size_t to = std::min(cells.size(), from + columns * GroundTint::kBandRows);
    const auto begin = cells.begin() + static_cast<long>(from), end = cells.begin() + static_cast<long>(to);
    const auto before = cells_.begin() + static_cast<long>(from);
    if (comparable && std::equal(begin, end, before)) {
      tint->bands.push_back(last_->bands[k]);
      continue;
    }
    std::copy(begin, end, before);
    auto texels = std::make_shared<std::vector<std::uint32_t>>(to - from);
    std::transform(begin, end, texels->begin(), [&](std::uint8_t cell) { return colours[cell]; });
    tint->bands.push_back(std::move(texels));
  }
  colours_ = colours;
  last_ = tint;
  return tint;
}

}  // namespace grouser::desktop
