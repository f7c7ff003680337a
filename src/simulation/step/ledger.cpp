// SPDX-License-Identifier: BSD-3-Clause
#include "ledger.hpp"

#include <cmath>

#include "balancing.hpp"
#include "leg_control.hpp"
#include "orbit.hpp"
#include "struts.hpp"
#include "thrust.hpp"
#include "walking.hpp"

namespace grouser {
namespace {

void refresh_energies(const World& world, const ContactSystem& system, const Kinematics& kinematics,
                      SimulationState& state) {
  const MechanicalEnergy e =
      calc_energy(*world.model, state.motion.q, kinematics, system.loads().gravity, system.loads().released);
  state.ledger.kinetic = e.kinetic;
  state.ledger.potential = e.gravity + calc_orbit_energy(world, kinematics);
  state.ledger.joint_springs = e.springs + strut_energy(world, state.struts, kinematics);
  state.ledger.contact_springs = system.power().stored;
}

// Power of all drives: prescribed coordinates, limited motors on dynamic wheel joints, leg controllers, a descent engine, sections that
// change with the time.
double motor_power(const World& world, const ContactSystem& system, const Kinematics& kinematics,
                   const SimulationState& state) {
  double power = 0.0;
  for (int i = 0; i < world.model->nv(); ++i)
    if (world.model->modes()[i] == CoordinateMode::prescribed)
      power += system.effort()[i] * state.motion.v[i];
  for (const WheelDrive& wheel : world.drives)
    if (wheel.motor) power += system.effort()[wheel.drive_v] * state.motion.v[wheel.drive_v];
  if (!world.leg_controls.empty()) power += leg_control_power(world, state);
  if (!world.walkers.empty()) power += servo_power(world, state);
  if (!world.humanoids.empty()) power += torque_power(world, state);
  if (!world.pushes.empty()) power += push_power(world, state.motion.time, kinematics);
  power += system.power().driven;
  return power + thrust_power(world, state, kinematics);
}

/// What grains took of the contacts' dissipation, by the same sums as that.
void update_grains(const ContactPower& power, double dt, GrainBook& book) {
  book.plastic += power.soil_normal * dt + trapezoid(book.power, power.soil_tangential, dt) + power.soil_work;
}

}  // namespace

void start_ledger(const World& world, const ContactSystem& system, const Kinematics& kinematics,
                  SimulationState& state) {
  state.ledger = EnergyLedger{};
  refresh_energies(world, system, kinematics, state);
  state.ledger.initial_energy = state.ledger.stored();
  state.ledger.motor_power = motor_power(world, system, kinematics, state);
  state.ledger.normal_power = system.power().normal;
  state.ledger.tangential_power = system.power().tangential;
  state.ledger.joint_power = calc_joint_dissipation(*world.model, state.motion.q, state.motion.v, kinematics,
                                                    system.loads().released);
  for (GrainBook& book : state.contacts.grains) book = {.power = system.power().soil_tangential};
}

void update_ledger(const World& world, const ContactSystem& system, const Kinematics& kinematics, double dt,
                   ContactForm form, SimulationState& state) {
  EnergyLedger& book = state.ledger;
  const double potential_before = book.potential;
  refresh_energies(world, system, kinematics, state);
  const double motors = trapezoid(book.motor_power, motor_power(world, system, kinematics, state), dt);
  // step form: the contact's damper is evaluated with the backward difference of the whole step, so its end
  // value is the mean
  double normal = trapezoid(book.normal_power, system.power().normal, dt);
  if (form == ContactForm::step) normal = system.power().normal * dt;
  const double tangential = trapezoid(book.tangential_power, system.power().tangential, dt);
  const double dissipated = calc_joint_dissipation(*world.model, state.motion.q, state.motion.v, kinematics,
                                                   system.loads().released);
  const double joints = trapezoid(book.joint_power, dissipated, dt);
  book.motor_work += motors;
  const double worked = system.power().work;
  book.contact_dissipation += normal + tangential + worked;
  book.joint_dissipation += joints;
  book.numerical_loss += system.power().numerical_loss;
  for (GrainBook& grains : state.contacts.grains) update_grains(system.power(), dt, grains);
  book.absolute_work += std::fabs(motors) + std::fabs(normal) + std::fabs(tangential + worked) +
                        std::fabs(joints) + std::fabs(book.potential - potential_before);
}

}  // namespace grouser
