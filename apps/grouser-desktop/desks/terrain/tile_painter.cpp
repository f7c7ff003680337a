// SPDX-License-Identifier: BSD-3-Clause
#include "desks/terrain/tile_painter.hpp"

#include <algorithm>
#include <exception>
#include <limits>

namespace grouser::desktop {

TilePainter::TilePainter(std::vector<TileLayer> layers, const HeightScale& scale, std::function<void()> tell)
    : layers_(std::move(layers)),
      scale_(scale),
      tell_(std::move(tell)),
      sources_(layers_.size()),
      thread_([this] { run(); }) {}

TilePainter::~TilePainter() {
  end();
  thread_.join();
}

void TilePainter::end() {
  stop_ = true;
  wake_.release();
}

void TilePainter::want(std::vector<TileKey> keys) {
  wanted_.put(std::make_unique<std::vector<TileKey>>(std::move(keys)));
  wake_.release();
}

std::vector<PaintedTile> TilePainter::take() {
  auto tiles = painted_.take();
  return tiles ? std::move(*tiles) : std::vector<PaintedTile>{};
}

void TilePainter::publish(PaintedTile tile) {
  auto all = painted_.take();  // what was not fetched
  if (!all) all = std::make_unique<std::vector<PaintedTile>>();
  all->push_back(std::move(tile));
  painted_.put(std::move(all));
  if (tell_) tell_();
}

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
  std::vector<float> grown((static_cast<std::size_t>(wide) + 2) * (static_cast<std::size_t>(high) + 2),
                           std::numeric_limits<float>::quiet_NaN());
  for (int j = 0; j < read.rows; ++j)
    std::copy_n(heights.begin() + static_cast<std::ptrdiff_t>(j) * read.columns, read.columns,
                grown.begin() + static_cast<std::ptrdiff_t>(north - first_row + 1 + j) * (wide + 2) +
                    (west - first_column + 1));
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

void TilePainter::paint_wanted(std::vector<TileKey> keys) {
  for (std::size_t k = 0; k < keys.size() && !stop_; ++k) {
    if (auto newer = wanted_.take()) {
      keys = std::move(*newer);
      k = 0;
      if (keys.empty()) return;
    }
    publish(paint(keys[k]));
  }
}

void TilePainter::run() {
  try {
    while (!stop_) {
      wake_.acquire();
      const auto keys = wanted_.take();
      if (keys) paint_wanted(std::move(*keys));
    }
  } catch (const Unwanted&) {
  } catch (const std::exception& error) {
    failure_ = error.what();
    failed_ = true;
    if (tell_) tell_();
  }
  ended_ = true;
}

}  // namespace grouser::desktop
