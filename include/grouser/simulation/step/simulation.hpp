// SPDX-License-Identifier: BSD-3-Clause
// The loop body: one World (const, shared), one state, one step at a time. It has no clock, thread or output
// of its own.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "grouser/multibody/integrators/integrator.hpp"
#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/simulation/step/frame.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/verdict.hpp"
#include "grouser/terrain/memory/ground_memory.hpp"

namespace grouser {

class World;
struct ExternalCommand;  // external_drive.hpp
struct HandCommand;
struct SoilMapOperation;
struct StepOutput;  // output.hpp
class StepElement;

/// Why a step failed: where, which limit, in words.
struct StepFailure {
  StepStatus status = StepStatus::ok;  ///< which limit was broken
  std::string message;                 ///< one line: where, when and what
};

/// Costs of the steps since the simulation was made or reset.
struct StepStatistics {
  std::int64_t force_evaluations = 0;  ///< of the whole vehicle, including rejected steps and the start
  std::int64_t rejected_steps = 0;     ///< steps that were made anew with a shorter length

  /// Steps of rkf45 that are as short as steps get, and by their estimate less accurate than asked for
  std::int64_t inaccurate_steps = 0;
  double smallest_step = 0.0;  ///< s, without the step that was cut to end the run
  double largest_step = 0.0;   ///< s
};

/// A world in motion: steps a state of it, and reports on the state that it has.
class Simulation {
 public:
  /// Begins in a state of the world; that of its scenario's start is start_simulation()'s (build/start.hpp).
  Simulation(std::shared_ptr<const World> world, SimulationState start);
  ~Simulation();
  Simulation(Simulation&&) noexcept;  ///< movable

  const World& world() const;  ///< that it steps
  const Scene& scene() const;  ///< the world's scene: what does not change during a run

  /// Back to the state that it started from.
  void reset();
  double time() const;              ///< s
  std::int64_t step_count() const;  ///< number of steps since the scenario's start

  /// True once the scenario's duration is reached, or its verdict is old enough to end the run.
  bool finished() const;

  /// Makes one step. On failure the state stays at the last good one and failure() says why.
  StepStatus step();
  const StepFailure& failure() const;  ///< why the last step failed; ok if it did not

  /// Drives the main vehicle by hand: taken at the start of a step, the next one or that of the law's next
  /// decision, in place of one that waits; its own start does not matter. Angles may move by a rounding, so
  /// that a scenario can say them. Throws InputError for what the vehicle cannot follow.
  void command(const HandCommand& command);
  /// Commands the drives of the vehicle whose drive is external, at the start of the next step; values join
  /// those that wait. They are held until another command changes them. Throws InputError where no vehicle
  /// is commanded so, and as ExternalDrive::check().
  void command(const ExternalCommand& command);
  /// Commands angles to the servos of the main vehicle (rad; leg by leg: roll, hip, knee) at the start of the
  /// next step, in place of what waits. From then on its gait has no effect. Throws InputError for a vehicle
  /// without legs of three servos each, another number of angles, or angles out of their limits.
  void tell_servos(std::span<const double> angles);
  /// Applies a soil stroke before the next step, and keeps it in the state from then on; strokes that wait
  /// are applied one per step. reset() forgets it. Throws InputError for what no run takes.
  void paint(const SoilMapOperation& operation);
  /// For tests of failed steps: in the next step the load on this body is NaN. reset() and
  /// restore() forget it.
  void spoil_next_step(BodyId body);
  StepStatistics statistics() const;  ///< counts since the simulation was made or reset

  /// Hash of the whole state (dynamics, contacts, ground).
  std::uint64_t state_hash() const;
  const GroundMemory& ground() const;  ///< ruts and tracks of the present state
  GroundMemory& ground();              ///< for the recorder, which clears the marks of changed tiles

  /// Forces of the last step, or of the state that was restored.
  const StepOutput& output() const;
  /// The bound of adaptive steps in the last step: the longest one that the stiffest contact which touched
  /// carries, s, half of where Beeman's step becomes unstable (contact/step_limits.hpp); infinite if nothing
  /// bounds it.
  double contact_step_limit() const;
  /// One entry per tie of the scene: 1 where it has been cut.
  const std::vector<std::uint8_t>& released_ties() const;
  /// The verdict on the run, once it is known and if the scenario asks for one (World::verdict).
  std::optional<Verdict> verdict() const;
  /// All that acts or watches in a step beside contacts (src/simulation/step/step_element.hpp).
  const std::vector<std::unique_ptr<StepElement>>& elements() const;
  /// Present loads that the joints transmit, one per joint, in joint axes; see multibody/tree/dynamics.hpp.
  void calc_joint_loads(std::vector<Wrench>& loads) const;

  /// Poses and velocities of the present state.
  const Kinematics& kinematics() const;
  /// Forces on the bodies and springs that are cut, of the last step.
  const Loads& loads() const;
  /// Multiplier of each row of the model in the last step, N or N m.
  const VecX& multipliers() const;
  const SimulationState& state() const;  ///< the present state; a copy is a checkpoint
  void restore(const SimulationState&);  ///< goes on from a state of the same world

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace grouser
