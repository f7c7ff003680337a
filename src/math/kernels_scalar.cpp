// The kernels of level scalar. This file is compiled for that level (cmake/GrouserSimd.cmake), so it must not
// include anything with code that other files share: no Eigen, and nothing of the standard library that has
// code.
#include "grouser/math/simd/level_scalar.hpp"
#include "kernel_table.hpp"
#include "level_tables.hpp"

namespace grouser::kernel {
constinit const KernelTable kScalarKernels = make_table<ScalarLevel>(SimdLevel::scalar);
}  // namespace grouser::kernel
