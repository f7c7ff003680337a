// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/soil/laws/moduli_gravity.hpp"

#include <fmt/format.h>

#include <cmath>

namespace grouser {

std::string moduli_gravity_note(const SoilParams& soil, double gravity) {
  constexpr double kEarth = 9.81, kFromEarth = 0.2;  // m/s2; further off than any place on Earth
  const bool kept = soil.kind == SoilKind::soft && !goes_by_rft(soil) && !(soil.moduli_gravity > 0.0);
  if (!kept || std::fabs(gravity - kEarth) <= kFromEarth) return "";
  return fmt::format(
      "soil {} at {:.3g} m/s2: gravity acts on walls and blades alone, the moduli stay as in the file; "
      "moduli_gravity there says at which gravity they hold and scales them",
      soil.id, gravity);
}

}  // namespace grouser
