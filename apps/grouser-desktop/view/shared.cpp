// SPDX-License-Identifier: BSD-3-Clause
// Members are made in the order of their declaration, because later ones refer to earlier ones.
#include "view/shared.hpp"

namespace grouser::desktop {

Shared::Shared(Session& session_, KeptState& kept_, std::filesystem::path folder)
    : session(session_),
      kept(kept_),
      state_folder(std::move(folder)),
      study(session_.clock()),
      document(state_folder),
      saving(document, session_),
      looking({session_, camera, size, document, shown, left_button}) {}

}  // namespace grouser::desktop
