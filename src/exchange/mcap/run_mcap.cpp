// SPDX-License-Identifier: BSD-3-Clause
// Walks over the frames of a run in order and writes one message per topic and frame, with events, ground
// and ruts at their moments between them. The channels of the run are read one frame at a time, so that
// memory does not grow with the run.
#include "grouser/exchange/mcap/run_mcap.hpp"

#include <algorithm>
#include <string>

#include "grouser/base/version.hpp"
#include "grouser/exchange/mcap/mcap_writer.hpp"
#include "grouser/exchange/mcap/ros_definitions.hpp"
#include "grouser/exchange/mcap/run_topics.hpp"
#include "grouser/simulation/build/scenario.hpp"
#include "grouser/simulation/step/world.hpp"
#include "mcap/mcap_bytes.hpp"

namespace grouser {
namespace {

constexpr const char* kMcapLibrary = "Grouser ";  // and its version
constexpr std::size_t kMostRutGrids = 60;         // of a run: each may have a megabyte

/// rmw_qos_profile of ROS 2 for topics whose last message is kept: depth 1, reliable (1), transient local
/// (1).
constexpr const char* kLatchedQos =
    "- history: 1\n  depth: 1\n  reliability: 1\n  durability: 1\n  deadline:\n    sec: 9223372036\n    "
    "nsec: "
    "854775807\n  lifespan:\n    sec: 9223372036\n    nsec: 854775807\n  liveliness: 1\n  "
    "liveliness_lease_duration:\n    sec: 9223372036\n    nsec: 854775807\n  "
    "avoid_ros_namespace_conventions: "
    "false";

/// Keyframes whose ruts are written: all of them, or some at even distances with the last.
std::vector<std::size_t> chosen_keyframes(std::size_t count) {
  std::vector<std::size_t> chosen;
  const std::size_t most = std::min(count, kMostRutGrids);
  for (std::size_t k = 0; k < most; ++k)
    chosen.push_back(most < 2 ? count - 1 : k * (count - 1) / (most - 1));
  return chosen;
}

/// One export: topics are declared at construction, write() writes all messages.
class RunToMcap {
 public:
  RunToMcap(RunReader& run, const std::filesystem::path& path)
      : run_(run),
        world_(load_world_from_run(run)),
        topics_(world_, run.channels()),
        writer_(path, "ros2", kMcapLibrary + std::string(version())),
        keyframes_(chosen_keyframes(run.keyframe_count())),
        events_(run.read_events()),
        values_(run.channels().size()) {
    std::ranges::stable_sort(events_, {}, &RunEvent::time);
    add_topics();
  }

  McapReport write(const std::function<void(double)>& progress) {
    constexpr std::size_t kFramesBetweenProgress = 256;
    const std::size_t count = run_.frame_count();
    for (std::size_t frame = 0; frame < count; ++frame) {
      write_frame(frame);
      if (progress && frame % kFramesBetweenProgress == 0)
        progress(static_cast<double>(frame) / static_cast<double>(count));
    }
    while (next_event_ < events_.size()) write_event();
    writer_.close();
    if (progress) progress(1.0);
    return {count, topics_.topics().size(), writer_.message_count()};
  }

 private:
  /// Writes the run's metadata, and a schema per type with a channel per topic.
  void add_topics() {
    const RunHeader& header = run_.header();
    writer_.write_metadata("grouser run", {{"scenario", header.scenario},
                                           {"program_version", header.program_version},
                                           {"integrator", header.integrator},
                                           {"record_interval_s", std::to_string(header.record_interval)}});
    std::map<std::string, std::uint16_t> schemas;
    for (const RunTopic& topic : topics_.topics()) {
      std::uint16_t& schema = schemas[topic.type];
      if (schema == 0) schema = writer_.add_schema(ros_schema_name(topic.type), "ros2msg", topic.definition);
      channels_.push_back(writer_.add_channel(schema, topic.name, "cdr",
                                              {{"offered_qos_profiles", topic.latched ? kLatchedQos : ""}}));
    }
  }

  /// Writes the message in out_ to a topic.
  void put(std::size_t topic, double time) {
    writer_.write(channels_[topic], log_nanoseconds(time), out_.bytes());
  }

  void write_event() {
    const RunEvent& event = events_[next_event_++];
    topics_.encode_event(event, out_);
    put(topics_.events(), event.time);
  }

  /// Writes description, surface and soils, which are sent once, at the first frame.
  void write_ground(double time) {
    topics_.encode_description(out_);
    put(topics_.description(), time);
    topics_.encode_terrain(time, out_);
    put(topics_.terrain(), time);
    topics_.encode_soils(time, out_);
    put(topics_.soils(), time);
  }

  /// Writes the ruts of a keyframe as a grid.
  void write_ruts(std::size_t keyframe, double time) {
    GroundMemory ground = world_->grounds.untouched();
    for (const StoredTile& tile : run_.read_keyframe(keyframe).tiles)
      ground.load_tile({tile.i, tile.j}, tile.values);
    if (ground.all_tiles().empty()) return;  // viewers refuse a grid without cells
    topics_.encode_ruts(time, ground, out_);
    put(topics_.ruts(), time);
  }

  /// Writes all messages of a frame, and before them the events up to its time.
  void write_frame(std::size_t frame) {
    const double time = run_.read_frame(frame, values_).time;
    while (next_event_ < events_.size() && events_[next_event_].time <= time) write_event();
    if (frame == 0) write_ground(time);
    for (std::size_t topic = 0; topic < topics_.frame_topics(); ++topic) {
      topics_.encode_frame(topic, time, values_, out_);
      put(topic, time);
    }
    for (; next_keyframe_ < keyframes_.size() &&
           run_.keyframe_frame(keyframes_[next_keyframe_]) <= static_cast<std::uint64_t>(frame);
         ++next_keyframe_)
      write_ruts(keyframes_[next_keyframe_], time);
  }

  RunReader& run_;
  std::shared_ptr<const World> world_;
  RunTopics topics_;
  McapWriter writer_;
  std::vector<std::uint16_t> channels_;  // of the file, one per topic
  std::vector<std::size_t> keyframes_;
  std::vector<RunEvent> events_;
  std::vector<double> values_;
  std::size_t next_event_ = 0, next_keyframe_ = 0;
  CdrWriter out_;
};

}  // namespace

FileKind mcap_kind() { return {{".mcap"}, std::string(mcap::kMagic), kMcapLibrary}; }

McapReport export_mcap(RunReader& run, const std::filesystem::path& path,
                       const std::function<void(double fraction)>& progress) {
  run.check_frames_later();  // read_frame() compares each with its hash
  return RunToMcap(run, path).write(progress);
}

}  // namespace grouser
