#include "grouser/simulation/simulation.hpp"

#include <fmt/format.h>

#include <cmath>

#include "channels.hpp"
#include "contact_system.hpp"
#include "drive_control.hpp"
#include "grouser/simulation/output.hpp"
#include "grouser/simulation/state.hpp"
#include "grouser/simulation/world.hpp"
#include "initial_state.hpp"
#include "releases.hpp"

namespace grouser {

namespace {
constexpr double kReserveMargin = 0.15;  // m around a wheel where ground tiles are kept ready
}

struct Simulation::Impl {
  std::shared_ptr<const World> world;
  ContactSystem system;
  IntegratorWorkspace integrator;
  SimulationState state, initial;
  Kinematics kinematics;  // of the current state
  StepFailure failure;
  ChannelWriter channels;

  explicit Impl(std::shared_ptr<const World> w)
      : world(std::move(w)),
        system(*world),
        integrator(*world->model, system.aux_size()),
        kinematics(*world->model),
        channels(*world) {
    state = make_initial_state(*world, system, integrator);
    refresh();
    initial = state;
  }

  void refresh() { calc_kinematics(*world->model, state.motion.q, state.motion.v, kinematics); }

  // Ground tiles where the wheels are and are heading: between steps, because it may allocate.
  void reserve_ground() {
    for (const WheelRuntime& wheel : world->wheels) {
      const Vec3& p = kinematics.body[wheel.body.index].X_WB.p;
      state.ground.reserve_ahead(p.x(), p.y(),
                                 wheel.spec.geometry.radius + wheel.spec.geometry.width + kReserveMargin);
    }
  }

  // Longest RK step the contacts' own relaxation allows: their time constants are far below a usual step.
  int start_substeps(double dt) const {
    double shortest = dt;
    for (const WheelRuntime& wheel : world->wheels)
      for (const ContactLaw& law : wheel.laws) {
        const double k_s = law.hard() ? law.soil.hard_stiffness * law.width_fraction : 0.0;
        const double tau = contact_time_constant(law, k_s);
        if (tau > 0.0) shortest = std::min(shortest, tau);
      }
    return static_cast<int>(std::min(200.0, std::ceil(dt / shortest)));
  }

  StepStatus step() {
    const double dt = world->settings.dt;
    reserve_ground();
    system.begin(state);
    const bool rates = world->settings.integrator == IntegratorKind::rk4 ||
                       (world->settings.integrator == IntegratorKind::beeman && state.motion.history < 2);
    if (rates) system.pack_aux(state, state.motion.aux);
    StepStatus status = advance(world->settings.integrator, system, dt, state.motion, integrator,
                                rates ? start_substeps(dt) : 1);
    if (status == StepStatus::ok && rates)
      status = system.evaluate(state.motion.time, state.motion.q, state.motion.v, state.motion.aux);
    if (status != StepStatus::ok) {
      explain(status);
      return status;
    }
    system.accept(state);
    ++state.step;
    refresh();
    update_ledger(*world, system, kinematics, dt, rates ? ContactForm::rate : ContactForm::step, state);
    cut_due_ties(*world, system, kinematics, state);
    decide_drive(*world, kinematics, state);
    return StepStatus::ok;
  }

  void explain(StepStatus status) {
    failure.status = status;
    const std::string when = fmt::format("at t = {:.3f} s (step {})", state.motion.time, state.step);
    if (status == StepStatus::outside_terrain) {
      failure.message = fmt::format("{}: {}; the last good state is kept", when, system.failure());
      return;
    }
    std::size_t worst = 0;
    const auto& wheels = system.output().wheels;
    for (std::size_t i = 1; i < wheels.size(); ++i)
      if (!(wheels[i].force.norm() <= wheels[worst].force.norm())) worst = i;
    failure.message = fmt::format(
        "{}: the step did not stay finite ({}); largest force at wheel {}: {:.3g} N; try a smaller step than "
        "{:.3g} s; "
        "the last good state is kept",
        when, to_string(status), wheels.empty() ? "-" : world->wheels[worst].spec.name,
        wheels.empty() ? 0.0 : wheels[worst].force.norm(), world->settings.dt);
  }
};

Simulation::Simulation(std::shared_ptr<const World> world)
    : impl_(std::make_unique<Impl>(std::move(world))) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;

const World& Simulation::world() const { return *impl_->world; }
const Scene& Simulation::scene() const { return impl_->world->scene; }
double Simulation::time() const { return impl_->state.motion.time; }
std::int64_t Simulation::step_count() const { return impl_->state.step; }
bool Simulation::finished() const {
  return impl_->state.motion.time + 0.5 * impl_->world->settings.dt >= impl_->world->settings.duration;
}
void Simulation::reset() { restore(impl_->initial); }
StepStatus Simulation::step() { return impl_->step(); }
const StepFailure& Simulation::failure() const { return impl_->failure; }
std::uint64_t Simulation::state_hash() const { return impl_->state.hash(); }
const GroundMemory& Simulation::ground() const { return impl_->state.ground; }
GroundMemory& Simulation::ground() { return impl_->state.ground; }
const SimulationState& Simulation::state() const { return impl_->state; }
const StepOutput& Simulation::output() const { return impl_->system.output(); }

void Simulation::restore(const SimulationState& state) {
  impl_->state = state;
  impl_->failure = {};
  impl_->refresh();
  // what the forces are at this state, for readers of output(); memory is untouched
  impl_->system.begin(impl_->state);
  VecX aux = VecX::Zero(impl_->system.aux_size());
  impl_->system.pack_aux(impl_->state, aux);
  impl_->system.evaluate(impl_->state.motion.time, impl_->state.motion.q, impl_->state.motion.v, aux);
}

void Simulation::fill_frame(Frame& frame) const {
  Impl& m = *impl_;
  frame.time = m.state.motion.time;
  frame.step = m.state.step;
  frame.state_hash = m.state.hash();
  frame.body_poses.resize(m.kinematics.body.size());
  for (std::size_t i = 0; i < m.kinematics.body.size(); ++i) frame.body_poses[i] = m.kinematics.body[i].X_WB;
  frame.channels.resize(m.world->scene.channels.size());
  m.channels.fill(m.system, m.state, m.kinematics, frame.channels);
  frame.wheel_forces.resize(m.world->wheels.size());
  for (std::size_t i = 0; i < m.world->wheels.size(); ++i)
    frame.wheel_forces[i] = {m.system.output().wheels[i].point, m.system.output().wheels[i].force};
  frame.ties_cut = m.system.loads().released;
}

const std::vector<std::uint8_t>& Simulation::released_ties() const { return impl_->system.loads().released; }

}  // namespace grouser
