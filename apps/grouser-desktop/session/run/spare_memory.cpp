// SPDX-License-Identifier: BSD-3-Clause
// malloc_trim() of glibc returns freed pages to the system; other C libraries have no such call.
#include "session/run/spare_memory.hpp"

#ifdef __linux__
#include <malloc.h>
#endif

namespace grouser::desktop {

void give_spare_memory_back() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace grouser::desktop
