// SPDX-License-Identifier: BSD-3-Clause
// The judgement of a run's energy ledger, for use wherever a run is judged.
#pragma once
#include <string>

#include "grouser/simulation/step/simulation.hpp"

namespace grouser {

struct EnergyVerdict {
  std::string note;     ///< empty if the energy balance closes
  bool failed = false;  ///< the error is so large that the motion is not that of the model
};
/// Residual of the book over the energy in play, -; 0 if it is less than 1e-12 J, which is the rounding of
/// positions in the springs of bodies that rest in orbit, where no energy is in play.
double energy_error(const EnergyLedger&);
/// Judges the energy book of a run so far. Its note says what to change: the cells of the Soil Contact Model
/// where few of them carry a part, else the step.
EnergyVerdict judge_energy(const Simulation& simulation);

}  // namespace grouser
