// The query the wheels use: how far a disc (one slice of a wheel) penetrates each surface around it.
//
// Elastic-foundation view: along a ray at angle theta the surface is met at distance d(theta); the local
// penetration is delta = max(0, r - d), and the disc stores S = integral of delta^2/2 d(theta): a weighted
// area of what overlaps it, in which surfaces that face away count negative. On a flat plate at penetration u
// this is G(u); the equivalent penetration of any contact is u = G^-1(S), so on a plate it is the wheel's
// own. Its gradient with respect to the centre's position is an integral of surface normals, so a force f(u)
// grad u is conservative, has no moment about the axle, and changes continuously when arcs merge, split, or
// pass an edge: taking one force per arc from its deepest point would halve the force when two arcs merge.
// Where surfaces overlap, shapes count before the base and earlier shapes before later ones; a box goes on
// without end behind its thin side, so nothing is pressed through a plate. A rut lowers the base under the
// whole disc by its mean depth on the side that the wheel rolls onto: a wheel meets the ruts of others and
// never the walls of the one it is making. Where a soil map parts the base ground under a disc, each soil is
// a solid of its own, cut off along the cells' borders straight down, and so a contact of its own (at most
// three at once; beside a shape the base is of the soil under the disc). Derivation in
// docs/theory_contact.md.
#pragma once
#include <array>
#include <span>

#include "grouser/math/pose.hpp"
#include "grouser/terrain/memory/ground_memory.hpp"
#include "grouser/terrain/surface/terrain.hpp"

namespace grouser {

/// One slice of a wheel as a disc, world axes.
struct WheelDisc {
  Vec3 center = Vec3::Zero();
  Vec3 axis = Vec3::UnitY();  ///< unit, pointing left
  double radius = 0.0;        ///< m
};

/// Contact of a disc with one surface.
struct ArcContact {
  int surface = 0;   ///< 0: the base ground (plane or heightfield); 1 + k: shape k
  int material = 0;  ///< index into the scenario's soils
  int patch = 0;     ///< contact_patch(): what a contact remembers; base ground of two soils is two patches
  double penetration =
      0.0;  ///< equivalent flat-plate penetration u, m, > 0; r and more: the centre is inside
  Vec3 gradient =
      Vec3::Zero();           ///< d(-u)/d(center): along the outward contact normal, length 1 on a flat plate
  Vec3 point = Vec3::Zero();  ///< where the force acts: on the disc's plane through the centre, along
                              ///< -gradient's in-plane part
  double rut_depth = 0.0;     ///< plastic sinkage of the ground that the wheel rolls onto, m; 0 on shapes
  Vec2 rut_wall =
      Vec2::Zero();  ///< slope of that depth across the heading, towards the deeper side; in `gradient`
};

inline constexpr int kMaxArcContacts = 4;  ///< surfaces one disc may touch at once

/// Fills `out` with the contacts found, ordered by surface index; returns their number (the deepest are kept
/// if there are more). shape_poses: world pose of each shape (terrain.shapes() order); the world's own shapes
/// lie where they were given, or are few. Returns -1 if the disc
/// is outside the ground's extent. No allocation. The wheel has not rolled (entry = 0).
int find_arc_contacts(const Terrain&, const GroundMemory&, std::span<const RigidTransform> shape_poses,
                      const WheelDisc&, std::span<ArcContact, kMaxArcContacts> out);

/// A slice and what it touches.
struct SliceContacts {
  WheelDisc disc;
  double entry = 0.0;  ///< side that the wheel rolls onto: 1 ahead, -1 behind, 0 both alike
  int count = 0;       ///< of arcs; -1: outside the ground's extent
  std::array<ArcContact, kMaxArcContacts> arcs;
};
/// The slices of one wheel, side by side: as find_arc_contacts() of each, but what surrounds them is looked
/// up once. hint: the wheel's own, kept from call to call. False if one is outside the ground's extent.
bool find_wheel_contacts(const Terrain&, const GroundMemory&, std::span<const RigidTransform> shape_poses,
                         std::span<SliceContacts> slices, TileHint& hint);

/// Deepest contact of a sphere with the ground and shapes, for bodies that hang up. ignored_shapes: 1 for
/// each shape that does not count (those the sphere's own vehicle carries); empty: all count.
struct SphereContact {
  int surface = 0, material = 0;
  double penetration = 0.0;     ///< m, > 0
  Vec3 normal = Vec3::UnitZ();  ///< out of the ground
  Vec3 point = Vec3::Zero();
};
bool find_sphere_contact(const Terrain&, std::span<const RigidTransform> shape_poses, const Vec3& center,
                         double radius, SphereContact& out,
                         std::span<const std::uint8_t> ignored_shapes = {});

}  // namespace grouser
