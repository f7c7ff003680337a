// SPDX-License-Identifier: BSD-3-Clause
// An input is never replaced: check_outputs() sees to that, also with --force.
#include "force_option.hpp"

namespace grouser::cli {

void add_force_option(Command& command, bool& force) {
  command.flag("--force", force, "Replace files that Grouser did not write; inputs never");
}

}  // namespace grouser::cli
