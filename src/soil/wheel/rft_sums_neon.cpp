// Level neon: see rft_sums.hpp.
#include "rft_sums_loops.hpp"

namespace grouser::rft {
constinit const AddUp kAddNeon = add_up;
}  // namespace grouser::rft
