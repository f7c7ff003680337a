// SPDX-License-Identifier: BSD-3-Clause
// The long work of the terrain desk: cutting, cleaning, making, saving. It runs in a job's thread, reports
// its progress, and leaves no file behind unless it ends well.
#pragma once
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "desks/terrain/height_source.hpp"
#include "desks/terrain/map_survey.hpp"
#include "desks/terrain/site.hpp"
#include "grouser/base/toml_input.hpp"
#include "grouser/survey/clean/clean_forecast.hpp"
#include "grouser/survey/raster/site_import.hpp"

namespace grouser::desktop {

/// Receives the share that is done, 0 to 1 (negative: not known), and returns whether to go on.
using GoOn = std::function<bool(double)>;

/// A window of a map, given by cells, by its centre on the map, or by its centre's longitude and latitude.
struct Pick {
  enum class By { cells, map, lonlat } by = By::cells;
  CellRect cells = {};                ///< of the map, north up
  std::array<double, 2> center = {};  ///< map coordinates, or longitude and latitude, deg
  std::array<double, 2> size = {};    ///< m, east and north
};
/// The window in the map's cells, approximate if it is given by its centre; nothing if the map does not
/// reach it.
std::optional<CellRect> cells_of(const MapFacts& map, const Pick& pick);
/// The request of terrain import for this window.
SiteRequest request_of(const RasterSource& source, const Pick& pick);

/// Cuts a window as terrain import does. Throws InputError or RunError (stopped).
Site cut_site(const std::string& path, const Pick& pick, const GoOn& go_on);

/// 200 x 200 m in the middle of a map, or half the map where that is smaller.
CellRect usual_piece(const MapFacts& map);
/// A piece of about the wanted size (cells) without voids, as near to the middle of the map as there is one;
/// a smaller one where none is as large, down to 8 x 8 cells. Nothing: the map has none.
std::optional<CellRect> whole_piece(const Thumbnail& map, const CellRect& wanted);

/// Settings of the three steps.
struct CleanSettings {
  bool proposed = true;  ///< thresholds are those that the heights propose; false: those of kernel and boxes
  OutlierKernel kernel = {};
  BoxOptions boxes = {};
  bool find_boxes = true;
  int fit_samples = 1000;   ///< that length and noise are learnt from
  bool fill_border = true;  ///< also the voids that touch the edge of the piece
  bool deviation = false;   ///< also kriging's standard deviation
};
/// State from which a step starts.
struct CleanStart {
  SiteOrigin origin;
  Heights heights;
  Fates fates;
  std::optional<MaternParams> params = {};  ///< of the kriging whose rims are made to meet
};
/// The result that the cleaning of a piece would have, and its thresholds.
struct CleanOutlook {
  CleanThresholds thresholds;
  CleanForecast forecast;
};
/// Looks for outliers without changing anything. Throws InputError; RunError: stopped.
CleanOutlook look_ahead(const SiteOrigin& origin, const Heights& heights, const CleanSettings& settings,
                        const GoOn& go_on);
/// A sentence on why a step has nothing to do; empty if it has. `outlook`: null if it is not known yet.
std::string nothing_to_do(const Site& site, CleanKind kind, const CleanOutlook* outlook);

/// Runs one step on a copy. Throws InputError; RunError: stopped.
CleanStep run_clean_step(const CleanStart& start, CleanKind kind, const CleanSettings& settings,
                         const GoOn& go_on);

/// Makes the ground of a recipe; `changes` as --set takes them. Throws InputError or RunError (stopped).
Site make_site(const std::string& recipe, const std::vector<Override>& changes, const GoOn& go_on);

/// Writes all heights of a raster in blocks, those of import_site(). Throws RunError (disk full, stopped).
void write_heights(RasterSink& sink, const std::vector<double>& heights, const GoOn& go_on);
/// Writes the heights as a GeoTIFF, and what stands on made ground beside it. An existing file is replaced
/// only if Grouser wrote it. Throws InputError or RunError.
void save_site(const SiteOrigin& origin, const Heights& heights, const std::string& path, const GoOn& go_on);
/// "site.solids.toml" of "site.tif".
std::string solids_path(const std::string& path);

}  // namespace grouser::desktop
