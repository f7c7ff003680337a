// SPDX-License-Identifier: BSD-3-Clause
// A command as a line of a menu and as a button of the tool bar.
#pragma once
#include "app/commands/key_map.hpp"

namespace grouser::desktop {

/// A line of a menu, marked "menu_" and its id.
void command_item(const Ui& ui, const CommandContext& context, const char* id, Requests& requests);
/// Its icon as a button, marked by its id, or by `mark`. Precondition: it has an icon.
void command_button(const Ui& ui, const CommandContext& context, const char* id, Requests& requests,
                    const char* mark = nullptr);

}  // namespace grouser::desktop
