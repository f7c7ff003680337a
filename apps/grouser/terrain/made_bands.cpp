// SPDX-License-Identifier: BSD-3-Clause
// Up to `jobs` bands are made ahead on threads of their own, and used in order by the calling thread. Memory
// is bounded by the number of bands ahead.
#include "made_bands.hpp"

#include <algorithm>

#include "grouser/base/error.hpp"

namespace grouser::cli {
namespace {

constexpr int kBandRows = 256;  // a row of the GeoTIFF's tiles

constexpr int kCellsBetweenLooks = 1'000'000;  // half a second of the dearest ground

/// Makes a band of at most 256 rows. Throws RunError if it is stopped between parts of a million cells.
MadeBand make_band(const TerrainMaker& maker, int first, const std::function<bool()>& stopped) {
  MadeBand band{first, std::min(kBandRows, maker.grid().rows - first), {}};
  const auto columns = static_cast<std::size_t>(maker.grid().columns);
  band.heights.resize(static_cast<std::size_t>(band.count) * columns);
  const int step = std::clamp(kCellsBetweenLooks / maker.grid().columns, 1, kBandRows);
  for (int done = 0; done < band.count; done += step) {
    if (stopped()) throw RunError("interrupted");
    const int rows = std::min(step, band.count - done);
    maker.make_rows(
        first + done, rows,
        std::span(band.heights)
            .subspan(static_cast<std::size_t>(done) * columns, static_cast<std::size_t>(rows) * columns));
  }
  return band;
}

}  // namespace

void for_each_band(const TerrainMaker& maker, int jobs, const std::function<bool()>& stopped,
                   const std::function<void(const MadeBand&)>& use) {
  std::deque<std::future<MadeBand>> ahead;
  // The next row for which no band has been begun.
  int next = 0;
  const auto begin = [&] {
    ahead.push_back(std::async(std::launch::async, make_band, std::cref(maker), next, std::cref(stopped)));
    next += kBandRows;
  };
  while (next < maker.grid().rows && static_cast<int>(ahead.size()) < jobs) begin();
  while (!ahead.empty()) {
    const MadeBand band = ahead.front().get();
    ahead.pop_front();
    if (next < maker.grid().rows) begin();
    use(band);
  }
}

GroundPicture::GroundPicture(const MadeGrid& grid, int side)
    : grid_(grid),
      stride_((std::max(grid.columns, grid.rows) + side - 1) / side),
      columns_((grid.columns + stride_ - 1) / stride_),
      rows_((grid.rows + stride_ - 1) / stride_),
      z_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_)) {}

void GroundPicture::take(int first, int count, std::span<const float> heights) {
  for (int row = first; row < first + count; ++row) {
    if (row % stride_ != 0) continue;
    const float* from =
        heights.data() + static_cast<std::size_t>(row - first) * static_cast<std::size_t>(grid_.columns);
    float* to = z_.data() + static_cast<std::size_t>(row / stride_) * static_cast<std::size_t>(columns_);
    for (int i = 0; i < columns_; ++i)
      to[i] = from[static_cast<std::size_t>(i) * static_cast<std::size_t>(stride_)];
  }
}

std::vector<double> GroundPicture::heights() const {
  std::vector<double> z;
  // The rows were taken from north to south; a picture wants south first.
  for (int row = rows_ - 1; row >= 0; --row) {
    const auto line = z_.begin() + static_cast<std::ptrdiff_t>(row) * columns_;
    z.insert(z.end(), line, line + columns_);
  }
  return z;
}

}  // namespace grouser::cli
