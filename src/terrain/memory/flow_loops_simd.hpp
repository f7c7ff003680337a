// SPDX-License-Identifier: BSD-3-Clause
// The loops of flow_loops.hpp. Included only by the translation units of the vector levels.
#pragma once
#include "flow_loops.hpp"
#include "grouser/math/simd/bits.hpp"

namespace grouser::terrain {
namespace {

constexpr double kTaken = 0.4;       // of the excess, in one sweep
constexpr double kQuarter = 0.25;    // of the room under what hangs over a node is given by one neighbour
constexpr double kTolerance = 5e-3;  // share of tan(phi) that a slope may exceed it by: 0.12 deg at 30 deg
constexpr double kHalfRoot = 0.70710678118654752;  // one over the length of a diagonal, in cells
constexpr int kAround = 8;  // neighbours, in order around the node: diagonals at odd places

constexpr double kLaneNumbers[kFlowLanes] = {0, 1, 2, 3, 4, 5, 6, 7};

/// Square of the slope times cell of the steepest of the eight facets around a node. drop: to the
/// neighbours, or 0.
template <class L, class B>
GROUSER_INLINE B steepest_square(const B (&drop)[kAround]) {
  const B zero(0.0), half(0.5);
  B most = zero;
  for (int k = 0; k < kAround; k += 2) {
    const B out = drop[k], straight = out * out;
    for (int side = 1; side < kAround; side += 6) {
      const int corner = (k + side) % kAround;
      // the plane's own direction where it lies within the facet, else that of its nearer edge
      const B across = drop[corner] - out, diagonal = half * drop[corner] * drop[corner];
      const B beyond = L::select(across > out, diagonal, straight + across * across);
      most = L::max(most, L::select(across > zero, beyond, straight));
    }
  }
  return most;
}

template <class L>
double sweep(const FlowGrid& grid, FlowBox& box) {
  using B = typename L::Batch;
  const int up = grid.columns;
  const int beside[kAround] = {1, up + 1, up, up - 1, -1, -up - 1, -up, -up + 1};
  const B zero(0.0), one(1.0), infinite(__builtin_inf());
  B moved = zero;
  FlowBox given{box.west, box.north + 1, box.east, box.south - 1};
  for (int row = box.south; row <= box.north; ++row)
    for (int column = box.west; column <= box.east; column += static_cast<int>(B::size)) {
      const int at = row * up + column;
      const B level = L::load_anywhere(grid.level + at), most = L::load_anywhere(grid.steep + at);
      B drop[kAround], deepest = zero;
      for (int k = 0; k < kAround; ++k) {
        drop[k] = L::max(zero, level - L::load_anywhere(grid.level + at + beside[k]));
        deepest = L::max(deepest, drop[k]);
      }
      // lanes beyond the box's end belong to others; of the rest nodes that give, and only where some facet
      // can be too steep
      const B ours = L::select(B(static_cast<double>(box.east - column + 1)) > L::load_anywhere(kLaneNumbers),
                               one, zero);
      const B free = L::select(infinite > level, ours, zero);
      if (!simd::any_of(L::select(free > zero, deepest - B(kHalfRoot) * most, zero) > zero)) continue;
      const B steepest = simd::root(steepest_square<L>(drop));
      const auto gives = L::select(free > zero, steepest - most * B(1.0 + kTolerance), zero) > zero;
      if (!simd::any_of(gives)) continue;
      B part[kAround], sum = zero, lost = zero;
      for (int k = 0; k < kAround; ++k) {
        part[k] = k % 2 == 0 ? drop[k] : drop[k] * B(kHalfRoot);
        sum = sum + part[k];
      }
      const B share = B(kTaken) * (steepest - most) / sum;
      for (int k = 0; k < kAround; ++k) {
        const B wanted = share * part[k], room = L::load_anywhere(grid.room + at + beside[k]);
        const B goes = L::select(gives, L::select(wanted > room, room, wanted), zero);
        double* to = grid.change + at + beside[k];
        L::store_anywhere(L::load_anywhere(to) + goes, to);
        lost = lost + goes;
      }
      L::store_anywhere(L::load_anywhere(grid.change + at) - lost, grid.change + at);
      L::store_anywhere(L::load_anywhere(grid.gave + column) + L::select(gives, one, zero),
                        grid.gave + column);
      moved = moved + lost;
      given.south = row < given.south ? row : given.south;
      given.north = row;
    }
  box = given;
  return simd::sum_of_lanes(moved);
}

template <class L>
void settle(const FlowGrid& grid, const FlowBox& box) {
  using B = typename L::Batch;
  const B zero(0.0);
  for (int row = box.south; row <= box.north; ++row)
    for (int column = box.west; column <= box.east; column += static_cast<int>(B::size)) {
      const int at = row * grid.columns + column;
      const B level = L::load_anywhere(grid.level + at) + L::load_anywhere(grid.change + at);
      L::store_anywhere(level, grid.level + at);
      L::store_anywhere(B(kQuarter) * L::max(L::load_anywhere(grid.ceiling + at) - level, zero),
                        grid.room + at);
      L::store_anywhere(zero, grid.change + at);
    }
}

template <class L>
constexpr FlowLoops kFlowLoops = {sweep<L>, settle<L>};

}  // namespace
}  // namespace grouser::terrain
