// SPDX-License-Identifier: BSD-3-Clause
// Requests of panels, keys and the mouse to the vehicle that is being moved or turned.
#pragma once

namespace grouser::desktop {

enum class PlacingMode { move, turn };
/// Effect of a pointer's movement: all of it, a tenth of it, or whole steps.
enum class PlacingGrip { plain, fine, snap };

struct PlacingRequest {
  enum class Kind {
    begin,     ///< mode
    point_at,  ///< u, v, grip
    lift,      ///< notches, grip
    set_down,
  };
  Kind kind = Kind::begin;
  PlacingMode mode = PlacingMode::move;
  PlacingGrip grip = PlacingGrip::plain;
  double u = 0.0, v = 0.0;  ///< pointer in the picture, -1 to 1
  double notches = 0.0;     ///< of the mouse's wheel
};

}  // namespace grouser::desktop
