// SPDX-License-Identifier: BSD-3-Clause
// Which shapes may touch something at a place: the many rocks of a field are looked up in squares of the
// ground. Private to the terrain module.
#pragma once
#include <span>
#include <vector>

#include "grouser/terrain/surface/terrain.hpp"

namespace grouser::terrain {

class ShapeIndex {
 public:
  /// left_out: 1 for each shape that is never listed.
  ShapeIndex(const std::vector<RigidShape>& shapes, const std::vector<std::uint8_t>& left_out);
  /// All shapes that reach within `reach` of a point in plan view, and possibly others, in order. Shapes of
  /// bodies, which move, are always among them.
  std::span<const int> near(double x, double y, double reach) const;
  bool empty() const { return all_.empty(); }

 private:
  struct Extent {
    double west, east, south, north;
  };
  void lay_grid(const std::vector<RigidShape>& shapes);
  int column(double x) const { return static_cast<int>((x - ground_.west) / side_); }
  int row(double y) const { return static_cast<int>((y - ground_.south) / side_); }

  std::vector<int> all_, moving_;
  Extent ground_{};  // extent of the squares; beyond them only moving shapes are listed
  double side_ = 0.0;
  int columns_ = 0, rows_ = 0;
  std::vector<int> first_, listed_;  // square k lists listed_[first_[k]] .. listed_[first_[k + 1] - 1]
};

}  // namespace grouser::terrain
