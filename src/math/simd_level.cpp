// SPDX-License-Identifier: BSD-3-Clause
// The vector level of this process: the fastest that was built and runs on the processor, or the one that
// GROUSER_SIMD_LEVEL names; chosen once.
#include "grouser/math/simd_level.hpp"

#include <cstdlib>
#include <string>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

struct Built {
  SimdLevel level;
  bool (*runs_here)();
};

// Slowest first. __builtin_cpu_supports also checks what AVX2 and AVX-512 require of the operating system.
constexpr Built kBuilt[] = {
    {SimdLevel::scalar, [] { return true; }},
#ifdef GROUSER_SIMD_NEON
    {SimdLevel::neon, [] { return true; }},
#endif
#ifdef GROUSER_SIMD_X86
    {SimdLevel::sse42, [] { return __builtin_cpu_supports("sse4.2") != 0; }},
    {SimdLevel::avx2,
     [] { return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0; }},
    {SimdLevel::avx512,
     [] {
       return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512cd") != 0 &&
              __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
              __builtin_cpu_supports("fma") != 0;
     }},
#endif
};

/// Names of the levels, with commas between.
std::string names(const std::vector<SimdLevel>& levels) {
  std::string text;
  for (const SimdLevel level : levels) text += (text.empty() ? "" : ", ") + std::string(level_name(level));
  return text;
}

}  // namespace

std::string_view level_name(SimdLevel level) {
  switch (level) {
    case SimdLevel::neon:
      return "neon";
    case SimdLevel::sse42:
      return "sse4.2";
    case SimdLevel::avx2:
      return "avx2";
    case SimdLevel::avx512:
      return "avx512";
    case SimdLevel::scalar:
      break;
  }
  return "scalar";
}

std::vector<SimdLevel> available_levels() {
  std::vector<SimdLevel> levels;
  for (const Built& built : kBuilt)
    if (built.runs_here()) levels.push_back(built.level);
  return levels;
}

// Without allocation: the first to ask may be a step.
SimdLevel level_named(std::string_view name) {
  const Built* found = nullptr;
  for (const Built& built : kBuilt)
    if (built.runs_here() && (name.empty() || name == level_name(built.level))) found = &built;
  if (!found)
    throw InputError("GROUSER_SIMD_LEVEL", "'" + std::string(name) + "'",
                     "a level this build and processor have: " + names(available_levels()));
  return found->level;
}

SimdLevel simd_level() {
  static const SimdLevel chosen = [] {
    const char* forced = std::getenv("GROUSER_SIMD_LEVEL");
    return level_named(forced ? forced : "");
  }();
  return chosen;
}

}  // namespace grouser
