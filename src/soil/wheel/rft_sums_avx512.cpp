// Level avx512: see rft_sums.hpp.
#include "rft_sums_loops.hpp"

namespace grouser::rft {
constinit const AddUp kAddAvx512 = add_up;
}  // namespace grouser::rft
