// The depth below a surface of revolution from its section alone, in two dimensions (Krenn & Hirzinger 2009, section II.B.2): the
// nearest point of such a surface lies in the half plane through the axis and the point, so that
//   s(x, y, z) = s2(sqrt(x^2 + y^2), z)
// with s2 the signed distance from the section's segments. Exact for the turned polyline; facets around the axis there are none.
// The side is that of the nearest segment, at a corner that of the sum of its two segments' normals; at the axis the section
// continues as its mirror image. A tree over runs of successive segments finds the nearest one.
#pragma once
#include <span>
#include <vector>

#include "grouser/shape/distance/surface_distance.hpp"
#include "grouser/shape/mesh/mesh_shapes.hpp"

namespace grouser {

class SectionDistance final : public SurfaceDistance {
 public:
  /// As turned_mesh() takes it: from bottom to top, or round a ring's section with the body on the left. It may have dents.
  /// Throws InputError where it crosses itself, is inside out or meets the axis between its ends.
  explicit SectionDistance(std::span<const SectionPoint> section);
  SurfaceDepth depth_at(const Vec3& p, int hint = -1) const override;

  /// Another section in the place of this one, between two steps; it is not checked again. Allocates nothing unless it has more points
  /// than any before. Whoever drives the change does work on an elastic layer that touches: what the layer stores after it less what it
  /// stored before, in the same pose (PolygonContact::calc_stored()).
  void replace(std::span<const SectionPoint> section);

 private:
  struct Segment {
    Vec2 from, along, normal;  // (radius, z), m; normal outward, unit
    double scale = 0.0;        // 1 / length^2
  };
  struct Box {
    Vec2 low, high;
  };
  struct Nearest;
  void take_corners(std::span<const SectionPoint> section);
  void lay_out();
  void try_segment(std::size_t number, const Vec2& q, Nearest& best) const;

  bool ring_ = false;
  std::size_t leaves_ = 1;  // a power of two
  std::vector<Vec2> corners_, before_, corner_normals_;
  std::vector<Segment> segments_;
  std::vector<Box> nodes_;  // the root is 1, the children of i are 2i and 2i + 1
};

}  // namespace grouser
