// The ruts in a small rectangle, read in place: for many questions about the ground under one wheel. Private.
#pragma once
#include <array>

#include "grouser/terrain/ground_memory.hpp"

namespace grouser {

/// Good until the memory changes. Points outside of the rectangle are answered at its edge.
class RutWindow {
 public:
  RutWindow(const GroundMemory& ground, const Vec2& low, const Vec2& high, TileHint& hint);
  RutWindow(const RutWindow&) = delete;
  RutWindow& operator=(const RutWindow&) = delete;
  bool touched() const { return window_.touched; }
  /// As GroundMemory::depth().
  double depth(double x, double y) const;

 private:
  const GroundMemory& ground_;
  TileHint& hint_;
  double per_cell_;
  MemoryWindow window_;
  std::array<double, 1024> buffer_;  // no default: not worth clearing
};

}  // namespace grouser
