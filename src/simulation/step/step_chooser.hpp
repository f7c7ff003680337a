// SPDX-License-Identifier: BSD-3-Clause
// Chooser of the length of each step of a run whose steps are not all the same: by the motion of contacts
// (StepControl), or by the integrator's error (ErrorControl).
#pragma once
#include "step_loads.hpp"

namespace grouser {

/// Interface of both choosers, with the limits from motion that they share.
class StepChooser {
 public:
  /// For a world with settings.adaptive.
  StepChooser(const World& world, const StepLoads& system);
  virtual ~StepChooser() = default;
  StepChooser(const StepChooser&) = delete;
  StepChooser& operator=(const StepChooser&) = delete;

  /// The run's first step, s.
  virtual double first_step() const = 0;
  /// Call before the first try of a step from this state.
  virtual void begin(StepLoads&, const SimulationState&) {}
  /// Another step to try instead of the one of length dt just tried, to whose end the state was advanced, s;
  /// 0: that one is good.
  virtual double other_step(const SimulationState& tried, const StepLoads& system, double dt) = 0;
  /// The next step, after one was accepted, s.
  virtual double next_step(const SimulationState& state, const StepLoads& system,
                           const Kinematics& kinematics) const = 0;
  double min_step() const { return limits_.min_step; }
  /// Steps since the run's start that were as short as they get and yet not as accurate as asked for.
  virtual std::int64_t inaccurate_steps() const { return 0; }
  virtual void restart_statistics() {}

 protected:
  /// Longest step, s, in which no body turns further than it may, and no part moves further than half the
  /// smallest part's radius: nothing passes through a surface that it should meet.
  double longest_by_motion(const SimulationState& state, const StepLoads& system,
                           const Kinematics& kinematics) const;

  const World& world_;
  AdaptiveStep limits_;
  double travel_;  // longest distance a part moves in one step of flight, m
};

}  // namespace grouser
