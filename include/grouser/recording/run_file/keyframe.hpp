// SPDX-License-Identifier: BSD-3-Clause
// Keyframes: complete states at intervals, so that a run can be resumed, scrubbed and checked. The ground's
// memory is stored as tiles: a full keyframe holds all of them, any other only those changed since the
// keyframe before it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace grouser {

/// One tile of ground memory as handed to the writer; values has RunHeader::values_per_tile numbers.
struct GroundTile {
  int i = 0;  ///< tile column
  int j = 0;  ///< tile row
  std::span<const double> values;
};

/// Input of the writer. The state is that of frame `frame` (the same as in that frame's state hash).
struct KeyframeData {
  std::uint64_t frame = 0;
  std::span<const double> dynamics;   ///< opaque block, any size
  std::span<const GroundTile> tiles;  ///< all tiles if full, otherwise those changed since the last keyframe
  bool full = true;                   ///< the first one must be
};

/// True for keyframes 0, 1, 2, 3, 4, 6, 8, 12, 16, ...: full keyframes at intervals that grow with the run
/// keep the file small, and what lies between a keyframe and the last full one is at most a third of the
/// run so far.
bool full_keyframe_due(std::size_t keyframe_number);

struct StoredTile {
  int i = 0;
  int j = 0;
  std::vector<double> values;
};

/// Output of the reader: the whole state at `frame`.
struct Keyframe {
  std::uint64_t frame = 0;
  std::vector<double> dynamics;
  std::vector<StoredTile> tiles;  ///< every tile written up to here, sorted by (i, j)
};

/// A keyframe as it is stored.
struct KeyframeChange {
  Keyframe own;  ///< all tiles if full, otherwise those changed since the previous keyframe
  bool full = true;
};

}  // namespace grouser
