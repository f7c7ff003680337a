// SPDX-License-Identifier: BSD-3-Clause
#include "contact_system.hpp"

#include <limits>

#include "balancing.hpp"
#include "drive_control.hpp"
#include "grouser/contact/wheel_ground.hpp"
#include "grouser/multibody/constraints/closure.hpp"
#include "grouser/multibody/constraints/row_laws.hpp"
#include "leg_control.hpp"
#include "orbit.hpp"
#include "struts.hpp"
#include "thrust.hpp"
#include "walking.hpp"

namespace grouser {

ContactSystem::ContactSystem(const World& world, Formulation formulation)
    : world_(world),
      free_(formulation == Formulation::constrained ? std::make_unique<FreeMotion>(world) : nullptr),
      elements_(make_contact_elements(world, world.settings.gravity)),
      motors_(world),
      kinematics_(*world.model),
      mean_kinematics_(*world.model),
      start_kinematics_(*world.model),
      base_kinematics_(*world.model),
      mean_v_(VecX::Zero(model().nv())),
      no_a_(mean_v_),
      loads_(*world.model),
      contact_loads_(loads_, kinematics_),
      workspace_(*world.model, world.settings.stabilisation),
      effort_(VecX::Zero(world.model->nv())),
      rate_a_(mean_v_),
      shape_poses_(world),
      stability_(world) {
  for (const auto& element : elements_) aux_size_ += element->aux_size();
  losses_.resize(elements_.size());
  returnable_.resize(elements_.size());
  rate_aux_ = VecX::Zero(aux_size_);
  loads_.gravity = Vec3(0, 0, -world.settings.gravity);
  if (world.implicit_contacts()) loads_.added.resize(world.model->bodies().size());
  if (rows_act_on_bodies(*world.model)) loads_.reaction.resize(world.model->bodies().size());
  output_.wheels.resize(world.wheels.size());
  output_.records.resize(world.parts.size());
  output_.meshes.resize(static_cast<std::size_t>(world.mesh.records));
  output_.tip_over.resize(world.vehicles.size());
  output_.tensions.resize(world.model->springs().size());
}

void ContactSystem::hold(bool holding) {
  holding_ = holding;
  motors_.hold(holding);
}

namespace {

void command(int q_index, int v_index, const CoordinateCommand& c, VecX& q, VecX& v, VecX& a) {
  q[q_index] = c.q;
  v[v_index] = c.v;
  a[v_index] = c.a;
}

}  // namespace

void ContactSystem::prescribe(double t, VecX& q, VecX& v, VecX& a) {
  if (!free_)
    prescribe_joints(t, q, v, a);  // of free bodies nothing is prescribed: joints have rows that lead them
}

void ContactSystem::prescribe_joints(double t, VecX& q, VecX& v, VecX& a) {
  for (const HeldCoordinate& held : world_.held) {
    q[held.q] = held.position;
    v[held.v] = a[held.v] = 0.0;
  }
  for (const LedCoordinate& led : world_.led) command(led.q, led.v, led.signal.at(t), q, v, a);
  for (std::size_t i = 0; i < world_.drives.size(); ++i) {
    const WheelDrive& wheel = world_.drives[i];
    if (!wheel.motor)
      command(wheel.drive_q, wheel.drive_v, spin_command(world_, motors_.drive(), i, t), q, v, a);
    if (wheel.steer_v >= 0)
      command(wheel.steer_q, wheel.steer_v, steer_command(world_, motors_.drive(), i, t), q, v, a);
  }
  if (holding_)
    for (int i = 0; i < world_.model->nv(); ++i)
      if (world_.model->modes()[i] == CoordinateMode::prescribed) v[i] = a[i] = 0.0;
}

void ContactSystem::begin(const SimulationState& state, double dt) {
  instant_ = {.now = &kinematics_,
              .sliding = &kinematics_,
              .start = &start_kinematics_,
              .shape_poses = shape_poses_.all(),
              .terrain = &terrain_of(world_, state),
              .ground = &state.ground,
              .step = dt};
  for (const auto& element : elements_) element->begin(state.contacts);
  motors_.begin(state);
  legs_ = state.legs;
  struts_ = state.struts;
  walk_legs_ = state.walk_legs;
  humanoids_ = state.humanoids;
  thrust_ = state.thrust;
  for (std::size_t r = 0; r < world_.releases.size(); ++r)
    for (int spring : world_.releases[r].springs) loads_.released[spring] = state.releases[r].done;
  start_ = &state.advanced();
  if (free_) free_->begin(state, dt);
}

void ContactSystem::begin_rates(const SimulationState& state, double stage_step, VecX& aux) {
  instant_.by_rates = true;
  instant_.stage_step = stage_step;
  if (world_.parts.size() > world_.wheels.size()) calc_motion(state, start_kinematics_);
  for (const auto& element : elements_) element->begin_rates(state.contacts, aux);
}

// Beeman's position advances by dt v + dt^2 (a/2 + rho/6 (a - a_prev)) (beeman.cpp); divided by dt this is
// the mean velocity. Slip that grows with it grows with the true displacement, as the penetration does, and
// stays stable to about twice the step of slip that grows with the predicted velocity
// (docs/theory_contact.md).
void ContactSystem::calc_mean_motion(double dt, const VecX& q) {
  const MotionState& s = *start_;
  const double rho = s.dt_prev > 0.0 ? dt / s.dt_prev : 0.0;
  mean_v_ = s.v + dt * (0.5 * s.a + (rho / 6.0) * (s.a - s.a_prev));
  if (!free_) {
    for (const Joint& joint : world_.model->joints())
      if (joint.mode == CoordinateMode::prescribed && joint.nv == 1)
        mean_v_[joint.v_index] = (q[joint.q_index] - s.q[joint.q_index]) / dt;
    set_dependent_velocities(*world_.model, mean_v_);
  }
  copy_poses(kinematics_, mean_kinematics_);
  calc_velocities_at(mean_v_, mean_kinematics_);
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
  copy_poses(kinematics_, base_kinematics_);
  calc_velocities_at(v_base, base_kinematics_);
  if (free_)
    set_free_accelerations(*world_.model, no_a_, kinematics_);
  else
    calc_accelerations(*world_.model, q, v_predicted, no_a_, kinematics_);
  for (const int b : contact_loads_.damped_bodies()) {
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

void ContactSystem::calc_poses(const VecX& q, const VecX& v, Kinematics& out) const {
  if (free_)
    calc_free_kinematics(*world_.model, q, v, out);
  else
    calc_kinematics(*world_.model, q, v, out);
}

void ContactSystem::calc_velocities_at(const VecX& v, Kinematics& inout) const {
  if (free_)
    calc_free_velocities(*world_.model, v, inout);
  else
    calc_velocities(*world_.model, v, inout);
}

void ContactSystem::calc_motion(const SimulationState& state, Kinematics& out) const {
  calc_poses(state.advanced().q, state.advanced().v, out);
}

void ContactSystem::show_motion(Kinematics& out, SimulationState& state) {
  copy_poses(kinematics_, out);
  calc_velocities_at(state.advanced().v, out);
  if (free_) free_->show(out, state);
}

void ContactSystem::start_evaluation(double t, const VecX& q, const VecX& v) {
  calc_poses(q, v, kinematics_);
  if (free_) {
    JointReadings& joints = free_->joints;
    read_joints(*world_.model, kinematics_, free_->workspace, joints);
    joints.q_told = joints.q;
    joints.v_told = joints.v;
    free_->joint_a.setZero();
    prescribe_joints(t, joints.q_told, joints.v_told, free_->joint_a);
  }
  shape_poses_.place(kinematics_);
  loads_.clear();
  contact_loads_.clear();
  add_orbit_loads(world_, kinematics_, loads_);
  apply_struts(world_, struts_, kinematics_, loads_);
  apply_thrust(world_, thrust_, t, kinematics_, loads_);
  apply_pushes(world_, t, kinematics_, loads_);
  apply_torques(world_, humanoids_, loads_);
  output_.time = t;
  ++evaluations_;
}

void ContactSystem::tell_contacts(double t, const VecX& q, const VecX& v) {
  instant_.q = &joint_q(q);
  instant_.v = &joint_v(v);
  instant_.time = t;
  instant_.clock = holding_ ? 0.0 : 1.0;
}

StepStatus ContactSystem::solve(const VecX& q, const VecX& v, const ImplicitDamping& damping, VecX& a) {
  const Model& model = *world_.model;
  if (spoiled_) loads_.on_body[spoiled_->index].force.setConstant(std::numeric_limits<double>::quiet_NaN());
  const RowFailure failure =
      free_ ? free_->solve(kinematics_, loads_, damping.gamma, a, effort_)
            : forward_dynamics(model, q, v, kinematics_, loads_, damping, workspace_, a, effort_);
  if (failure) {
    failure_ = describe(model, failure);
    return StepStatus::not_closed;
  }
  if (!loads_.reaction.empty()) calc_reactions(model, kinematics_, multipliers(), loads_.reaction);
  return StepStatus::ok;
}

StepStatus ContactSystem::calc_step(double t, double dt, const VecX& q, const VecX& v_predicted,
                                    const VecX& v_base, double gamma, VecX&, VecX& a) {
  start_evaluation(t, q, v_predicted);
  tell_contacts(t, q, v_predicted);
  const bool mean =
      world_.implicit_contacts() && gamma > 0.0;  // Beeman, not the Euler steps used for settling
  if (mean) calc_mean_motion(dt, q);
  instant_.sliding = mean ? &mean_kinematics_ : &kinematics_;
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const ContactPower before = contact_loads_.power;
    if (!elements_[i]->step(instant_, dt, contact_loads_, output_)) {
      failure_ = elements_[i]->failure();
      return StepStatus::outside_terrain;
    }
    book_loss(i, before);
  }
  read_tensions();
  motors_.apply(t, joint_q(q), joint_v(v_predicted), true, loads_);
  apply_leg_control(world_, legs_, joint_q(q), joint_v(v_predicted), true, loads_);
  apply_servos(world_, walk_legs_, joint_q(q), joint_v(v_predicted), true, loads_);
  if (mean) make_contacts_implicit(gamma, q, v_predicted, v_base);
  if (free_) {
    if (!mean) {
      copy_poses(kinematics_, base_kinematics_);
      calc_velocities_at(v_base, base_kinematics_);
    }
    read_joint_rates(*world_.model, base_kinematics_, free_->workspace, free_->joints.v_base);
  }
  if (const StepStatus status = solve(q, v_predicted, {gamma, &v_base}, a); status != StepStatus::ok)
    return status;
  motors_.finish(t, joint_q(q), joint_v(v_predicted), gamma, free_ ? free_->joints.v_base : v_base,
                 joint_a(a), true, loads_, effort_, output_);
  for (const auto& element : elements_) element->finish();
  return StepStatus::ok;
}

StepStatus ContactSystem::calc_rates(double t, const VecX& q, const VecX& v, const VecX& aux, VecX& a,
                                     VecX& aux_rate) {
  start_evaluation(t, q, v);
  tell_contacts(t, q, v);
  instant_.sliding = &kinematics_;
  aux_rate.setZero();
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const ContactPower before = contact_loads_.power;
    if (!elements_[i]->rates(instant_, aux, aux_rate, contact_loads_, output_)) {
      failure_ = elements_[i]->failure();
      return StepStatus::outside_terrain;
    }
    book_loss(i, before);
  }
  read_tensions();
  const VecX &at_q = joint_q(q), &at_v = joint_v(v);
  motors_.apply(t, at_q, at_v, false, loads_);
  apply_leg_control(world_, legs_, at_q, at_v, false, loads_);
  apply_servos(world_, walk_legs_, at_q, at_v, false, loads_);
  if (const StepStatus status = solve(q, v, {}, a); status != StepStatus::ok) return status;
  motors_.finish(t, at_q, at_v, 0.0, at_v, joint_a(a), false, loads_, effort_, output_);
  return StepStatus::ok;
}

std::span<const double> ContactSystem::returnable() {
  for (std::size_t i = 0; i < elements_.size(); ++i) returnable_[i] = elements_[i]->returnable();
  return returnable_;
}

void ContactSystem::book_loss(std::size_t element, const ContactPower& before) {
  const ContactPower& now = contact_loads_.power;
  losses_[element] = {.normal = now.normal - before.normal,
                      .tangential = now.tangential - before.tangential,
                      .work = now.work - before.work};
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
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const double before = contact_loads_.power.work;
    elements_[i]->finish_rates(contact_loads_.power);
    losses_[i].work += contact_loads_.power.work - before;
  }
  const VecX &q = joint_q(s.q), &v = joint_v(s.v);
  motors_.finish(s.time, q, v, 0.0, v, joint_a(rate_a_), true, loads_, effort_, output_);
  for (const auto& element : elements_) element->finish();
  stability_.measure(kinematics_, output_);
  return status;
}

void ContactSystem::read_gaps(double reach, std::vector<PartGap>& gaps) const {
  gaps.clear();
  for (const auto& element : elements_) element->add_gaps(instant_, reach, gaps);
}

void ContactSystem::accept(SimulationState& state) {
  stability_.measure(kinematics_, output_);
  for (const auto& element : elements_)
    element->accept(state.contacts, terrain_of(world_, state), state.ground);
  motors_.accept(state);
}

}  // namespace grouser
