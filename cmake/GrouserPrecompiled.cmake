# SPDX-License-Identifier: BSD-3-Clause
# Headers that nearly every source includes are compiled once per kind of target (modules, tests, the command line) instead of
# once per source: a third of the time of a build. Sources still name every header they use, and public headers
# are compiled alone without any of this (tests/structure). -DGROUSER_PRECOMPILED=OFF builds without.
option(GROUSER_PRECOMPILED "Compile common headers once" ON)

set(GROUSER_COMMON_HEADERS <algorithm> <array> <cmath> <cstdint> <filesystem> <functional> <map> <memory> <optional> <span>
  <string> <string_view> <utility> <vector> <Eigen/Core> <Eigen/Geometry> <fmt/format.h>)

# grouser_precompiled(name header ...): the object library grouser_precompiled_<name>, whose headers other targets may reuse.
function(grouser_precompiled name)
  if(GROUSER_PRECOMPILED)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/precompiled_${name}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "// Empty: this library is its precompiled headers.\n")
    add_library(grouser_precompiled_${name} OBJECT ${source})
    grouser_compile_settings(grouser_precompiled_${name})
    target_link_libraries(grouser_precompiled_${name} PRIVATE Eigen3::Eigen fmt::fmt)
    target_precompile_headers(grouser_precompiled_${name} PRIVATE ${ARGN})
  endif()
endfunction()

# grouser_use_precompiled(target name)
function(grouser_use_precompiled target name)
  if(GROUSER_PRECOMPILED)
    target_precompile_headers(${target} REUSE_FROM grouser_precompiled_${name})
  endif()
endfunction()
