// SPDX-License-Identifier: BSD-3-Clause
// The channels whose values a step leaves ready to be read, so that they can be watched at each step for
// 1 % of its time: loads and forces of wheels, pads and bodies, motion of joints and vehicles, margins,
// ties and energies. Computing all channels takes a fifth of a step: joint loads, attitudes, poses of
// bodies and what walkers have are not among these.
#pragma once
#include <cstddef>
#include <vector>

#include "grouser/simulation/step/simulation.hpp"

namespace grouser {

class StepChannels {
 public:
  /// Needs a simulation whose state and outputs are as large as in all of its run.
  explicit StepChannels(const Simulation& simulation);
  std::size_t size() const { return channels_.size(); }
  /// The place of each among the channels of the world.
  const std::vector<std::size_t>& channels() const { return channels_; }
  /// One value each, to the bit as ChannelWriter has it. Does not allocate.
  void read(const Simulation& simulation, double* values) const;

 private:
  static constexpr int kBlocks = 8;  // of memory that hold the values
  using Blocks = const char* [kBlocks];
  static void find_blocks(const Simulation& simulation, Blocks& blocks);
  std::vector<std::size_t> channels_;
  std::vector<std::size_t> offsets_;  // bytes from the block's begin, block by block
  std::size_t ends_[kBlocks] = {};    // of each block's part of `offsets_`
  int ties_ = 0;                      // behind all blocks; their tension is computed
};

}  // namespace grouser
