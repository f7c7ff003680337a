// SPDX-License-Identifier: BSD-3-Clause
// Requests of the dialog of rovers to its desk.
#pragma once

namespace grouser::desktop {

struct RoverRequest {
  enum class Kind {
    look,  ///< at the file again, with the choices of the form
    save   ///< as TOML, and show the rover on flat sand
  };
  Kind kind = Kind::look;
};

}  // namespace grouser::desktop
