// SPDX-License-Identifier: BSD-3-Clause
// All contacts of a world in a step: every kind is an element (contact/contact_element.hpp). The set
// evaluates them one after the other and keeps what each took of the energy.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "coordinates.hpp"
#include "grouser/contact/contact_element.hpp"
#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// The power of one kind of contact in the last evaluation, as in ContactPower.
struct ContactLoss {
  double normal = 0.0, tangential = 0.0;  ///< W
  double work = 0.0;                      ///< J in this step
};

class ContactSet {
 public:
  /// Forces are added to `loads`, at the poses of `kinematics`. All must outlive the set.
  ContactSet(const World& world, const Coordinates& coordinates, Loads& loads, const Kinematics& kinematics);

  /// Numbers of the contacts' memory that have rates.
  int aux_size() const { return aux_size_; }
  /// While true, the clock of surfaces that change with the time does not advance (settling).
  void hold(bool holding) { instant_.clock = holding ? 0.0 : 1.0; }
  /// Call before a step of length dt. The state must not move until the step is done.
  void begin(const SimulationState& state, double dt);
  /// Call after begin(), before a step in rate form: writes the memory that has rates. stage_step: length of
  /// one Runge-Kutta step, s; 0: no step is made.
  void begin_rates(const SimulationState& state, double stage_step, VecX& aux);

  /// Call at the start of each evaluation, when poses are known.
  void start_evaluation();
  /// Step form over dt. `sliding`: the velocities with which sliding grows. False where something left the
  /// terrain: failure() says what.
  bool step(double time, double dt, const VecX& q, const VecX& v, const Kinematics& sliding,
            ContactReadings& readings);
  /// Rate form at the memory in `aux`. Returns as step().
  bool rates(double time, const VecX& q, const VecX& v, const VecX& aux, VecX& aux_rate,
             ContactReadings& readings);
  /// Ends a step in rate form.
  void finish_rates();
  /// Ends an evaluation that may be accepted.
  void finish();
  /// Passes the new memory to the state, and leaves ruts.
  void accept(SimulationState& state);

  const ContactPower& power() const { return loads_.power; }
  /// Bodies whose contacts were made implicit in the last evaluation (ContactLoads::add_damper).
  const std::vector<int>& damped_bodies() const { return loads_.damped_bodies(); }
  /// One per element.
  std::span<const ContactLoss> losses() const { return losses_; }
  /// ContactElement::returnable() of each, J; valid until the next call.
  std::span<const double> returnable();
  /// At the last evaluation, of all parts that have one (ContactElement::add_gaps).
  void read_gaps(double reach, std::vector<PartGap>& gaps) const;
  std::span<const std::unique_ptr<ContactElement>> elements() const { return elements_; }
  const std::string& failure() const { return failure_; }

 private:
  /// Evaluates one element after the other, and books what each took.
  template <class Evaluate>
  bool evaluate(Evaluate&& evaluate_one);

  const World& world_;
  const Coordinates& coordinates_;
  const Kinematics& kinematics_;  // of the evaluation
  Kinematics start_;              // of the start of a step in rate form
  std::vector<std::unique_ptr<ContactElement>> elements_;
  int aux_size_ = 0;
  ContactLoads loads_;
  ContactInstant instant_;
  ShapePoses shape_poses_;
  std::vector<ContactLoss> losses_;
  std::vector<double> returnable_;
  std::string failure_;
};

}  // namespace grouser
