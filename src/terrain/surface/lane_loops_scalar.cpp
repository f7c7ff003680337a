// Level scalar: see lanes.hpp.
#include "grouser/math/simd/level_scalar.hpp"
// the level first
#include "lane_loops.hpp"

namespace grouser::terrain {
constinit const LaneLoops kLoopsScalar = kLoops<kernel::ScalarLevel>;
}  // namespace grouser::terrain
