// SPDX-License-Identifier: BSD-3-Clause
// Maps for tests of the terrain desk: ground of a recipe with voids and spikes in known places.
#pragma once
#include <stdlib.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <thread>

#include "desks/terrain/terrain_work.hpp"
#include "desktop/session_support.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/survey/raster/raster_sink.hpp"
#include "grouser/survey/raster/raster_source.hpp"

namespace grouser::test {

/// terrains/mars_made.tif (256 x 256 cells of 0.25 m) with a void of 14 x 12 cells, one at the north edge, and
/// nine spikes of 2 m.
inline void write_faulty_map(const std::filesystem::path& path) {
  RasterSource source(home_folder() / "terrains/mars_made.tif");
  std::vector<double> heights(source.all().count());
  source.read(source.all(), std::span<double>(heights));
  const int columns = source.info().columns;
  const auto at = [&](int column, int row) -> double& {
    return heights[static_cast<std::size_t>(row) * columns + column];
  };
  for (int r = 100; r < 112; ++r)
    for (int c = 90; c < 104; ++c) at(c, r) = std::numeric_limits<double>::quiet_NaN();
  for (int r = 0; r < 6; ++r)
    for (int c = 150; c < 158; ++c) at(c, r) = std::numeric_limits<double>::quiet_NaN();
  for (int k = 0; k < 9; ++k) at(30 + 20 * k, 40 + 15 * k) += 2.0;
  RasterSink sink(path, spec_like(source.info()));
  sink.write(source.all(), std::span<const double>(heights));
  sink.finish();
}

/// Updates until `done`; false after five minutes, which is a hang and no slow machine.
inline bool update_until(desktop::TerrainWork& desk,
                         const std::function<bool(const desktop::TerrainView&)>& done) {
  const double end = wall_clock() + 300.0;
  while (wall_clock() < end) {
    desk.update();
    if (done(desk.view())) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}
inline bool wait_for_job(desktop::TerrainWork& desk) {
  return update_until(desk, [&](const desktop::TerrainView& v) { return v.job.empty(); });
}

/// Temporary files go here while this lives.
class TemporaryFiles {
 public:
  explicit TemporaryFiles(const std::filesystem::path& folder) {
    if (const char* was = getenv("TMPDIR")) was_ = was;
    setenv("TMPDIR", folder.c_str(), 1);
  }
  ~TemporaryFiles() { was_.empty() ? unsetenv("TMPDIR") : setenv("TMPDIR", was_.c_str(), 1); }
  TemporaryFiles(const TemporaryFiles&) = delete;
  TemporaryFiles& operator=(const TemporaryFiles&) = delete;

 private:
  std::string was_;
};

}  // namespace grouser::test
