# SPDX-License-Identifier: BSD-3-Clause
# Seconds that a test may take, on a busy machine. With sanitizers it takes about ten times as long.
set(GROUSER_TEST_TIMEOUT 600)
set(GROUSER_LONG_TEST_TIMEOUT 1800)
if(GROUSER_SANITIZE)
  set(GROUSER_TEST_TIMEOUT 6000)
  set(GROUSER_LONG_TEST_TIMEOUT 18000)
endif()

# Tests find assets and terrains in the checkout, wherever the build folder is: CTest reads this file first, and what it starts has
# the variable. A program that a person starts looks from its own place on.
file(WRITE ${PROJECT_BINARY_DIR}/tests_home.cmake "set(ENV{GROUSER_HOME} [=[${PROJECT_SOURCE_DIR}]=])\n")
set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${PROJECT_BINARY_DIR}/tests_home.cmake)

# grouser_test(name SOURCES a_test.cpp ... MODULES math ... [LIBS lib ...] [ENVIRONMENT name=value] [DRAWS]): one Catch2 program test_<name>, its cases
# found by CTest. Cases that read reference data carry the tag [reference] and skip themselves where the folder is absent.
function(grouser_test name)
  cmake_parse_arguments(ARG "DRAWS" "ENVIRONMENT" "SOURCES;MODULES;LIBS" ${ARGN})
  add_executable(test_${name} ${ARG_SOURCES})
  grouser_compile_settings(test_${name})
  if(ARG_DRAWS)
    grouser_sanitizer_defaults(test_${name} DRAWS)
  else()
    grouser_sanitizer_defaults(test_${name})
  endif()
  foreach(module ${ARG_MODULES})
    target_link_libraries(test_${name} PRIVATE grouser::${module})
  endforeach()
  target_link_libraries(test_${name} PRIVATE grouser_catch_main fmt::fmt nlohmann_json::nlohmann_json ${ARG_LIBS})
  target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  grouser_use_precompiled(test_${name} tests)
  set(properties TIMEOUT ${GROUSER_TEST_TIMEOUT} SKIP_RETURN_CODE 4)
  if(ARG_ENVIRONMENT)
    list(APPEND properties ENVIRONMENT "${ARG_ENVIRONMENT}")
  endif()
  catch_discover_tests(test_${name} TEST_PREFIX "${name}: " PROPERTIES ${properties})
endfunction()
