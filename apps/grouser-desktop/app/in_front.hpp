// SPDX-License-Identifier: BSD-3-Clause
// The things in front of the window that receive the keys: menus, drop-down lists, dialogs.
#pragma once

namespace grouser::desktop {

/// Whether a menu, a list or a dialog is open.
bool popup_is_open();

}  // namespace grouser::desktop
