// SPDX-License-Identifier: BSD-3-Clause
// The contents of a run file besides its frames: everything needed to repeat the run from the file alone.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "grouser/base/input_document.hpp"
#include "grouser/recording/run_file/run_commands.hpp"

namespace grouser {

/// A terrain grid stored in the run file. Row 0 is the northern one; values are relative to `datum`.
struct EmbeddedRaster {
  std::string name;           ///< snake_case, e.g. "terrain"
  int nx = 0;                 ///< columns, west to east
  int ny = 0;                 ///< rows, north to south
  double origin_x = 0.0;      ///< as the terrain module defines its origin, m
  double origin_y = 0.0;      ///< m
  double cell = 0.0;          ///< cell size, m
  double datum = 0.0;         ///< height that `values` are relative to, m
  std::vector<float> values;  ///< nx * ny, row-major; NaN is a hole
  std::uint64_t hash = 0;     ///< of the original terrain, as the terrain module computes it
  std::string source;         ///< the file or recipe it came from
  std::string crs;            ///< coordinate reference system as WKT, empty if there is none

  /// Map coordinates of the local frame's origin, m (0 in runs of versions that did not store them)
  double map_x = 0.0, map_y = 0.0;
};

// Limits of a run file; files beyond them are neither written nor read.
inline constexpr std::size_t kMaxRasters = 2;               ///< heights and soils
inline constexpr std::size_t kMaxRasterCells = 64'000'000;  ///< of one raster; the same as for a heightfield
inline constexpr std::size_t kMaxDocuments = 1024;
inline constexpr std::size_t kMaxDocumentBytes = 256u << 20;  ///< of all together

/// The recorded run, and its state, that a run went on from.
struct RunParent {
  std::string file;              ///< name of its run file, without folders
  std::string program_version;   ///< that recorded it
  std::uint64_t frame = 0;       ///< that it went on from
  double time = 0.0;             ///< of that frame, s
  std::uint64_t state_hash = 0;  ///< of that frame
};

struct RunHeader {
  std::string scenario;          ///< name of the scenario
  std::string program_version;   ///< "0.1.0"
  std::string simd_level;        ///< "avx2", "sse2", ...: a rerun uses the same one
  std::string integrator;        ///< "beeman", ...
  double dt = 0.0;               ///< step (nominal if it adapts), s
  double record_interval = 0.0;  ///< time between frames, s
  std::vector<InputDocument> documents;
  std::vector<std::string> overrides;  ///< "key=value" of --set, in order
  std::vector<EmbeddedRaster> rasters;
  std::vector<std::string> body_names;
  std::vector<std::string> warnings;  ///< such as "soil es_1 is provisional: ..."
  int values_per_tile = 0;            ///< doubles in one tile of ground memory; 0 if the run has none
  std::string state_layout{};         ///< of its keyframes (SimulationState::layout()); empty in older files
  std::vector<CommandColumn>
      commands{};                     ///< that the vehicle may be given from outside; none: no table of them
  std::optional<RunParent> parent{};  ///< none: the run began at its scenario's start
};

/// The first document of that kind, or nullptr.
const InputDocument* find_document(const RunHeader& header, const std::string& kind);

/// Throws InputError if a raster's size does not match its values, two rasters share a name, a number is not
/// finite, or a limit of a run file is exceeded.
void validate(const RunHeader& header);

}  // namespace grouser
