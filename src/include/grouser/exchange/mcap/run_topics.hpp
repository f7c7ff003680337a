// SPDX-License-Identifier: BSD-3-Clause
// A run as topics of ROS 2: what an MCAP file has and a live server offers (docs/exchange_logs.md). A topic
// of frames has one message per frame, made of the frame's channels alone; the others have a message when
// there is something to say: the ground, ruts, events. Frames of reference: "world" (east, north, up) and one
// per body, of the body's name. Times count from the scenario's start.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "grouser/base/channel_spec.hpp"
#include "grouser/exchange/mcap/cdr_writer.hpp"
#include "grouser/recording/run_file/run_event.hpp"

namespace grouser {

class GroundMemory;
class World;

/// A topic with the definition of its messages (ros_definitions.hpp); all are encoded as CDR.
struct RunTopic {
  std::string name;        ///< "/wheel/front_left/state"
  std::string type;        ///< "grouser_msgs/WheelState"
  std::string definition;  ///< with all that it is made of
  bool latched = false;    ///< who comes later wants its last message
};

/// Nanoseconds of a simulated time, s; 0 where it is negative.
std::uint64_t log_nanoseconds(double time);

/// Messages of one topic of frames.
class FrameTopic {
 public:
  virtual ~FrameTopic() = default;
  /// Encodes a frame's message: its time, s, and its channels.
  virtual void encode(double time, std::span<const double> channels, CdrWriter& out) const = 0;
};

/// The topics of one run.
class RunTopics {
 public:
  /// `channels`: of the run's frames, which may be those of an older version. Throws InputError where they
  /// lack the pose of a body.
  RunTopics(std::shared_ptr<const World> world, const std::vector<ChannelSpec>& channels);
  ~RunTopics();
  RunTopics(const RunTopics&) = delete;
  RunTopics& operator=(const RunTopics&) = delete;

  /// Those of frames first.
  const std::vector<RunTopic>& topics() const { return topics_; }
  std::size_t frame_topics() const { return frames_.size(); }
  // Places of the other topics.
  std::size_t description() const { return frames_.size(); }  ///< /robot_description
  std::size_t terrain() const { return frames_.size() + 1; }  ///< /terrain: surface, rocks, ramps
  std::size_t soils() const { return frames_.size() + 2; }   ///< /terrain/soils: heights and classes of soils
  std::size_t ruts() const { return frames_.size() + 3; }    ///< /ruts: depth
  std::size_t events() const { return frames_.size() + 4; }  ///< /events

  /// A message of a topic of frames.
  void encode_frame(std::size_t topic, double time, std::span<const double> channels, CdrWriter& out) const;
  void encode_description(CdrWriter& out) const;
  void encode_terrain(double time, CdrWriter& out) const;
  void encode_soils(double time, CdrWriter& out) const;
  /// Ground that wheels pressed, coarser than its memory where that is large; an empty grid where nothing
  /// did.
  void encode_ruts(double time, const GroundMemory& ground, CdrWriter& out) const;
  void encode_event(const RunEvent& event, CdrWriter& out) const;

 private:
  std::shared_ptr<const World> world_;
  std::vector<RunTopic> topics_;
  std::vector<std::unique_ptr<FrameTopic>> frames_;
};

}  // namespace grouser
