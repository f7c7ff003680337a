#include "grouser/math/kernels.hpp"

#include <cstdlib>
#include <string>

#include "grouser/base/error.hpp"
#include "level_tables.hpp"

namespace grouser {
namespace {

struct Built {
  const KernelTable* table;
  bool (*runs_here)();
};

// Slowest first. __builtin_cpu_supports also checks what AVX2 and AVX-512 require of the operating system.
constexpr Built kBuilt[] = {
    {&kernel::kScalarKernels, [] { return true; }},
#ifdef GROUSER_SIMD_NEON
    {&kernel::kNeonKernels, [] { return true; }},
#endif
#ifdef GROUSER_SIMD_X86
    {&kernel::kSse42Kernels, [] { return __builtin_cpu_supports("sse4.2") != 0; }},
    {&kernel::kAvx2Kernels,
     [] { return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0; }},
    {&kernel::kAvx512Kernels,
     [] {
       return __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
              __builtin_cpu_supports("avx512vl") != 0 && __builtin_cpu_supports("fma") != 0;
     }},
#endif
};

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
    if (built.runs_here()) levels.push_back(built.table->level);
  return levels;
}

const KernelTable& kernels_of(std::string_view name) {
  const KernelTable* found = nullptr;
  for (const Built& built : kBuilt)
    if (built.runs_here() && (name.empty() || name == level_name(built.table->level))) found = built.table;
  if (!found)
    throw InputError("GROUSER_SIMD_LEVEL", "'" + std::string(name) + "'",
                     "a level this build and processor have: " + names(available_levels()));
  return *found;
}

const KernelTable& kernels() {
  static const KernelTable& chosen = [&]() -> const KernelTable& {
    const char* forced = std::getenv("GROUSER_SIMD_LEVEL");
    return kernels_of(forced ? forced : "");
  }();
  return chosen;
}

}  // namespace grouser
