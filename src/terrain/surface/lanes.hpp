// SPDX-License-Identifier: BSD-3-Clause
// Several points of the ground side by side, for loops that are compiled for every vector level. Each lane is
// independent of the others; levels differ by rounding. Private to the terrain module. Uses no Eigen and
// nothing of the standard library, because the vector-level translation units include it
// (cmake/GrouserSimd.cmake).
#pragma once
#include "grouser/math/simd/always_inline.hpp"
#include "keys_patch.hpp"

namespace grouser::terrain {

inline constexpr int kLanes = 8;
inline constexpr double kGrazing = 0.1;  // rays nearly along the surface are treated as this steep
// m: an error this large at an arc's end changes S by its third power and the gradient by its square
inline constexpr double kOnSurface = 2e-7;
struct Lanes {
  alignas(64) double v[kLanes];
};

/// The disc's centre, its directions down and sideways (world axes) and its radius, m.
struct DiscNumbers {
  double center[3], down[3], side[3], radius;
};

/// A heightfield and those of its cells that are ready to be looked at, each in the place that the last
/// bits of its column and row say.
struct FieldView {
  static constexpr int kSide = 32, kPlaces = kSide * kSide;
  const KeysPatch* patches;  ///< kPlaces
  const int* numbers;        ///< number_of() the cell that is ready in each place; -1: none
  double west, south;        ///< of the cell 0, m
  double per_cell, datum, last_column, last_row;
  int row_bit;  ///< numbers of a row begin at a multiple of this power of two

  GROUSER_INLINE int number_of(int column, int row) const { return (row << row_bit) + column; }
  GROUSER_INLINE int place_of(int number) const {
    return (number & (kSide - 1)) + kSide * ((number >> row_bit) & (kSide - 1));
  }
};
inline constexpr int kAllReady = -1;

}  // namespace grouser::terrain
