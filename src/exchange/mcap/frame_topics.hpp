// SPDX-License-Identifier: BSD-3-Clause
// The topics that have a message per frame: transforms, joints, odometry, wrenches, and every channel.
#pragma once
#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "grouser/exchange/mcap/run_topics.hpp"
#include "grouser/math/pose.hpp"

namespace grouser {

inline constexpr const char* kWorldFrame = "world";

/// Places of channels in a frame.
class ChannelPlaces {
 public:
  explicit ChannelPlaces(const std::vector<ChannelSpec>& channels);
  /// Its place, or -1.
  int find(const std::string& name) const;
  /// Those of x, y and z of a vector, "wheel/left/force_x" by "wheel/left/force_"; -1 where there is none.
  std::array<int, 3> vector(const std::string& prefix) const;

 private:
  std::map<std::string, int> places_;
};

/// The pose of a body among a frame's channels.
struct PosePlaces {
  std::array<int, 7> at{};
  /// Throws InputError where a channel is missing.
  PosePlaces(const ChannelPlaces& places, const std::string& body);
  Vec3 position(std::span<const double> c) const;
  Quat rotation(std::span<const double> c) const;
  RigidTransform pose(std::span<const double> c) const;
};

struct MadeFrameTopic {
  RunTopic topic;
  std::unique_ptr<FrameTopic> frames;
};
using MadeFrameTopics = std::vector<MadeFrameTopic>;

/// /tf, /joint_states, an odometry per vehicle and a wrench per part that touches.
void add_motion_topics(const World& world, const ChannelPlaces& places, MadeFrameTopics& to);
/// /PATH/state for each folder PATH of channels: the channel PATH/NAME is its field NAME.
void add_channel_topics(const std::vector<ChannelSpec>& channels, MadeFrameTopics& to);

}  // namespace grouser
