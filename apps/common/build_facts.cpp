// SPDX-License-Identifier: BSD-3-Clause
// Collects the facts for --version from macros that CMake sets, the C++ library's own macros and glibc.
#include "build_facts.hpp"

#include <gnu/libc-version.h>

#include <exception>

#include "grouser/math/simd_level.hpp"

namespace grouser {
namespace {

/// Name and version of the C++ library at compile time, and of the glibc that the process runs with.
std::string standard_library() {
#ifdef _GLIBCXX_RELEASE
  return "libstdc++ " + std::to_string(_GLIBCXX_RELEASE) + ", glibc " + gnu_get_libc_version();
#else
  return std::string("libc++ ") + std::to_string(_LIBCPP_VERSION) + ", glibc " + gnu_get_libc_version();
#endif
}

/// GROUSER_SIMD_LEVEL may name a level that is not there: --version says so instead of failing.
std::string level_in_use() {
  try {
    return std::string(level_name(simd_level()));
  } catch (const std::exception& error) {
    return std::string("none: ") + error.what();
  }
}

}  // namespace

std::vector<std::pair<std::string, std::string>> build_facts() {
  return {{"commit", build_commit()},
          {"compiler", GROUSER_COMPILER},
          {"C++ library", standard_library()},
          {"vector levels built", GROUSER_BUILT_LEVELS},
          {"vector level used", level_in_use()},
          {"GDAL", GROUSER_GDAL_VERSION},
          {"HDF5", GROUSER_HDF5_VERSION}};
}

}  // namespace grouser
