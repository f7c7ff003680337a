// SPDX-License-Identifier: BSD-3-Clause
// The loop of one step in fixed and adaptive form, in the order of docs/a_step.md: commands, tiles, tries of
// the motion until one is good, then memory, energy book, watches and decisions. A failed step gives the
// motion back, so the state stays the last good one; the contacts' memory and the ground change only in
// finish().
#include "grouser/simulation/step/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "error_control.hpp"
#include "failure_limits.hpp"
#include "grouser/base/error.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"
#include "ledger.hpp"
#include "loss_watch.hpp"
#include "reserved_tiles.hpp"
#include "step_control.hpp"
#include "step_loads.hpp"

namespace grouser {

namespace {
constexpr double kRetry = 0.25;   // share of a step that broke a limit, for the next try
constexpr double kSliver = 1e-6;  // share of a step: a run that ends this close to its time has ended

/// The motion before the step that is tried, of joints and of bodies.
class MotionBackup {
 public:
  /// aux: whether the step changes the contact memory that has rates (System::steps_advance_aux()).
  void keep(const SimulationState& state, bool aux) {
    aux_ = aux;
    take(state.motion, motion_);
    take(state.bodies, bodies_);
  }
  void put_back(SimulationState& state) const {
    take(motion_, state.motion);
    take(bodies_, state.bodies);
  }

 private:
  void take(const MotionState& from, MotionState& to) const {
    if (aux_)
      to = from;
    else
      to.take_motion(from);
  }
  bool aux_ = true;
  MotionState motion_, bodies_;
};

/// Counts since the simulation was made or reset.
struct StepTally {
  std::int64_t evaluations_before = 0, rejected = 0;
  double smallest = 0.0, largest = 0.0;  // s
  void count(double dt) {
    smallest = smallest > 0.0 ? std::min(smallest, dt) : dt;
    largest = std::max(largest, dt);
  }
};

}  // namespace

/// All that a simulation owns: world, state, scratch of loads and integrator, watches and counts.
struct Simulation::Impl {
  std::shared_ptr<const World> world;
  StepLoads loads;
  IntegratorWorkspace integrator;
  SimulationState state, initial;
  Kinematics kinematics;  // of the current state; accelerations only where joint loads were asked for
  StepFailure failure;
  std::unique_ptr<StepChooser> control;  // of an adaptive run
  MotionBackup backup;
  std::string broken;  // the limit that the step broke
  StepTally tally;
  LossWatch losses;
  ReservedTiles reserve;

  Impl(std::shared_ptr<const World> w, SimulationState start)
      : world(std::move(w)),
        loads(*world, world->settings.formulation),
        integrator(loads.model(), loads.aux_size(), world->settings.stabilisation),
        kinematics(*world->model),
        losses(loss_kinds(loads)),
        reserve(*world) {
    // Fehlberg's method has an error estimate; the others follow the motion of contacts.
    if (world->settings.adaptive) {
      integrator.tolerance = world->settings.tolerance;
      if (world->settings.integrator == IntegratorKind::rkf45)
        control = std::make_unique<ErrorControl>(*world, loads, integrator);
      else
        control = std::make_unique<StepControl>(*world, loads);
      if (start.next_dt == 0.0) start.next_dt = control->first_step();
    }
    initial = std::move(start);
    // The restored state allocates all buffers, so that no step does.
    restore(initial);
    backup.keep(state, true);
    restart_statistics();
  }

  /// Continues from another state: its poses and forces are evaluated, and nothing is advanced.
  void restore(const SimulationState& from) {
    state = from;
    reserve.forget();
    failure = {};
    // A failure that was asked for (spoil_next_step) belongs to the state before.
    loads.spoil(std::nullopt);
    refresh();
    // the forces at this state, for readers of output(); memory is untouched
    loads.begin(state, 0.0);
    MotionState motion = state.advanced();
    loads.begin_rates(state, 0.0, motion.aux);
    loads.evaluate(motion);
    losses.restart(loads, state);
  }

  void refresh() { loads.coordinates().calc_poses(state.advanced().q, state.advanced().v, kinematics); }
  /// Call after a step: its last evaluation of forces was at these positions.
  void refresh_from_step() { loads.show_motion(kinematics, state); }

  /// Runge-Kutta steps in one step. Beeman starts with steps as short as the relaxation of the contacts
  /// requires: their time constants are far below a usual step. At most 200.
  int substeps_for(double dt) const {
    if (world->settings.integrator != IntegratorKind::beeman) return 1;
    double shortest = dt;
    for (const auto& element : loads.contacts().elements())
      shortest = std::min(shortest, element->relaxation_time());
    return static_cast<int>(std::min(200.0, std::ceil(dt / shortest)));
  }

  /// Whether the coming step uses the rate form: Runge-Kutta, and Beeman's first steps without a history.
  bool uses_rates() const {
    return world->settings.integrator == IntegratorKind::rk4 ||
           world->settings.integrator == IntegratorKind::rkf45 ||
           (world->settings.integrator == IntegratorKind::beeman && state.motion.history < 2);
  }

  /// Advances the motion by dt; contacts and ground stay until finish(). On failure the motion is unchanged.
  StepStatus try_step(double dt) {
    loads.begin(state, dt);
    // Advancing changes the history, on which this depends.
    const bool rates = uses_rates();
    const int substeps = rates ? substeps_for(dt) : 1;
    if (rates) loads.begin_rates(state, dt / substeps, state.advanced().aux);
    backup.keep(state, rates);
    StepStatus status =
        advance(world->settings.integrator, loads, dt, state.advanced(), integrator, substeps);
    // A step in rate form leaves no forces at its end; they are needed for memory and output.
    if (status == StepStatus::ok && rates) status = loads.evaluate(state.advanced());
    if (status == StepStatus::ok) {
      refresh_from_step();
      broken = broken_limit(*world, loads, state.motion, kinematics);
      if (broken.empty()) broken = loads.coordinates().broken_joint(kinematics);
      if (!broken.empty()) status = StepStatus::stopped;
    }
    if (status != StepStatus::ok) revert_step();
    return status;
  }
  void revert_step() {
    backup.put_back(state);
    refresh();
  }
  /// Books the accepted step; then elements decide and watch.
  void finish(double dt, ContactForm form) {
    loads.accept(state);
    ++state.step;
    const StepMoment now{loads.output(), kinematics, loads.effort(), dt};
    for (const auto& element : loads.elements()) element->book(now, state);
    update_ledger(*world, loads, now, form, state);
    losses.observe(loads, state, dt, form);
    for (const auto& element : loads.elements()) element->finish(now, state);
  }

  /// One step with all that belongs to it; commands count if it was accepted.
  StepStatus step() {
    bool ground_changed = false;
    // Every element begins its step, also after one that changed the ground.
    for (const auto& element : loads.elements())
      ground_changed = element->begin_step(kinematics, state) || ground_changed;
    if (ground_changed) reserve.forget();
    reserve.reserve(kinematics, state.ground);
    const StepStatus status = control ? adaptive_step() : fixed_step();
    loads.spoil(std::nullopt);
    for (const auto& element : loads.elements()) element->end_step(status == StepStatus::ok, state);
    // An accepted step that gains energy is reported, and its state stays.
    if (status != StepStatus::ok || !losses.fell()) return status;
    return explain(StepStatus::gains_energy, state.advanced().dt_prev);
  }

  /// A step of the scenario's length; the first failure ends the run.
  StepStatus fixed_step() {
    const double dt = world->settings.dt;
    const ContactForm form = uses_rates() ? ContactForm::rate : ContactForm::step;
    const StepStatus status = try_step(dt);
    if (status != StepStatus::ok) return explain(status, dt);
    finish(dt, form);
    tally.count(dt);
    return StepStatus::ok;
  }

  /// A step whose length the chooser sets: tried, shortened or moved to an event until it is good.
  StepStatus adaptive_step() {
    // Steps end at events with a time of their own, such as a release or the end of the run; no step before
    // them may be a sliver.
    double left = world->settings.duration - state.motion.time;
    for (const auto& element : loads.elements()) {
      const double event = element->next_event(state);
      if (event > state.motion.time + kSliver * control->min_step())
        left = std::min(left, event - state.motion.time);
    }
    control->begin(loads, state);
    // A step that nearly reaches the event ends at it; two steps to it share the distance.
    double dt = state.next_dt;
    if (dt >= left * (1.0 - kSliver))
      dt = left;
    else if (2.0 * dt > left)
      dt = 0.5 * left;
    const ContactForm form = uses_rates() ? ContactForm::rate : ContactForm::step;
    for (;;) {
      const StepStatus status = try_step(dt);
      // A shorter step cures neither leaving the terrain nor a fault at the shortest step.
      const bool hopeless = status == StepStatus::outside_terrain || dt <= control->min_step();
      if (status != StepStatus::ok && hopeless) return explain(status, dt);
      const double other = status == StepStatus::ok ? control->other_step(state, loads, dt)
                                                    : std::max(control->min_step(), kRetry * dt);
      if (other <= 0.0) break;
      if (status == StepStatus::ok) revert_step();
      ++tally.rejected;
      dt = other;
    }
    finish(dt, form);
    // Steps that an event or the end of the run cut do not count as shortest or longest.
    if (dt != left) tally.count(dt);
    state.next_dt = control->next_step(state, loads, kinematics);
    return StepStatus::ok;
  }

  void restart_statistics() {
    tally = {.evaluations_before = loads.evaluations()};
    if (control) control->restart_statistics();
  }

  /// Whether a verdict is old enough that the run may end.
  bool judged() const {
    return std::ranges::any_of(loads.elements(), [&](const auto& e) { return e->ends_run(state); });
  }
  /// The verdict of the best rank; one that timed out also lists the conditions of success that were missed.
  std::optional<Verdict> verdict() const {
    std::optional<Verdict> found;
    VerdictRank best = VerdictRank::egress;
    for (const auto& element : loads.elements()) {
      if (found && element->rank() >= best) continue;
      if (auto verdict = element->verdict(state)) found = std::move(verdict), best = element->rank();
    }
    if (!found || found->name != "timed_out") return found;
    for (const auto& element : loads.elements())
      if (const std::string missed = element->missed(state); !missed.empty())
        found->reason += (found->reason.empty() ? "" : "; ") + missed;
    return found;
  }
  /// Hands a command to the first element that takes it. Throws InputError for a drive that takes none.
  void command(const OutsideCommand& command) {
    const bool taken =
        std::ranges::any_of(loads.elements(), [&](const auto& e) { return e->take(command, state); });
    if (!taken && std::holds_alternative<ExternalCommand>(command))
      throw InputError("command from outside", "a world whose drives the scenario commands",
                       "[drive] mode = \"external\" (--set drive.mode=external)");
  }

  /// Writes the failure's message for a status and the length of the step, s; returns the status.
  StepStatus explain(StepStatus status, double dt) {
    failure.status = status;
    const std::string when = fmt::format("at t = {:.3f} s (step {})", state.motion.time, state.step);
    constexpr const char* kKept = "the last good state is kept";
    if (status == StepStatus::stopped) {
      failure.message = fmt::format("{}; {}: try a smaller step than {:.3g} s", broken, kKept, dt);
    } else if (status == StepStatus::not_closed && integrator.row_failure()) {
      failure.message =
          fmt::format("{}: {}; {}", when, describe(*world->model, integrator.row_failure()), kKept);
    } else if (status == StepStatus::gains_energy) {
      failure.message =
          fmt::format("{}: {}: try a smaller step than {:.3g} s", when, losses.fault(state.ledger), dt);
    } else if (status == StepStatus::outside_terrain || status == StepStatus::not_closed) {
      failure.message = fmt::format("{}: {}; {}", when, loads.failure(), kKept);
    } else {
      failure.message = fmt::format(
          "{}: the step did not stay finite ({}){}; try a smaller step than {:.3g} s; {}", when,
          to_string(status),
          lost_body(*world->model, loads.loads()) + largest_wheel_force(*world, loads.output()), dt, kKept);
    }
    return status;
  }
};

Simulation::Simulation(std::shared_ptr<const World> world, SimulationState start)
    : impl_(std::make_unique<Impl>(std::move(world), std::move(start))) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;

const World& Simulation::world() const { return *impl_->world; }
const Scene& Simulation::scene() const { return impl_->world->scene; }
double Simulation::time() const { return impl_->state.motion.time; }
std::int64_t Simulation::step_count() const { return impl_->state.step; }
bool Simulation::finished() const {
  if (impl_->judged()) return true;
  const RunSettings& settings = impl_->world->settings;
  // An adaptive run ends exactly at its time but for rounding; a fixed step ends nearest to it.
  const double slack = settings.adaptive ? kSliver * impl_->control->min_step() : 0.5 * settings.dt;
  return impl_->state.motion.time + slack >= settings.duration;
}
void Simulation::reset() {
  restore(impl_->initial);
  for (const auto& element : impl_->loads.elements()) element->forget();
  impl_->restart_statistics();
}
StepStatus Simulation::step() { return impl_->step(); }
void Simulation::command(const HandCommand& command) { impl_->command(command); }
void Simulation::command(const ExternalCommand& command) { impl_->command(command); }
void Simulation::tell_servos(std::span<const double> angles) { impl_->command(ServoAngles{angles}); }
void Simulation::paint(const SoilMapOperation& operation) { impl_->command(operation); }
void Simulation::spoil_next_step(BodyId body) { impl_->loads.spoil(body); }
const StepFailure& Simulation::failure() const { return impl_->failure; }
StepStatistics Simulation::statistics() const {
  const StepTally& tally = impl_->tally;
  return {impl_->loads.evaluations() - tally.evaluations_before, tally.rejected,
          impl_->control ? impl_->control->inaccurate_steps() : 0, tally.smallest, tally.largest};
}
std::uint64_t Simulation::state_hash() const { return impl_->state.hash(); }
const GroundMemory& Simulation::ground() const { return impl_->state.ground; }
GroundMemory& Simulation::ground() { return impl_->state.ground; }
std::optional<Verdict> Simulation::verdict() const { return impl_->verdict(); }
const std::vector<std::unique_ptr<StepElement>>& Simulation::elements() const {
  return impl_->loads.elements();
}
// In joint coordinates the loads follow from the accelerations, which are computed only here.
void Simulation::calc_joint_loads(std::vector<Wrench>& loads) const {
  Impl& m = *impl_;
  if (m.loads.coordinates().read_joint_loads(m.loads.kinematics(), loads)) return;
  calc_accelerations(*m.world->model, m.state.motion.q, m.state.motion.v, m.state.motion.a, m.kinematics);
  loads.resize(m.world->model->joints().size());
  grouser::calc_joint_loads(*m.world->model, m.kinematics, m.loads.loads(), loads);
}
const SimulationState& Simulation::state() const { return impl_->state; }
const StepOutput& Simulation::output() const { return impl_->loads.output(); }
double Simulation::contact_step_limit() const {
  double limit = std::numeric_limits<double>::infinity();
  for (const auto& element : impl_->loads.contacts().elements())
    if (element->warns_of_long_steps()) limit = std::min(limit, element->longest_step(output()));
  return limit;
}

const Kinematics& Simulation::kinematics() const { return impl_->kinematics; }
const Loads& Simulation::loads() const { return impl_->loads.loads(); }
const VecX& Simulation::multipliers() const { return impl_->loads.coordinates().multipliers(); }
void Simulation::restore(const SimulationState& state) { impl_->restore(state); }
const std::vector<std::uint8_t>& Simulation::released_ties() const { return impl_->loads.loads().released; }

}  // namespace grouser
