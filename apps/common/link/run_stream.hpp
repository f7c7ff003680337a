// SPDX-License-Identifier: BSD-3-Clause
// The data that the server keeps of a run for its viewers, and the next message of each viewer. It belongs to
// one thread, has neither clock nor socket, and does not grow beyond its limits.
#pragma once
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "grouser/simulation/link/link_message.hpp"
#include "grouser/simulation/step/frame.hpp"
#include "grouser/terrain/memory/ground_memory.hpp"

namespace grouser {

/// Data that the run hands over to the server.
struct LinkUpdate {
  std::shared_ptr<const Frame> frame;
  std::shared_ptr<const GroundMemory>
      ground;                    ///< a copy of the state at the frame; null where it did not change
  std::vector<RunEvent> events;  ///< new ones
  std::optional<std::map<std::string, Metric>> metrics;  ///< of the run so far
};

using SharedBytes = std::shared_ptr<const LinkBytes>;

/// Progress of one viewer through the stream.
struct ViewerCursor {
  std::uint64_t known_run = 0;  ///< of its join message
  bool welcomed = false, has_scene = false, ended = false;
  std::size_t events = 0;                      ///< sent
  std::uint64_t next_frame = 0;                ///< number of the next frame; the run's first is 1
  std::uint64_t metrics = 0;                   ///< version sent
  std::uint64_t ground_after = 0;              ///< the ground waits for that frame while frames are waiting
  std::shared_ptr<const GroundMemory> ground;  ///< sent last
  std::deque<SharedBytes> parts;               ///< of a ground that is being sent
};

class RunStream {
 public:
  RunStream(std::uint64_t run, LinkBytes scene);
  void add(LinkUpdate update);
  /// Nothing may be added afterwards.
  void end(const LinkEnd& end);
  /// The next message for a viewer, or null if it has all there is. A viewer that comes late begins at the
  /// newest frame, with all events; a slow one gets every second, third ... frame, and the ground of that
  /// moment.
  SharedBytes next(ViewerCursor& cursor);

 private:
  SharedBytes next_of_ground(ViewerCursor& cursor);
  SharedBytes next_frame(ViewerCursor& cursor);
  std::uint64_t frames_end() const { return first_frame_ + frames_.size(); }

  std::uint64_t run_;
  SharedBytes scene_, end_, metrics_;
  std::vector<RunEvent> events_;
  std::uint64_t first_frame_ = 1;  // number of the first that is kept
  std::deque<SharedBytes> frames_;
  std::size_t frame_bytes_ = 0;
  std::uint64_t metrics_version_ = 0;
  double time_ = 0.0;  // s, of the newest frame
  std::shared_ptr<const GroundMemory> ground_;
  // The parts made last: viewers that keep up all want the same.
  std::shared_ptr<const GroundMemory> parts_from_, parts_to_;
  std::vector<SharedBytes> parts_;
};

}  // namespace grouser
