// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/base/float_environment.hpp"

namespace grouser {

StandardArithmetic::StandardArithmetic() {
  std::fegetenv(&before_);
  std::fesetenv(FE_DFL_ENV);
}

StandardArithmetic::~StandardArithmetic() { std::fesetenv(&before_); }

}  // namespace grouser
