// SPDX-License-Identifier: BSD-3-Clause
// Shapes near a place: a grid of squares that list the world's shapes within kReach of them, and those that
// bodies carry, which may be anywhere.
#include "shape_index.hpp"

#include <algorithm>
#include <cmath>

namespace grouser::terrain {
namespace {

constexpr std::size_t kFew = 24;  // this many shapes are checked one by one just as fast
// m: a square lists the shapes this close to it; anything larger checks all shapes
constexpr double kReach = 1.0;
constexpr double kSide = 2.0;  // m
constexpr double kMaxSquares = 1e6;

}  // namespace

ShapeIndex::ShapeIndex(const std::vector<RigidShape>& shapes, const std::vector<std::uint8_t>& left_out) {
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    if (left_out[k]) continue;
    all_.push_back(static_cast<int>(k));
    if (shapes[k].owner != "world") moving_.push_back(static_cast<int>(k));
  }
  if (all_.size() - moving_.size() > kFew) lay_grid(shapes);
}

void ShapeIndex::lay_grid(const std::vector<RigidShape>& shapes) {
  std::vector<Extent> extents;
  ground_ = {1e300, -1e300, 1e300, -1e300};
  for (const RigidShape& shape : shapes) {
    const Vec3 half = shape.pose.R.cwiseAbs() * shape.half + Vec3::Constant(kReach), p = shape.pose.p;
    extents.push_back({p.x() - half.x(), p.x() + half.x(), p.y() - half.y(), p.y() + half.y()});
    if (shape.owner != "world") continue;
    const Extent& e = extents.back();
    ground_ = {std::min(ground_.west, e.west), std::max(ground_.east, e.east),
               std::min(ground_.south, e.south), std::max(ground_.north, e.north)};
  }
  const double width = ground_.east - ground_.west, height = ground_.north - ground_.south;
  // Squares grow so that there are never more than kMaxSquares.
  side_ =
      std::max({kSide, std::sqrt(width * height / kMaxSquares), width / kMaxSquares, height / kMaxSquares});
  columns_ = column(ground_.east) + 1;
  rows_ = row(ground_.north) + 1;
  std::vector<std::vector<int>> squares(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
  for (const int k : all_) {
    const bool moves = shapes[static_cast<std::size_t>(k)].owner != "world";
    const Extent e = moves ? ground_ : extents[static_cast<std::size_t>(k)];
    for (int j = row(e.south); j <= row(e.north); ++j)
      for (int i = column(e.west); i <= column(e.east); ++i)
        squares[static_cast<std::size_t>(j) * static_cast<std::size_t>(columns_) +
                static_cast<std::size_t>(i)]
            .push_back(k);
  }
  first_.push_back(0);
  for (const auto& square : squares) {
    listed_.insert(listed_.end(), square.begin(), square.end());
    first_.push_back(static_cast<int>(listed_.size()));
  }
}

std::span<const int> ShapeIndex::near(double x, double y, double reach) const {
  if (first_.empty() || reach > kReach) return all_;
  if (!(x >= ground_.west && x < ground_.east && y >= ground_.south && y < ground_.north)) return moving_;
  const std::size_t square = static_cast<std::size_t>(row(y)) * static_cast<std::size_t>(columns_) +
                             static_cast<std::size_t>(column(x));
  return std::span(listed_).subspan(static_cast<std::size_t>(first_[square]),
                                    static_cast<std::size_t>(first_[square + 1] - first_[square]));
}

}  // namespace grouser::terrain
