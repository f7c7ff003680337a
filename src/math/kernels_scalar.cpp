// The kernels of level scalar. Compiled for it (cmake/GrouserSimd.cmake), so nothing that others share may be
// included: no Eigen, nothing of the standard library that has code.
#include "grouser/math/simd/level_scalar.hpp"
#include "kernel_table.hpp"
#include "level_tables.hpp"

namespace grouser::kernel {
constinit const KernelTable kScalarKernels = make_table<ScalarLevel>(SimdLevel::scalar);
}  // namespace grouser::kernel
