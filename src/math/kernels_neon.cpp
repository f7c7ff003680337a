// The kernels of level neon. This file is compiled for that level (cmake/GrouserSimd.cmake), so it must not
// include anything with code that other files share: no Eigen, and nothing of the standard library that has
// code.
#include "grouser/math/simd/level_neon.hpp"
#include "kernel_table.hpp"
#include "level_tables.hpp"

namespace grouser::kernel {
constinit const KernelTable kNeonKernels = make_table<NeonLevel>(SimdLevel::neon);
}  // namespace grouser::kernel
