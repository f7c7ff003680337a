// Cleaning a height raster of any size: outliers found, holes and outliers kriged, the rims made to meet
// (outliers.hpp, box_offsets.hpp, void_fill.hpp). Cells that are not touched keep their bits.
//
// The raster is worked through in tiles; what a tile's cells become depends on a bounded neighbourhood alone,
// so tiles meet without a seam. In memory at a time: for each worker
// one tile with its surroundings and two finished ones, and three bits a cell where ground is at fault.
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
  near_holes,  ///< a process for each hole, from its rim and surroundings
  random,      ///< the paper's: one process for all, from cells anywhere
};

struct CleanOptions {
  bool find_spikes = true, find_boxes = true;
  OutlierKernel kernel = {};
  BoxOptions boxes = {};
  KrigingSamples sampling = KrigingSamples::near_holes;
  int fit_samples = 1000;             ///< that length and noise are learnt from; of the process, if random
  std::optional<double> length = {};  ///< of the correlation, cells; learnt if not given
  std::optional<double> noise = {};   ///< share of the variance; learnt if not given
  FillOptions fill = {};
  bool fill_margin = false;             ///< fill the voids that join the border too
  std::optional<CellRect> window = {};  ///< only this part, with the heights beyond it as they are
  RasterPacking packing =
      RasterPacking::none;    ///< of the heights; deflate: half the size, three times as slow
  bool keep_samples = false;  ///< in CleanReport
  int picture_side = 0;       ///< longer side of CleanReport's pictures, cells at most; 0: none
  Workers workers = {};       ///< of the tiles; whoever works, the result is the same to the bit
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
  std::vector<CellFate> fate;        ///< the most telling one where a point stands for several cells
};

struct CleanReport {
  CellRect window;
  std::vector<long long> cells = std::vector<long long>(kCellFates, 0);  ///< by fate
  long long boxes = 0;
  MaternParams params = {};  ///< in cells and metres; variance 0: nothing had to be filled, or flat ground
  int fit_samples = 0;
  double worst_deviation = 0.0;  ///< m, where asked for
  HeightSamples samples = {};    ///< of all neighbourhoods, where asked for; x column, y row
  CleanPicture picture = {};
  long long of(CellFate fate) const { return cells[static_cast<std::size_t>(fate)]; }
  long long filled() const {
    return of(CellFate::filled_void) + of(CellFate::filled_spike) + of(CellFate::filled_box);
  }
};

/// `progress` gets 0 to 1 and says whether to go on. Throws InputError (options, a broken raster, one without
/// any height, with too few to learn from, or a file that is the raster itself) or RunError (disk full,
/// stopped by progress); then no file appears. `before_names` is called when all the rasters are on the disk
/// and none has its name yet: what it throws leaves none of them.
CleanReport clean_raster(RasterSource&, const CleanFiles&, const CleanOptions& = {},
                         const std::function<bool(double)>& progress = {},
                         const std::function<void(const CleanReport&)>& before_names = {});

}  // namespace grouser
