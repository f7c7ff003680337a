// The virgin curve of soil: pressure under a plate that is pressed in for the first time, p = k z^n
// (pressure_sinkage.hpp has the modulus k).
#pragma once
#include "grouser/math/plain_level.hpp"

namespace grouser::laws {

/// p in the modulus' unit of pressure, at depth z > 0.
template <class Level, class B>
GROUSER_INLINE B virgin_pressure(const B& modulus, const B& n, const B& depth) {
  return modulus * kernel::pow_of<Level>(depth, n);
}

}  // namespace grouser::laws

namespace grouser {

/// Of one plate: in Pa, or in N where the modulus is that of the whole plate.
inline double virgin_pressure(double modulus, double n, double depth) {
  return laws::virgin_pressure<kernel::PlainLevel>(modulus, n, depth);
}

}  // namespace grouser
