// The judgement of a run's energy ledger, for use wherever a run is judged.
#pragma once
#include <string>

#include "grouser/simulation/step/energy_ledger.hpp"

namespace grouser {

struct EnergyVerdict {
  std::string note;     ///< empty if the energy balance closes
  bool failed = false;  ///< the error is so large that the motion is not that of the model
};
EnergyVerdict judge_energy(const EnergyLedger& book);

}  // namespace grouser
