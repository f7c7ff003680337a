// SPDX-License-Identifier: BSD-3-Clause
// Requests of panels and keys to open, compare, connect or record.
#pragma once
#include <string>

namespace grouser::desktop {

struct FileRequest {
  enum class Kind {
    open,        ///< path
    open_typed,  ///< path: as open, from the dialog, which stays where it is refused
    compare,     ///< path: of a run file or of measurements
    end_comparison,
    reload,
    cancel_opening,  ///< what is being read is not shown
    connect,         ///< address, token_file
    disconnect,
    toggle_recording,  ///< asks for a name, or stops
    start_recording,   ///< path: of the run file
    show_open_dialog,
    show_compare_dialog,
    show_connect_dialog,
    show_save_run_dialog,  ///< asks under which name the run is saved
  };
  Kind kind = Kind::open;
  std::string path = {};
  std::string address = {}, token_file = {};
};

}  // namespace grouser::desktop
