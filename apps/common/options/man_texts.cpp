// SPDX-License-Identifier: BSD-3-Clause
// Exit codes and environment variables that are the same for all pages; the date of the release comes from
// CMake.
#include "man_texts.hpp"

#include "grouser/base/version.hpp"

namespace grouser {

ManTexts man_texts() {
  return {.version = version(),
          .date = GROUSER_RELEASE_DATE,
          .exits = {{"0", "Done."},
                    {"1", "The run failed, or what was asked has the answer no."},
                    {"2", "Usage or bad input."},
                    {"130", "Interrupted by Ctrl+C."}},
          .variables = {{"GROUSER_HOME",
                         "The folder that holds assets and terrains, instead of the program's own."},
                        {"GROUSER_SIMD_LEVEL",
                         "The vector level to compute with, instead of the best of this machine."},
                        {"GROUSER_LINK_TOKEN", "The secret of a live link, instead of a file."}},
          .see_also = {"grouser", "grouser-desktop"}};
}

}  // namespace grouser
