// Level sse4.2: see rft_sums.hpp.
#include "rft_sums_loops.hpp"

namespace grouser::rft {
constinit const AddUp kAddSse42 = add_up;
}  // namespace grouser::rft
