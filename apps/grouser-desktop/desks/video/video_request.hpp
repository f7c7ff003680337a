// SPDX-License-Identifier: BSD-3-Clause
// Requests to the desk of videos.
#pragma once

namespace grouser::desktop {

struct VideoRequest {
  enum class Kind {
    show_dialog,
    start,  ///< as the dialog says
    cancel,
  };
  Kind kind = Kind::show_dialog;
};

}  // namespace grouser::desktop
