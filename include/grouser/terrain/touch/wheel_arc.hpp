// SPDX-License-Identifier: BSD-3-Clause
// The query that wheels use: how far a disc (one slice of a wheel) penetrates each surface around it.
//
// Elastic-foundation view: along a ray at angle theta the surface is met at distance d(theta). The local
// penetration is delta = max(0, r - d), and the disc stores
//   S = integral of delta^2/2 d(theta)
// This is a weighted area of the overlap, in which surfaces that face away count negative. On a flat plate at
// penetration u it is G(u). The equivalent penetration of any contact is
//   u = G^-1(S)
// so on a plate it is the wheel's own penetration. Its gradient with respect to the centre's position is an
// integral of surface normals, so a force f(u) grad u is conservative, has no moment about the axle, and
// changes continuously when arcs merge, split, or pass an edge. (One force per arc from its deepest point
// would halve the force when two arcs merge.)
//
// If surfaces overlap, shapes count before the base and earlier shapes before later ones. A box continues
// without end behind its thin side, so nothing is pressed through a plate. A rut lowers the base under the
// whole disc by its mean depth on the side that the wheel rolls onto: a wheel meets the ruts of others and
// never the walls of the one it is making. If a soil map divides the base ground under a disc, each soil is a
// solid of its own, cut off vertically along the cell borders, and so has a contact of its own (at most three
// at once; beside a shape the base has the soil under the disc). Derivation in docs/theory_contact.md.
#pragma once
#include <array>
#include <memory>
#include <span>

#include "grouser/math/pose.hpp"
#include "grouser/terrain/memory/ground_memory.hpp"
#include "grouser/terrain/surface/terrain.hpp"

namespace grouser {

/// One slice of a wheel as a disc, world axes.
struct WheelDisc {
  Vec3 center = Vec3::Zero();
  Vec3 axis = Vec3::UnitY();      ///< unit, pointing left
  double radius = 0.0;            ///< m
  double half_width = 0.0;        ///< of the slice that the disc stands for, m
  double offset = 0.0;            ///< of the slice from the wheel's middle, along the axis, m
  double wheel_half_width = 0.0;  ///< m
};

/// Contact of a disc with one surface.
struct ArcContact {
  int surface = 0;   ///< 0: the base ground (plane or heightfield); 1 + k: shape k
  int material = 0;  ///< index into the scenario's soils
  int patch = 0;     ///< contact_patch(): what a contact remembers; base ground of two soils is two patches

  /// Equivalent flat-plate penetration u, m, > 0; r and more: the centre is inside
  double penetration = 0.0;
  /// d(-u)/d(center): along the outward contact normal, length 1 on a flat plate
  Vec3 gradient = Vec3::Zero();
  /// Point at which the force acts: on the disc's plane through the centre, along the in-plane part of
  /// -gradient
  Vec3 point = Vec3::Zero();
  /// On a shape that meets the disc's flank: moment about the centre per force that the force at `point`
  /// lacks, m
  Vec3 couple = Vec3::Zero();
  double rut_depth = 0.0;  ///< plastic sinkage of the ground that the wheel rolls onto, m; 0 on shapes

  /// Slope of that depth across the heading, towards the deeper side; included in `gradient`
  Vec2 rut_wall = Vec2::Zero();
};

inline constexpr int kMaxArcContacts = 4;  ///< surfaces one disc may touch at once

/// Fills `out` with the contacts found, ordered by surface index, and returns their number (the deepest are
/// kept if there are more). shape_poses: world pose of each shape (terrain.shapes() order); the world's own
/// shapes lie where they were given, or are few. Returns -1 if the disc is outside the ground's extent. No
/// allocation. The wheel has not rolled (entry = 0).
int find_arc_contacts(const Terrain&, const GroundMemory&, std::span<const RigidTransform> shape_poses,
                      const WheelDisc&, std::span<ArcContact, kMaxArcContacts> out);

/// A slice and what it touches.
struct SliceContacts {
  WheelDisc disc;
  double entry = 0.0;  ///< side that the wheel rolls onto: 1 ahead, -1 behind, 0 both equally
  int count = 0;       ///< number of arcs; -1: outside the ground's extent
  std::array<ArcContact, kMaxArcContacts> arcs;
};
/// Cache of the ground around a wheel from one look to the next: cells made ready, tiles of the memory found.
/// It is working memory and no state: results do not depend on it. It is made with the wheel; a look
/// allocates nothing.
class WheelGround {
 public:
  WheelGround();
  ~WheelGround();
  WheelGround(WheelGround&&) noexcept;

 private:
  friend bool find_wheel_contacts(const Terrain&, const GroundMemory&, std::span<const RigidTransform>,
                                  std::span<SliceContacts>, WheelGround&);
  struct Cells;
  std::unique_ptr<Cells> cells_;
  TileHint tiles_;
};

/// Finds the contacts of all slices of a wheel, each as find_arc_contacts() does; the shapes around the wheel
/// are looked up once. False if a slice is outside the ground's extent.
bool find_wheel_contacts(const Terrain&, const GroundMemory&, std::span<const RigidTransform> shape_poses,
                         std::span<SliceContacts> slices, WheelGround&);

/// Distance of a point from the base surface, negative below it, m, and the direction out of the ground in
/// which it grows. False outside the ground's extent.
bool find_base_distance(const Terrain&, const Vec3& point, double& distance, Vec3& normal);

/// Deepest contact of a sphere with the ground and shapes, for bodies that hang up. ignored_shapes: 1 for
/// each shape that does not count (those the sphere's own vehicle carries); empty: all count. on_base:
/// whether the ground itself does.
struct SphereContact {
  int surface = 0, material = 0;
  double penetration = 0.0;     ///< m, > 0
  Vec3 normal = Vec3::UnitZ();  ///< out of the ground
  Vec3 point = Vec3::Zero();
};
bool find_sphere_contact(const Terrain&, std::span<const RigidTransform> shape_poses, const Vec3& center,
                         double radius, SphereContact& out, std::span<const std::uint8_t> ignored_shapes = {},
                         bool on_base = true);

}  // namespace grouser
