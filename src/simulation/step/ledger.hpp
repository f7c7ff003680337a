// The energy book of a run: what came in, what went, what is there.
#pragma once
#include "contact_system.hpp"

namespace grouser {

/// Which form of the contact laws a step used.
enum class ContactForm { step, rate };

/// Adds a step to the energy book and refreshes its present lines.
void update_ledger(const World& world, const ContactSystem& system, const Kinematics& kinematics, double dt,
                   ContactForm form, SimulationState& state);
/// Starts the book: present energies, works zero.
void start_ledger(const World& world, const ContactSystem& system, const Kinematics& kinematics,
                  SimulationState& state);

}  // namespace grouser
