// SPDX-License-Identifier: BSD-3-Clause
// Fills frames from a simulation: poses, channels and force arrows of its present state.
#pragma once
#include <memory>

#include "grouser/simulation/step/frame.hpp"
#include "grouser/simulation/step/simulation.hpp"

namespace grouser {

/// Fills frames from simulations of one world.
class FrameWriter {
 public:
  explicit FrameWriter(const World& world);  ///< for simulations of this world, which it does not own
  ~FrameWriter();
  FrameWriter(FrameWriter&&) noexcept;  ///< movable

  /// Fills a frame with the present state of the world's simulation; reuses the frame's storage.
  void fill(const Simulation& simulation, Frame& frame);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace grouser
