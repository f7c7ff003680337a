// SPDX-License-Identifier: BSD-3-Clause
// The depth below a surface of revolution from its section alone, in two dimensions (Krenn & Hirzinger
// 2009, section II.B.2): the nearest point of such a surface lies in the half plane through the axis and
// the point, so that
//   s(x, y, z) = s2(sqrt(x^2 + y^2), z)
// with s2 the signed distance from the section's segments. Exact for the turned polyline; facets around the
// axis there are none. The side is that of the nearest segment, at a corner that of the sum of its two
// segments' normals; at the axis the section continues as its mirror image. A table of the half plane says
// which segments can be nearest to a point, beyond it and while the section changes a tree over runs of
// successive segments; of segments equally near the first one is the answer, whoever finds it.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "grouser/shape/distance/section_table.hpp"
#include "grouser/shape/distance/surface_distance.hpp"
#include "grouser/shape/mesh/mesh_shapes.hpp"

namespace grouser {

class SectionDistance final : public SurfaceDistance, private QuickSurface {
 public:
  /// As turned_mesh() takes it: from bottom to top, or round a ring's section with the body on the left. It
  /// may have dents. Throws InputError where it crosses itself, is inside out or meets the axis between its
  /// ends.
  explicit SectionDistance(std::span<const SectionPoint> section);
  /// Throws the constructor's errors for a section, naming `place`.
  static void check(std::span<const SectionPoint> section, const std::string& place);
  SurfaceDepth depth_at(const Vec3& p, int hint = -1) const override;
  bool changes() const override { return !drifts_.empty(); }
  Vec3 drift_at(const Vec3& closest, int face) const override;
  /// With its table.
  const QuickSurface* quick() const override { return table_.empty() ? nullptr : this; }

  /// Another section in the place of this one, between two steps; it is not checked again. Allocates
  /// nothing unless it has more points than any before. Whoever drives the change does work on an elastic
  /// layer that touches: what the layer stores after it less what it stored before, in the same pose
  /// (PolygonContact::calc_stored()). Depths are found by the tree from then on, until settle(). drifts:
  /// how its points move with the number that it depends on, per unit of that; none: it depends on none.
  void replace(std::span<const SectionPoint> section, std::span<const SectionPoint> drifts = {});
  /// Call if the section stays as it is for many steps: its table is made anew, which costs about as much as
  /// 10,000 depths. Only the time to find a depth depends on it. Allocates nothing.
  void settle();

 private:
  struct Segment {
    Vec2 from, along, normal;  // (radius, z), m; normal outward, unit
    double scale = 0.0;        // 1 / length^2
  };
  struct Box {
    Vec2 low, high;
  };
  /// The best so far.
  struct Nearest {
    double squared = 1e300;
    double share = 0.0;  // of the segment, from its first corner
    std::size_t segment = 0;
  };
  void take_corners(std::span<const SectionPoint> section);
  void take_drifts(std::span<const SectionPoint> section, std::span<const SectionPoint> drifts);
  void lay_out();
  void fill_cell(std::size_t number);
  void try_segment(std::size_t number, const Vec2& q, Nearest& best) const;
  template <class Visit>
  void visit_leaves(const Vec2& q, const double& most, const Visit& visit) const;
  Nearest find_among(const SectionTable::Cell& cell, const Vec2& q) const;
  bool is_surely_clear(const SectionTable::Cell* cell, const Vec2& q, double radius) const;
  bool is_clear(const Vec2& q, double radius) const;
  void find_corners(const CornerTree& tree, const RigidTransform& X, double skin,
                    std::vector<int>& vertices) const override;
  bool find_depth(const Vec3& p, double skin, SurfaceDepth& found) const override;
  SurfaceDepth depth_of(const Nearest& found, const Vec2& q, const Vec3& p) const;
  Nearest search(const Vec2& q, int hint) const;
  double sign_depth(const Nearest& found, const Vec2& q) const;

  bool ring_ = false;
  std::size_t leaves_ = 1;  // a power of two
  std::vector<Vec2> corners_, before_, corner_normals_;
  std::vector<Vec2> drifts_;  // of the corners, m per unit; none: it depends on nothing
  std::vector<Segment> segments_;
  std::vector<Box> nodes_;  // the root is 1, the children of i are 2i and 2i + 1
  double roundings_ = 0.0;  // m2, of squared distances about 0
  SectionTable table_;
};

}  // namespace grouser
