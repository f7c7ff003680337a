// SPDX-License-Identifier: BSD-3-Clause
// The base ground on the rim: a line for a plane, otherwise the arcs on which the rim is below the surface,
// as a walk along the rim meets them. Private to the terrain module.
#pragma once
#include "rim_piece.hpp"

namespace grouser::terrain {

/// The part of a disc that can touch the base. Ground memory only lowers the ground, so the undisturbed
/// surface is an upper bound; a plane bounds a curved one. Only the flags have default values.
struct BaseReach {
  bool any = false;           ///< false: the disc lies above the base
  bool center_above = false;  ///< the centre is certainly above the base
  bool bounded = false;       ///< the line is there
  RimPiece line;              ///< the base, where it is a plane, or the plane that bounds it
};
/// under: the base, lowered as it is now, under the disc's centre; only a curved base needs it.
BaseReach find_base_reach(const DiscFrame&, const BaseSurface&, const BaseSample& under);

/// Angles between which the rim can be below the base.
inline constexpr double kSearchFrom = -1.75, kSearchTo = 1.75;  // rad from straight down: over a quarter turn
struct SearchRange {
  double from = kSearchFrom, to = kSearchTo;  ///< rad
};
SearchRange find_search_range(const DiscFrame&, const BaseReach&);

/// Collects the pieces of a base within reach (`pieces` must have room for them); returns their number.
int find_base_pieces(const DiscFrame&, BaseSurface&, const BaseReach&, std::span<RimPiece> pieces);

/// Half of the rectangle around the whole disc, with a margin, m.
Vec2 disc_half(const DiscFrame&);

}  // namespace grouser::terrain
