// Level avx2: see rft_sums.hpp.
#include "rft_sums_loops.hpp"

namespace grouser::rft {
constinit const AddUp kAddAvx2 = add_up;
}  // namespace grouser::rft
