// SPDX-License-Identifier: BSD-3-Clause
// Requests of the mouse and keys to the tools that read the view: pointer, selection, ruler.
#pragma once

namespace grouser::desktop {

struct LookRequest {
  enum class Kind {
    pointer_at,  ///< u, v: the status bar describes the ground there
    select_at,   ///< u, v
    ruler_at,    ///< u, v: sets a point of the ruler
    toggle_ruler,
    show_body,  ///< the next of: whole, cut open, hidden
  };
  Kind kind = Kind::pointer_at;
  double u = 0.0, v = 0.0;  ///< pointer in the picture, -1 to 1
  int body = -1;            ///< of show_body
};

}  // namespace grouser::desktop
