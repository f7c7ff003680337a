#include "scm_loops.hpp"

#include "grouser/math/simd_level.hpp"

namespace grouser::scm {

const Loops& loops_of(SimdLevel level) {
  switch (level) {
#ifdef GROUSER_SIMD_NEON
    case SimdLevel::neon:
      return kNeon;
#endif
#ifdef GROUSER_SIMD_X86
    case SimdLevel::sse42:
      return kSse42;
    case SimdLevel::avx2:
      return kAvx2;
    case SimdLevel::avx512:
      return kAvx512;
#endif
    default:
      return kScalar;
  }
}

}  // namespace grouser::scm
