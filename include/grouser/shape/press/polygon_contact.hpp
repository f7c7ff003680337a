// SPDX-License-Identifier: BSD-3-Clause
// The Polygonal Contact Model (Krenn & Hirzinger 2009, section II.B; G. Hippmann 2004, "An algorithm for
// compliant contact between complexly shaped bodies", Multibody Syst. Dyn. 12): two bodies of any form, one
// of which carries an elastic layer on its polygons, the other being rigid. Per polygon
//   F_N = c_N s + d_N min(1, |s|/s_d0) v_N, never pulling                                   (1)
//   F_T = c_T (r - r_0) + d_T v_T while it sticks, up to mu_stick F_N;                      (2)
//         mu_slip F_N against v_T while it slides
// A part of a polygon that comes below the surface while it sticks has no stretch yet: r - r_0 is the mean
// over its area, so that the force goes on without a step and the layer gains no energy; what leaves the
// surface takes its share along. v_N is the rate of that depth, and the damper pushes where the depth falls:
// it takes d_N v_N^2, never less. Friction acts across the elastic force. s is the depth below the other
// surface. Between the corners of a polygon it is taken as linear, and a polygon at the patch's border counts
// as far as s > 0: that is the border which the paper approaches by refining its polygons, and lets the force
// change without jumps as bodies move. Two forms of (1):
//   by normals   pressure acts along the polygon's own normal, as in the paper. Its force is that of a
//                fluid whose pressure is c_N s: by the divergence theorem the gradient of  integral of c_N
//                s over the overlap  where s is the true depth. Forces are continuous in any motion.
//   by energy    each corner is pushed along the direction in which its depth falls: the exact gradient of
//                1/2 integral of c_N s^2 over the polygons. Nothing is gained by any motion to rounding;
//                where the nearest side changes (deep in a body, along its edges) single corners change
//                their direction at once.
#pragma once
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "grouser/math/pose.hpp"
#include "grouser/shape/distance/mesh_distance.hpp"

namespace grouser {

enum class PolygonForm { by_normals, by_energy };

struct PolygonLaw {
  double stiffness = 1e9;        ///< c_N, Pa/m
  double damping = 0.0;          ///< d_N, Pa s/m
  double transition = 1e-4;      ///< s_d0, m: below this depth the damper acts in part
  double shear_stiffness = 0.0;  ///< c_T, Pa/m; 0: no friction
  double shear_damping = 0.0;    ///< d_T, Pa s/m
  double mu_stick = 0.0, mu_slip = 0.0;
  double stick_speed = 1e-3;  ///< v_T0, m/s: what slides sticks again below it

  /// All polygons' dampers together, N s/m, across the surface as well as along it: what a step of a light
  /// body bears.
  double most_damper = std::numeric_limits<double>::infinity();
  PolygonForm form =
      PolygonForm::by_energy;  ///< the default by its error of energy, 200 times smaller (docs/meshes.md)
};

/// Memory of a polygon while it touches.
struct PolygonAnchor {
  int face = -1;
  bool sliding = false;
  Vec3 stretched = Vec3::Zero();  ///< r - r_0 in the frame of the rigid body, m
  double area = 0.0;              ///< that was below the surface, m2; 0: not known
};

/// Motion of the body that carries the polygons against the rigid one, in the latter's frame.
struct PolygonMotion {
  RigidTransform X;       ///< of the polygons' body
  Vec3 v = Vec3::Zero();  ///< of its origin, m/s
  Vec3 w = Vec3::Zero();  ///< rad/s

  /// Pose at the start of a step whose anchors stretch by the displacement since then; null: they stretch by
  /// velocity times dt
  const RigidTransform* start = nullptr;
  double change = 0.0;  ///< of the number that the rigid surface depends on, per s
};

/// One polygon in contact, in the frame of the rigid body.
struct PolygonTouch {
  int face = -1;
  Vec3 point = Vec3::Zero();   ///< point at which its force acts, m
  Vec3 normal = Vec3::Zero();  ///< of the polygon, outward, unit
  double area = 0.0;           ///< that is below the surface, m2
  double depth = 0.0;          ///< mean over that, m
  double load = 0.0;           ///< of the layer, integral of c_N s, N
  Vec3 press = Vec3::Zero();   ///< elastic force on the polygons' body, N
  Vec3 couple = Vec3::Zero();  ///< moment of that about `point`, N m; none by normals
  Vec3 fall = Vec3::Zero();    ///< the same load where the depth falls, N; by energy it is `press`
  Vec3 turn = Vec3::Zero();    ///< moment of that about `point`, N m
  double growth = 0.0;  ///< of what it stores with the number that the rigid surface depends on, J per unit
};

/// Sums over a pair, in the frame of the rigid body.
struct PolygonLoads {
  Vec3 force = Vec3::Zero();   ///< on the polygons' body, N; the other one bears the opposite
  Vec3 moment = Vec3::Zero();  ///< of it about the rigid body's origin, N m
  Vec3 center = Vec3::Zero();  ///< of the normal forces, m
  double area = 0.0;           ///< m2
  double deepest = 0.0;        ///< m
  double load = 0.0;           ///< sum of the sizes of the normal forces, N
  double sliding = 0.0;        ///< of that on polygons that slide, N
  double growth = 0.0;  ///< resistance of the layer, with its damper, to the surface's change, J per unit
  double stored = 0.0;  ///< of the layer, 1/2 integral of c_N s^2, J
  double bound = 0.0;   ///< in the springs of friction, 1/2 integral of c_T (r - r_0)^2, J
  double lost =
      0.0;  ///< by the normal damper, never below 0, and into friction, whose springs store `bound` of it, W
  int polygons = 0;
};

/// Two bodies. Holds buffers, so that a step allocates nothing once a patch of the largest size was there.
class PolygonContact {
 public:
  /// rigid: closed, as a mesh or as the section of a surface of revolution. polygons: closed too; edges
  /// should be shorter than the patches that matter (with_short_edges()).
  PolygonContact(std::shared_ptr<const SurfaceDistance> rigid, std::shared_ptr<const MeshDistance> polygons);

  /// Polygons in contact, in the order of their numbers, with their elastic forces.
  std::span<const PolygonTouch> touch(const RigidTransform& X, const PolygonLaw& law);
  /// Energy that the layer stores in a pose, J: 1/2 integral of c_N s^2.
  double calc_stored(const RigidTransform& X, const PolygonLaw& law);
  /// Presses into another surface from now on, as if it were new.
  void turn_to(std::shared_ptr<const SurfaceDistance> rigid);
  /// Forces of a step of length dt, s; anchors are those of its start and become those of its end.
  PolygonLoads calc_loads(const PolygonMotion& motion, double dt, const PolygonLaw& law,
                          std::vector<PolygonAnchor>& anchors);
  /// The same of what touch() has just found in the pose of `motion`.
  PolygonLoads load_touches(const PolygonMotion& motion, double dt, const PolygonLaw& law,
                            std::vector<PolygonAnchor>& anchors);

 private:
  /// A point of the polygons' body when its depth was last found. A depth changes by no more than its point
  /// has moved and the rigid surface has changed.
  struct LastDepth {
    Vec3 at = Vec3::Constant(1e300);  // in the rigid body's frame
    double depth = 0.0, way = 0.0;    // the latter of the rigid surface then
    double most(const Vec3& now, double way_now) const {
      return depth + ((now - at).norm() + (way_now - way));
    }
  };
  struct Corner {
    LastDepth last;
    Vec3 up = Vec3::Zero();    // in the rigid body's frame; where its depth falls fastest, unit
    int hint = -1;             // the face that was nearest the last time
    std::uint64_t of = 0;      // the patch that it was found for
    double most = 0.0;         // no depth is larger
    std::uint64_t judged = 0;  // the patch that this holds for
  };
  void find_faces(const RigidTransform& X);
  void list_faces(const RigidTransform& X);
  void list_again(const RigidTransform& X);
  void find_by_corners(const RigidTransform& X);
  bool is_clear(const RigidTransform& X, std::size_t node);
  double way_between(const RigidTransform& a, const RigidTransform& b) const;
  bool may_touch(int face, const RigidTransform& X, double skin, const LastDepth* node);
  double most_at(int vertex, const RigidTransform& X, double skin, const LastDepth* node);
  const Corner& corner(int vertex, const RigidTransform& X);
  const Corner& find_depth(Corner& c, const Vec3& at);
  void take_depth(const SurfaceDepth& found, const Vec3& at, Corner& c);
  double growth_of(const Corner& c) const;
  bool press(int face, const RigidTransform& X, const PolygonLaw& law, PolygonTouch& out);
  /// A polygon that touches during a step.
  struct Rubbing {
    const PolygonTouch& touch;
    double normal;          // force, N
    Vec3 up, sliding, way;  // of that; across it, m/s; during the step, m
  };
  static double damp(const PolygonTouch& touch, const PolygonMotion& motion, const Vec3& velocity,
                     const PolygonLaw& law, PolygonLoads& all);
  static void rub(const Rubbing& at, const PolygonLaw& law, PolygonAnchor& anchor, Vec3& force,
                  PolygonLoads& all);

  std::shared_ptr<const SurfaceDistance> rigid_;
  std::shared_ptr<const MeshDistance> polygons_;
  std::vector<Corner> corners_;
  std::vector<LastDepth> nodes_;  // of the middles of the tree's boxes
  /// Faces, or corners, that may touch before a point of either body has moved by more than the skin, and
  /// where they were found.
  struct Listed {
    std::vector<int> numbers;
    RigidTransform X;
    double way = 0.0;    // of the rigid surface then
    double skin = -1.0;  // m; below 0: none are
  };
  Listed listed_;
  RigidTransform last_X_;                // of the last patch
  Vec3 center_;                          // of a ball about all polygons, in their frame
  double radius_ = 0.0, leaf_ = 0.0;     // of it; of one about the faces of a leaf, on average, m
  int near_ = -1;                        // a face of the rigid body that was nearest to something just now
  const QuickSurface* quick_ = nullptr;  // the rigid body, where nothing need be remembered of it
  std::vector<int> faces_;
  std::vector<std::uint64_t> seen_;  // the patch that a face was found for
  std::vector<PolygonTouch> touches_;
  std::vector<PolygonAnchor> next_;
  std::uint64_t patch_ = 0;
  double stored_ = 0.0, deepest_ = 0.0;  // of the last patch, J, m
};

}  // namespace grouser
