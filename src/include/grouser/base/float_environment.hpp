// SPDX-License-Identifier: BSD-3-Clause
// Rounding of floating-point numbers. A caller may have changed it before it comes to us, and threads inherit
// it from their maker.
#pragma once
#include <cfenv>

namespace grouser {

/// While this lives its thread computes as IEEE 754 does by default: to nearest, small numbers kept, no
/// traps. Then as before.
class StandardArithmetic {
 public:
  StandardArithmetic();
  ~StandardArithmetic();
  StandardArithmetic(const StandardArithmetic&) = delete;
  StandardArithmetic& operator=(const StandardArithmetic&) = delete;

 private:
  std::fenv_t before_;
};

}  // namespace grouser
