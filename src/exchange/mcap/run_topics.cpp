// SPDX-License-Identifier: BSD-3-Clause
// Topics of a frame come from motion_topics.cpp and channel_topics.cpp; behind them are the five that are
// not sent with every frame, in the order that description(), terrain(), soils(), ruts() and events() rely
// on.
#include "grouser/exchange/mcap/run_topics.hpp"

#include <cmath>

#include "grouser/exchange/mcap/ros_definitions.hpp"
#include "grouser/simulation/step/world.hpp"
#include "mcap/frame_topics.hpp"
#include "mcap/ground_messages.hpp"
#include "mcap/robot_description.hpp"

namespace grouser {

std::uint64_t log_nanoseconds(double time) {
  constexpr double kSecond = 1e9;
  return time > 0.0 ? static_cast<std::uint64_t>(std::llround(time * kSecond)) : 0;
}

RunTopics::RunTopics(std::shared_ptr<const World> world, const std::vector<ChannelSpec>& channels)
    : world_(std::move(world)) {
  MadeFrameTopics made;
  add_motion_topics(*world_, ChannelPlaces(channels), made);
  add_channel_topics(channels, made);
  for (MadeFrameTopic& one : made) {
    topics_.push_back(std::move(one.topic));
    frames_.push_back(std::move(one.frames));
  }
  const auto add = [&](const char* name, const char* type, bool latched) {
    topics_.push_back({name, type, ros_definition(type), latched});
  };
  add("/robot_description", "std_msgs/String", true);
  add("/terrain", "foxglove_msgs/SceneUpdate", true);
  add("/terrain/soils", "foxglove_msgs/Grid", true);
  add("/ruts", "foxglove_msgs/Grid", true);
  add("/events", "rcl_interfaces/Log", false);
}
RunTopics::~RunTopics() = default;

void RunTopics::encode_frame(std::size_t topic, double time, std::span<const double> channels,
                             CdrWriter& out) const {
  out.begin();
  frames_[topic]->encode(time, channels, out);
}

void RunTopics::encode_description(CdrWriter& out) const {
  out.begin();
  out.text(robot_description(*world_));
}

void RunTopics::encode_terrain(double time, CdrWriter& out) const {
  out.begin();
  put_terrain_scene(*world_, log_nanoseconds(time), out);
}

void RunTopics::encode_soils(double time, CdrWriter& out) const {
  out.begin();
  put_soil_grid(*world_, log_nanoseconds(time), out);
}

void RunTopics::encode_ruts(double time, const GroundMemory& ground, CdrWriter& out) const {
  out.begin();
  put_rut_grid(*world_->terrain, ground, log_nanoseconds(time), out);
}

void RunTopics::encode_event(const RunEvent& event, CdrWriter& out) const {
  constexpr std::uint8_t kInfo = 20, kWarn = 30;  // rcl_interfaces/Log
  out.begin();
  out.stamp(log_nanoseconds(event.time));
  out.number(event.kind == "warning" ? kWarn : kInfo);
  out.text(event.kind);
  out.text(event.text);
  out.text("");
  out.text("");
  out.number(std::uint32_t{0});
}

}  // namespace grouser
