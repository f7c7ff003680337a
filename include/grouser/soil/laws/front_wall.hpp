// SPDX-License-Identifier: BSD-3-Clause
// The wall of soil in front of a wheel that skids. A locked wheel does not roll over the soil that it meets
// but pushes it ahead; Wong & Reece 1967 (part II: towed wheels) saw the flow before such a wheel turn into
// one zone that goes forward with it. The wall has the height of the sinkage, and its resistance per width
// is that of Hegedus 1960, as at the sidewall (passive_pressure.hpp):
//   F = f |s| b R_b(z),   R_b = D1 (c z + D2 rho g z^2 / 2),   s < 0
// |s| is the share of the ground that passes without being rolled over: 1 for a locked wheel, 0 for one
// that rolls (our assumption, as is that F acts through the axle: no moment). f, from 0 (default) to 1: the
// share of it that counts, since stress on the front of the arc holds back some of the same soil already.
#pragma once
#include "grouser/soil/laws/soil_number.hpp"

namespace grouser {

struct FrontWallParams {
  double front_wall = 0.0;  ///< f, -
};
inline constexpr SoilNumber<FrontWallParams> kFrontWallNumbers[] = {
    {"front_wall", "share of the soil's resistance in front of a skidding wheel that counts",
     &FrontWallParams::front_wall, 0.0, 1.0, false, "-", Given::optional},
};

/// The share |s| of a skidding wheel's wall; slip below -1 counts as locked.
inline double ploughed_share(double slip) { return slip >= 0.0 ? 0.0 : slip > -1.0 ? -slip : 1.0; }

}  // namespace grouser
