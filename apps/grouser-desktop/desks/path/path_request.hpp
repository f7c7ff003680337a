// SPDX-License-Identifier: BSD-3-Clause
// Requests of panels and keys to the path desk.
#pragma once
#include <cstddef>

#include "session/document/placing_request.hpp"

namespace grouser::desktop {

struct PathRequest {
  enum class Kind {
    toggle,  ///< begin to edit the path, or leave it
    start,   ///< a path for a rover that follows none
    select,  ///< index of a waypoint
    take,    ///< index of a waypoint, which the pointer takes hold of; u, v
    insert,  ///< index that a new waypoint gets; u, v; the pointer holds it
    append,  ///< u, v
    drag,    ///< u, v, grip
    release,
    place,   ///< index, x, y: as typed, m
    remove,  ///< the selected one
    cancel,  ///< of what is being dragged, else the path is left
    look,    ///< at the whole path, from above
  };
  Kind kind = Kind::toggle;
  std::size_t index = 0;
  double u = 0.0, v = 0.0;  ///< pointer in the picture, -1 to 1
  PlacingGrip grip = PlacingGrip::plain;
  double x = 0.0, y = 0.0;
};

}  // namespace grouser::desktop
