// SPDX-License-Identifier: BSD-3-Clause
// Heights are averaged in strips of whole blocks. Where the file has an overview of a smaller power of two,
// its cells are averaged instead of the map's, which saves reading.
#include "desks/terrain/height_source.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace grouser::desktop {
namespace {

constexpr long long kMostCells = 4'000'000;  // read at once, 16 MB

/// Heights of a raster file and its overviews.
class FileHeights final : public HeightSource {
 public:
  explicit FileHeights(const std::string& path) : source_(path) {}
  int columns() const override { return source_.info().columns; }
  int rows() const override { return source_.info().rows; }
  void read(const CellRect& cells, std::span<float> heights) override { source_.read(cells, heights); }
  int thinned(int stride) const override {
    int best = 1;
    for (int factor = 2; factor <= stride; factor *= 2)
      if (level_of(factor) > 0) best = factor;
    return best;
  }
  void read_thinner(int factor, const CellRect& cells, std::span<float> heights) override {
    source_.read_level(level_of(factor), cells, heights);
  }

 private:
  /// The overview whose cells are exactly `factor` cells of the map wide; 0 if there is none.
  int level_of(int factor) const {
    const auto& levels = source_.info().levels;
    for (std::size_t k = 1; k < levels.size(); ++k)
      if (levels[k].columns == blocks_in(columns(), factor) && levels[k].rows == blocks_in(rows(), factor))
        return static_cast<int>(k);
    return 0;
  }
  RasterSource source_;
};

/// Heights in memory; it has no thinner copies.
class GridHeights final : public HeightSource {
 public:
  GridHeights(std::shared_ptr<const std::vector<double>> heights, int columns)
      : heights_(std::move(heights)), columns_(columns) {}
  int columns() const override { return columns_; }
  int rows() const override {
    return static_cast<int>(heights_->size() / static_cast<std::size_t>(columns_));
  }
  void read(const CellRect& cells, std::span<float> heights) override {
    std::size_t k = 0;
    for (int row = cells.row; row < cells.row + cells.rows; ++row) {
      const double* from = heights_->data() + static_cast<std::size_t>(row) * columns_ + cells.column;
      for (int i = 0; i < cells.columns; ++i) heights[k++] = static_cast<float>(from[i]);
    }
  }

 private:
  std::shared_ptr<const std::vector<double>> heights_;
  int columns_;
};

/// Sums of the cells in one row of blocks.
class BlockRow {
 public:
  explicit BlockRow(int blocks) : sums_(blocks), known_(blocks), cells_(blocks) {}
  void add(const float* heights, int cells, int stride) {
    for (int i = 0; i < cells; ++i) {
      const int block = i / stride;
      ++cells_[block];
      if (!std::isnan(heights[i])) sums_[block] += heights[i], ++known_[block];
    }
  }
  /// Hands over the means and begins anew; NaN where fewer than half of a block's cells have a height.
  void take(float* out) {
    for (std::size_t b = 0; b < sums_.size(); ++b) {
      const bool enough = known_[b] > 0 && 2 * known_[b] >= cells_[b];
      out[b] = enough ? static_cast<float>(sums_[b] / known_[b]) : std::numeric_limits<float>::quiet_NaN();
      sums_[b] = 0.0, known_[b] = cells_[b] = 0;
    }
  }

 private:
  std::vector<double> sums_;
  std::vector<int> known_, cells_;
};

}  // namespace

void HeightSource::read_thinner(int, const CellRect& cells, std::span<float> heights) {
  read(cells, heights);
}

std::unique_ptr<HeightSource> file_heights(const std::string& path) {
  return std::make_unique<FileHeights>(path);
}
std::unique_ptr<HeightSource> grid_heights(std::shared_ptr<const std::vector<double>> heights, int columns) {
  return std::make_unique<GridHeights>(std::move(heights), columns);
}

std::vector<float> coarse_heights(HeightSource& source, const CellRect& blocks, int stride,
                                  const std::atomic<bool>* stop) {
  // thin: cells per cell of the overview; left: cells of the overview per block.
  const int thin = source.thinned(stride), left = stride / thin;
  const int columns = blocks_in(source.columns(), thin), rows = blocks_in(source.rows(), thin);
  std::vector<float> out(blocks.count());
  const int first = blocks.column * left, wide = std::min(blocks.columns * left, columns - first);
  // As many rows of blocks at once as kMostCells allows, at least one.
  const int at_once = static_cast<int>(std::clamp<long long>(kMostCells / wide / left, 1, blocks.rows));
  std::vector<float> cells;
  BlockRow sums(blocks.columns);
  for (int block = 0; block < blocks.rows; block += at_once) {
    if (stop && *stop) throw Unwanted{};
    const int row = (blocks.row + block) * left, count = std::min(at_once, blocks.rows - block);
    const CellRect strip{first, row, wide, std::min(count * left, rows - row)};
    cells.resize(strip.count());
    thin > 1 ? source.read_thinner(thin, strip, cells) : source.read(strip, cells);
    for (int j = 0; j < strip.rows; ++j) {
      sums.add(cells.data() + static_cast<std::size_t>(j) * wide, wide, left);
      // A row of blocks is complete, or cut by the edge of the map.
      if ((j + 1) % left == 0 || j + 1 == strip.rows)
        sums.take(out.data() + static_cast<std::size_t>(block + j / left) * blocks.columns);
    }
  }
  return out;
}

}  // namespace grouser::desktop
