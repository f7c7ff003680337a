// SPDX-License-Identifier: BSD-3-Clause
#include "kernel_table.hpp"

#include "grouser/base/error.hpp"

namespace grouser::test {

const SmallTable& small_table(SimdLevel level) { return GROUSER_OF_LEVEL(level, kSmall); }

std::size_t small_kernel(std::string_view name) {
  const auto& kernels = kSmallDouble.kernels;
  std::size_t k = 0;
  while (k < kernels.size() && kernels[k].name != name) ++k;
  GROUSER_ASSERT(k < kernels.size());
  return k;
}

}  // namespace grouser::test
