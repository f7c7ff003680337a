// SPDX-License-Identifier: BSD-3-Clause
#include "app/commands/command_widgets.hpp"

namespace grouser::desktop {

void command_item(const Ui& ui, const CommandContext& context, const char* id, Requests& requests) {
  const Command& shown = command(id);
  const std::string label = shown.title_now(context) + "###" + id;
  if (ImGui::MenuItem(label.c_str(), shown_key(shown, context.kept.keys).c_str(), shown.on(context),
                      shown.can(context)))
    ask(requests, shown.asked(context));
  ui.mark(std::string("menu_") + id);
  if (*shown.hint) hint(shown.hint);
}

void command_button(const Ui& ui, const CommandContext& context, const char* id, Requests& requests,
                    const char* mark) {
  const Command& shown = command(id);
  const std::string tip = shown.title_now(context), key = shown_key(shown, context.kept.keys);
  IconButton button{mark ? mark : id, *shown.icon,        tip.c_str(),
                    key.c_str(),      shown.can(context), shown.on(context)};
  // Play shows what a press does; recording is red.
  if (shown.icon == Icon::play && button.active) button.icon = Icon::pause;
  if (shown.icon == Icon::record) button.ink = button.active ? palette::kError : IM_COL32(214, 92, 84, 255);
  if (icon_button(ui, button)) ask(requests, shown.asked(context));
}

}  // namespace grouser::desktop
