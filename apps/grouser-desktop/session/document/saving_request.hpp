// SPDX-License-Identifier: BSD-3-Clause
// Requests of panels and keys to save, and the answers to the question about unsaved changes.
#pragma once

namespace grouser::desktop {

struct SavingRequest {
  enum class Kind {
    save,  ///< asks for a name where there is none
    show_dialog,
    stay,     ///< what is open is not left
    discard,  ///< it is left without the changes
    save_and_leave,
  };
  Kind kind = Kind::save;
};

}  // namespace grouser::desktop
