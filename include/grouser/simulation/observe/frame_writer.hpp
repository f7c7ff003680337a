// SPDX-License-Identifier: BSD-3-Clause
// Fills frames from a simulation: poses, channels and force arrows of its present state.
#pragma once
#include <memory>

#include "grouser/simulation/step/frame.hpp"
#include "grouser/simulation/step/simulation.hpp"

namespace grouser {

class FrameWriter {
 public:
  explicit FrameWriter(const World& world);
  ~FrameWriter();
  FrameWriter(FrameWriter&&) noexcept;
  /// Of the world's simulation; reuses the frame's storage.
  void fill(const Simulation& simulation, Frame& frame);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace grouser
