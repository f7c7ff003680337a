// SPDX-License-Identifier: BSD-3-Clause
// From a simulation that is being stepped to a server of those who watch it: which frames, events and states
// of the ground are handed over. It belongs to the run's thread, has no clock, and changes nothing of the
// simulation.
#pragma once
#include "common/kept_steps.hpp"
#include "common/link/run_audience.hpp"
#include "grouser/simulation/observe/event_watch.hpp"
#include "grouser/simulation/observe/frame_writer.hpp"
#include "grouser/simulation/observe/live_frames.hpp"
#include "grouser/simulation/observe/metrics.hpp"

namespace grouser {

/// One feed per server; each decides by itself which frames are due.
class RunFeed {
 public:
  /// The server outlives the feed.
  RunFeed(RunAudience& server, const Simulation& simulation);
  /// Call at the start and after each step.
  void observe(const Simulation& simulation, const MetricsTracker& metrics);
  /// The last state and the end of the run; see RunAudience::finish().
  void finish(const Simulation& simulation, const RunSummary& summary, double linger);

 private:
  /// All that is new since the last update that the server took.
  LinkUpdate update_of(const Simulation& simulation, std::optional<std::map<std::string, Metric>> metrics);

  RunAudience& server_;
  EventWatch watch_;
  FrameWriter frame_writer_;
  LiveFrames frames_;
  KeptSteps metrics_;
  std::size_t events_sent_ = 0;
  std::int64_t last_step_ = -1;
  std::uint64_t ground_hash_ = 0;
};

}  // namespace grouser
