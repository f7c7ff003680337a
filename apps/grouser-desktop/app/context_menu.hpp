// SPDX-License-Identifier: BSD-3-Clause
// The context menu that is open: shows the menu that a panel requested, with the rows of the table of
// commands.
#pragma once
#include "app/commands/command.hpp"
#include "session/menu_request.hpp"

namespace grouser::desktop {

class ContextMenu {
 public:
  void show(const MenuRequest& wanted) { menu_ = wanted, fresh_ = true; }
  /// Draws it while it is open, in front of the dialog that it was asked for in. Lines are marked "context_"
  /// and their id.
  void draw(const Ui& ui, const CommandContext& context, Requests& requests);

 private:
  void draw_lines(const Ui& ui, const CommandContext& context, Requests& requests);

  MenuRequest menu_;
  bool fresh_ = false;  // to be opened in the next picture
};

}  // namespace grouser::desktop
