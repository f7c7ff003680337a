// SPDX-License-Identifier: BSD-3-Clause
// A wheel on ground of resistive force theory (soil/laws/rft.hpp): its surface is integrated element by
// element.
//
// Soil between close grousers turns with the wheel, which a sum over plates does not know. So the force is
//   F = chi F_envelope + (1 - chi) F_plates,   chi = min(1, h tan(45 deg + phi/2) / gap)
// at one sinkage, speed and spin; gap is the distance along the rim from one grouser to the next. F_envelope:
// the cylinder through the tips and its two sides, soil on soil (mu = tan phi). F_plates: the rim and both
// faces of the grousers, with the friction of the wheel's surface, averaged over a turn, or of each grouser
// where it is (RftPlace::phase). A smooth wheel is the envelope with the friction of its surface. chi is our
// own assumption.
//
// Behind a wheel whose surface runs at r omega the free surface falls by
//   dh = (r omega)^2 / g
// (Agarwal, Karsai, Goldman & Kamrin, Science Advances 7, 2021): on the half of the arc that the surface
// moves to, depths count from there. At r omega = 0 it is the law without.
//
// Ground that was pressed before, by a wheel or in the rut that it runs in, goes on from the depth that it
// was pressed to: with z_p that depth, and d the depth below the ground as it is now, an element counts
//   min(d + z_p, d k_e/(0.87574 xi_n))
// as the other law does (soil/laws/unloading.hpp); a plate pressed twice is a plate pressed once. A wheel
// that slips does not press its rut, it digs it: surfaces that graze carry an eighth of what pressing ones
// do. Ground keeps the largest pressure that it carried, so z_p is the depth at which a plate has that
// pressure,
//   z_p = min(rut, max(a_n d)/0.87574)   over the cylinder in untouched ground, its lowest point at the
//                                        rut's depth.
// Our own assumption: the ground remembers the rut's depth alone, so the wheel that made it is taken to
// have moved as the one that is in it now.
//
// Frame and signs as in wheel_reaction.hpp; all lengths, slips and sinkages refer to the radius over the
// tips.
#pragma once
#include "grouser/soil/laws/soil_number.hpp"

namespace grouser {

enum class SimdLevel;

struct SoilParams;
struct WheelGeometry;
struct WheelRunning;
struct WheelReaction;

/// Constants of one wheel on one soil. SI units.
struct RftWheel {
  double xi_n = 0.0;  ///< N/m3; 0: the soil follows another law
  double radius = 0.0, rim = 0.0, width = 0.0;
  double enclosed = 1.0;                 ///< chi, -
  double blades = 0.0;                   ///< grousers per radian
  double friction = 0.0, surface = 0.0;  ///< of the envelope and of the plates, -
  double per_lift = 0.0;                 ///< 1/d_s, 1/m
  double reloading = 1.0;                ///< slope of reloading, k_e, over that of the virgin curve, -
  double extra_depth = 0.0;              ///< depth that cohesion counts as, m
  double per_gravity = 0.0;              ///< s2/m
};

/// Position of a wheel in its ground.
struct RftPlace {
  double sinkage = 0.0;    ///< of the lowest point of the tips below the ground as it is now, m
  double rut = 0.0;        ///< depth of the rut that it runs in, m
  double rim_speed = 0.0;  ///< of the tips, + rolls forward, m/s
  double phase =
      kUnset;  ///< angle from the lowest point to a grouser in front, rad; unset: the mean over a turn
};

/// gravity in m/s2. For soils with density and phi (or xi_n), whatever their law.
RftWheel put_rft_wheel(const SoilParams& soil, const WheelGeometry& wheel, double gravity);

/// Motion of the wheel, up to a common factor: the axle's velocity forward, to the left and down, and the
/// speed of the tips about the axle.
struct RftMotion {
  double forward, left, down, turning;
};
/// The motion behind a slip state (contact.hpp). A wheel that has rolled (|travel| = 1) moves at the speeds
/// that follow from its slip, with V the larger of rim speed and ground speed. One that was only pressed in
/// moves down (travel = 0); its part that does not slide moves down by 1 - |travel|, and what slides, slides.
RftMotion rft_motion(double slip_x, double slip_y, double travel);

/// Points: 8 (coarse), 12 (fine) or 24, as in wheel_reaction.hpp.
WheelReaction rft_reaction(const RftWheel& wheel, const RftMotion& motion, const RftPlace& place, int points);

/// For tests: on one of available_levels(). The bits are the same on all of them.
WheelReaction rft_reaction_on(SimdLevel level, const RftWheel& wheel, const RftMotion& motion,
                              const RftPlace& place, int points);

/// Depth that the ground of a rut keeps: z_p above, m.
double rft_pressed_depth(const RftWheel& wheel, const RftMotion& motion, double rut, int points);

/// By the slip state in `running`; the forces scale with its width_fraction. Its sinkage is that of the
/// tips below the ground as it is now.
WheelReaction rft_reaction(const RftWheel& wheel, const WheelRunning& running, int points);

}  // namespace grouser
