// SPDX-License-Identifier: BSD-3-Clause
// Keeps the caller's rounding mode, exception flags and masks, and sets those of the C standard (FE_DFL_ENV):
// round to nearest and no traps, so that results do not depend on the host program.
#include "grouser/base/float_environment.hpp"

namespace grouser {

StandardArithmetic::StandardArithmetic() {
  std::fegetenv(&before_);
  std::fesetenv(FE_DFL_ENV);
}

StandardArithmetic::~StandardArithmetic() { std::fesetenv(&before_); }

}  // namespace grouser
