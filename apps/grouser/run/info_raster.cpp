// SPDX-License-Identifier: BSD-3-Clause
// A raster as `grouser info` describes it: quickly, from an overview, without a picture.
#include "terrain/raster_report.hpp"

namespace grouser::cli {

Report describe_raster_file(const std::filesystem::path& path) {
  return report_of(describe_raster(path, {}, SurveyDepth::quick, 0, {}));
}

}  // namespace grouser::cli
