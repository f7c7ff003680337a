// SPDX-License-Identifier: BSD-3-Clause
// Several solids in one disc: each point counts for only one of them. Shapes come before the base and earlier
// shapes before later ones, so a region in two solids is taken from the second. Private to the terrain
// module.
#pragma once
#include "shape_solid.hpp"

namespace grouser::terrain {

inline constexpr int kMaxSolids = 12;

/// The solids around a disc in order of surface: the base first if it is there, then shapes.
struct SolidSet {
  bool base = false;
  int shapes = 0;
  std::array<ShapeSolid, kMaxSolids> shape;

  int count() const { return shapes + (base ? 1 : 0); }
};

/// Adds what each surface stores: sums[0] for the base, sums[1 + k] for shape[k] of the set. uncut[same]
/// stays true if no part of the surface was given to another.
void integrate_union(const DiscFrame&, std::span<const RimPiece> pieces, const SolidSet&, BaseSurface&,
                     std::span<Foundation> sums, std::span<bool> uncut);

}  // namespace grouser::terrain
