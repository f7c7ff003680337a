// A piece of surface that the disc's rim has passed: an interval of ray angles on which one smooth surface is
// hit at d(theta) < r. Pieces of all surfaces around a disc are collected, each keeps what it is the first to
// be hit on, and is integrated. Private to the terrain module.
#pragma once
#include <array>
#include <span>

#include "base_surface.hpp"
#include "grouser/math/types.hpp"

namespace grouser::terrain {

/// The disc's own frame. Angles theta turn about the axis from `down`; rho(theta) = cos(theta) down +
/// sin(theta) side.
struct DiscFrame {
  Vec3 center, axis, down, side;
  double radius;

  Vec3 ray(double cosine, double sine) const { return cosine * down + sine * side; }
};

/// Where a piece ends: at the rim (delta = 0) or at a corner or cut, whose angle moves with the centre.
/// No default values: arrays of pieces live on the stack of a query and are not worth clearing.
struct PieceEnd {
  double angle;  ///< of the ray; for lines only after set_angles()
  double x;      ///< lines: distance along the line from the foot of the perpendicular, m
  bool at_rim;
  Vec3 angle_gradient;  ///< d(angle)/d(center), 1/m; zero at the rim
};

struct RimPiece {
  int surface;      ///< 0 the base, 1 + k shape k
  bool line;        ///< a straight line of the slice (plane or box face); otherwise an arc on the curved base
                    ///< surface
  double distance;  ///< lines: h, of the centre in the slice's plane, m
  double foot;      ///< lines: angle of the foot of the perpendicular; only after set_angles()
  Vec3 normal;      ///< lines: dh/d(center) = n / c with n the face's normal, c = sqrt(1 - (n . axis)^2)
  PieceEnd low, high;
};

/// A line's piece without its ends.
RimPiece line_piece(int surface, double distance, const Vec3& normal);
/// Angles of a line piece's foot and ends in the frame.
void set_angles(const DiscFrame&, RimPiece&);

/// What the pieces of one surface add up to.
struct Foundation {
  double stored = 0.0;                      ///< S = integral of delta^2/2, m^2
  Vec3 gradient = Vec3::Zero();             ///< dS/d(center), m
  double weight = 0.0, weighted_rut = 0.0;  ///< integrals of delta and of delta times the rut's depth
};

inline constexpr int kMaxPieces = 48;
inline constexpr int kMaxBasePieces = 16;

/// Adds the integrals over a piece.
void integrate(const DiscFrame&, const RimPiece&, BaseSurface&, Foundation&);

/// Adds the integrals over those parts of pieces[which] on which no other surface is hit first. False if a
/// part was hidden. All angles must have been set.
bool integrate_visible(const DiscFrame&, std::span<const RimPiece> pieces, int which, BaseSurface&,
                       Foundation&);

/// The ray at an angle, as far as the base surface's tangent plane at the rim tells.
struct BaseRay {
  double delta;         ///< r - d, m
  double delta_slope;   ///< d(delta)/d(angle)
  Vec3 delta_gradient;  ///< d(delta)/d(center)
  double rut;           ///< memory's depth there, m
};
BaseRay base_ray(const DiscFrame&, BaseSurface&, double cosine, double sine);

/// Collects the pieces of the base (room for them must be left in `pieces`); returns how many.
int find_base_pieces(const DiscFrame&, BaseSurface&, std::span<RimPiece> pieces);
/// Collects the faces of a box that the rim has passed; the centre must be outside the box.
int find_box_pieces(const DiscFrame&, const BoxShape&, const RigidTransform& X_WB, int surface,
                    std::span<RimPiece> pieces);

}  // namespace grouser::terrain
