// The tables of the levels, one per translation unit.
#pragma once
#include "grouser/math/kernels.hpp"

namespace grouser::kernel {

extern const KernelTable kScalarKernels;
#ifdef GROUSER_SIMD_X86
extern const KernelTable kSse42Kernels, kAvx2Kernels, kAvx512Kernels;
#endif
#ifdef GROUSER_SIMD_NEON
extern const KernelTable kNeonKernels;
#endif

}  // namespace grouser::kernel
