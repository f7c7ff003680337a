// SPDX-License-Identifier: BSD-3-Clause
// The texts of the program's own help; facts are found out only when --version asks for them.
#include "program_text.hpp"

#include "common/build_facts.hpp"
#include "grouser/base/version.hpp"

namespace grouser::cli {

ProgramText program_text() {
  return {.name = "grouser",
          .version = version(),
          .summary = "Simulates planetary rovers: runs scenarios, reads run files, tests wheels on soil",
          .footer =
              "Example: grouser run wheel_drop_200 --out drop.h5\n"
              "Each subcommand has its own help: grouser run --help\n"
              "Exit codes: 0 done, 1 the run failed, 2 usage or bad input, 130 interrupted",
          .facts = build_facts};
}

}  // namespace grouser::cli
