// The kernels of level neon. Compiled for it (cmake/GrouserSimd.cmake), so nothing that others share may be
// included: no Eigen, nothing of the standard library that has code.
#include "grouser/math/simd/level_neon.hpp"
#include "kernel_table.hpp"
#include "level_tables.hpp"

namespace grouser::kernel {
constinit const KernelTable kNeonKernels = make_table<NeonLevel>(SimdLevel::neon);
}  // namespace grouser::kernel
