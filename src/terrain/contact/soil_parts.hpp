// The base ground under a disc, parted by soil: each soil is a solid of its own, cut off along the borders of
// the map's cells straight down. Their sums add up to the base's. Private to the terrain module.
#pragma once
#include "rim_piece.hpp"

namespace grouser::terrain {

inline constexpr int kMaxSoilParts = 3;

struct SoilParts {
  int count = 0;
  std::array<int, kMaxSoilParts> material{};
  std::array<Foundation, kMaxSoilParts> sum;
  /// Of one material; a fourth one joins the last.
  Foundation& of(int wanted);
};

/// Adds a piece of the base's boundary, and the walls below where it passes from one soil to another.
void integrate_by_soil(const DiscFrame&, const RimPiece& piece, BaseSurface&, SoilParts&);

}  // namespace grouser::terrain
