// SPDX-License-Identifier: BSD-3-Clause
// Puts the table of commands together, once, from the parts of each menu.
#include "app/commands/command.hpp"

#include <algorithm>

#include "app/commands/command_list.hpp"
#include "grouser/base/error.hpp"

namespace grouser::desktop {

const char* group_name(CommandGroup group) {
  switch (group) {
    case CommandGroup::file:
      return "File";
    case CommandGroup::edit:
      return "Edit";
    case CommandGroup::run:
      return "Run";
    case CommandGroup::view:
      return "View";
    case CommandGroup::panels:
      return "Panels and window";
    case CommandGroup::help:
      return "Help";
  }
  return "";
}

const std::vector<Command>& commands() {
  static const Commands kAll = [] {
    Commands all;
    add_file_commands(all);
    add_edit_commands(all);
    add_run_commands(all);
    add_view_commands(all);
    add_panel_commands(all);
    return all;
  }();
  return kAll;
}

const Command& command(std::string_view id) {
  const auto found = std::find_if(commands().begin(), commands().end(),
                                  [&](const Command& c) { return id == std::string_view(c.id); });
  if (found == commands().end()) throw RunError("no command of the name " + std::string(id));
  return *found;
}

}  // namespace grouser::desktop
