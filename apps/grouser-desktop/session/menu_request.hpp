// SPDX-License-Identifier: BSD-3-Clause
// Context menus as values: a panel that is clicked with the right button asks for one, and the program shows
// it.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "session/request.hpp"

namespace grouser::desktop {

/// A line of a menu: a request, or a row of the table of commands.
struct MenuEntry {
  std::string id;            ///< for tests, or the id of a command; empty: a line between others
  std::string title = {};    ///< empty: a command, with the title and key of the table
  Request request = {};      ///< unless it is a command
  std::string refused = {};  ///< why it cannot be asked for now; empty: it can
};
using MenuEntries = std::vector<MenuEntry>;

/// The menu appears at this place of the window, pixels.
struct MenuRequest {
  float x = 0.0f, y = 0.0f;
  MenuEntries entries = {};
};

/// Puts a text on the clipboard.
struct CopyRequest {
  std::string text;
};
/// Opens the folder of a file in the desktop's file manager.
struct ShowInFolderRequest {
  std::string path;
};

/// "Copy" and what is copied, as a line of a menu.
inline MenuEntry copy_entry(std::string id, std::string title, std::string text) {
  return {std::move(id), std::move(title), CopyRequest{std::move(text)}};
}

}  // namespace grouser::desktop
