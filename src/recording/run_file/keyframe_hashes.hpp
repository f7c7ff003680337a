// SPDX-License-Identifier: BSD-3-Clause
// Hashes of several keyframes side by side. A hash is one chain in which each number waits for the one
// before it, so that a processor can work on four of them in the time of one.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace grouser {

/// The data that a keyframe's hash covers (run_layout::KeyframeHasher).
struct HashedKeyframe {
  std::uint64_t frame = 0;
  bool full = false;
  std::span<const double> dynamics;
  std::span<const std::int32_t> i, j;  ///< places of its own tiles
  std::span<const double> values;      ///< of those, one tile behind the other
};

/// The hash of each. `width`: numbers of a tile.
std::vector<std::uint64_t> hash_keyframes(std::span<const HashedKeyframe> keyframes, std::size_t width);

}  // namespace grouser
