// SPDX-License-Identifier: BSD-3-Clause
// Bodies that nothing damps implicitly have no added inertia: most of them, most of the time. Private to
// the multibody module.
#pragma once
#include <cstring>

#include "grouser/multibody/tree/dynamics.hpp"

namespace grouser {

inline bool is_zero(const AddedInertia& added) {
  constexpr std::size_t kNumbers = sizeof(AddedInertia) / sizeof(double);
  std::uint64_t bits[kNumbers], any = 0;
  std::memcpy(bits, &added, sizeof bits);
  for (const std::uint64_t number : bits) any |= number << 1;  // +0 and -0 both count as zero
  return any == 0;
}

}  // namespace grouser
