// SPDX-License-Identifier: BSD-3-Clause
// The layout of a run file (docs/run_file.md) in one place, shared by writer and reader.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "grouser/base/hash.hpp"

namespace grouser::run_layout {

inline constexpr const char* kFormat = "grouser run";
inline constexpr std::uint64_t kFormatVersion = 1;
inline constexpr const char* kShardHash = "shard_hash";  // last column of a campaign's shard, no run

inline constexpr const char* kTime = "/time";
inline constexpr const char* kStep = "/step";
inline constexpr const char* kStateHash = "/state_hash";
inline constexpr const char* kRowHash = "/row_hash";
inline constexpr const char* kChannels = "/channels/";  // + channel name
inline constexpr const char* kPeaks = "/peaks/";        // + column; older files have none
inline constexpr const char* kCommands =
    "/commands/";  // + column; only of runs that may be commanded from outside
inline constexpr const char* kCommit = "/commit";
inline constexpr const char* kSummary = "/summary";
inline constexpr const char* kSummaryHash = "/summary_hash";  // one row; older files have none

/// The rows that the reader may trust, written last at each flush. Two slots are written in turn, each with
/// its own hash, so that a half-written one is never used.
struct Commit {
  std::uint64_t generation = 0;  ///< counts flushes; the slot is generation % 2
  std::uint64_t frames = 0;
  std::uint64_t keyframes = 0;
  std::uint64_t keyframe_values = 0;
  std::uint64_t keyframe_tiles = 0;
  std::uint64_t events = 0;
  std::uint64_t summary_bytes = 0;
  std::uint64_t closed = 0;  ///< 1 after close()
};
inline constexpr std::size_t kCommitWords = 9;  // the eight above and their hash
inline constexpr std::size_t kCommitSlots = 2;
using CommitSlot = std::array<std::uint64_t, kCommitWords>;

/// A slot of the commit dataset: the counts and their hash.
inline CommitSlot pack(const Commit& c) {
  CommitSlot slot{c.generation,     c.frames, c.keyframes,     c.keyframe_values,
                  c.keyframe_tiles, c.events, c.summary_bytes, c.closed};
  Hasher hasher;
  for (std::size_t k = 0; k + 1 < kCommitWords; ++k) hasher.add(slot[k]);
  slot.back() = hasher.value();
  return slot;
}

inline Commit unpack(const CommitSlot& s) { return {s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]}; }
/// Whether a slot is whole.
inline bool intact(const CommitSlot& slot) { return pack(unpack(slot)) == slot; }

/// Hash of one frame: it covers every number of it, so that a wrong one is found.
class RowHasher {
 public:
  RowHasher(double time, std::uint64_t step, std::uint64_t state_hash) {
    hasher_.add(time);
    hasher_.add(step);
    hasher_.add(state_hash);
  }
  void add(double value) { hasher_.add(value); }
  std::uint64_t value() const { return hasher_.value(); }

 private:
  Hasher hasher_;
};

/// Hash of one event, as stored (cut to the fixed lengths).
inline std::uint64_t event_hash(double time, std::string_view kind, std::string_view text) {
  Hasher hasher;
  hasher.add(time);
  hasher.add(kind);
  hasher.add(text);
  return hasher.value();
}

/// Hash of one peak.
inline std::uint64_t peak_hash(double time, std::uint32_t channel, double value) {
  Hasher hasher;
  hasher.add(time);
  hasher.add(std::uint64_t{channel});
  hasher.add(value);
  return hasher.value();
}

/// Hash of one command.
inline std::uint64_t command_hash(double time, std::uint64_t step, std::span<const double> values) {
  Hasher hasher;
  hasher.add(time);
  hasher.add(step);
  hasher.add(values);
  return hasher.value();
}

/// Hash of the summary's text.
inline std::uint64_t summary_hash(std::string_view text) {
  Hasher hasher;
  hasher.add(text);
  return hasher.value();
}

/// Hash of one keyframe with its own tiles (not those of earlier ones).
class KeyframeHasher {
 public:
  KeyframeHasher(std::uint64_t frame, bool full, std::span<const double> dynamics)
      : KeyframeHasher(frame, full, dynamics.size()) {
    hasher_.add(dynamics);
  }
  /// The numbers of the dynamics follow one by one.
  KeyframeHasher(std::uint64_t frame, bool full, std::uint64_t dynamics_count) {
    hasher_.add(frame);
    hasher_.add(std::uint64_t{full});
    hasher_.add(dynamics_count);
  }
  void add_tile(std::int32_t i, std::int32_t j, std::span<const double> values) {
    begin_tile(i, j);
    hasher_.add(values);
  }
  /// A tile's numbers follow one by one.
  void begin_tile(std::int32_t i, std::int32_t j) {
    hasher_.add(static_cast<std::uint64_t>(static_cast<std::uint32_t>(i)) << 32 |
                static_cast<std::uint32_t>(j));
  }
  void add(double value) { hasher_.add(value); }
  std::uint64_t value() const { return hasher_.value(); }

 private:
  Hasher hasher_;
};

}  // namespace grouser::run_layout
