// SPDX-License-Identifier: BSD-3-Clause
// All loads of a step, as a System for the integrators: coordinates that step elements prescribe, forces of
// step elements and contacts, accelerations from the multibody module.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "contact_set.hpp"
#include "coordinates.hpp"
#include "implicit_contacts.hpp"
#include "stability.hpp"
#include "step_element.hpp"

namespace grouser {

/// The System that integrators see; also owner of the results of the last evaluation.
class StepLoads final : public System {
 public:
  StepLoads(const World& world, Formulation formulation);
  StepLoads(const StepLoads&) = delete;  // parts of it refer to each other
  StepLoads& operator=(const StepLoads&) = delete;

  const Model& model() const override { return coordinates_->model(); }
  int aux_size() const override { return contacts_.aux_size(); }
  bool steps_advance_aux() const override { return false; }
  void prescribe(double t, VecX& q, VecX& v, VecX& a) override;
  StepStatus calc_rates(double t, const VecX& q, const VecX& v, const VecX& aux, VecX& a,
                        VecX& aux_rate) override;
  StepStatus calc_step(double t, double dt, const VecX& q, const VecX& v_predicted, const VecX& v_base,
                       double gamma, VecX& aux, VecX& a) override;

  /// Until it is given none, the load on this body is NaN (Simulation::spoil_next_step).
  void spoil(std::optional<BodyId> body) { spoiled_ = body; }
  /// While true, every prescribed coordinate stays where it is at t = 0 (settling).
  void hold(bool holding);

  /// Call before a step, with the memory of contacts and elements, and the ground. The state must not move
  /// until the step is done.
  void begin(const SimulationState& state, double dt);
  /// Call after begin(), before a step in rate form: gives the contact memory as the aux of the rate form.
  /// stage_step: length of one Runge-Kutta step, s; 0: no step is made, only evaluate().
  void begin_rates(const SimulationState& state, double stage_step, VecX& aux);
  /// Computes the forces at the end of a step in rate form, and the memory that accept() passes on.
  StepStatus evaluate(const MotionState& end);
  /// Call after a step was accepted: passes the new memory to the state and leaves ruts.
  void accept(SimulationState& state);
  /// Call after a step: velocities of `state` at the positions of the last evaluation, and what its joints
  /// read.
  void show_motion(Kinematics& out, SimulationState& state);

  // Results of the last evaluation:
  const StepOutput& output() const { return output_; }
  const VecX& effort() const { return effort_; }
  const Kinematics& kinematics() const { return kinematics_; }
  const Loads& loads() const { return loads_; }
  const std::string& failure() const { return failure_; }

  const Coordinates& coordinates() const { return *coordinates_; }
  const ContactSet& contacts() const { return contacts_; }
  ContactSet& contacts() { return contacts_; }
  const StepElements& elements() const { return elements_; }
  /// Number of evaluations of all forces so far.
  std::int64_t evaluations() const { return evaluations_; }

 private:
  /// Poses and velocities at (q, v), and the loads of the elements.
  void start_evaluation(double t, const VecX& q, const VecX& v, DamperForm dampers);
  /// Accelerations from all loads, and what loop joints exert.
  StepStatus solve(const VecX& q, const VecX& v, const ImplicitDamping& damping, VecX& a);
  void read_efforts(const EffortInstant& now);
  void read_tensions();

  const World& world_;
  std::unique_ptr<Coordinates> coordinates_;
  StepElements elements_;
  Kinematics kinematics_;
  Loads loads_;
  ContactSet contacts_;
  ImplicitContacts implicit_;
  StabilityGauge stability_;
  VecX effort_;
  struct {
    VecX a, aux;
  } rates_;                             // scratch
  const MotionState* start_ = nullptr;  // of the step
  StepOutput output_;
  std::optional<BodyId> spoiled_;
  std::int64_t evaluations_ = 0;
  std::string failure_;
};

}  // namespace grouser
