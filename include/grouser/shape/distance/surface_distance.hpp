// SPDX-License-Identifier: BSD-3-Clause
// Depth of a point below a closed surface, which is all that a contact needs of a rigid body of whatever
// form.
#pragma once
#include <cmath>

#include "grouser/math/pose.hpp"
#include "grouser/shape/distance/corner_tree.hpp"
#include "grouser/shape/distance/depth_grid.hpp"
#include "grouser/shape/mesh/triangle_mesh.hpp"

namespace grouser {

/// Depth of a point inside a body.
struct SurfaceDepth {
  double depth = 0.0;           ///< distance from the surface, m; negative outside
  Vec3 closest = Vec3::Zero();  ///< on the surface
  int face = -1;                ///< that holds it: a mesh's triangle, a section's segment
};

/// A surface that can bound its distance to any point cheaply.
class QuickSurface {
 public:
  /// Appends all corners of a mesh, at the pose X, whose depths are -skin or more, m, and a few others near
  /// the surface.
  virtual void find_corners(const CornerTree& tree, const RigidTransform& X, double skin,
                            std::vector<int>& vertices) const = 0;
  /// Finds the depth of a point, as SurfaceDistance::depth_at(). Returns false, with nothing found, if it is
  /// known to be below -skin.
  virtual bool find_depth(const Vec3& p, double skin, SurfaceDepth& found) const = 0;

 protected:
  ~QuickSurface() = default;
};

class SurfaceDistance {
 public:
  virtual ~SurfaceDistance() = default;
  /// hint: a face that may be near, such as the last answer's, which spares work and changes nothing; -1:
  /// none.
  virtual SurfaceDepth depth_at(const Vec3& p, int hint = -1) const = 0;
  /// Cheap bounds of that depth; unbounded if the exact depth is as cheap.
  virtual DepthBounds bounds_at(const Vec3&) const { return {}; }
  /// A face nearer than `reach`, m, not always the nearest one; -1: there is none.
  virtual int face_within(const Vec3& p, double reach) const {
    const SurfaceDepth found = depth_at(p);
    return std::abs(found.depth) < reach ? found.face : -1;
  }
  /// Non-null if depths are found so cheaply that storing the last ones does not pay.
  virtual const QuickSurface* quick() const { return nullptr; }
  /// Whether the surface depends on a number, with which its points drift.
  virtual bool changes() const { return false; }
  /// Displacement of a point of the surface, as depth_at() found it, per unit of the number that the surface
  /// depends on, m. Its component along the surface has no meaning.
  virtual Vec3 drift_at(const Vec3& /*closest*/, int /*face*/) const { return Vec3::Zero(); }
  /// Box that holds the whole surface, m.
  const MeshBox& box() const { return box_; }
  /// Change of the surface since it was made, m: no depth at a fixed point changes by more than this does.
  double way() const { return way_; }

 protected:
  MeshBox box_;
  double way_ = 0.0;
};

}  // namespace grouser
