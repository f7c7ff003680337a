// SPDX-License-Identifier: BSD-3-Clause
// Pieces of the boundaries of solids inside the disc. The integral of a solid is that of (r - rho)/rho over
// its area inside the disc, with rho the distance from the disc's centre. Along rays this is the integral of
// delta^2/2 d(theta) over its boundary, where surfaces that face the centre count positive and others
// negative. Its gradient is the integral of (r - rho)/rho times the outward normal over the same boundary:
// the ends of pieces contribute nothing. See docs/theory_contact.md. Private to the terrain module.
#pragma once
#include <cmath>
#include <span>

#include "grouser/math/types.hpp"
#include "profile_loops.hpp"
#include "surface/base_surface.hpp"

namespace grouser::terrain {

/// The disc's own frame. Angles theta turn about the axis from `down`:
///   rho(theta) = cos(theta) down + sin(theta) side
struct DiscFrame {
  Vec3 center, axis, down, side;
  double radius;

  Vec3 ray(double cosine, double sine) const { return cosine * down + sine * side; }
  DiscNumbers numbers() const {
    return {{center.x(), center.y(), center.z()},
            {down.x(), down.y(), down.z()},
            {side.x(), side.y(), side.z()},
            radius};
  }
};

/// A disc that lies this flat has no lowest point; any direction "down" will do.
inline constexpr double kFlatDisc = 1e-9;

inline bool lies_flat(const DiscFrame& frame) { return std::fabs(frame.axis.z()) > 1.0 - kFlatDisc; }

/// Slices of one wheel share their axis and so all of the frame except the centre.
inline bool same_but_center(const DiscFrame& a, const DiscFrame& b) {
  return a.axis == b.axis && a.radius == b.radius;
}

/// A plane that cuts a disc. No default values.
struct Plate {
  double in_plane;  ///< c = sqrt(1 - (n . axis)^2), n: the outward normal
  double distance;  ///< h, of the centre in the slice's plane, m; negative behind the face
  Vec3 normal;      ///< dh/d(center) = n / c
};
/// height: of the centre above the plane, m. False if the plane misses the disc or lies along it.
bool make_plate(const DiscFrame&, const Vec3& n, double height, Plate&);

/// A straight side of a slice (plane or face of a shape), or an arc of the curved base surface.
/// No default values: arrays of pieces live on the stack of a query and are not worth clearing.
struct RimPiece {
  int surface;  ///< 0 the base, 1 + k shape k
  bool line;
  /// Lines: distance along the line from the foot of the perpendicular, m; arcs: angle, rad
  double low, high;
  bool whole;  ///< both ends at the rim
  // for lines:
  Plate plate;
  Vec3 foot;   ///< foot of the perpendicular in the slice's plane
  Vec3 along;  ///< unit direction of the line
};

/// Sum of the pieces of one surface.
struct Foundation {
  double stored = 0.0;           ///< S = integral of delta^2/2, m^2
  Vec3 gradient = Vec3::Zero();  ///< dS/d(center), m
  Vec3 moment = Vec3::Zero();    ///< of lines: dS/d(turn of the disc about its centre), m^2
};

inline constexpr int kMaxBasePieces = 16;
inline constexpr int kMaxPieces = kMaxBasePieces + kMaxHullFaces;  // a body of that many faces has room

/// Adds the integrals over a part of a piece; sign is -1 where the area lies on the outer side.
void integrate(const DiscFrame&, const RimPiece&, double low, double high, double sign, BaseSurface&,
               Foundation&);

/// A ray from the disc's centre through the rim to the point where it leaves the base.
struct BaseRay {
  double delta = 0.0;            ///< penetration r - d, m
  Vec3 gradient = Vec3::Zero();  ///< d(delta)/d(center)
};
BaseRay find_base_ray(const DiscFrame&, BaseSurface&, double cosine, double sine);

/// The point of a piece at its parameter (x or angle).
Vec3 piece_point(const DiscFrame&, const RimPiece&, BaseSurface&, double parameter);

/// A line piece of the face with outward normal n through the disc; false if the line misses the disc.
bool make_line(const DiscFrame&, int surface, const Vec3& n, double height, RimPiece& piece);

}  // namespace grouser::terrain
