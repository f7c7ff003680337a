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

/// What became of a cell; the values of the mask file.
enum class CellFate : std::uint8_t {
  kept = 0,
  filled_void = 1,
  filled_spike = 2,
  filled_box = 3,
  left_margin = 4,  ///< a void that joins the raster's border
  left_far = 5,     ///< no height within reach
};
inline constexpr int kCellFates = 6;
/// "kept", "filled void", ...
const char* fate_name(CellFate);

enum class KrigingSamples {
  near_holes,  ///< one process per hole, from its rim and surroundings
  random,      ///< as in the paper: one process for all holes, from cells anywhere
};

struct CleanOptions {
  bool find_spikes = true, find_boxes = true;
  /// What is found loses its height and nothing is kriged; the mask says filled_spike and filled_box where they
  /// were found, and left_margin or left_far at voids
  bool detect_only = false;
  OutlierKernel kernel = {};
  BoxOptions boxes = {};
  KrigingSamples sampling = KrigingSamples::near_holes;
  /// Samples that length and noise are fitted to; if random, of the process
  int fit_samples = 1000;
  std::optional<double> length = {};  ///< correlation length, cells; fitted if not given
  std::optional<double> noise = {};   ///< share of the variance; fitted if not given
  FillOptions fill = {};
  bool fill_margin = false;             ///< also fill the voids that touch the border
  std::optional<CellRect> window = {};  ///< only this part, with the heights beyond it as they are
  /// Packing of the heights; deflate: half the size, three times as slow
  RasterPacking packing = RasterPacking::none;
  bool keep_samples = false;  ///< in CleanReport
  int picture_side = 0;       ///< longer side of CleanReport's pictures, cells at most; 0: none
  Workers workers = {};       ///< share the tiles; the result is bit-identical for any number of them
};
/// Throws InputError.
void validate(const CleanOptions&);

struct CleanFiles {
  std::filesystem::path heights;         ///< GeoTIFF on the raster's grid
  std::filesystem::path mask = {};       ///< 8 bits, CellFate with a colour table; empty: not written
  std::filesystem::path deviation = {};  ///< m, 0 where a cell was kept; empty: not written
};

/// Small pictures, row by row from the north; NaN: no height.
struct CleanPicture {
  int columns = 0, rows = 0;
  std::vector<float> before, after;  ///< m
  std::vector<CellFate> fate;        ///< the most significant fate where a point stands for several cells
};

struct CleanReport {
  CellRect window;
  std::vector<long long> cells = std::vector<long long>(kCellFates, 0);  ///< by fate
  long long boxes = 0;
  MaternParams params = {};  ///< in cells and metres; variance 0: nothing had to be filled, or flat ground
  int fit_samples = 0;
  double worst_deviation = 0.0;  ///< m, if requested
  HeightSamples samples = {};    ///< of all neighbourhoods, if requested; x column, y row
  CleanPicture picture = {};
  long long of(CellFate fate) const { return cells[static_cast<std::size_t>(fate)]; }
  long long filled() const {
    return of(CellFate::filled_void) + of(CellFate::filled_spike) + of(CellFate::filled_box);
  }
};

/// `progress` gets 0 to 1 and returns whether to continue (a raster of one tile tells each hole). Throws InputError (options, a broken raster, one
/// without any height or with too few to fit, or an output file that is the raster itself) or RunError (disk
/// full, stopped by progress); then no file appears. `before_names` is called when all the rasters are on the
/// disk and none has its final name yet: if it throws, none of them remains.
CleanReport clean_raster(RasterSource&, const CleanFiles&, const CleanOptions& = {},
                         const std::function<bool(double)>& progress = {},
                         const std::function<void(const CleanReport&)>& before_names = {});

}  // namespace grouser
