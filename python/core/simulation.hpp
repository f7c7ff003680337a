// SPDX-License-Identifier: BSD-3-Clause
// A simulation that a script steps, and its states.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>

#include "grouser/simulation/observe/frame_writer.hpp"
#include "grouser/simulation/observe/live_frames.hpp"
#include "grouser/simulation/step/external_drive.hpp"
#include "grouser/simulation/step/simulation.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"
#include "values.hpp"

namespace grouser::python {

/// A copy of a state, and the world that it is of.
class BoundState {
 public:
  BoundState(std::shared_ptr<const World> world, const SimulationState& state)
      : world_(std::move(world)), state_(state) {}
  const std::shared_ptr<const World>& world() const { return world_; }
  const SimulationState& state() const { return state_; }

 private:
  std::shared_ptr<const World> world_;
  SimulationState state_;
};

/// A simulation for one thread at a time: each member but world() throws std::runtime_error while another
/// thread works on it.
class BoundSimulation {
 public:
  explicit BoundSimulation(Simulation simulation);

  const World& world() const { return *world_; }
  /// Makes up to `count` steps, fewer where the run ends before. Returns how many. Throws RunError where a
  /// step fails.
  std::int64_t step(std::int64_t count);
  double time();
  std::int64_t step_count();
  bool finished();
  std::uint64_t state_hash();
  /// Steps to the next moment that viewers of the live link would be shown, or to the run's end. Returns
  /// false where there is none left.
  bool step_to_live_frame();
  std::unique_ptr<BoundState> state();
  /// Throws InputError for a state of another world.
  void restore(const BoundState& state);
  void reset();
  /// Another simulation of the same world, in the same state.
  std::unique_ptr<BoundSimulation> branch();
  /// The value of a channel of the scene in the present state.
  double channel(std::size_t index);
  py::object channels();
  /// One row per body: position, m, then the quaternion w, x, y, z; world axes.
  py::object poses();
  /// Drives by hand from the next decision on. Throws InputError.
  void command(const HandCommand& command);
  /// Commands the drives from outside, from the next step on. Throws InputError.
  void command_drives(const std::vector<std::size_t>& columns, const std::vector<double>& values);

 private:
  /// The frame of the present state, filled at its first use.
  const Frame& frame();
  /// Lets live frames begin again, after the state has changed.
  void show_anew();

  std::shared_ptr<const World> world_;
  Simulation simulation_;
  FrameWriter writer_;
  Frame frame_;
  bool filled_ = false;
  LiveFrames live_;
  bool shown_ = false;  // a live frame of it
  std::vector<ExternalValue> ordered_;
  std::atomic_flag busy_;
};

}  // namespace grouser::python
