// SPDX-License-Identifier: BSD-3-Clause
// Judges the unexplained part of the energy book against the energy in play, and suggests a remedy: a finer
// grid where few cells lie under a part, otherwise a shorter step.
#include "grouser/simulation/observe/energy_verdict.hpp"

#include <fmt/format.h>

#include "grouser/simulation/step/state.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {
namespace {

// Shares of the energy in play. Shipped scenarios leave up to 0.3 % unexplained; an error above kNoted means
// a wrong step or input.
constexpr double kNoted = 0.05, kFailed = 0.25;
constexpr double kNothing = 1e-12;  // J

}  // namespace

double energy_error(const EnergyLedger& book) {
  return std::fabs(book.residual()) <= kNothing ? 0.0 : book.relative_error();  // of NaN: NaN
}

EnergyVerdict judge_energy(const Simulation& simulation) {
  const EnergyLedger& book = simulation.state().ledger;
  const double error = energy_error(book);
  // An error of NaN is not within and is reported.
  if (error <= kNoted) return {};
  std::string remedy = "take a smaller integration.step, or ground and wheels that the laws can carry";
  if (const auto few =
          simulation.world().grounds.find_few_cells(simulation.world(), CellSearch::soles_and_wheels))
    remedy = fmt::format("take a {} of {:.2g} m; {:.2g} of {:.2g} m span {}", few->key, few->enough,
                         few->across, few->cell, few->part);
  // The text has to fit into the 160 characters that a run file stores for an event.
  return {fmt::format("the energy book is {:.0f} % off ({:.3g} of {:.3g} J are not explained): {}",
                      100.0 * error, std::fabs(book.residual()), book.in_play(), remedy),
          error > kFailed};
}

}  // namespace grouser
