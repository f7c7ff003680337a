// SPDX-License-Identifier: BSD-3-Clause
// Entries of the dialogs for files.
#pragma once
#include <string>

#include "widgets/dialog_state.hpp"

namespace grouser::desktop {

/// Cards of scenarios to choose from.
struct ChooserForm {
  std::string filter;
  int at = -1;    ///< entry the keyboard is at, -1: none
  int moves = 0;  ///< presses of Down less those of Up since the last picture
  bool fresh = true;
};

/// Entries and state of all dialogs of the desk.
struct FilesForm {
  Dialog open;
  bool compares = false;  ///< what is chosen in it is shown beside what is open
  std::string open_path;
  std::string refusal;   ///< why the typed file could not be opened; empty: none was refused
  bool opening = false;  ///< it is being read: the dialog stays until it is shown or refused
  ChooserForm chooser;
  Dialog record;
  bool record_saves = false;  ///< what has been simulated, instead of recording it from its start
  std::string record_path;
  Dialog connect;
  std::string address = "127.0.0.1:7788", token_file;
};

}  // namespace grouser::desktop
