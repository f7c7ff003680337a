// The kernels of level sse42. Compiled for it (cmake/GrouserSimd.cmake), so nothing that others share may be
// included: no Eigen, nothing of the standard library that has code.
#include "grouser/math/simd/level_sse42.hpp"
#include "kernel_table.hpp"
#include "level_tables.hpp"

namespace grouser::kernel {
constinit const KernelTable kSse42Kernels = make_table<Sse42Level>(SimdLevel::sse42);
}  // namespace grouser::kernel
