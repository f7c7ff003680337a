// SPDX-License-Identifier: BSD-3-Clause
// Decodes a run's messages (docs/live_link.md) for a viewer. They come from a network: order, counts, times
// and numbers are checked before anything is made of them, and the viewer builds the world from the scene
// itself.
#include "grouser/simulation/link/link_decoder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "bytes.hpp"
#include "ground_codec.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/version.hpp"
#include "grouser/simulation/build/header_world.hpp"
#include "grouser/simulation/step/world.hpp"
#include "link_format.hpp"
#include "scene_codec.hpp"

namespace grouser {
namespace {

/// Name of a kind, for messages.
const char* name_of(LinkKind kind) {
  static constexpr const char* kNames[] = {"join",  "welcome", "scene",   "events",
                                           "frame", "ground",  "metrics", "end"};
  return kNames[static_cast<std::size_t>(kind) - 1];
}

/// The kind of a message, from its first byte, and a reader of the rest.
std::pair<LinkKind, ByteReader> open(const std::string& from, std::span<const std::uint8_t> message) {
  const bool known = !message.empty() && message[0] >= static_cast<std::uint8_t>(LinkKind::join) &&
                     message[0] <= static_cast<std::uint8_t>(LinkKind::end);
  if (!known)
    throw InputError(from,
                     message.empty() ? "an empty message" : fmt::format("a message of kind {}", message[0]),
                     "a message of Grouser's live link");
  const auto kind = static_cast<LinkKind>(message[0]);
  return {kind, ByteReader(from + ": " + name_of(kind), message.subspan(1))};
}

/// Throws InputError for another protocol or version.
void read_mark(ByteReader& reader) {
  if (reader.number<std::uint32_t>() != kLinkMark)
    reader.refuse("another mark", "that of Grouser's live link");
  const auto found = reader.number<std::uint16_t>();
  if (found != kLinkVersion)
    reader.refuse(fmt::format("version {} of the live link", found),
                  fmt::format("version {}: the same Grouser at both ends", kLinkVersion));
}

/// Values of metrics may be NaN.
LinkMetrics decode_metrics(ByteReader& reader) {
  LinkMetrics metrics;
  const std::size_t count = reader.count(16, kMostLinkMetrics);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string name = reader.text(kMostLinkText);
    Metric& metric = metrics[name];
    metric.value = reader.number<double>();
    metric.unit = reader.text(kMostLinkText);
  }
  return metrics;
}

/// Status and message with which a run ended.
LinkEnd decode_end(ByteReader& reader) {
  LinkEnd end;
  const auto status = reader.number<std::uint8_t>();
  if (status > static_cast<std::uint8_t>(RunStatus::interrupted))
    reader.refuse(fmt::format("status {}", status), "completed, failed or interrupted");
  end.status = static_cast<RunStatus>(status);
  end.message = reader.text(kMostLinkText);
  return end;
}

/// Forces on contact parts, of which there must be as many as `expected`.
std::vector<ForceArrow> decode_arrows(ByteReader& reader, std::size_t expected) {
  std::vector<ForceArrow> arrows(reader.count(sizeof(double) * 6, expected));
  if (arrows.size() != expected)
    reader.refuse(fmt::format("{} forces", arrows.size()), fmt::format("{}, one per part", expected));
  for (ForceArrow& arrow : arrows)
    for (Vec3* vector : {&arrow.point, &arrow.force})
      for (int k = 0; k < 3; ++k) (*vector)[k] = reader.finite();
  return arrows;
}

}  // namespace

LinkJoin decode_join(std::span<const std::uint8_t> message) {
  auto [kind, reader] = open("a viewer", message);
  if (kind != LinkKind::join) reader.refuse("this message", "join");
  read_mark(reader);
  LinkJoin join;
  join.known_run = reader.number<std::uint64_t>();
  reader.finish();
  return join;
}

// The seven channels of each body's pose, as places among the scene's channels.
std::vector<std::array<std::size_t, 7>> pose_channels(const Scene& scene, const std::string& from) {
  static constexpr const char* kParts[] = {"x", "y", "z", "qw", "qx", "qy", "qz"};
  std::map<std::string, std::size_t> places;
  for (std::size_t k = 0; k < scene.channels.size(); ++k) places[scene.channels[k].name] = k;
  std::vector<std::array<std::size_t, 7>> poses(scene.body_names.size());
  for (std::size_t b = 0; b < poses.size(); ++b)
    for (std::size_t k = 0; k < 7; ++k) {
      const std::string name = "body/" + scene.body_names[b] + "/" + kParts[k];
      const auto found = places.find(name);
      if (found == places.end())
        throw InputError(from, "no channel '" + name + "'", "the pose of every body");
      poses[b][k] = found->second;
    }
  return poses;
}

LinkDecoder::LinkDecoder(std::string from, std::uint64_t known_run, std::shared_ptr<const World> known)
    : from_(std::move(from)), known_run_(known ? known_run : 0) {
  if (known) take_world(std::move(known));
}

void LinkDecoder::take_world(std::shared_ptr<const World> world) {
  poses_ = pose_channels(world->scene, from_);
  world_ = std::move(world);
}

LinkMessage LinkDecoder::decode(std::span<const std::uint8_t> message) {
  auto [kind, reader] = open(from_, message);
  // A viewer that knows the run already gets no scene.
  const bool in_turn = !ended_ && (!welcomed_       ? kind == LinkKind::welcome
                                   : expects_scene_ ? kind == LinkKind::scene
                                                    : kind > LinkKind::scene);
  if (!in_turn)
    reader.refuse("it out of turn", "first a welcome, then one scene, then the run, last its end");
  LinkMessage found = decode_stream(kind, reader);
  reader.finish();
  return found;
}

LinkMessage LinkDecoder::decode_stream(LinkKind kind, ByteReader& reader) {
  switch (kind) {
    case LinkKind::welcome:
      return decode_welcome(reader);
    case LinkKind::scene:
      return decode_scene(reader);
    case LinkKind::events:
      return decode_events(reader);
    case LinkKind::frame:
      return decode_frame(reader);
    case LinkKind::ground:
      return decode_ground(reader);
    case LinkKind::metrics:
      return decode_metrics(reader);
    case LinkKind::end:
      ended_ = true;
      return decode_end(reader);
    case LinkKind::join:
      break;
  }
  reader.refuse("a message of a viewer", "one of a run");
}

LinkWelcome LinkDecoder::decode_welcome(ByteReader& reader) {
  read_mark(reader);
  LinkWelcome welcome;
  welcome.run = reader.number<std::uint64_t>();
  if (welcome.run == 0) reader.refuse("run number 0", "another one");
  welcome.program_version = reader.text(kMostLinkText);
  run_ = welcome.run;
  welcomed_ = true;
  expects_scene_ = run_ != known_run_;
  return welcome;
}

std::shared_ptr<const World> LinkDecoder::decode_scene(ByteReader& reader) {
  const LinkScene scene = read_scene(reader);
  const std::shared_ptr<const World> world = load_world_from_header(scene.header, from_);
  // Another version may make other channels of the same scenario, and frames have values alone.
  const std::vector<ChannelSpec>& ours = world->scene.channels;
  const bool same = std::equal(
      ours.begin(), ours.end(), scene.channels.begin(), scene.channels.end(),
      [](const ChannelSpec& a, const ChannelSpec& b) { return a.name == b.name && a.unit == b.unit; });
  if (!same)
    reader.refuse(
        fmt::format("{} channels, of version {}", scene.channels.size(), scene.header.program_version),
        fmt::format("the {} that version {} makes of the scenario", ours.size(), version()));
  take_world(world);
  expects_scene_ = false;
  return world;
}

LinkEvents LinkDecoder::decode_events(ByteReader& reader) {
  constexpr std::size_t kLeast = sizeof(double) + 8;  // bytes of an event
  LinkEvents events(reader.count(kLeast, kMostLinkEvents - events_));
  events_ += events.size();
  for (RunEvent& event : events) {
    event.time = reader.finite();
    event.kind = reader.text(kEventKindBytes);
    event.text = reader.text(kEventTextBytes);
  }
  return events;
}

double LinkDecoder::decode_time(ByteReader& reader) const {
  constexpr double kBeyond = 1.0;  // s: the last step may end after the run's duration
  const double time = reader.finite();
  const double latest = world_->scene.duration + kBeyond;
  if (time < 0.0 || time > latest)
    reader.refuse(fmt::format("{:.6g} s", time), fmt::format("a time from 0 to {:.6g} s", latest));
  return time;
}

std::shared_ptr<const Frame> LinkDecoder::decode_frame(ByteReader& reader) {
  const Scene& scene = world_->scene;
  auto frame = std::make_shared<Frame>();
  frame->time = decode_time(reader);
  if (frame->time <= last_time_)
    reader.refuse(fmt::format("{:.6g} s after {:.6g} s", frame->time, last_time_), "a later time");
  last_time_ = frame->time;
  frame->step = reader.number<std::int64_t>();
  if (frame->step < 0) reader.refuse("a negative step", "a step's number");
  frame->state_hash = reader.number<std::uint64_t>();
  frame->channels = reader.all<double>(scene.channels.size());
  if (frame->channels.size() != scene.channels.size())
    reader.refuse(fmt::format("{} channels", frame->channels.size()),
                  fmt::format("{}", scene.channels.size()));
  // Values: finite, except for slips of wheels at rest.
  const auto& v = frame->channels;
  for (std::size_t k = 0; k < v.size(); ++k) {
    const std::string& name = scene.channels[k].name;  // the slip of a wheel at rest has no value
    const bool may_lack = name.ends_with("/slip") || name.ends_with("/slip_angle");
    if (!std::isfinite(v[k]) && !(may_lack && std::isnan(v[k])))
      reader.refuse("a channel that is not finite", "finite numbers, or NaN for a slip without a value");
  }
  // Poses are channels too; their quaternions must have unit length.
  for (const auto& c : poses_) {
    const Quat q(v[c[3]], v[c[4]], v[c[5]], v[c[6]]);
    constexpr double kOff = 1e-6;  // of 1
    if (!(std::fabs(q.squaredNorm() - 1.0) < kOff))
      reader.refuse("a pose without a direction", "a unit quaternion");
    frame->body_poses.push_back({to_matrix(normalised(q)), Vec3(v[c[0]], v[c[1]], v[c[2]])});
  }
  // One force per contact part, one flag per tie.
  frame->contact_forces = decode_arrows(reader, world_->parts.size());
  frame->ties_cut = reader.all<std::uint8_t>(scene.ties.size());
  if (frame->ties_cut.size() != scene.ties.size())
    reader.refuse(fmt::format("{} ties", frame->ties_cut.size()), fmt::format("{}", scene.ties.size()));
  return frame;
}

LinkMessage LinkDecoder::decode_ground(ByteReader& reader) {
  const double time = decode_time(reader), cell = reader.finite();
  const auto flags = reader.number<std::uint8_t>();
  if (flags & ~(kGroundAfresh | kGroundWhole)) reader.refuse("unknown flags", "0 to 3");
  if (!(cell >= 1e-3 && cell <= 10.0)) reader.refuse(fmt::format("cells of {:.3g} m", cell), "0.001 to 10 m");
  // The first part of a whole ground replaces the one before.
  if (flags & kGroundAfresh) {
    ground_.emplace(cell, kSeenLayers);
    tiles_ = 0;
  }
  if (!ground_ || ground_->cell() != cell)
    reader.refuse("a part of another ground", "the whole ground first");
  const std::size_t count = reader.count(kLeastTileBytes, kMostLinkTiles);
  for (std::size_t k = 0; k < count; ++k) {
    tiles_ += read_tile(reader, *ground_) ? 1 : 0;
    if (tiles_ > kMostLinkTiles) reader.refuse("too many tiles", fmt::format("at most {}", kMostLinkTiles));
  }
  fresh_tiles_ += count;
  // Parts collect until the last one of this moment.
  if (!(flags & kGroundWhole)) return std::monostate{};
  // The copy shares its tiles until the next part changes them.
  return LinkGround{time, std::make_shared<const GroundMemory>(*ground_), std::exchange(fresh_tiles_, 0)};
}

}  // namespace grouser
