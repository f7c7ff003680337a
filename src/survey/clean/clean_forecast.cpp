// SPDX-License-Identifier: BSD-3-Clause
// Proposes thresholds for spikes and boxes from the scatter of sampled squares, and forecasts what a cleaning
// would find, by running its detectors tile by tile without filling anything.
#include "grouser/survey/clean/clean_forecast.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>

#include "clean_tile.hpp"
#include "grouser/base/error.hpp"
#include "robust_scatter.hpp"
#include "turned_window.hpp"

namespace grouser {
namespace {

constexpr int kSampleSide = 96;    // cells of a square that is sampled
constexpr int kSamplesAcross = 6;  // squares in each direction at most
// Thresholds in units of the scatter of the residuals and of the steps.
constexpr double kSpikeScatter = 10.0, kBoxScatter = 20.0;
constexpr double kLeastSteps = 4.0;  // thresholds in steps of the heights' own resolution
constexpr int kSeamHalo = 3;         // cells

/// Squares spread evenly over a rectangle: up to six in each direction, each in the middle of its share.
std::vector<CellRect> sampled_squares(const CellRect& part) {
  const auto places = [](int first, int all) {
    const int count = std::clamp(all / kSampleSide, 1, kSamplesAcross);
    std::vector<int> at;
    for (int k = 0; k < count; ++k)
      at.push_back(first + static_cast<int>((2LL * k + 1) * all / (2LL * count)) -
                   std::min(all, kSampleSide) / 2);
    return at;
  };
  std::vector<CellRect> squares;
  for (const int row : places(part.row, part.rows))
    for (const int column : places(part.column, part.columns))
      squares.push_back(overlap({column, row, kSampleSide, kSampleSide}, part));
  return squares;
}

/// Notes the least difference between neighbours that is not 0: the resolution in which heights were written.
void note_resolution(const HeightWindow& w, double& least) {
  for (std::size_t i = 1; i < w.heights.size(); ++i) {
    const double d = std::fabs(w.heights[i] - w.heights[i - 1]);
    if (d > 0.0 && d < least) least = d;  // false for NaN
  }
}

/// Rounded up to two digits: a threshold that a person can read.
double rounded_up(double value) {
  double unit = 1e-6;
  while (100.0 * unit < value) unit *= 10.0;
  return std::ceil(value / unit - 1e-9) * unit;
}

/// Threshold of a detector: `times` the scatter, at least four steps of the resolution, at most the usual
/// one. Flat ground, without scatter, keeps the usual one.
double threshold_of(double scatter, double times, double least, double usual) {
  if (!(scatter > 0.0)) return usual;
  return std::min(usual, rounded_up(std::max(times * scatter, kLeastSteps * least)));
}

/// Reads a window's heights and marks the cells that have one.
void read_states(RasterSource& source, HeightWindow& w) {
  source.read(w.place, std::span<double>(w.heights));
  for (std::size_t i = 0; i < w.heights.size(); ++i)
    w.states[i] = std::isnan(w.heights[i]) ? CellState::leave : CellState::known;
}

/// The part of the forecast that one tile adds.
struct TileForecast {
  CleanForecast found;
  long long known = 0;
};

/// Runs the detectors over all tiles, several at a time, and sums up what they find.
class Forecast {
 public:
  Forecast(RasterSource& source, const CleanOptions& options)
      : source_(source),
        options_(options),
        all_(options.window ? overlap(*options.window, source.all()) : source.all()),
        grid_(all_),
        halo_(std::max(detection_halo(options), kSeamHalo)) {}

  CleanForecast run(const std::function<bool(double)>& progress) {
    const std::vector<CellRect> tiles = tiles_of(all_);
    const auto at_once = static_cast<std::size_t>(std::max(1, options_.workers.count));
    std::vector<TileForecast> found(tiles.size());
    for (std::size_t first = 0; first < tiles.size(); first += at_once) {
      const std::size_t pieces = std::min(at_once, tiles.size() - first);
      options_.workers.run(pieces, [&](std::size_t k) { found[first + k] = look(tiles[first + k]); });
      if (progress && !progress(static_cast<double>(first + pieces) / static_cast<double>(tiles.size())))
        throw RunError("stopped");
    }
    // In the order of the tiles, so that the result does not depend on the threads.
    CleanForecast sum;
    long long known = 0;
    for (TileForecast& tile : found) add(tile, sum, known);
    if (known == 0)
      throw InputError(source_.info().path, "no cell with a height", "some ground to learn from");
    sum.seams = joined_seams(std::move(sum.seams));
    return sum;
  }

 private:
  /// Faults and seams of one tile. One thread reads at a time.
  TileForecast look(const CellRect& core) {
    options_.workers.go_on();
    HeightWindow w(overlap(grown(core, halo_), source_.all()));
    {
      const std::lock_guard held(reading_);
      source_.read(w.place, std::span<double>(w.heights));
    }
    const TileFaults faults = find_faults(w, core, options_, grid_);
    TileForecast tile;
    tile.known = faults.known;
    CleanForecast& f = tile.found;
    f.cells = core.count();
    f.boxes = faults.boxes, f.greatest_box = faults.greatest_box;
    bool spikes = false;
    // Count the marks that the detectors made in the grid.
    for (int r = core.row; r < core.row + core.rows; ++r)
      grid_.for_stretches(r, core.column, core.column + core.columns - 1, [&](int first, int last) {
        for (int c = first; c <= last; ++c) count(grid_.kind(c, r), f, spikes);
      });
    // Residuals are computed again only where a spike was found.
    if (spikes) f.greatest_spike = greatest_spike(w, core);
    f.seams = find_mosaic_seams(w, core, options_.boxes.least_step / 4.0);
    return tile;
  }
  static void count(CellKind kind, CleanForecast& f, bool& spikes) {
    if (kind == CellKind::void_) ++f.voids;
    if (kind == CellKind::box) ++f.box_cells;
    if (kind == CellKind::spike) ++f.spikes, spikes = true;
  }
  double greatest_spike(const HeightWindow& w, const CellRect& core) const {
    const std::vector<double> residuals = outlier_residuals(w, core, options_.kernel);
    double greatest = 0.0;
    std::size_t i = 0;
    for (int r = core.row; r < core.row + core.rows; ++r)
      for (int c = core.column; c < core.column + core.columns; ++c, ++i)
        if (grid_.kind(c, r) == CellKind::spike) greatest = std::max(greatest, std::fabs(residuals[i]));
    return greatest;
  }
  static void add(TileForecast& tile, CleanForecast& sum, long long& known) {
    const CleanForecast& f = tile.found;
    known += tile.known;
    sum.cells += f.cells;
    sum.spikes += f.spikes, sum.boxes += f.boxes, sum.box_cells += f.box_cells, sum.voids += f.voids;
    sum.greatest_spike = std::max(sum.greatest_spike, f.greatest_spike);
    sum.greatest_box = std::max(sum.greatest_box, f.greatest_box);
    sum.seams.insert(sum.seams.end(), f.seams.begin(), f.seams.end());
  }

  RasterSource& source_;
  const CleanOptions& options_;
  CellRect all_;
  FateGrid grid_;
  int halo_;
  std::mutex reading_;
};

}  // namespace

CleanThresholds propose_thresholds(RasterSource& source, const CellRect& part, const OutlierKernel& kernel) {
  validate(kernel);
  require_heights(source.info());
  RobustScatter residuals, steps;
  double least = std::numeric_limits<double>::infinity();
  for (const CellRect& square : sampled_squares(overlap(part, source.all()))) {
    HeightWindow w(overlap(grown(square, kernel.width / 2), source.all()));
    read_states(source, w);
    for (const double r : outlier_residuals(w, square, kernel)) residuals.add(r);
    // Steps between columns and between rows, on every second cell.
    for (const bool turned : {false, true})
      for (int r = square.row; r < square.row + square.rows; r += 2)
        for (int c = square.column; c < square.column + square.columns; c += 2)
          steps.add(turned ? Turned(w, true).step(r, c) : Turned(w, false).step(c, r));
    note_resolution(w, least);
  }
  // Heights of full precision have no resolution that matters.
  const CleanThresholds usual;
  if (!std::isfinite(least)) least = 0.0;
  CleanThresholds found;
  found.scatter = residuals.deviation();
  found.outlier = threshold_of(found.scatter, kSpikeScatter, least, usual.outlier);
  found.box_step = threshold_of(steps.deviation(), kBoxScatter, least, usual.box_step);
  return found;
}

CleanForecast forecast_cleaning(RasterSource& source, const CleanOptions& options,
                                const std::function<bool(double)>& progress) {
  validate(options);
  require_heights(source.info());
  return Forecast(source, options).run(progress);
}

}  // namespace grouser
