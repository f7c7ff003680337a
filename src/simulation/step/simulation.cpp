// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/simulation/step/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "balancing.hpp"
#include "contact_system.hpp"
#include "drive_control.hpp"
#include "egress_watch.hpp"
#include "error_control.hpp"
#include "failure_limits.hpp"
#include "goal_watch.hpp"
#include "grouser/base/error.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"
#include "hand_control.hpp"
#include "landing_watch.hpp"
#include "ledger.hpp"
#include "leg_control.hpp"
#include "loss_watch.hpp"
#include "releases.hpp"
#include "servo_control.hpp"
#include "soil_control.hpp"
#include "step_control.hpp"
#include "struts.hpp"
#include "thrust.hpp"
#include "walking.hpp"

namespace grouser {

namespace {
constexpr double kReserveMargin = 0.15;  // m around a wheel where ground tiles are kept ready
constexpr double kRetry = 0.25;          // share of a step that broke a limit, for the next try
constexpr double kSliver = 1e-6;         // share of a step: a run that ends this close to its time has ended
}  // namespace

struct Simulation::Impl {
  std::shared_ptr<const World> world;
  ContactSystem system;
  IntegratorWorkspace integrator;
  SimulationState state, initial;
  Kinematics kinematics;  // of the current state; accelerations only where joint loads were asked for
  StepFailure failure;
  std::unique_ptr<StepChooser> control;  // of an adaptive run
  MotionState before, bodies_before;     // the step being tried
  bool kept_aux = false;                 // whether they hold aux too
  std::string broken;                    // the limit it broke
  std::int64_t evaluations_before = 0, rejected = 0;
  double smallest = 0.0, largest = 0.0;
  EgressWatch egress;
  Balancing balancing;
  HandControl hand;
  SoilControl soils;
  ServoControl servos;
  LossWatch losses;
  std::vector<std::optional<Vec2>>
      reserved;  // where each wheel and pad, or what presses on deforming ground, was when ground tiles were last reserved

  Impl(std::shared_ptr<const World> w, SimulationState start)
      : world(std::move(w)),
        system(*world, world->settings.formulation),
        integrator(system.model(), system.aux_size(), world->settings.stabilisation),
        kinematics(*world->model),
        egress(*world),
        balancing(*world),
        hand(*world),
        soils(*world),
        servos(*world),
        losses(loss_kinds(system)),
        reserved(world->scm ? world->scm->parts.size() : world->wheels.size() + world->pads.size()) {
    if (world->settings.adaptive) {
      integrator.tolerance = world->settings.tolerance;
      if (world->settings.integrator == IntegratorKind::rkf45)
        control = std::make_unique<ErrorControl>(*world, system, integrator);
      else
        control = std::make_unique<StepControl>(*world, system);
      if (start.next_dt == 0.0) start.next_dt = control->first_step();
    }
    initial = std::move(start);
    restore(initial);
    before = state.motion;
    bodies_before = state.bodies;
    restart_statistics();
  }

  void restore(const SimulationState& from) {
    state = from;
    reserved.assign(reserved.size(), std::nullopt);
    failure = {};
    system.spoil(std::nullopt);
    refresh();
    // what the forces are at this state, for readers of output(); memory is untouched
    system.begin(state, 0.0);
    MotionState motion = state.advanced();
    system.begin_rates(state, 0.0, motion.aux);
    system.evaluate(motion);
    losses.restart(system, state);
  }

  void refresh() { system.calc_motion(state, kinematics); }
  /// Call after a step: its last evaluation of forces was at these positions.
  void refresh_from_step() { system.show_motion(kinematics, state); }

  // Reserves ground tiles where wheels and feet are and are heading; called between steps, because it may
  // allocate.
  void reserve_ground() {
    const auto reserve = [&](std::optional<Vec2>& last, const Vec3& place, double reach) {
      const Vec2 at = place.head<2>();
      if (last && (at - *last).squaredNorm() < 0.25 * kReserveMargin * kReserveMargin) return;
      last = at;
      state.ground.reserve_ahead(at.x(), at.y(), reach + kReserveMargin);
    };
    if (world->scm) {
      for (std::size_t k = 0; k < reserved.size(); ++k) {
        const ScmFootprint& part = world->scm->parts[k];
        reserve(reserved[k], kinematics.body[part.body].X_WB * part.position, part.radius + part.width);
      }
      return;
    }
    const std::size_t wheels = world->wheels.size();
    for (std::size_t w = 0; w < wheels; ++w) {
      const WheelPart& wheel = world->wheels[w];
      reserve(reserved[w], kinematics.body[wheel.body.index].X_WB.p,
              wheel.spec.geometry.radius + wheel.spec.geometry.width);
    }
    for (std::size_t i = 0; i < world->pads.size(); ++i) {
      const PadPart& pad = world->pads[i];
      if (pad.spec.foot)
        reserve(reserved[wheels + i], kinematics.body[pad.body.index].X_WB * pad.spec.position,
                pad.spec.radius);
    }
  }

  // Beeman starts with RK steps as short as the relaxation of the contacts requires: their time constants are
  // far below a usual step.
  int substeps_for(double dt) const {
    if (world->settings.integrator != IntegratorKind::beeman) return 1;
    double shortest = dt;
    for (const auto& element : system.elements()) shortest = std::min(shortest, element->relaxation_time());
    return static_cast<int>(std::min(200.0, std::ceil(dt / shortest)));
  }

  bool uses_rates() const {
    return world->settings.integrator == IntegratorKind::rk4 ||
           world->settings.integrator == IntegratorKind::rkf45 ||
           (world->settings.integrator == IntegratorKind::beeman && state.motion.history < 2);
  }

  /// Advances the motion by dt; contacts and ground stay until finish(). On failure the motion is unchanged.
  StepStatus try_step(double dt) {
    system.begin(state, dt);
    const bool rates = uses_rates();
    const int substeps = rates ? substeps_for(dt) : 1;
    if (rates) system.begin_rates(state, dt / substeps, state.advanced().aux);
    keep(rates);
    StepStatus status =
        advance(world->settings.integrator, system, dt, state.advanced(), integrator, substeps);
    if (status == StepStatus::ok && rates) status = system.evaluate(state.advanced());
    if (status == StepStatus::ok) {
      refresh_from_step();
      broken = broken_limit(*world, system, state.motion, kinematics);
      if (const FreeMotion* free = system.free_motion(); free && broken.empty())
        broken = free->broken_joint(kinematics);
      if (!broken.empty()) status = StepStatus::stopped;
    }
    if (status != StepStatus::ok) revert_step();
    return status;
  }
  /// A step in the step form leaves aux as it is (System::steps_advance_aux()).
  void take(const MotionState& from, MotionState& to) const {
    if (kept_aux)
      to = from;
    else
      to.take_motion(from);
  }
  void keep(bool aux) {
    kept_aux = aux;
    take(state.motion, before);
    take(state.bodies, bodies_before);
  }
  void revert_step() {
    take(before, state.motion);
    take(bodies_before, state.bodies);
    refresh();
  }
  void finish(double dt, ContactForm form) {
    system.accept(state);
    ++state.step;
    update_struts(*world, kinematics, dt, state);
    update_ledger(*world, system, kinematics, dt, form, state);
    losses.observe(system, state, dt, form);
    cut_due_ties(*world, system, kinematics, state);
    decide_drive(*world, kinematics, state);
    update_leg_control(*world, system.output(), dt, state);
    update_walkers(*world, system.output(), kinematics, dt, state);
    balancing.update(system.output(), kinematics, dt, state);
    update_thrust(*world, system.output(), state);
    watch_goals(*world, system.output(), kinematics, state);
    egress.observe(system.output(), kinematics, state);
    watch_landing(*world, system.output(), kinematics, state);
  }

  StepStatus step() {
    if (soils.begin_step(kinematics, state)) reserved.assign(reserved.size(), std::nullopt);
    reserve_ground();
    hand.begin_step(state);
    servos.begin_step(state);
    const StepStatus status = control ? adaptive_step() : fixed_step();
    system.spoil(std::nullopt);
    if (status != StepStatus::ok) {
      hand.revert(state);
      soils.revert(state);
      servos.revert(state);
    }
    soils.finish();
    if (status != StepStatus::ok || !losses.fell()) return status;
    return explain(StepStatus::gains_energy, state.advanced().dt_prev);
  }

  StepStatus fixed_step() {
    const double dt = world->settings.dt;
    const ContactForm form = uses_rates() ? ContactForm::rate : ContactForm::step;
    const StepStatus status = try_step(dt);
    if (status != StepStatus::ok) return explain(status, dt);
    finish(dt, form);
    count_step(dt);
    return StepStatus::ok;
  }

  StepStatus adaptive_step() {
    // steps end at events with a time of their own, a release or the end of the run; no step before them may
    // be a sliver
    double left = world->settings.duration - state.motion.time;
    for (const ReleaseMemory& release : state.releases)
      if (!release.done && release.due > state.motion.time + kSliver * control->min_step())
        left = std::min(left, release.due - state.motion.time);
    control->begin(system, state);
    double dt = state.next_dt;
    if (dt >= left * (1.0 - kSliver))
      dt = left;
    else if (2.0 * dt > left)
      dt = 0.5 * left;
    const ContactForm form = uses_rates() ? ContactForm::rate : ContactForm::step;
    for (;;) {
      const StepStatus status = try_step(dt);
      const bool hopeless = status == StepStatus::outside_terrain || dt <= control->min_step();
      if (status != StepStatus::ok && hopeless) return explain(status, dt);
      const double other = status == StepStatus::ok ? control->other_step(state, system, dt)
                                                    : std::max(control->min_step(), kRetry * dt);
      if (other <= 0.0) break;
      if (status == StepStatus::ok) revert_step();
      ++rejected;
      dt = other;
    }
    finish(dt, form);
    if (dt != left) count_step(dt);
    state.next_dt = control->next_step(state, system, kinematics);
    return StepStatus::ok;
  }

  void count_step(double dt) {
    smallest = smallest > 0.0 ? std::min(smallest, dt) : dt;
    largest = std::max(largest, dt);
  }
  void restart_statistics() {
    evaluations_before = system.evaluations();
    rejected = 0;
    if (control) control->restart_statistics();
    smallest = largest = 0.0;
  }

  /// Whether a verdict has stood for long enough that the run may end.
  bool judged() const {
    if (!state.landing.empty() && world->landing->stop &&
        state.landing.front().verdict != LandingVerdict::none)
      return true;
    if (goals_are_over(*world, state) || walk_is_over(*world, state) || balance_is_over(*world, state))
      return true;
    if (state.egress.empty() || !world->verdict->stop) return false;
    const EgressState& watch = state.egress.front().watch;
    return watch.verdict != EgressVerdict::none && state.motion.time >= watch.time + kVerdictHold;
  }

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
      failure.message = fmt::format("{}: {}; {}", when, system.failure(), kKept);
    } else {
      failure.message = fmt::format(
          "{}: the step did not stay finite ({}){}; try a smaller step than {:.3g} s; {}", when,
          to_string(status),
          lost_body(*world->model, system.loads()) + largest_wheel_force(*world, system.output()), dt, kKept);
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
  const double slack = settings.adaptive ? kSliver * impl_->control->min_step() : 0.5 * settings.dt;
  return impl_->state.motion.time + slack >= settings.duration;
}
void Simulation::reset() {
  restore(impl_->initial);
  impl_->hand.forget();
  impl_->soils.forget();
  impl_->servos.forget();
  impl_->restart_statistics();
}
StepStatus Simulation::step() { return impl_->step(); }
void Simulation::command(const HandCommand& command) {
  const HandDrive* drive = impl_->world->hand_drive.get();
  const std::string why =
      drive ? drive->refusal(command) : impl_->world->main().name + " has no driven wheels";
  if (!why.empty()) throw InputError("driving by hand", why, "what the vehicle can follow");
  impl_->hand.command(in_degrees(command));
}
void Simulation::tell_servos(std::span<const double> angles) {
  const Walker* walker = main_walker(world());
  const std::size_t count = walker ? 3 * walker->legs.size() : 0;
  std::string why;
  if (!walker)
    why = world().main().name + " has no legs to walk on";
  else if (angles.size() != count)
    why = fmt::format("{} angles, expected {}", angles.size(), count);
  else
    why = angles_refusal(angles, servo_limits(*walker));
  if (!why.empty()) throw InputError("angles told to servos", why, "one for each servo, within its limits");
  impl_->servos.command(angles);
}
void Simulation::spoil_next_step(BodyId body) { impl_->system.spoil(body); }
void Simulation::paint(const SoilMapOperation& operation) { impl_->soils.paint(operation, impl_->state); }
const StepFailure& Simulation::failure() const { return impl_->failure; }
StepStatistics Simulation::statistics() const {
  return {impl_->system.evaluations() - impl_->evaluations_before, impl_->rejected,
          impl_->control ? impl_->control->inaccurate_steps() : 0, impl_->smallest, impl_->largest};
}
std::uint64_t Simulation::state_hash() const { return impl_->state.hash(); }
const GroundMemory& Simulation::ground() const { return impl_->state.ground; }
GroundMemory& Simulation::ground() { return impl_->state.ground; }
std::optional<Verdict> Simulation::verdict() const {
  if (auto goal = goal_verdict(world(), impl_->state)) return goal;
  if (auto landing = landing_verdict(world(), impl_->state)) return landing;
  if (auto walk = walking_verdict(world(), impl_->state)) return walk;
  if (auto balance = balance_verdict(world(), impl_->state)) return balance;
  return impl_->egress.verdict(impl_->state);
}
void Simulation::calc_joint_loads(std::vector<Wrench>& loads) const {
  Impl& m = *impl_;
  if (const FreeMotion* free = m.system.free_motion()) {
    read_joint_loads(*m.world->model, m.system.kinematics(), free->workspace, loads);
    return;
  }
  calc_accelerations(*m.world->model, m.state.motion.q, m.state.motion.v, m.state.motion.a, m.kinematics);
  loads.resize(m.world->model->joints().size());
  grouser::calc_joint_loads(*m.world->model, m.kinematics, m.system.loads(), loads);
}
const SimulationState& Simulation::state() const { return impl_->state; }
const StepOutput& Simulation::output() const { return impl_->system.output(); }
double Simulation::contact_step_limit() const {
  double limit = std::numeric_limits<double>::infinity();
  for (const auto& element : impl_->system.elements())
    if (element->warns_of_long_steps()) limit = std::min(limit, element->longest_step(output()));
  return limit;
}

const Kinematics& Simulation::kinematics() const { return impl_->kinematics; }
const Loads& Simulation::loads() const { return impl_->system.loads(); }
const VecX& Simulation::multipliers() const { return impl_->system.multipliers(); }
void Simulation::restore(const SimulationState& state) { impl_->restore(state); }
const std::vector<std::uint8_t>& Simulation::released_ties() const { return impl_->system.loads().released; }

}  // namespace grouser
