// SPDX-License-Identifier: BSD-3-Clause
// Where a disc can touch the base ground at all: the search for arcs stays inside this range. Private to the
// terrain module.
#pragma once
#include "rim_piece.hpp"

namespace grouser::terrain {

inline constexpr double kSearchFrom = -kMostTurned, kSearchTo = kMostTurned;  // rad

/// Ground memory only lowers the ground, so the undisturbed surface is an upper bound; a plane bounds a
/// curved one.
/// No default values: it is filled in where it lies.
struct BaseReach {
  bool any;           ///< false: the disc lies above the base
  bool center_above;  ///< the centre is certainly above the base
  bool plane;         ///< the base is the bounding plane
  RimPiece line;      ///< the bounding plane in the disc, where there is a segment or the base is a plane
  bool segment;       ///< only the disc's part beyond the line can be below the base
  Vec2 low, high;  ///< rectangle that holds the part of the disc below the base, where it has several soils
};
/// under: the base, lowered as it is now, under the disc's centre; only a curved base needs it.
void find_base_reach(const DiscFrame&, const BaseSurface&, const BaseSample& under, BaseReach& reach);

/// Angles between which the rim can be below the base.
struct SearchRange {
  double from = kSearchFrom, to = kSearchTo;  ///< rad
};
SearchRange find_search_range(const DiscFrame&, const BaseReach&);

/// Half of the rectangle of the whole disc, with a margin, m.
Vec2 disc_half(const DiscFrame&);
/// The rectangle.
void disc_rectangle(const DiscFrame&, Vec2& low, Vec2& high);

}  // namespace grouser::terrain
