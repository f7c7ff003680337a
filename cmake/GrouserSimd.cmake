# SPDX-License-Identifier: BSD-3-Clause
# Vector levels: which are built, and what their translation units are compiled with.
# -DGROUSER_SIMD=off builds plain C++ only.
option(GROUSER_SIMD "Build the vector levels of the kernels; off: plain C++ only" ON)
set(GROUSER_SIMD_LEVELS)
if(GROUSER_SIMD)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    set(GROUSER_SIMD_LEVELS sse42 avx2 avx512)
    set(GROUSER_SIMD_DEFINITION GROUSER_SIMD_X86)
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
    set(GROUSER_SIMD_LEVELS neon)
    set(GROUSER_SIMD_DEFINITION GROUSER_SIMD_NEON)
  endif()
endif()
# Headers only. Debian's CMake target of xsimd also asks for xtl, which is not needed and not in its dependencies.
if(GROUSER_SIMD_LEVELS)
  find_path(GROUSER_XSIMD_INCLUDE_DIR xsimd/xsimd.hpp REQUIRED)
endif()

set(GROUSER_SIMD_FLAGS_scalar)
set(GROUSER_SIMD_FLAGS_neon)
set(GROUSER_SIMD_FLAGS_sse42 -msse4.2)
set(GROUSER_SIMD_FLAGS_avx2 -mavx2 -mfma)
set(GROUSER_SIMD_FLAGS_avx512 -mavx512f -mavx512cd -mavx512dq -mavx512vl -mavx2 -mfma)
# GCC 12 takes the merge operand of its own AVX-512 intrinsics for an uninitialised variable (GCC bug 105593).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND GROUSER_SIMD_FLAGS_avx512 -Wno-uninitialized -Wno-maybe-uninitialized)
endif()

# grouser_simd_sources(prefix variable): prefix_scalar.cpp and one prefix_<level>.cpp for each level built, each with its
# level's flags, appended to the list `variable`. They are optimised in every build but those with sanitizers: at -Og
# the kernels would be a hundred times slower, and their bits do not depend on it.
# With sanitizers a file of a vector level takes half a minute and its functions are compiled out of line, which must not be
# (check_simd_objects.py): the scalar level, which is the same templates, keeps the one for addresses.
function(grouser_simd_sources prefix variable)
  set(sources ${${variable}})
  foreach(level scalar ${GROUSER_SIMD_LEVELS})
    # loops with selections become vectors only where comparisons need not trap; no result depends on it
    set(flags ${GROUSER_SIMD_FLAGS_${level}} -fno-trapping-math -fno-math-errno)
    if(NOT GROUSER_SANITIZE)
      list(APPEND flags -O3)
    elseif(level STREQUAL "scalar")
      list(APPEND flags -O1 -fno-sanitize=undefined)
    else()
      list(APPEND flags -O1 -fno-sanitize=all)
    endif()
    set_source_files_properties(${prefix}_${level}.cpp PROPERTIES COMPILE_OPTIONS "${flags}" SKIP_PRECOMPILE_HEADERS ON)
    list(APPEND sources ${prefix}_${level}.cpp)
  endforeach()
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()
