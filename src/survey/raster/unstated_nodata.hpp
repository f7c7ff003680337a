// SPDX-License-Identifier: BSD-3-Clause
// Heights of a raster that are perhaps none: a nodata value that its file does not state. Private.
#pragma once
#include <string>
#include <vector>

#include "grouser/survey/raster/raster_source.hpp"
#include "grouser/survey/raster/raster_survey.hpp"

namespace grouser::terrain {

/// Equal heights, or a few of them, apart from all others.
struct Suspect {
  double value = 0.0;     ///< the outermost, m
  long long cells = 0;    ///< of all of them
  double distance = 0.0;  ///< to the next height of the others, m
  int values = 1;         ///< different ones
  std::string words() const;
};

/// By the share of cells that have the value, its distance from the rest, and whether it is one that people
/// use for "no height". Lowest first.
std::vector<Suspect> unstated_nodata(const RasterInfo&, const RasterSurvey&);

}  // namespace grouser::terrain
