// SPDX-License-Identifier: BSD-3-Clause
// Draws a map with a path or samples on it: hillshaded ground, the path coloured by a value,
// colour bar, scale bar, and line plots below. North is up.
#pragma once
#include <filesystem>

#include "grouser/base/atomic_file.hpp"
#include "grouser/recording/plot/plot.hpp"

namespace grouser {

/// Heights on a grid; row 0 is the south edge, column 0 the west edge; NaN: unknown.
struct MapGround {
  int columns = 0, rows = 0;
  double west = 0.0, south = 0.0;  ///< of the first value, m
  double cell = 1.0;               ///< m
  std::vector<double> heights;     ///< m
};

struct MapMark {
  double x = 0.0, y = 0.0;  ///< m
  std::string text;
};

/// A path has a start, an end and an order; samples are single places.
enum class MapStyle { kPath, kSamples };

struct MapPanel {
  std::string title;
  MapGround ground;
  std::vector<double> x, y,
      value;  ///< the path or samples; without any the ground is coloured by height; NaN is grey
  MapStyle style = MapStyle::kPath;
  std::vector<bool> ringed;    ///< samples with a red ring; empty: none
  std::string value_label;     ///< "slip [-]"
  std::vector<MapMark> marks;  ///< faults, at their places
};

/// Throws InputError where a picture of the size has no room for a map and so many panels: to be asked before
/// the work whose result it shows.
void check_map_size(const std::filesystem::path& path, std::size_t panels, const PlotSize& size);

/// Draws the map on top and the panels below it, one under the other: SVG or PDF where the name ends so, else
/// PNG. A height of 0 follows from the ground. The file appears only when complete. Throws InputError (no
/// ground, lengths that differ, no room for the map) or RunError.
void write_map_plot(const std::filesystem::path& path, const MapPanel& map, const std::vector<Chart>& below,
                    PlotSize size = {});
/// The same into a file that gets its name later.
void write_map_plot(PendingFile& file, const MapPanel& map, const std::vector<Chart>& below,
                    PlotSize size = {});

}  // namespace grouser
