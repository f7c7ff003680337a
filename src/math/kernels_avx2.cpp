// The kernels of level avx2. This file is compiled for that level (cmake/GrouserSimd.cmake), so it must not
// include anything with code that other files share: no Eigen, and nothing of the standard library that has
// code.
#include "grouser/math/simd/level_avx2.hpp"
#include "kernel_table.hpp"
#include "level_tables.hpp"

namespace grouser::kernel {
constinit const KernelTable kAvx2Kernels = make_table<Avx2Level>(SimdLevel::avx2);
}  // namespace grouser::kernel
