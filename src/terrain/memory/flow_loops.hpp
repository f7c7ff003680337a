// SPDX-License-Identifier: BSD-3-Clause
// The loops of soil_flow.hpp over the nodes of a patch, compiled for every vector level. Private to the
// terrain module. Uses nothing of the standard library, because the vector-level translation units include
// it (cmake/GrouserSimd.cmake).
#pragma once

namespace grouser::terrain {

inline constexpr int kFlowLanes = 8;  ///< arrays of a patch are longer by so many numbers

/// Columns and rows, both ends included.
struct FlowBox {
  int west, south, east, north;
};

/// A patch row by row, south first.
struct FlowGrid {
  int columns;
  double* level;          ///< heights, m; infinite where a node neither gives nor takes
  const double* ceiling;  ///< m
  double* room;           ///< height that a node takes from one neighbour in one sweep, m
  const double* steep;    ///< tan(phi) times the cell, m
  double* change;         ///< of the heights in this sweep, m; 0 before it
  double* gave;           ///< by column: how many nodes gave in this sweep
};

struct FlowLoops {
  /// Moves soil from nodes of the box to their neighbours; the box is left with the rows of those that gave,
  /// and with north before south if none did. Returns the sum, m.
  double (*sweep)(const FlowGrid&, FlowBox& box);
  /// Brings levels and rooms of a box up to date.
  void (*settle)(const FlowGrid&, const FlowBox&);
};
extern const FlowLoops kFlowScalar, kFlowNeon, kFlowSse42, kFlowAvx2, kFlowAvx512;

}  // namespace grouser::terrain
