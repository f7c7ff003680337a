// SPDX-License-Identifier: BSD-3-Clause
// The lower surface of what presses on a grid of nodes: the cylinder of a wheel, the flat round sole of a
// footpad, a ball. A spring in a wheel's plane moves an endless cylinder as one that is vertical does, but
// for the axle's lean: d along it raises the surface by d / sqrt(1 - a_z^2) everywhere. A spring across a
// sole raises its plane by d / n_z, and that of a ball is vertical. So the columns of a footprint are found
// once, and only their depths change while the place of the surface is sought.
#pragma once
#include <algorithm>

#include "grouser/contact/footprint.hpp"
#include "grouser/terrain/memory/ground_memory.hpp"
#include "rim_cover.hpp"

namespace grouser {

/// Whether two rectangles have cells in common.
inline bool overlap(const MemoryRect& a, const MemoryRect& b) {
  return a.west < b.west + b.columns && b.west < a.west + a.columns && a.south < b.south + b.rows &&
         b.south < a.south + a.rows;
}

/// Area of a square cell, as a share, that a strip of a width covers. offset: from the middle of the strip
/// to that of the cell, m; cosine, sine: of the strip's direction against the grid. Exact for an endless
/// strip.
double covered_share(double cell, double cosine, double sine, double width, double offset);

/// The part of a parallelogram that a disc about the origin covers: its area, m2, and its centroid, m. Exact.
struct CoveredPart {
  double area = 0.0, u = 0.0, v = 0.0;
  double straight_u = 0.0,
         straight_v = 0.0;  ///< sum of its straight borders, walked with the area on the left, m
};
/// u, v: of the four corners in turn, m.
CoveredPart disc_part(const double (&u)[4], const double (&v)[4], double radius);

class PressSurface {
 public:
  PressSurface() = default;
  /// The cylinder of a wheel.
  PressSurface(const Vec3& center, const Vec3& axis, double radius, double width);
  /// pose: X_WB of the part's body.
  PressSurface(const PressFootprint& part, const RigidTransform& pose);

  /// Cells that it may cover.
  MemoryRect cells(double cell) const;
  /// Half of the longer side of cells() in any attitude, m.
  static double reach(const PressFootprint& part);
  double lowest() const;  ///< height of its lowest point, m
  struct Point {
    double height = 0.0;                ///< m
    Vec3 normal = Vec3::UnitZ();        ///< from the ground into the part, unit
    double along = 0.0;                 ///< a wheel's axle from the middle, m
    double share = 0.0;                 ///< of the cell that the part covers
    double edge_x = 0.0, edge_y = 0.0;  ///< of a sole: how the covered area grows as the sole moves, m2/m
    double x = 0.0,
           y = 0.0;  ///< point of that: the cell's middle, or the centroid of what is covered, m
  };
  /// Finds the covered part of the cell with its middle at (x, y), and the surface there. Returns false if
  /// none is, or if the surface is too steep to press.
  bool cover(double x, double y, double cell, Point& out) const;
  /// Finds a wheel's surface above a point. Returns false if the (endless) cylinder is not above the point,
  /// or is steeper than kSteepest there.
  bool below(double x, double y, Point& out) const;
  /// A wheel's cylinder, and its strip across the cells, in the form that the loops over its cells take.
  scm::Cylinder cylinder() const;
  scm::Strip strip(double cell) const;
  /// A direction across the normal of a point, unit: a wheel's axle, else the one over the world's y axis,
  /// in which nodes remember their shear.
  Vec3 across(const Vec3& normal) const;

  PressForm form = PressForm::rim;
  Vec3 center = Vec3::Zero(), axis = Vec3::UnitY();  ///< axis: a wheel's axle, a sole's normal
  double radius = 0.0, width = 0.0;
  /// Ratio of the stiffness against a vertical displacement to that of the part's spring, and the level
  /// direction that a wheel rolls in.
  double level = 1.0, heading_x = 1.0, heading_y = 0.0;

 private:
  bool cover_sole(double x, double y, double cell, Point& out) const;
  bool cover_ball(double x, double y, double cell, Point& out) const;
  Vec3 side_u_ = Vec3::UnitX(), side_v_ = Vec3::UnitY();  // in a sole's plane
};

/// Extent of a footprint along the direction that its wheel rolls in, and across it.
class FootprintReach {
 public:
  explicit FootprintReach(const PressSurface& surface) : surface_(surface) {}
  /// x, y: of a cell's middle; depth: of the surface below ground that was never pressed, m > 0.
  void add(double x, double y, double depth) {
    const double ahead = x * surface_.heading_x + y * surface_.heading_y,
                 aside = y * surface_.heading_x - x * surface_.heading_y;
    front_ = std::max(front_, ahead), back_ = std::min(back_, ahead);
    left_ = std::max(left_, aside), right_ = std::min(right_, aside);
    deepest_ = std::max(deepest_, depth);
  }
  double length(double cell) const { return front_ - back_ + cell; }
  /// b: the footprint's shorter side, at least a cell; of a ball at most the chord at its sinkage. The part's
  /// width where nothing was added, m.
  double width(double cell) const;

 private:
  const PressSurface& surface_;
  double front_ = -1e300, back_ = 1e300, left_ = -1e300, right_ = 1e300, deepest_ = 0.0;
};

}  // namespace grouser
