# SPDX-License-Identifier: BSD-3-Clause
# grouser_compile_settings(target): what every target of ours is compiled with.
# -ffp-contract=off: a fused multiply-add would make the bits depend on the processor. -fno-math-errno: a root needs no call for
# negative numbers, which nobody asks errno about. -fno-semantic-interposition: no function of a shared object is replaced by another
# one's of the same name, so that position independent code is inlined as any other.
function(grouser_compile_settings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -Wnon-virtual-dtor -ffp-contract=off -fno-math-errno
    $<$<BOOL:$<TARGET_PROPERTY:POSITION_INDEPENDENT_CODE>>:-fno-semantic-interposition>
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)  # GCC 12 warns falsely on std::string concatenation (GCC bug 105651)
  # GCC collects its garbage again and again from 128 MB on; a batch needs 1.5 GB anyway. Without that it compiles in a tenth less time.
  if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE --param=ggc-min-heapsize=1500000)  # kB
  endif()
  # It warns falsely of overflow in the same code where that comes from precompiled headers.
  if(GROUSER_PRECOMPILED AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overflow)
  endif()
  # In a batch every file is as if it were included, the names of the files before it are seen by those behind, and more is inlined
  # than GCC can follow.
  if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage -Wno-maybe-uninitialized -Wno-shadow -Wshadow=local)
  endif()
  if(GROUSER_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(GROUSER_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${GROUSER_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=${GROUSER_SANITIZE})
  endif()
endfunction()

# grouser_sanitizer_defaults(target [DRAWS]): what a program needs to know of other people's leaks (sanitizer builds only).
function(grouser_sanitizer_defaults target)
  if(GROUSER_SANITIZE)
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/sanitizer_defaults.cpp)
    if("${ARGV1}" STREQUAL "DRAWS")
      set_source_files_properties(${PROJECT_SOURCE_DIR}/cmake/sanitizer_defaults.cpp PROPERTIES COMPILE_DEFINITIONS GROUSER_DRIVER_UNLOADS)
    endif()
  endif()
endfunction()

# grouser_module(name SOURCES a.cpp ... DEPENDS base math ... [PRIVATE_LIBS lib ...]): one static library per module, linked as
# grouser::name, or as Grouser::name as projects do that find the installed library. DEPENDS names modules above it in the order of
# docs/ARCHITECTURE.md. The global properties GROUSER_MODULES and GROUSER_MODULE_LIBS list the names and
# what they link to.
function(grouser_module name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;PRIVATE_LIBS" ${ARGN})
  add_library(grouser_${name} STATIC ${ARG_SOURCES})
  add_library(grouser::${name} ALIAS grouser_${name})
  add_library(Grouser::${name} ALIAS grouser_${name})
  set_property(GLOBAL APPEND PROPERTY GROUSER_MODULES ${name})
  set_property(GLOBAL APPEND PROPERTY GROUSER_MODULE_LIBS fmt::fmt ${ARG_PRIVATE_LIBS})
  grouser_compile_settings(grouser_${name})
  target_include_directories(grouser_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}> PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  foreach(module ${ARG_DEPENDS})
    target_link_libraries(grouser_${name} PUBLIC grouser::${module})
  endforeach()
  target_link_libraries(grouser_${name} PUBLIC Eigen3::Eigen PRIVATE fmt::fmt ${ARG_PRIVATE_LIBS})
  grouser_use_precompiled(grouser_${name} common)
  set_target_properties(grouser_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(grouser_${name} PUBLIC cxx_std_20)
  install(TARGETS grouser_${name} EXPORT GrouserStaticTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
endfunction()
