// SPDX-License-Identifier: BSD-3-Clause
// The channels of a run: their names, units and how they are filled from a step.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "grouser/base/channel_spec.hpp"
#include "grouser/simulation/step/simulation.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// Names of all channels of a world, in the order ChannelWriter fills them.
std::vector<ChannelSpec> make_channels(const World& world);

/// Which parts of a world have channels, and the prefixes of their names.
struct ChannelLayout {
  std::vector<std::string> root_prefix, stability_prefix;  ///< one per vehicle
  std::vector<std::string> part_prefix;  ///< one per contact part, empty where it has no channels
  std::vector<int> joints;               ///< joints with recorded loads: dynamic, one coordinate
  std::vector<int> loops;                ///< constraints that act on bodies
  std::vector<std::string> loop_prefix, tie_prefix, joint_prefix, body_prefix;
  explicit ChannelLayout(const World& world);
};

/// Fills the values of all channels of a simulation, for frames; uses scratch of the world's size.
class ChannelWriter {
 public:
  explicit ChannelWriter(const World& world);
  void fill(const Simulation& simulation, std::span<double> values);

 private:
  const World& world_;
  ChannelLayout layout_;
  Kinematics accelerations_;         // scratch
  std::vector<Wrench> joint_loads_;  // scratch
};

}  // namespace grouser
