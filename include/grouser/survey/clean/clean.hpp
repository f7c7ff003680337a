// SPDX-License-Identifier: BSD-3-Clause
// Cleaning of a height raster of any size: outliers are found, holes and outliers are kriged, and the rims
// are made to meet (outliers.hpp, box_offsets.hpp, void_fill.hpp). Cells that are not touched keep their
// bits.
//
// The raster is processed in tiles; the result in a tile depends on a bounded neighbourhood alone, so tiles
// meet without a seam. Memory holds, for each worker, one tile with its surroundings and two finished tiles,
// and three bits per cell where the ground is faulty.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "grouser/base/workers.hpp"
#include "grouser/survey/clean/box_offsets.hpp"
#include "grouser/survey/clean/outliers.hpp"
#include "grouser/survey/clean/void_fill.hpp"
#include "grouser/survey/raster/raster_sink.hpp"
#include "grouser/survey/raster/raster_source.hpp"

namespace grouser {

/// The fate of a cell; the values of the mask file.
enum class CellFate : std::uint8_t {
  kept = 0,          ///< unchanged
  filled_void = 1,   ///< had no height, and was kriged
  filled_spike = 2,  ///< was an outlier, and was kriged
  filled_box = 3,    ///< lay in a box, and was kriged
  left_margin = 4,   ///< a void that joins the raster's border
  left_far = 5,      ///< no height within reach
};
inline constexpr int kCellFates = 6;  ///< number of fates

/// "kept", "filled void", ...
const char* fate_name(CellFate);

/// The cells from which kriging draws its samples.
enum class KrigingSamples {
  near_holes,  ///< one process per hole, from its rim and surroundings
  random,      ///< as in the paper: one process for all holes, from cells anywhere
};

/// Settings of a cleaning.
struct CleanOptions {
  bool find_spikes = true;  ///< single cells off their neighbours
  bool find_boxes = true;   ///< rectangles that stereo matching left too high or too low

  /// Cells that are found lose their heights and nothing is kriged; the mask says filled_spike and filled_box
  /// where they were found, and left_margin or left_far at voids
  bool detect_only = false;
  OutlierKernel kernel = {};                             ///< kernel and threshold of the search for spikes
  BoxOptions boxes = {};                                 ///< settings of the search for boxes
  KrigingSamples sampling = KrigingSamples::near_holes;  ///< places from which the samples are taken

  /// Samples that length and noise are fitted to; if random, of the process
  int fit_samples = 1000;
  std::optional<double> length = {};    ///< correlation length, cells; fitted if not given
  std::optional<double> noise = {};     ///< share of the variance; fitted if not given
  FillOptions fill = {};                ///< settings of the kriging of holes
  bool fill_margin = false;             ///< also fill the voids that touch the border
  std::optional<CellRect> window = {};  ///< only this part, with the heights beyond it as they are

  /// Packing of the heights; deflate: half the size, three times as slow
  RasterPacking packing = RasterPacking::none;
  bool keep_samples = false;  ///< in CleanReport
  int picture_side = 0;       ///< longer side of CleanReport's pictures, cells at most; 0: none
  Workers workers = {};       ///< share the tiles; the result is bit-identical for any number of them
};

/// Throws InputError for settings out of their ranges.
void validate(const CleanOptions&);

/// The files that a cleaning writes.
struct CleanFiles {
  std::filesystem::path heights;         ///< GeoTIFF on the raster's grid
  std::filesystem::path mask = {};       ///< 8 bits, CellFate with a colour table; empty: not written
  std::filesystem::path deviation = {};  ///< m, 0 where a cell was kept; empty: not written
};

/// Small pictures, row by row from the north; NaN: no height.
struct CleanPicture {
  int columns = 0;             ///< points from west to east
  int rows = 0;                ///< points from north to south
  std::vector<float> before;   ///< the raster's heights, m
  std::vector<float> after;    ///< the cleaned heights, m
  std::vector<CellFate> fate;  ///< the most significant fate where a point shows several cells
};

/// The counts and findings of a cleaning.
struct CleanReport {
  CellRect window;  ///< the part that was cleaned, in the raster's columns and rows
  std::vector<long long> cells = std::vector<long long>(kCellFates, 0);  ///< by fate
  long long boxes = 0;                                                   ///< boxes that were found
  MaternParams params = {};  ///< in cells and metres; variance 0: nothing had to be filled, or flat ground
  int fit_samples = 0;       ///< samples that the covariance was fitted to
  double worst_deviation = 0.0;  ///< m, if requested
  HeightSamples samples = {};    ///< of all neighbourhoods, if requested; x column, y row
  CleanPicture picture = {};     ///< heights before and after, small

  /// Number of cells with this fate.
  long long of(CellFate fate) const { return cells[static_cast<std::size_t>(fate)]; }
  /// Number of cells with a new height.
  long long filled() const {
    return of(CellFate::filled_void) + of(CellFate::filled_spike) + of(CellFate::filled_box);
  }
};

/// `progress` gets 0 to 1 and returns whether to continue (a raster of one tile reports each hole). Throws
/// InputError (options, a broken raster, one without any height or with too few to fit, or an output file
/// that is the raster itself) or RunError (disk full, stopped by progress); then no file appears.
/// `before_names` is called when all the rasters are on the disk and none has its final name yet: if it
/// throws, none of them remains.
CleanReport clean_raster(RasterSource&, const CleanFiles&, const CleanOptions& = {},
                         const std::function<bool(double)>& progress = {},
                         const std::function<void(const CleanReport&)>& before_names = {});

}  // namespace grouser
