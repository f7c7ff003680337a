// Counts every heap allocation of the program, whoever asks: operator new, malloc and its kin (Eigen uses
// malloc).
#pragma once
#include <cstdint>

namespace grouser::bench {

/// Allocations since the program began.
std::int64_t allocation_count();

}  // namespace grouser::bench
