// SPDX-License-Identifier: BSD-3-Clause
// The channels that are watched at each step for the peaks between frames. Ready ones are those whose values
// a step leaves in memory or that are computed from them for about 1 % of a step. Computing all takes a sixth
// to a quarter of a step: joint loads, rotations of all bodies, and copying what is there.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "channels.hpp"
#include "grouser/simulation/step/simulation.hpp"

namespace grouser {

class ChannelSink;

/// Reads the chosen channels after each step; keeps offsets into the simulation's memory.
class StepChannels {
 public:
  /// Needs a simulation whose state and outputs are as large as in all of its run.
  StepChannels(const Simulation& simulation, PeakChoice choice);
  std::size_t size() const { return channels_.size(); }
  /// The place of each among the channels of the world.
  const std::vector<std::size_t>& channels() const { return channels_; }
  /// One value each, to the bit as ChannelWriter has it. Does not allocate.
  void read(const Simulation& simulation, double* values);

 private:
  static constexpr int kBlocks = 8;  // of memory that hold the values
  using Blocks = const char* [kBlocks];
  static void find_blocks(const Simulation& simulation, Blocks& blocks);
  void find_in_memory(const Simulation& simulation);
  void put_computed(ChannelSink& sink, const Simulation& simulation) const;
  ChannelLayout layout_;
  std::optional<ChannelWriter> all_;  // set if all channels are watched
  std::vector<std::size_t> channels_;
  std::vector<std::size_t> offsets_;  // bytes from the block's begin, block by block
  std::size_t ends_[kBlocks] = {};    // of each block's part of `offsets_`
};

}  // namespace grouser
