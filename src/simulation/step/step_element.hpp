// SPDX-License-Identifier: BSD-3-Clause
// The seam between a step and what acts or watches in it beside contacts: struts, an engine, servos, a watch
// of the landing. Each kind is one element in simulation/elements, which knows its loads, its memory, its
// share of the energy book, its channels, and its verdict. The loop of a step knows only the list.
//
// In a step, for each element in the order of the list:
//   begin_step   takes commands from outside, before anything moves
//   begin        takes its memory, before each try of the step
//   prescribe    commands coordinates, and apply() adds loads, in each evaluation of the forces
//   read_efforts reads what the dynamics found, at the end of each evaluation
//   accept       passes memory that evaluations advanced to the state, once the step is accepted
//   book         enters what it dissipated, before the energy book is brought up to date
//   finish       decides and watches, for the next step
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "channel_sink.hpp"
#include "grouser/multibody/tree/dynamics.hpp"
#include "grouser/simulation/step/external_drive.hpp"
#include "grouser/simulation/step/frame.hpp"
#include "grouser/simulation/step/metric.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// Whether dampers are left to the step's method, which takes them at the end velocity, or act at the present
/// velocity.
enum class DamperForm { implicit, explicit_ };

/// The moment at which the forces are evaluated.
struct ForceInstant {
  double time = 0.0;  ///< s
  const Kinematics& kinematics;
  const VecX &q, &v;  ///< of the joints
  DamperForm dampers = DamperForm::explicit_;
};

/// The result of the dynamics at such a moment.
struct EffortInstant {
  double time = 0.0;      ///< s
  const VecX &q, &v;      ///< of the joints
  const VecX& v_base;     ///< velocity at the step's end for zero acceleration; `v` in rate form
  const VecX& a;          ///< of the joints
  double gamma = 0.0;     ///< s; the end velocity is v_base + gamma a
  bool advances = false;  ///< memory is advanced: the evaluation may end a step
  const Loads& loads;
};

/// A state at the end of a step, or at the start of a run, with the forces at it.
struct StepMoment {
  const StepOutput& output;
  const Kinematics& kinematics;
  const VecX& effort;  ///< of all coordinates, N or N m
  double dt = 0.0;     ///< length of the step, s
};

using Metrics = std::map<std::string, Metric>;

/// Energy that an element stores, J.
struct StoredEnergy {
  double kinetic = 0.0, potential = 0.0, springs = 0.0;
};

/// Angles for all servos of the main vehicle, rad; leg by leg: roll, hip, knee.
struct ServoAngles {
  std::span<const double> angles;
};
/// A command from outside the run.
using OutsideCommand = std::variant<HandCommand, ExternalCommand, ServoAngles, SoilMapOperation>;

/// The order in which verdicts count: the scenario's own goals, then what happens to a vehicle, then the
/// general rules of an egress.
enum class VerdictRank { goal, event, egress };

/// Interface of all that acts or watches in a step; the top of this file has the order of the calls.
class StepElement {
 public:
  StepElement() = default;
  virtual ~StepElement() = default;
  StepElement(const StepElement&) = delete;
  StepElement& operator=(const StepElement&) = delete;

  // The start of a run:
  /// Gives the state its memory, at the positions of state.motion. Called again where these change.
  virtual void make_memory(SimulationState&) const {}
  /// Call once all vehicles are at their start.
  virtual void start(const Kinematics&, SimulationState&) {}
  /// Call once the forces at the start are known.
  virtual void look(const StepMoment&, SimulationState&) const {}
  /// Throws InputError with `place` for memory that no run writes.
  virtual void check(const SimulationState&, const std::string& /*place*/) const {}
  /// Forgets commands that wait, because the run starts again.
  virtual void forget() {}
  /// While true, commands stay as they are at t = 0 (settling).
  virtual void hold(bool) {}

  // Commands from outside:
  /// Takes the command at the start of a following step. False where it is meant for another element. Throws
  /// InputError for a command that no run follows.
  virtual bool take(const OutsideCommand&, const SimulationState&) { return false; }
  /// Returns true where it changed the ground.
  virtual bool begin_step(const Kinematics&, SimulationState&) { return false; }
  /// Call after a step, tried or accepted: whether begin_step() counts.
  virtual void end_step(bool /*accepted*/, SimulationState&) {}
  /// The next time at which a step must end, s.
  virtual double next_event(const SimulationState&) const { return kNever; }

  // Within a step:
  virtual void begin(const SimulationState&) {}
  virtual void prescribe(double /*time*/, VecX& /*q*/, VecX& /*v*/, VecX& /*a*/) const {}
  virtual void apply(const ForceInstant&, Loads&) {}
  virtual void read_efforts(const EffortInstant&, VecX& /*effort*/, StepOutput&) {}
  virtual void accept(SimulationState&) const {}

  // The energy book:
  virtual StoredEnergy stored(const SimulationState&, const Kinematics&) const { return {}; }
  /// Power that it puts in at the state, W.
  virtual double power(const SimulationState&, const StepMoment&) const { return 0.0; }
  virtual void book(const StepMoment&, SimulationState&) const {}

  // Between steps:
  virtual void finish(const StepMoment&, SimulationState&) {}
  virtual std::optional<Verdict> verdict(const SimulationState&) const { return std::nullopt; }
  virtual VerdictRank rank() const { return VerdictRank::event; }
  /// Which conditions of a success a run has missed that is over without another verdict; empty: none.
  virtual std::string missed(const SimulationState&) const { return {}; }
  /// Whether its verdict is old enough that the run may end.
  virtual bool ends_run(const SimulationState&) const { return false; }

  // For those who watch a run:
  virtual void put_channels(ChannelSink&, const ChannelSource&) const {}
  /// Adds motors whose torque is one of these channels, and cables and rods that are drawn.
  virtual void add_to_scene(Scene&) const {}
  virtual void add_metrics(const SimulationState&, Metrics&) const {}
  /// Adds what metrics alone would hide, such as a wheel that was at its limit.
  virtual void add_notes(const SimulationState&, std::vector<std::string>&) const {}

  static constexpr double kNever = 1e300;
};

using StepElements = std::vector<std::unique_ptr<StepElement>>;
/// Makes the elements that the world needs, in the order in which they act (elements/element_list.cpp). The
/// world must outlive them.
StepElements make_step_elements(const World& world);

}  // namespace grouser
