// SPDX-License-Identifier: BSD-3-Clause
// Encodes a run's messages for viewers (docs/live_link.md). Texts are cut at the lengths that a decoder
// takes; ground is split into parts of at most kTilesAtOnce tiles.
#include <algorithm>
#include <array>

#include "bytes.hpp"
#include "ground_codec.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/shown_text.hpp"
#include "grouser/base/version.hpp"
#include "grouser/simulation/link/link_message.hpp"
#include "grouser/simulation/run/world_header.hpp"
#include "grouser/simulation/step/world.hpp"
#include "link_format.hpp"
#include "scene_codec.hpp"

namespace grouser {
namespace {

/// A writer that has put the kind.
ByteWriter begin(LinkKind kind) { return ByteWriter(static_cast<std::uint8_t>(kind)); }

/// Protocol and version, with which both ends begin.
void put_mark(ByteWriter& writer) {
  writer.put(kLinkMark);
  writer.put(kLinkVersion);
}

}  // namespace

LinkBytes encode(const LinkJoin& join) {
  ByteWriter writer = begin(LinkKind::join);
  put_mark(writer);
  writer.put(join.known_run);
  return writer.take();
}

LinkBytes encode(const LinkWelcome& welcome) {
  ByteWriter writer = begin(LinkKind::welcome);
  put_mark(writer);
  writer.put(welcome.run);
  writer.put(clipped(welcome.program_version, kMostLinkText));
  return writer.take();
}

LinkBytes encode(const LinkEnd& end) {
  ByteWriter writer = begin(LinkKind::end);
  writer.put(static_cast<std::uint8_t>(end.status));
  writer.put(clipped(end.message, kMostLinkText));
  return writer.take();
}

LinkBytes encode_scene(const World& world) {
  ByteWriter writer = begin(LinkKind::scene);
  put_scene(writer, {header_of(world), world.scene.channels});
  // A viewer takes no more than this.
  if (writer.size() > kMostSceneBytes)
    throw InputError(world.settings.name, std::to_string(writer.size() >> 20) + " MB of ground and documents",
                     "at most " + std::to_string(kMostSceneBytes >> 20) + " MB in a live link");
  return writer.take();
}

LinkBytes encode_events(std::span<const RunEvent> events) {
  ByteWriter writer = begin(LinkKind::events);
  writer.put(static_cast<std::uint32_t>(events.size()));
  for (const RunEvent& event : events) {
    writer.put(event.time);
    writer.put(clipped(event.kind, kEventKindBytes));
    writer.put(clipped(event.text, kEventTextBytes));
  }
  return writer.take();
}

LinkBytes encode_metrics(const std::map<std::string, Metric>& metrics) {
  ByteWriter writer = begin(LinkKind::metrics);
  writer.put(static_cast<std::uint32_t>(metrics.size()));
  for (const auto& [name, metric] : metrics) {
    writer.put(name);
    writer.put(metric.value);
    writer.put(metric.unit);
  }
  return writer.take();
}

LinkBytes encode_frame(const Frame& frame) {
  ByteWriter writer = begin(LinkKind::frame);
  writer.put(frame.time);
  writer.put(frame.step);
  writer.put(frame.state_hash);
  writer.put_all(std::span<const double>(frame.channels));
  writer.put(static_cast<std::uint32_t>(frame.contact_forces.size()));
  for (const ForceArrow& arrow : frame.contact_forces)
    for (const Vec3& vector : {arrow.point, arrow.force})
      for (int k = 0; k < 3; ++k) writer.put(vector[k]);
  writer.put_all(std::span<const std::uint8_t>(frame.ties_cut));
  return writer.take();
}

std::vector<LinkBytes> encode_ground(double time, const GroundMemory* before, const GroundMemory& now) {
  constexpr std::size_t kTilesAtOnce = 1024;
  static_assert(kTilesAtOnce * kMostTileBytes < kMostLinkBytes);
  std::vector<TileKey> keys = differing_tiles(before, now);
  // Tiles beyond the limit of a viewer are left out.
  if (keys.size() > kMostLinkTiles) keys.resize(kMostLinkTiles);
  std::vector<LinkBytes> parts;
  std::size_t done = 0;
  // At least one part is sent, also when no tile has changed.
  do {
    const std::size_t count = std::min(kTilesAtOnce, keys.size() - done);
    ByteWriter writer = begin(LinkKind::ground);
    writer.put(time);
    writer.put(now.cell());
    const bool first = done == 0 && !before, last = done + count == keys.size();
    writer.put(static_cast<std::uint8_t>((first ? kGroundAfresh : 0) | (last ? kGroundWhole : 0)));
    writer.put(static_cast<std::uint32_t>(count));
    for (std::size_t k = done; k < done + count; ++k) put_tile(writer, keys[k], now.tile_values(keys[k]));
    parts.push_back(writer.take());
    done += count;
  } while (done < keys.size());
  return parts;
}

}  // namespace grouser
