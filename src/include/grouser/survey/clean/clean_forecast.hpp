// SPDX-License-Identifier: BSD-3-Clause
// The forecast of a cleaning: the thresholds that the heights of a raster propose, and the cells that would
// be found with them.
#pragma once
#include <functional>
#include <vector>

#include "grouser/survey/clean/clean.hpp"
#include "grouser/survey/clean/mosaic_seams.hpp"

namespace grouser {

/// Thresholds from the scatter of a raster's heights, m. The scatter is 1.4826 times the median of the sizes,
/// over squares of cells spread evenly over the raster, so that spikes and cliffs hardly move it.
struct CleanThresholds {
  double outlier = 0.7;   ///< T of OutlierKernel: ten times the scatter of its residuals, at most 0.7 m
  double box_step = 0.4;  ///< of BoxOptions: twenty times the scatter of J, at most 0.4 m
  double scatter = 0.0;   ///< of the residuals
};
/// Never below four of the least steps by which heights differ (rasters of whole metres). Ground without any
/// scatter, or without heights, keeps 0.7 and 0.4 m. Squares rougher than the whole have a threshold of
/// their own (roughness_factor). Throws InputError (a broken raster).
CleanThresholds propose_thresholds(RasterSource&, const CellRect& part, const OutlierKernel& = {});

struct CleanForecast {
  long long cells = 0;  ///< looked at
  long long spikes = 0, boxes = 0, box_cells = 0;
  long long voids = 0;            ///< cells without a height, margin included
  double greatest_spike = 0.0;    ///< by which a cell that is taken out differs from its neighbours, m
  double greatest_box = 0.0;      ///< step at the edges of a box, m
  std::vector<MosaicSeam> seams;  ///< longest first; nothing of the cleaning mends them
  long long taken_out() const { return spikes + box_cells; }
  long long to_fill() const { return taken_out() + voids; }
};

/// Looks as clean_raster() does, and writes nothing. `progress` gets 0 to 1 and returns whether to continue.
/// Throws InputError, or RunError (stopped).
CleanForecast forecast_cleaning(RasterSource&, const CleanOptions& = {},
                                const std::function<bool(double)>& progress = {});

}  // namespace grouser
