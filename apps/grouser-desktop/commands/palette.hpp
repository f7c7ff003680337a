// SPDX-License-Identifier: BSD-3-Clause
// What a few typed letters find: commands, recent files, channels, and numbers of the scenario to set.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "commands/key_map.hpp"

namespace grouser::desktop {

struct PaletteEntry {
  std::string title;
  std::string place;  ///< "File", "Recent files": where else it is
  std::string key;    ///< that gives it, or ""
  bool enabled = true;
  Request request;
};

/// How well typed words are found in a title (and, less well, in further words): the lower the better; nothing where one of
/// them is not found. Upper and lower case are the same; letters of a word may be left out within one of the title's words.
std::optional<int> match_words(const std::string& typed, const std::string& title, const std::string& words);

/// The best first, `most` at the most. Nothing typed: all commands that can be given. "set KEY VALUE" sets a number of the
/// scenario; values are SI, as --set takes them.
std::vector<PaletteEntry> palette_entries(const std::string& typed, const CommandContext& context,
                                          std::size_t most);

/// Draws it while it is open, and asks for what was chosen.
void palette_dialog(const Ui& ui, const CommandContext& context, Requests& requests);

}  // namespace grouser::desktop
