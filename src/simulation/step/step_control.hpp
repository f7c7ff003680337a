// The length of each step of an adaptive run (Oettershagen et al., DynRPAT, section 3.1, 'Adaptive time
// step'): the length that changes a contact's penetration (the hub displacement) by at most a set amount, the
// smallest over the contacts. It is predicted from the present rates, then verified: a step that changed more
// is rejected and repeated with a shorter length, which also finds the moment of touch instead of stepping
// over it.
#pragma once
#include "contact_system.hpp"

namespace grouser {

class StepControl {
 public:
  /// For a world with settings.adaptive.
  StepControl(const World& world, const ContactSystem& system);

  /// The run's first step, s.
  double first_step() const;
  /// The next step, after one was accepted, s.
  double next_step(const SimulationState& state, const ContactSystem& system,
                   const Kinematics& kinematics) const;
  /// A shorter step to try instead of the step of length dt just tried, or 0 if that one is good.
  double shorter_step(const SimulationState& before, const ContactSystem& system, double dt) const;
  double min_step() const { return limits_.min_step; }

 private:
  double flight_step(const SimulationState& state, const ContactSystem& system,
                     const Kinematics& kinematics) const;
  double joint_step(const SimulationState& state) const;

  const World& world_;
  AdaptiveStep limits_;
  double spring_step_;             // longest step that the springs of joints and between bodies allow, s
  std::vector<double> stop_step_;  // the same for the end stops, one per joint, s
  double travel_;                  // longest distance a body moves in one step of flight, m
};

}  // namespace grouser
