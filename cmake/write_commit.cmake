# SPDX-License-Identifier: BSD-3-Clause
# cmake -DSOURCE=DIR -DOUT=FILE.cpp -P write_commit.cmake: writes the commit of SOURCE into FILE.cpp. The file is touched only where the
# commit has changed, so that nothing else is compiled or linked anew.
set(commit "no commit")
find_program(git git)
if(git)
  # sources of a package may lie in the checkout of something else
  execute_process(COMMAND ${git} -C ${SOURCE} rev-parse --show-toplevel OUTPUT_VARIABLE top OUTPUT_STRIP_TRAILING_WHITESPACE
    ERROR_QUIET RESULT_VARIABLE failed)
  file(REAL_PATH ${SOURCE} real)
  if(NOT failed AND top STREQUAL real)
    execute_process(COMMAND ${git} -C ${SOURCE} describe --always --tags --dirty --abbrev=12 OUTPUT_VARIABLE found
      OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    if(NOT failed)
      set(commit "${found}")
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT ${OUT} @ONLY CONTENT [[// SPDX-License-Identifier: BSD-3-Clause
#include "common/build_facts.hpp"
namespace grouser {
const char* build_commit() { return "@commit@"; }
}  // namespace grouser
]])
