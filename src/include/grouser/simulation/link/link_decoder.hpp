// SPDX-License-Identifier: BSD-3-Clause
// The viewer's end of the live link: messages in the order in which they came become a world, frames and
// states of the ground. Whoever sends them may mean harm.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "grouser/simulation/link/link_message.hpp"
#include "grouser/simulation/step/frame.hpp"
#include "grouser/terrain/memory/ground_memory.hpp"

namespace grouser {

class ByteReader;

/// The state of the ground at a time, s.
struct LinkGround {
  double time = 0.0;
  std::shared_ptr<const GroundMemory> ground;
  std::size_t tiles = 0;  ///< that came for it
};
using LinkEvents = std::vector<RunEvent>;
using LinkMetrics = std::map<std::string, Metric>;

/// Contents of a message; std::monostate: a part of the ground, whose rest is still to come.
using LinkMessage = std::variant<std::monostate, LinkWelcome, std::shared_ptr<const World>, LinkEvents,
                                 std::shared_ptr<const Frame>, LinkGround, LinkMetrics, LinkEnd>;

class LinkDecoder {
 public:
  /// `from`: who sends, for messages. `known_run` and `known`: a run whose scene came on an earlier line.
  explicit LinkDecoder(std::string from, std::uint64_t known_run = 0,
                       std::shared_ptr<const World> known = nullptr);
  /// Takes the next message. Throws InputError if it is not one, does not fit the scene, or comes out of
  /// turn; then nothing more may be taken.
  LinkMessage decode(std::span<const std::uint8_t> message);
  /// Longest message that may come now, bytes.
  std::size_t most_bytes() const { return expects_scene_ ? kMostSceneBytes : kMostLinkBytes; }
  /// Number of the run on the line; 0 before the welcome.
  std::uint64_t run() const { return run_; }

 private:
  LinkMessage decode_stream(LinkKind kind, ByteReader& reader);
  LinkWelcome decode_welcome(ByteReader& reader);
  std::shared_ptr<const World> decode_scene(ByteReader& reader);
  LinkEvents decode_events(ByteReader& reader);
  std::shared_ptr<const Frame> decode_frame(ByteReader& reader);
  LinkMessage decode_ground(ByteReader& reader);
  double decode_time(ByteReader& reader) const;
  void take_world(std::shared_ptr<const World> world);

  std::string from_;
  std::uint64_t known_run_, run_ = 0;
  std::shared_ptr<const World> world_;
  std::vector<std::array<std::size_t, 7>> poses_;  // channels of each body's pose
  bool welcomed_ = false, expects_scene_ = false, ended_ = false;
  std::size_t events_ = 0, tiles_ = 0, fresh_tiles_ = 0;
  double last_time_ = -1.0;             // s, of the last frame
  std::optional<GroundMemory> ground_;  // none before its first part
};

/// Columns of each body's pose (x, y, z, qw, qx, qy, qz) among a scene's channels. Throws InputError if one
/// is not there.
std::vector<std::array<std::size_t, 7>> pose_channels(const Scene& scene, const std::string& from);

}  // namespace grouser
