// SPDX-License-Identifier: BSD-3-Clause
// Dialogs in the middle of the window, which take mouse and keyboard while they are open.
#pragma once
#include "widgets/dialog_state.hpp"
#include "widgets/ui.hpp"

namespace grouser::desktop {

/// Begins the dialog; false while it is shut, else call end_dialog(). `size`: of full size at 96 dots an
/// inch, px; height 0: as its content needs.
bool begin_dialog(const Ui& ui, const char* title, Dialog& dialog, ImVec2 size);
enum class DialogEnd { stays, closes };
void end_dialog(Dialog& dialog, DialogEnd end);

/// Cancel and a second button at the right end of the next line.
struct DialogButtons {
  const char* confirm;  ///< its label
  const char* mark;     ///< name of the second button for tests; that of Cancel: cancel_mark
  const char* tip;      ///< of the second button
  const char* cancel_tip;
  const char* cancel_mark = nullptr;
  bool can = true;               ///< the second button can be pressed
  ImU32 color = 0, hovered = 0;  ///< of the second button; 0: as other buttons
};
struct DialogAnswer {
  bool confirmed = false, cancelled = false;
  DialogEnd end() const { return confirmed || cancelled ? DialogEnd::closes : DialogEnd::stays; }
};
/// `entered`: Enter was pressed in a field of the dialog.
DialogAnswer dialog_buttons(const Ui& ui, const DialogButtons& buttons, bool entered);

}  // namespace grouser::desktop
