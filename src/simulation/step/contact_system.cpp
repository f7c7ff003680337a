#include "contact_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "drive_control.hpp"

namespace grouser {
namespace {

// Most slots are free in both and are skipped.
void copy_slots(std::span<const ContactSlot> from, std::span<ContactSlot> to) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i].surface >= 0.0)
      to[i] = from[i];
    else if (to[i].surface >= 0.0)
      to[i] = ContactSlot{};
  }
}

bool at_ease(const ContactMemory& m) { return m.u_wheel == 0.0 && m.u_soil == 0.0; }

}  // namespace

ContactSystem::ContactSystem(const World& world)
    : world_(world),
      aux_size_(world.slot_count * kContactRateSize),
      kinematics_(*world.model),
      mean_kinematics_(*world.model),
      start_kinematics_(*world.model),
      base_kinematics_(*world.model),
      mean_v_(VecX::Zero(world.model->nv())),
      no_a_(VecX::Zero(world.model->nv())),
      loads_(*world.model),
      workspace_(*world.model),
      effort_(VecX::Zero(world.model->nv())),
      rate_a_(VecX::Zero(world.model->nv())),
      rate_aux_(VecX::Zero(aux_size_)),
      shape_poses_(world.terrain->shape_poses()),
      tile_hints_(world.wheels.size()),
      next_slots_(world.slot_count),
      spheres_(world.spheres.size()),
      next_spheres_(world.spheres.size()),
      sphere_touches_(world.spheres.size()),
      stability_(world),
      touches_(world.slot_count),
      ruts_(world.slot_count) {
  contact_steps_.reserve(touches_.size());
  std::size_t slices = 0;
  for (const WheelRuntime& wheel : world.wheels) slices += wheel.slice_offsets.size();
  slices_.resize(slices);
  loads_.gravity = Vec3(0, 0, -world.settings.gravity);
  output_.wheels.resize(world.wheels.size());
  output_.pads.resize(world.pads.size());
  if (world.settings.adaptive) loads_.added.resize(world.model->bodies().size());
  output_.spheres.resize(world.spheres.size());
  output_.tip_over.resize(world.vehicles.size());
  output_.tensions.resize(world.model->springs().size());
}

namespace {

void command(int q_index, int v_index, const CoordinateCommand& c, VecX& q, VecX& v, VecX& a) {
  q[q_index] = c.q;
  v[v_index] = c.v;
  a[v_index] = c.a;
}

}  // namespace

void ContactSystem::prescribe(double t, VecX& q, VecX& v, VecX& a) {
  for (const HeldCoordinate& held : world_.held) {
    q[held.q] = held.position;
    v[held.v] = a[held.v] = 0.0;
  }
  for (const LedCoordinate& led : world_.led) command(led.q, led.v, led.signal.at(t), q, v, a);
  for (std::size_t i = 0; i < world_.wheels.size(); ++i) {
    const WheelRuntime& wheel = world_.wheels[i];
    if (!wheel.motor) command(wheel.drive_q, wheel.drive_v, spin_command(world_, segments_, i, t), q, v, a);
    if (wheel.steer_v >= 0)
      command(wheel.steer_q, wheel.steer_v, steer_command(world_, segments_, i, t), q, v, a);
  }
  if (holding_)
    for (int i = 0; i < world_.model->nv(); ++i)
      if (world_.model->modes()[i] == CoordinateMode::prescribed) v[i] = a[i] = 0.0;
  for (const Coupling& c : world_.model->couplings()) {
    q[c.dependent_q] = c.ratio * q[c.independent_q] + c.offset;
    v[c.dependent_v] = c.ratio * v[c.independent_v];
  }
}

void ContactSystem::begin(const SimulationState& state, double dt) {
  step_ = dt;
  start_slots_ = state.slots;
  spheres_ = state.spheres;
  pads_ = state.pads;
  segments_ = state.segments;
  motors_ = state.motors;
  ground_ = &state.ground;
  for (std::size_t r = 0; r < world_.releases.size(); ++r)
    for (int spring : world_.releases[r].springs) loads_.released[spring] = state.releases[r].done != 0.0;
  start_ = &state.motion;
  by_rates_ = false;
}

void ContactSystem::begin_rates(const SimulationState& state, double stage_step, VecX& aux) {
  by_rates_ = true;
  fastest_ = stage_step;
  if (!world_.pads.empty() || !world_.spheres.empty())
    calc_kinematics(*world_.model, state.motion.q, state.motion.v, start_kinematics_);
  for (int i = 0; i < world_.slot_count; ++i) {
    const ContactMemory& m = state.slots[i].memory;
    const double rates[kContactRateSize] = {m.u_wheel, m.zeta_x, m.zeta_y, m.travel, m.u_peak, m.fresh};
    for (int k = 0; k < kContactRateSize; ++k) aux[i * kContactRateSize + k] = rates[k];
  }
}

void ContactSystem::place_shapes() {
  const auto& shapes = world_.terrain->shapes();
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const int owner = world_.shape_owner[i];
    if (owner >= 0) shape_poses_[i] = kinematics_.body[owner].X_WB * shapes[i].pose;
  }
}

void ContactSystem::add_force(int body, const Vec3& point, const Vec3& force, const Vec3& couple) {
  if (body < 0) return;
  Wrench& w = loads_.on_body[body];
  w.force += force;
  w.moment += (point - kinematics_.body[body].X_WB.p).cross(force) + couple;
}

// Beeman's position advances by dt v + dt^2 (a/2 + rho/6 (a - a_prev)) (beeman.cpp); divided by dt this is
// the mean velocity. Slip that grows with it grows with the true displacement, as the penetration does, and
// stays stable to about twice the step of slip that grows with the predicted velocity
// (docs/theory_contact.md).
void ContactSystem::calc_mean_motion(double dt, const VecX& q) {
  const MotionState& s = *start_;
  const double rho = s.dt_prev > 0.0 ? dt / s.dt_prev : 0.0;
  mean_v_ = s.v + dt * (0.5 * s.a + (rho / 6.0) * (s.a - s.a_prev));
  for (const Joint& joint : world_.model->joints())
    if (joint.mode == CoordinateMode::prescribed && joint.nv == 1)
      mean_v_[joint.v_index] = (q[joint.q_index] - s.q[joint.q_index]) / dt;
  for (const Coupling& c : world_.model->couplings())
    mean_v_[c.dependent_v] = c.ratio * mean_v_[c.independent_v];
  mean_kinematics_ = kinematics_;
  calc_velocities(*world_.model, mean_v_, mean_kinematics_);
}

// Linearly implicit contacts. Their forces were computed with the mean velocity of the step, or with the
// positions it led to. Let D = beta + k dt, with beta the damping and k the stiffness of a contact, along and
// across its normal. Then the end velocity v_end = v_base + gamma a changes the force by
//   -D (V_end - V_mean) = -D (V_base - V_mean - gamma A_0) - gamma D A
// with A_0 the body's acceleration at a = 0 (velocity products). The last term is an added inertia gamma D.
// V_end - V_mean is a dt/2, so the damper's force is that at the end, and the spring's part is of second
// order in dt. With it damper and spring are stable at any step and need not be reduced
// (docs/theory_contact.md; similar to Rosenbrock methods: Hairer & Wanner 1996, IV.7).
void ContactSystem::make_contacts_implicit(double gamma, const VecX& q, const VecX& v_predicted,
                                           const VecX& v_base) {
  base_kinematics_ = kinematics_;
  calc_velocities(*world_.model, v_base, base_kinematics_);
  calc_accelerations(*world_.model, q, v_predicted, no_a_, kinematics_);
  for (const WheelRuntime& wheel : world_.wheels) {
    const int b = wheel.body.index;
    AddedInertia& D = loads_.added[b];
    const BodyMotion &base = base_kinematics_.body[b], &mean = mean_kinematics_.body[b],
                     &now = kinematics_.body[b];
    const Vec3 w = base.w - mean.w - gamma * now.w_dot, v = base.v - mean.v - gamma * now.v_dot;
    loads_.on_body[b].moment -= D.J * w + D.H * v;
    loads_.on_body[b].force -= D.H.transpose() * w + D.M * v;
    D.J *= gamma;
    D.H *= gamma;
    D.M *= gamma;
  }
}

StepStatus ContactSystem::calc_step(double t, double dt, const VecX& q, const VecX& v_predicted,
                                    const VecX& v_base, double gamma, VecX&, VecX& a) {
  calc_kinematics(*world_.model, q, v_predicted, kinematics_);
  place_shapes();
  loads_.clear();
  copy_slots(start_slots_, next_slots_);
  next_spheres_ = spheres_;
  next_pads_ = pads_;
  next_motors_ = motors_;
  output_.time = t;
  ++evaluations_;
  const bool mean = world_.settings.adaptive && gamma > 0.0;  // Beeman, not the Euler steps used for settling
  if (mean) calc_mean_motion(dt, q);
  sliding_ = mean ? &mean_kinematics_ : &kinematics_;
  if (!touch_wheels()) return StepStatus::outside_terrain;
  contact_steps_.clear();
  for (int i = 0; i < touch_count_; ++i) {
    WheelTouch& touch = touches_[i];
    contact_steps_.push_back({*touch.law, touch.motion, next_slots_[touch.slot].memory, touch.force});
  }
  step_contacts(contact_steps_, dt);
  apply_touches();
  apply_spheres(dt);
  apply_pads(dt);
  read_tensions();
  apply_motors(t, q, v_predicted, true);
  if (mean) make_contacts_implicit(gamma, q, v_predicted, v_base);
  const ImplicitDamping damping{gamma, &v_base};
  forward_dynamics(*world_.model, q, v_predicted, kinematics_, loads_, damping, workspace_, a, effort_);
  finish_motors(t, q, v_predicted, gamma, v_base, a, true);
  free_slots();
  return StepStatus::ok;
}

void ContactSystem::calc_touch_rates(WheelTouch& touch, const VecX& aux, VecX& aux_rate) {
  const ContactMotion& motion = touch.motion;
  ContactMemory m = next_slots_[touch.slot].memory;
  const double* x = aux.data() + touch.slot * kContactRateSize;
  m.u_wheel = x[0], m.zeta_x = x[1], m.zeta_y = x[2], m.travel = x[3], m.u_peak = x[4], m.fresh = x[5];
  m.u_soil = motion.u_tot > 0.0 ? std::max(0.0, motion.u_tot - m.u_wheel) : 0.0;
  std::array<double, kContactRateSize> rates;
  calc_contact_rates(*touch.law, motion, m, fastest_, rates, touch.force);
  for (int k = 0; k < kContactRateSize; ++k) aux_rate[touch.slot * kContactRateSize + k] = rates[k];
  m.force_past = touch.force.normal;
  m.past_count = touch.force.normal > 0.0 ? 1.0 : 0.0;  // the step form continues from here with two points
  m.u_wheel_past[0] = m.u_wheel;
  m.u_tot_past[0] = motion.u_tot + motion.rut_depth;
  next_slots_[touch.slot].memory = m;
}

StepStatus ContactSystem::calc_rates(double t, const VecX& q, const VecX& v, const VecX& aux, VecX& a,
                                     VecX& aux_rate) {
  calc_kinematics(*world_.model, q, v, kinematics_);
  place_shapes();
  loads_.clear();
  copy_slots(start_slots_, next_slots_);
  next_spheres_ = spheres_;
  next_pads_ = pads_;
  next_motors_ = motors_;
  output_.time = t;
  ++evaluations_;
  sliding_ = &kinematics_;
  aux_rate.setZero();
  if (!touch_wheels()) return StepStatus::outside_terrain;
  for (int i = 0; i < touch_count_; ++i) calc_touch_rates(touches_[i], aux, aux_rate);
  apply_touches();
  apply_spheres(0.0);
  apply_pads(0.0);
  read_tensions();
  apply_motors(t, q, v, false);
  forward_dynamics(*world_.model, q, v, kinematics_, loads_, ImplicitDamping{}, workspace_, a, effort_);
  finish_motors(t, q, v, 0.0, v, a, false);
  return StepStatus::ok;
}

void ContactSystem::read_tensions() {
  for (std::size_t i = 0; i < output_.tensions.size(); ++i)
    output_.tensions[i] = loads_.released[i]
                              ? 0.0
                              : calc_spring_reading(*world_.model, static_cast<int>(i), kinematics_).tension;
}

StepStatus ContactSystem::evaluate(const MotionState& s) {
  rate_a_ = s.a;  // with its prescribed entries: the drive efforts depend on them
  const StepStatus status = calc_rates(s.time, s.q, s.v, s.aux, rate_a_, rate_aux_);
  if (status != StepStatus::ok) return status;
  for (int i = 0; i < touch_count_; ++i) {
    const WheelTouch& touch = touches_[i];
    const RatesEnd end =
        finish_contact_rates(*touch.law, start_slots_[touch.slot].memory, next_slots_[touch.slot].memory);
    power_.stored += end.stored_energy;
    power_.work += end.work;
  }
  finish_motors(s.time, s.q, s.v, 0.0, s.v, rate_a_, true);
  free_slots();
  stability_.measure(kinematics_, output_);
  return status;
}

void ContactSystem::free_slots() {
  for (ContactSlot& slot : next_slots_)
    if (slot.surface >= 0.0 && at_ease(slot.memory) && slot.memory.force_past == 0.0) slot = ContactSlot{};
}

void ContactSystem::accept(SimulationState& state) {
  stability_.measure(kinematics_, output_);
  copy_slots(next_slots_, state.slots);
  spheres_ = next_spheres_;
  pads_ = next_pads_;
  state.spheres = spheres_;
  state.pads = pads_;
  motors_ = next_motors_;
  state.motors = motors_;
  const double cell = state.ground.cell();
  TileHint tiles;
  for (int i = 0; i < rut_count_; ++i) {
    const RutMark& rut = ruts_[i];
    // behind the bottom of the footprint and out of reach of what lies ahead: cells extend one cell further
    const Vec3 at = rut.point + 1.5 * cell * rut.rear;
    for (double y = -rut.half_width; y <= rut.half_width + 1e-9; y += 0.5 * cell) {
      const Vec3 p = at + y * rut.side;
      if (world_.terrain->material_at(p.x(), p.y()) == rut.material)
        state.ground.deposit(p.x(), p.y(), rut.depth, tiles);
    }
  }
}

}  // namespace grouser
