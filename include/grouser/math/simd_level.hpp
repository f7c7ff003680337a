// SPDX-License-Identifier: BSD-3-Clause
// The vector level of the process. Loops over many numbers are templates over a level (grouser/math/simd),
// compiled once per level in translation units of their own (cmake/GrouserSimd.cmake): the wheel's arc, the
// search for the ground, the nodes of the Soil Contact Model, the sums of kriging. Each of them keeps a
// table of its functions by level. On one level the bits are the same on every computer: no reciprocal
// estimates, fused multiply-adds only where written and only on levels that have them. Two levels may
// differ in the last bits; run files name the level.
#pragma once
#include <string_view>
#include <vector>

namespace grouser {

enum class SimdLevel { scalar, neon, sse42, avx2, avx512 };
std::string_view level_name(SimdLevel level);

/// The process's level: the best one that was built and that the processor supports, or the level that the
/// environment variable GROUSER_SIMD_LEVEL names. Throws InputError if that is not one of available_levels().
SimdLevel simd_level();

/// The levels that were built and that this processor supports, slowest first; scalar is always included.
std::vector<SimdLevel> available_levels();
/// A level by its name; the best one for an empty name. Throws InputError as simd_level() does.
SimdLevel level_named(std::string_view name);

/// The table of a level that was built, among two or more with the scalar one first.
template <class Table>
const Table& of_level(SimdLevel level, const Table& scalar, const Table& neon) {
  return level == SimdLevel::neon ? neon : scalar;
}
template <class Table>
const Table& of_level(SimdLevel level, const Table& scalar, const Table& sse42, const Table& avx2,
                      const Table& avx512) {
  switch (level) {
    case SimdLevel::sse42:
      return sse42;
    case SimdLevel::avx2:
      return avx2;
    case SimdLevel::avx512:
      return avx512;
    default:
      return scalar;
  }
}

}  // namespace grouser

/// A module's table for a level: GROUSER_OF_LEVEL(level, kLoops) is kLoopsScalar, kLoopsAvx2 and so on. It
/// names only tables of levels that were built, which alone are there to be linked.
#if defined(GROUSER_SIMD_X86)
#define GROUSER_OF_LEVEL(level, table) \
  ::grouser::of_level(level, table##Scalar, table##Sse42, table##Avx2, table##Avx512)
#elif defined(GROUSER_SIMD_NEON)
#define GROUSER_OF_LEVEL(level, table) ::grouser::of_level(level, table##Scalar, table##Neon)
#else
#define GROUSER_OF_LEVEL(level, table) (static_cast<void>(level), table##Scalar)
#endif
