# SPDX-License-Identifier: BSD-3-Clause
# Runs when the component development is installed: grouser.hpp and the headers that it reaches, each into its folder. GROUSER_HEADERS is
# the folder `include` of the sources and GROUSER_INCLUDE_FOLDER that of the prefix.
cmake_policy(VERSION 3.25)
set(waiting grouser/grouser.hpp)
set(reached)
while(waiting)
  list(POP_FRONT waiting header)
  if(header IN_LIST reached)
    continue()
  endif()
  list(APPEND reached ${header})
  file(STRINGS ${GROUSER_HEADERS}/${header} lines REGEX "^#include \"grouser/")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^#include \"([^\"]+)\".*" "\\1" included "${line}")
    list(APPEND waiting ${included})
  endforeach()
endwhile()

foreach(header IN LISTS reached)
  get_filename_component(folder ${header} DIRECTORY)
  file(INSTALL DESTINATION ${CMAKE_INSTALL_PREFIX}/${GROUSER_INCLUDE_FOLDER}/${folder} TYPE FILE FILES ${GROUSER_HEADERS}/${header})
endforeach()
