// SPDX-License-Identifier: BSD-3-Clause
// Requests of panels to the document desk.
#pragma once
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "session/document/selection.hpp"

namespace grouser::desktop {

struct DocumentRequest {
  enum class Kind {
    set,       ///< settings, what; put_back: keys that have the value of their file again, in the same step
    put_back,  ///< text: key
    put_all_back,
    undo,
    redo,
    select,              ///< selection
    save,                ///< text: path
    restore,             ///< index of the changes that a killed program left
    drop_restore,        ///< index: it is not wanted any more
    remove_selected,     ///< the selected shape of the terrain
    duplicate_selected,  ///< the same, beside it
    use_rover,           ///< text: file of a rover, in place of the scenario's own
  };
  Kind kind = Kind::set;
  std::vector<Override> settings = {};
  std::string what = {}, text = {};
  std::vector<std::string> put_back = {};
  Selection selection = {};
  std::size_t index = 0;
};

}  // namespace grouser::desktop
