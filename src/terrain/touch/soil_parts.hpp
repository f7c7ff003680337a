// SPDX-License-Identifier: BSD-3-Clause
// The base ground under a disc, divided by soil: each soil is a solid of its own, cut off vertically along
// the borders of the map's cells. Their sums add up to the base's. Private to the terrain module.
#pragma once
#include "rim_piece.hpp"

namespace grouser::terrain {

inline constexpr int kMaxSoilParts = 3;

struct SoilParts {
  int count = 0;
  std::array<int, kMaxSoilParts> material{};
  std::array<Foundation, kMaxSoilParts> sum;
  /// The part of one material; a fourth material joins the last part.
  Foundation& of(int wanted);
};

/// Adds a piece of the base's boundary, and the walls below where it passes from one soil to another.
void integrate_by_soil(const DiscFrame&, const RimPiece& piece, BaseSurface&, SoilParts&);

}  // namespace grouser::terrain
