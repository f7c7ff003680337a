// SPDX-License-Identifier: BSD-3-Clause
// Messages of the live link, by which a run is watched from another program while it runs
// (docs/live_link.md). A message is a byte of its kind and numbers of fixed size, little endian; texts and
// lists begin with their count. Every decoder checks lengths, counts and numbers before it uses them; what
// is wrong is an InputError. Nothing here has a clock, a thread or a socket.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "grouser/recording/run_file/run_event.hpp"
#include "grouser/simulation/run/run.hpp"
#include "grouser/simulation/step/metric.hpp"

namespace grouser {

class GroundMemory;
class World;
struct Frame;

inline constexpr std::uint16_t kLinkVersion = 2;  ///< raised whenever a message changes

// Longest messages: a scene has the heights of the ground in it.
inline constexpr std::size_t kMostJoinBytes = 64;
inline constexpr std::size_t kMostLinkBytes = 16u << 20;
inline constexpr std::size_t kMostSceneBytes = 320u << 20;

// Most of a whole run: neither end grows beyond what they allow.
inline constexpr std::size_t kMostLinkEvents = 10'000;
inline constexpr std::size_t kMostLinkMetrics = 1'000;
inline constexpr std::size_t kMostLinkTiles = 65'536;  ///< of ground memory: 27,000 m2, 0.5 GB

enum class LinkKind : std::uint8_t {
  join = 1,  ///< the only one that a viewer sends
  welcome,
  scene,
  events,
  frame,
  ground,
  metrics,
  end
};

using LinkBytes = std::vector<std::uint8_t>;

/// A viewer's first and only message.
struct LinkJoin {
  std::uint64_t known_run = 0;  ///< run of the scene that it has already; 0: none
};
/// The first answer.
struct LinkWelcome {
  std::uint64_t run = 0;  ///< differs from run to run, never 0
  std::string program_version;
};
/// The last message of a run.
struct LinkEnd {
  RunStatus status = RunStatus::completed;
  std::string message;  ///< why it failed
};

LinkBytes encode(const LinkJoin&);
LinkBytes encode(const LinkWelcome&);
LinkBytes encode(const LinkEnd&);
/// Data from which a viewer builds the same world: documents, settings, heights, soil map. Throws InputError
/// if no documents give it, or if the ground is too large for a message.
LinkBytes encode_scene(const World&);
LinkBytes encode_events(std::span<const RunEvent>);
LinkBytes encode_metrics(const std::map<std::string, Metric>&);
/// Poses are not in it: they are among the channels.
LinkBytes encode_frame(const Frame&);
/// Changes of the ground between two states, or all of it if `before` is null; in several messages if it is
/// much. `before` must be a copy of an earlier state of `now`.
std::vector<LinkBytes> encode_ground(double time, const GroundMemory* before, const GroundMemory& now);

/// Throws InputError.
LinkJoin decode_join(std::span<const std::uint8_t> message);

}  // namespace grouser
