#include "grouser/simulation/observe/energy_verdict.hpp"

#include <fmt/format.h>

namespace grouser {
namespace {

// Shares of the energy in play. Shipped scenarios leave up to 0.3 % unexplained; from kNoted on something is
// wrong with the step or the input.
constexpr double kNoted = 0.05, kFailed = 0.25;

// J: less is what rounding of positions leaves in the springs of bodies that rest in orbit, where nothing is in play.
constexpr double kNothing = 1e-12;

}  // namespace

EnergyVerdict judge_energy(const EnergyLedger& book) {
  const double error = book.relative_error();
  if (error <= kNoted || std::fabs(book.residual()) <= kNothing) return {};
  // within the 160 characters that a run file stores for an event
  return {
      fmt::format("the energy book is {:.0f} % off ({:.3g} of {:.3g} J are not explained): take a smaller "
                  "integration.step, or ground and wheels that the laws can carry",
                  100.0 * error, std::fabs(book.residual()), book.in_play()),
      error > kFailed};
}

}  // namespace grouser
