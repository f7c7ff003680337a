// SPDX-License-Identifier: BSD-3-Clause
// A tile has kTileSide blocks on a side; heights of one more block around it give its edges their slope for
// the shading.
#include "desks/terrain/tile_painter.hpp"

#include <algorithm>
#include <exception>
#include <limits>

namespace grouser::desktop {

TilePainter::TilePainter(std::vector<TileLayer> layers, const HeightScale& scale, std::function<void()> tell)
    : layers_(std::move(layers)),
      scale_(scale),
      sources_(layers_.size()),
      job_([this](const std::vector<TileKey>& keys, const Job::Asker& asker) { paint_wanted(keys, asker); },
           std::move(tell)) {}

void TilePainter::end() {
  stop_ = true;
  job_.end();
}

std::vector<PaintedTile> TilePainter::take() {
  const std::shared_ptr<Painted> painted = job_.take();
  if (!painted) return {};
  if (!painted->failure.empty()) failure_ = painted->failure;
  return std::move(painted->tiles);
}

/// Paints one tile. Throws Unwanted once stop_ is set.
PaintedTile TilePainter::paint(const TileKey& key) {
  auto& source = sources_[static_cast<std::size_t>(key.layer)];
  const TileLayer& layer = layers_[static_cast<std::size_t>(key.layer)];
  if (!source) source = layer.open();
  const int columns = blocks_in(source->columns(), key.stride), rows = blocks_in(source->rows(), key.stride);
  const int first_column = key.column * kTileSide, first_row = key.row * kTileSide;
  const int wide = std::min(kTileSide, columns - first_column), high = std::min(kTileSide, rows - first_row);
  // one block more on each side, where the map has it
  const int west = std::max(0, first_column - 1), north = std::max(0, first_row - 1);
  const int east = std::min(columns, first_column + wide + 1), south = std::min(rows, first_row + high + 1);
  const CellRect read{west, north, east - west, south - north};
  const std::vector<float> heights = coarse_heights(*source, read, key.stride, &stop_);
  // Outside of the map the rim is NaN.
  std::vector<float> grown((static_cast<std::size_t>(wide) + 2) * (static_cast<std::size_t>(high) + 2),
                           std::numeric_limits<float>::quiet_NaN());
  for (int j = 0; j < read.rows; ++j)
    std::copy_n(heights.begin() + static_cast<std::ptrdiff_t>(j) * read.columns, read.columns,
                grown.begin() + static_cast<std::ptrdiff_t>(north - first_row + 1 + j) * (wide + 2) +
                    (west - first_column + 1));
  // The fate of a block is the greatest of its cells.
  std::vector<std::uint8_t> fates;
  if (layer.fates) {
    fates.assign(static_cast<std::size_t>(wide) * high, 0);
    const int s = key.stride;
    for (int row = first_row * s; row < std::min((first_row + high) * s, source->rows()); ++row)
      for (int column = first_column * s; column < std::min((first_column + wide) * s, source->columns());
           ++column) {
        std::uint8_t& fate = fates[static_cast<std::size_t>(row / s - first_row) * wide +
                                   static_cast<std::size_t>(column / s - first_column)];
        fate = std::max(fate, (*layer.fates)[static_cast<std::size_t>(row) * source->columns() + column]);
      }
  }
  const PictureInput input{grown, wide, high, key.stride, first_column, first_row, fates};
  return {key, wide, high, paint_heights(input, scale_)};
}

/// Paints tiles in the order of the list until a newer list has come.
void TilePainter::paint_wanted(const std::vector<TileKey>& keys, const Job::Asker& asker) {
  try {
    for (const TileKey& key : keys) {
      if (asker.is_gone()) return;
      PaintedTile tile = paint(key);
      asker.change([&](Painted& waiting) { waiting.tiles.push_back(std::move(tile)); });
    }
  } catch (const Unwanted&) {
  } catch (const std::exception& error) {
    asker.change([&](Painted& waiting) { waiting.failure = error.what(); });
  }
}

}  // namespace grouser::desktop
