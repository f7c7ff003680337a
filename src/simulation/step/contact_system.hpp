// SPDX-License-Identifier: BSD-3-Clause
// The vehicles on their ground as a System for the integrators: prescribed coordinates from the drive
// programme, forces of the contact elements and motors, accelerations from the multibody module.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "free_motion.hpp"
#include "grouser/contact/contact_element.hpp"
#include "grouser/contact/wheel_ground.hpp"
#include "grouser/multibody/constraints/forward_dynamics.hpp"
#include "grouser/simulation/step/output.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"
#include "motors.hpp"
#include "stability.hpp"

namespace grouser {

/// The power of one kind of contact in the last evaluation, as in ContactPower.
struct ContactLoss {
  double normal = 0.0, tangential = 0.0;  ///< W
  double work = 0.0;                      ///< J in this step
};

class ContactSystem final : public System {
 public:
  ContactSystem(const World& world, Formulation formulation);
  ContactSystem(const ContactSystem&) = delete;  // parts of it refer to each other
  ContactSystem& operator=(const ContactSystem&) = delete;

  /// Of the coordinates that are integrated.
  const Model& model() const override { return free_ ? free_->bodies() : *world_.model; }
  int aux_size() const override { return aux_size_; }
  bool steps_advance_aux() const override { return false; }
  void prescribe(double t, VecX& q, VecX& v, VecX& a) override;
  StepStatus calc_rates(double t, const VecX& q, const VecX& v, const VecX& aux, VecX& a,
                        VecX& aux_rate) override;
  StepStatus calc_step(double t, double dt, const VecX& q, const VecX& v_predicted, const VecX& v_base,
                       double gamma, VecX& aux, VecX& a) override;

  /// Until it is told none, the load on this body is not a number (Simulation::spoil_next_step).
  void spoil(std::optional<BodyId> body) { spoiled_ = body; }

  /// While true, every prescribed coordinate stays where it is at t = 0 (settling).
  void hold(bool holding);

  /// Call before a step, with the contacts' memory, the ground, and the ties that are cut. The state must not
  /// move until the step is done.
  void begin(const SimulationState& state, double dt);
  /// Call after a step was accepted: passes the contacts' new memory to the state and lays ruts.
  void accept(SimulationState& state);
  /// Call after begin(), before a step in rate form: gives the contact memory as the aux of the rate form.
  /// stage_step: length of one Runge-Kutta step, s; 0: no step is made, only evaluate().
  void begin_rates(const SimulationState& state, double stage_step, VecX& aux);
  /// Computes the forces at the end of a step in rate form, and the memory that accept() passes on.
  StepStatus evaluate(const MotionState& end);

  /// At the last evaluation, of all parts that have one (ContactElement::add_gaps).
  void read_gaps(double reach, std::vector<PartGap>& gaps) const;

  const StepOutput& output() const { return output_; }
  const VecX& effort() const { return effort_; }
  const Kinematics& kinematics() const { return kinematics_; }
  const Loads& loads() const { return loads_; }
  /// Of the model's rows, at the last evaluation.
  const VecX& multipliers() const { return free_ ? free_->multipliers() : workspace_.multipliers(); }
  /// Poses and velocities of a state, in whichever coordinates it is.
  void calc_motion(const SimulationState& state, Kinematics& out) const;
  /// After a step: velocities of `state` at the positions of the last evaluation, and what its joints read.
  void show_motion(Kinematics& out, SimulationState& state);
  /// Six components a joint, of the last evaluation; in constrained coordinates only.
  const FreeMotion* free_motion() const { return free_.get(); }
  const ContactPower& power() const { return contact_loads_.power; }
  /// One per element.
  std::span<const ContactLoss> losses() const { return losses_; }
  /// ContactElement::returnable() of each, J; valid until the next call.
  std::span<const double> returnable();
  const std::string& failure() const { return failure_; }
  /// Number of evaluations of all forces so far.
  std::int64_t evaluations() const { return evaluations_; }
  /// Every kind of contact of the world.
  std::span<const std::unique_ptr<ContactElement>> elements() const { return elements_; }

 private:
  /// Poses and velocities at (q, v), and everything the forces are added to, emptied.
  void start_evaluation(double t, const VecX& q, const VecX& v);
  void tell_contacts(double t, const VecX& q, const VecX& v);
  void calc_poses(const VecX& q, const VecX& v, Kinematics& out) const;
  void calc_velocities_at(const VecX& v, Kinematics& inout) const;
  void prescribe_joints(double t, VecX& q, VecX& v, VecX& a);
  /// What the joints read at the last start_evaluation(); they are q and v themselves in joint coordinates.
  const VecX& joint_q(const VecX& q) const { return free_ ? free_->joints.q : q; }
  const VecX& joint_v(const VecX& v) const { return free_ ? free_->joints.v : v; }
  const VecX& joint_a(const VecX& a) const { return free_ ? free_->joint_a : a; }
  void read_tensions();
  /// Of an element, what the power grew by since it was `before`.
  void book_loss(std::size_t element, const ContactPower& before);
  /// Accelerations from all loads, and what loop joints exert.
  StepStatus solve(const VecX& q, const VecX& v, const ImplicitDamping& damping, VecX& a);
  /// Computes body velocities whose product with dt is the motion over the step, into mean_kinematics_.
  void calc_mean_motion(double dt, const VecX& q);
  void make_contacts_implicit(double gamma, const VecX& q, const VecX& v_predicted, const VecX& v_base);

  const World& world_;
  std::unique_ptr<FreeMotion> free_;  // in constrained coordinates
  std::vector<std::unique_ptr<ContactElement>> elements_;
  std::vector<double> returnable_;
  std::vector<ContactLoss> losses_;
  Motors motors_;
  std::vector<LegControlMemory> legs_;     // of the step's start
  std::vector<StrutMemory> struts_;        // likewise
  std::vector<WalkLegMemory> walk_legs_;   // likewise
  std::vector<HumanoidMemory> humanoids_;  // likewise
  std::vector<ThrustMemory> thrust_;       // likewise
  int aux_size_ = 0;
  Kinematics kinematics_, mean_kinematics_, start_kinematics_, base_kinematics_;
  VecX mean_v_, no_a_;
  Loads loads_;
  ContactLoads contact_loads_;
  ContactInstant instant_;
  DynamicsWorkspace workspace_;
  VecX effort_, rate_a_, rate_aux_;
  ShapePoses shape_poses_;
  bool holding_ = false;
  std::optional<BodyId> spoiled_;
  StabilityGauge stability_;
  const MotionState* start_ = nullptr;  // at the start of the step
  StepOutput output_;
  std::int64_t evaluations_ = 0;
  std::string failure_;
};

}  // namespace grouser
