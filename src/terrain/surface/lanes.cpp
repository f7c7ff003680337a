#include "lanes.hpp"

#include "grouser/math/simd_level.hpp"

namespace grouser::terrain {

const LaneLoops& lane_loops() {
  switch (simd_level()) {
#ifdef GROUSER_SIMD_NEON
    case SimdLevel::neon:
      return kLoopsNeon;
#endif
#ifdef GROUSER_SIMD_X86
    case SimdLevel::sse42:
      return kLoopsSse42;
    case SimdLevel::avx2:
      return kLoopsAvx2;
    case SimdLevel::avx512:
      return kLoopsAvx512;
#endif
    default:
      return kLoopsScalar;
  }
}

}  // namespace grouser::terrain
