// SPDX-License-Identifier: BSD-3-Clause
// What lies in front of the window and has the keys: menus, lists that drop down, dialogs.
#pragma once

namespace grouser::desktop {

/// Whether a menu, a list or a dialog is open.
bool popup_is_open();

}  // namespace grouser::desktop
