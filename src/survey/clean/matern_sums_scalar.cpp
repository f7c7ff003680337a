// Level scalar: see matern_sums.hpp.
#include "grouser/math/simd/level_scalar.hpp"
// the level first
#include "matern_sums_simd.hpp"

namespace grouser::matern {
constinit const Functions kScalar{Sums<kernel::ScalarLevel>::correlations,
                                  Sums<kernel::ScalarLevel>::weighted_sum};
}  // namespace grouser::matern
