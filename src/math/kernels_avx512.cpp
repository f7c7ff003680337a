// The kernels of level avx512. Compiled for it (cmake/GrouserSimd.cmake), so nothing that others share may be
// included: no Eigen, nothing of the standard library that has code.
#include "grouser/math/simd/level_avx512.hpp"
#include "kernel_table.hpp"
#include "level_tables.hpp"

namespace grouser::kernel {
constinit const KernelTable kAvx512Kernels = make_table<Avx512Level>(SimdLevel::avx512);
}  // namespace grouser::kernel
