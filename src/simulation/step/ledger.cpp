// SPDX-License-Identifier: BSD-3-Clause
// The energy book after each accepted step: present energies are evaluated anew, and powers are integrated
// by the trapezoidal rule. Contacts in step form are the exception, see update_ledger().
#include "ledger.hpp"

#include <cmath>

namespace grouser {
namespace {

/// Writes the present kinetic, potential and elastic energies, J, of bodies, elements and contacts.
void refresh_energies(const World& world, const StepLoads& loads, const Kinematics& kinematics,
                      SimulationState& state) {
  const MechanicalEnergy e =
      calc_energy(*world.model, state.motion.q, kinematics, loads.loads().gravity, loads.loads().released);
  EnergyLedger& book = state.ledger;
  book.kinetic = e.kinetic;
  book.potential = e.gravity;
  book.joint_springs = e.springs;
  for (const auto& element : loads.elements()) {
    const StoredEnergy stored = element->stored(state, kinematics);
    book.kinetic += stored.kinetic;
    book.potential += stored.potential;
    book.joint_springs += stored.springs;
  }
  book.contact_springs = loads.contacts().power().stored;
}

/// Power of prescribed coordinates, of all elements, and of surfaces that change with the time.
double motor_power(const World& world, const StepLoads& loads, const StepMoment& now,
                   const SimulationState& state) {
  double power = 0.0;
  for (int i = 0; i < world.model->nv(); ++i)
    if (world.model->modes()[i] == CoordinateMode::prescribed) power += now.effort[i] * state.motion.v[i];
  for (const auto& element : loads.elements()) power += element->power(state, now);
  return power + loads.contacts().power().driven;
}

/// Adds the part of the contacts' dissipation that granular ground takes, by the same sums as the whole.
void update_grains(const ContactPower& power, double dt, GrainBook& book) {
  book.plastic += power.soil_normal * dt + trapezoid(book.power, power.soil_tangential, dt) + power.soil_work;
}

}  // namespace

void start_ledger(const World& world, const StepLoads& loads, const StepMoment& now, SimulationState& state) {
  const ContactPower& contacts = loads.contacts().power();
  state.ledger = EnergyLedger{};
  // Energies and powers at the start; works are zero.
  refresh_energies(world, loads, now.kinematics, state);
  state.ledger.initial_energy = state.ledger.stored();
  state.ledger.motor_power = motor_power(world, loads, now, state);
  state.ledger.normal_power = contacts.normal;
  state.ledger.tangential_power = contacts.tangential;
  state.ledger.joint_power = calc_joint_dissipation(*world.model, state.motion.q, state.motion.v,
                                                    now.kinematics, loads.loads().released);
  for (GrainBook& book : state.contacts.grains) book = {.power = contacts.soil_tangential};
}

void update_ledger(const World& world, const StepLoads& loads, const StepMoment& now, ContactForm form,
                   SimulationState& state) {
  const ContactPower& contacts = loads.contacts().power();
  // Work of each power over the step.
  EnergyLedger& book = state.ledger;
  const double potential_before = book.potential;
  refresh_energies(world, loads, now.kinematics, state);
  const double motors = trapezoid(book.motor_power, motor_power(world, loads, now, state), now.dt);
  // Step form: the contact's damper is evaluated with the backward difference of the whole step, so its end
  // value is the mean.
  double normal = trapezoid(book.normal_power, contacts.normal, now.dt);
  if (form == ContactForm::step) normal = contacts.normal * now.dt;
  const double tangential = trapezoid(book.tangential_power, contacts.tangential, now.dt);
  const double dissipated = calc_joint_dissipation(*world.model, state.motion.q, state.motion.v,
                                                   now.kinematics, loads.loads().released);
  const double joints = trapezoid(book.joint_power, dissipated, now.dt);
  // Enter the works; absolute_work is the scale against which the balance is judged.
  book.motor_work += motors;
  book.contact_dissipation += normal + tangential + contacts.work;
  book.joint_dissipation += joints;
  book.numerical_loss += contacts.numerical_loss;
  for (GrainBook& grains : state.contacts.grains) update_grains(contacts, now.dt, grains);
  book.absolute_work += std::fabs(motors) + std::fabs(normal) + std::fabs(tangential + contacts.work) +
                        std::fabs(joints) + std::fabs(book.potential - potential_before);
}

}  // namespace grouser
