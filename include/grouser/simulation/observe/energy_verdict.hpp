// What is to be said of a run's energy book, wherever a run is judged.
#pragma once
#include <string>

#include "grouser/simulation/step/energy_ledger.hpp"

namespace grouser {

struct EnergyVerdict {
  std::string note;     ///< empty where the book closes
  bool failed = false;  ///< so far off that the motion is not that of the model
};
EnergyVerdict judge_energy(const EnergyLedger& book);

}  // namespace grouser
