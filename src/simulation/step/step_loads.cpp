// SPDX-License-Identifier: BSD-3-Clause
// One evaluation of all forces: poses, loads of elements, contacts, accelerations, efforts. The step form
// (Euler, Beeman) advances the contacts' memory; the rate form (Runge-Kutta) gives its rates, and evaluate()
// repeats it at the end of a step.
#include "step_loads.hpp"

#include <limits>

#include "grouser/multibody/constraints/row_laws.hpp"

namespace grouser {

StepLoads::StepLoads(const World& world, Formulation formulation)
    : world_(world),
      coordinates_(make_coordinates(world, formulation)),
      elements_(make_step_elements(world)),
      kinematics_(*world.model),
      loads_(*world.model),
      contacts_(world, *coordinates_, loads_, kinematics_),
      implicit_(world, *coordinates_),
      stability_(world),
      effort_(VecX::Zero(world.model->nv())) {
  // All vectors get their final size here, so that no step allocates.
  rates_ = {VecX::Zero(model().nv()), VecX::Zero(aux_size())};
  loads_.gravity = Vec3(0, 0, -world.settings.gravity);
  if (world.implicit_contacts()) loads_.added.resize(world.model->bodies().size());
  if (rows_act_on_bodies(*world.model)) loads_.reaction.resize(world.model->bodies().size());
  output_.wheels.resize(world.wheels.size());
  output_.records.resize(world.parts.size());
  output_.meshes.resize(static_cast<std::size_t>(world.mesh.records));
  output_.tip_over.resize(world.vehicles.size());
  output_.tensions.resize(world.model->springs().size());
}

void StepLoads::hold(bool holding) {
  contacts_.hold(holding);
  for (const auto& element : elements_) element->hold(holding);
}

void StepLoads::prescribe(double t, VecX& q, VecX& v, VecX& a) {
  if (coordinates_->of_bodies())
    return;  // bodies have no prescribed coordinates: joints have rows that lead them
  for (const auto& element : elements_) element->prescribe(t, q, v, a);
}

void StepLoads::begin(const SimulationState& state, double dt) {
  contacts_.begin(state, dt);
  for (const auto& element : elements_) element->begin(state);
  coordinates_->begin(state, dt);
  start_ = &state.advanced();
}

void StepLoads::begin_rates(const SimulationState& state, double stage_step, VecX& aux) {
  contacts_.begin_rates(state, stage_step, aux);
}

void StepLoads::show_motion(Kinematics& out, SimulationState& state) {
  coordinates_->calc_velocities_at_poses_of(kinematics_, state.advanced().v, out);
  coordinates_->show(out, state);
}

void StepLoads::start_evaluation(double t, const VecX& q, const VecX& v, DamperForm dampers) {
  coordinates_->calc_poses(q, v, kinematics_);
  coordinates_->read_joints(t, kinematics_, elements_);
  loads_.clear();
  contacts_.start_evaluation();
  const ForceInstant now{t, kinematics_, coordinates_->joint_q(q), coordinates_->joint_v(v), dampers};
  for (const auto& element : elements_) element->apply(now, loads_);
  output_.time = t;
  ++evaluations_;
}

StepStatus StepLoads::solve(const VecX& q, const VecX& v, const ImplicitDamping& damping, VecX& a) {
  if (spoiled_) loads_.on_body[spoiled_->index].force.setConstant(std::numeric_limits<double>::quiet_NaN());
  if (const RowFailure failure = coordinates_->solve(q, v, kinematics_, loads_, damping, a, effort_)) {
    failure_ = describe(*world_.model, failure);
    return StepStatus::not_closed;
  }
  if (!loads_.reaction.empty())
    calc_reactions(*world_.model, kinematics_, coordinates_->multipliers(), loads_.reaction);
  return StepStatus::ok;
}

void StepLoads::read_efforts(const EffortInstant& now) {
  for (const auto& element : elements_) element->read_efforts(now, effort_, output_);
}

StepStatus StepLoads::calc_step(double t, double dt, const VecX& q, const VecX& v_predicted,
                                const VecX& v_base, double gamma, VecX&, VecX& a) {
  start_evaluation(t, q, v_predicted, DamperForm::implicit);
  // True in Beeman's steps, false in the Euler steps of settling.
  const bool mean = world_.implicit_contacts() && gamma > 0.0;
  const Kinematics& sliding = mean ? implicit_.calc_mean_motion(*start_, dt, q, kinematics_) : kinematics_;
  const VecX &joint_q = coordinates_->joint_q(q), &joint_v = coordinates_->joint_v(v_predicted);
  if (!contacts_.step(t, dt, joint_q, joint_v, sliding, output_)) {
    failure_ = contacts_.failure();
    return StepStatus::outside_terrain;
  }
  read_tensions();
  if (mean) implicit_.add_to(loads_, contacts_.damped_bodies(), gamma, q, v_predicted, v_base, kinematics_);
  const VecX& joint_base = coordinates_->joint_base(kinematics_, v_base);
  if (const StepStatus status = solve(q, v_predicted, {gamma, &v_base}, a); status != StepStatus::ok)
    return status;
  read_efforts({t, joint_q, joint_v, joint_base, coordinates_->joint_a(a), gamma, true, loads_});
  contacts_.finish();
  return StepStatus::ok;
}

StepStatus StepLoads::calc_rates(double t, const VecX& q, const VecX& v, const VecX& aux, VecX& a,
                                 VecX& aux_rate) {
  start_evaluation(t, q, v, DamperForm::explicit_);
  const VecX &joint_q = coordinates_->joint_q(q), &joint_v = coordinates_->joint_v(v);
  if (!contacts_.rates(t, joint_q, joint_v, aux, aux_rate, output_)) {
    failure_ = contacts_.failure();
    return StepStatus::outside_terrain;
  }
  read_tensions();
  if (const StepStatus status = solve(q, v, {}, a); status != StepStatus::ok) return status;
  read_efforts({t, joint_q, joint_v, joint_v, coordinates_->joint_a(a), 0.0, false, loads_});
  return StepStatus::ok;
}

// Tensions of springs and ties between bodies, N; 0 once released.
void StepLoads::read_tensions() {
  for (std::size_t i = 0; i < output_.tensions.size(); ++i)
    output_.tensions[i] = loads_.released[i]
                              ? 0.0
                              : calc_spring_reading(*world_.model, static_cast<int>(i), kinematics_).tension;
}

StepStatus StepLoads::evaluate(const MotionState& s) {
  rates_.a = s.a;  // with its prescribed entries: the drive efforts depend on them
  const StepStatus status = calc_rates(s.time, s.q, s.v, s.aux, rates_.a, rates_.aux);
  if (status != StepStatus::ok) return status;
  contacts_.finish_rates();
  const VecX &q = coordinates_->joint_q(s.q), &v = coordinates_->joint_v(s.v);
  read_efforts({s.time, q, v, v, coordinates_->joint_a(rates_.a), 0.0, true, loads_});
  contacts_.finish();
  stability_.measure(kinematics_, output_);
  return status;
}

void StepLoads::accept(SimulationState& state) {
  stability_.measure(kinematics_, output_);
  contacts_.accept(state);
  for (const auto& element : elements_) element->accept(state);
}

}  // namespace grouser
