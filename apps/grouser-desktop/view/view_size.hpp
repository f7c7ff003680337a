// SPDX-License-Identifier: BSD-3-Clause
// Size of the 3D view in the window.
#pragma once

namespace grouser::desktop {

struct ViewSize {
  double width = 0.0, height = 0.0;  ///< pixels
  double aspect() const { return height > 0.0 ? width / height : 1.6; }
  bool visible() const { return width >= 8.0 && height >= 8.0; }
};

}  // namespace grouser::desktop
