// The kernels of level avx2. Compiled for it (cmake/GrouserSimd.cmake), so nothing that others share may be
// included: no Eigen, nothing of the standard library that has code.
#include "grouser/math/simd/level_avx2.hpp"
#include "kernel_table.hpp"
#include "level_tables.hpp"

namespace grouser::kernel {
constinit const KernelTable kAvx2Kernels = make_table<Avx2Level>(SimdLevel::avx2);
}  // namespace grouser::kernel
