// SPDX-License-Identifier: BSD-3-Clause
// The palette finds commands, recent files, channels, and numbers of the scenario by a few typed letters.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/commands/key_map.hpp"
#include "widgets/dialog_state.hpp"

namespace grouser::desktop {

struct PaletteEntry {
  std::string title;
  std::string place;  ///< "File", "Recent files": where else it is
  std::string key;    ///< that gives it, or ""
  bool enabled = true;
  Request request;
};

/// Rank of a title for the typed words, the best is 0; empty if one of them is not found. A word found in the
/// title ranks before one found in `words` only. Case does not matter, and letters may be left out within a
/// word.
std::optional<int> match_words(const std::string& typed, const std::string& title, const std::string& words);

/// The `most` best entries for the typed text, the best first; all commands that can be given now if nothing
/// is typed. "set KEY VALUE" sets a number of the scenario; values are SI, as --set takes them.
std::vector<PaletteEntry> palette_entries(const std::string& typed, const CommandContext& context,
                                          std::size_t most);

/// Its entries.
struct PaletteForm {
  Dialog dialog;
  std::string text = {};  ///< typed
  int at = 0;             ///< row that Enter gives
  int moves = 0;          ///< presses of Down less those of Up since the last picture
};

/// Draws it while it is open, and requests the chosen entry.
void palette_dialog(const Ui& ui, const CommandContext& context, PaletteForm& form, Requests& requests);

}  // namespace grouser::desktop
