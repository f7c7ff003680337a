# SPDX-License-Identifier: BSD-3-Clause
# grouser_count_allocations(<target>): the program counts its heap allocations (tests/allocation_counter.hpp).
# The linker sends malloc and its kin, as our own code calls them, to the counter.
function(grouser_count_allocations target)
  set(counter ${PROJECT_SOURCE_DIR}/tests/allocation_counter.cpp)
  target_sources(${target} PRIVATE ${counter})
  set_source_files_properties(${counter} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)  # it takes malloc's place
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  foreach(call malloc calloc realloc aligned_alloc posix_memalign)
    target_link_options(${target} PRIVATE -Wl,--wrap=${call})
  endforeach()
endfunction()
