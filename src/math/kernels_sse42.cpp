// The kernels of level sse42. This file is compiled for that level (cmake/GrouserSimd.cmake), so it must not
// include anything with code that other files share: no Eigen, and nothing of the standard library that has
// code.
#include "grouser/math/simd/level_sse42.hpp"
#include "kernel_table.hpp"
#include "level_tables.hpp"

namespace grouser::kernel {
constinit const KernelTable kSse42Kernels = make_table<Sse42Level>(SimdLevel::sse42);
}  // namespace grouser::kernel
