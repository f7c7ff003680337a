// SPDX-License-Identifier: BSD-3-Clause
// Precomputed bounds on the nearest segment of a section, cell by cell of the (radius, z) half plane about
// it: the depth at the cell's middle, which bounds it in all of the cell, and the few segments that can be
// nearest anywhere in the cell. With d_k the distance from segment k and h that from a cell's middle m to its
// corners, k can be nearest within the cell only if
//   d_k(m) - h <= min_j d_j(m) + h.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "grouser/math/types.hpp"

namespace grouser {

class SectionTable {
 public:
  static constexpr std::size_t kMostSegments = 11;  ///< of a cell; what has more is searched
  struct Cell {
    double depth = 0.0;                                      ///< at its middle, m
    std::uint16_t count = 0;                                 ///< of its segments; 0: they are too many
    std::array<std::uint16_t, kMostSegments> segments = {};  ///< in the order of their numbers
  };

  /// Room for the cells of any section.
  void reserve();
  /// Empty cells over the box (radius, z) of a section and what is about it, m. Allocates nothing after
  /// reserve().
  void lay_over(const Vec2& low, const Vec2& high);
  void clear() { cells_.clear(), across_ = 0.0; }
  bool empty() const { return cells_.empty(); }
  std::size_t size() const { return cells_.size(); }
  Cell& cell(std::size_t number) { return cells_[number]; }
  Vec2 middle(std::size_t number) const;
  /// From a cell's middle to its corners, m, and a little more than roundings.
  double reach() const { return reach_; }
  /// The one that holds q; null outside of all.
  const Cell* cell_at(const Vec2& q) const {
    const double across = (q.x() - low_.x()) * per_metre_, along = (q.y() - low_.y()) * per_metre_;
    if (!(across >= 0.0 && across < across_ && along >= 0.0 && along < along_)) return nullptr;
    return &cells_[static_cast<std::size_t>(static_cast<int>(along) * columns_ + static_cast<int>(across))];
  }

 private:
  Vec2 low_ = Vec2::Zero();
  double per_metre_ = 0.0, cell_ = 0.0, reach_ = 0.0;
  double across_ = 0.0, along_ = 0.0;  // cells in either direction; 0: there are none
  int columns_ = 0;
  std::vector<Cell> cells_;  // the radius running fastest
};

}  // namespace grouser
