// Level scalar: see rft_sums.hpp.
#include "rft_sums_loops.hpp"

namespace grouser::rft {
constinit const AddUp kAddScalar = add_up;
}  // namespace grouser::rft
