// SPDX-License-Identifier: BSD-3-Clause
// The present values of some channels of a simulation, for a controller that looks after every few steps.
// Channels that a step leaves ready (docs/run_file.md, peaks) take about 1 % of a step, others a sixth of
// one.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "grouser/base/channel_spec.hpp"
#include "grouser/simulation/step/simulation.hpp"

namespace grouser {

/// Reads some channels by name from a simulation that is being stepped.
class ChosenChannels {
 public:
  /// Throws InputError at `place` with close matches for a name that is no channel.
  ChosenChannels(const Simulation& simulation, const std::vector<std::string>& names,
                 const std::string& place);
  ~ChosenChannels();
  ChosenChannels(ChosenChannels&&) noexcept;  ///< Movable

  /// In the order of the names.
  const std::vector<ChannelSpec>& channels() const;
  /// One value each, to the bit as a frame has it.
  void read(const Simulation& simulation, std::span<double> values);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace grouser
