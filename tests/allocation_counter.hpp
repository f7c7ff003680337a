// SPDX-License-Identifier: BSD-3-Clause
// Counts every heap allocation of our code: operator new, malloc and its kin (Eigen uses malloc). For
// programs with grouser_count_allocations() in their CMakeLists.txt.
#pragma once
#include <cstdint>

namespace grouser {

/// Allocations since the program began.
std::int64_t allocation_count();

}  // namespace grouser
