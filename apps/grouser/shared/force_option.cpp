#include "force_option.hpp"

namespace grouser::cli {

void add_force_option(CLI::App& command, bool& force) {
  command.add_flag("--force", force, "Replace files that Grouser did not write; inputs never");
}

}  // namespace grouser::cli
