// SPDX-License-Identifier: BSD-3-Clause
// The ground of a scenario: a base surface (a plane or a heightfield) with one soil, or several by a soil
// map, and rigid shapes on it.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "grouser/math/pose.hpp"
#include "grouser/math/types.hpp"
#include "grouser/shape/mesh/hull_mesh.hpp"
#include "grouser/terrain/surface/heightfield.hpp"

namespace grouser {

class SoilMap;

inline constexpr std::size_t kMaxHullPoints = 64;  ///< corners of a rigid shape

/// A convex body of V corners has no more than 2 V - 4 faces, by Euler's relation.
inline constexpr int kMaxHullFaces = 2 * static_cast<int>(kMaxHullPoints) - 4;

/// A rigid body on the ground or carried: a box (step, deck, plate, ramp) or a convex polyhedron (rock). Its
/// frame is at the centre of its box.
struct RigidShape {
  std::string name;             ///< as the recipe or the vehicle file names it, for messages
  std::string owner = "world";  ///< body that carries it
  RigidTransform pose;          ///< of that frame in its owner
  Vec3 half = Vec3::Zero();     ///< half extents of the box, or of that which holds the hull, m
  int material = 0;             ///< index of its soil among the world's
  std::array<double, 3> colour{0.6, 0.6, 0.62};  ///< red, green, blue, 0 to 1
  std::shared_ptr<const ConvexHull> hull{};      ///< in the shape's frame; none: the box itself
};

/// A hull as a shape: its own frame is moved to the middle of its extents, and the pose with it.
void set_hull(ConvexHull hull, const RigidTransform& pose, RigidShape& shape);

/// Tilted plane z = z0 + slope_x x + slope_y y, unbounded.
struct BasePlane {
  double z0 = 0.0;       ///< height at the origin, m
  double slope_x = 0.0;  ///< dz/dx (east), -
  double slope_y = 0.0;  ///< dz/dy (north), -
};

namespace terrain {
class ShapeIndex;
class FlushShapes;
}  // namespace terrain

/// The ground of a scenario. Immutable; copies share their parts.
class Terrain {
 public:
  /// A plane of one material with these shapes. Throws InputError for a shape that is none.
  Terrain(BasePlane, int material, std::vector<RigidShape>);
  /// A heightfield of one material with these shapes. Throws InputError for a shape that is none.
  Terrain(std::shared_ptr<const Heightfield>, int material, std::vector<RigidShape>);

  /// The same ground with more shapes appended to its own.
  Terrain with_shapes(std::vector<RigidShape> more) const;
  /// The same ground with the map's soils; material_of_class: the material for each of the 256 class values.
  Terrain with_soils(std::shared_ptr<const SoilMap>, std::vector<int> material_of_class) const;
  /// The same ground with another map of the same grid and legend.
  Terrain with_soils(std::shared_ptr<const SoilMap>) const;

  /// Height and gradient of the undisturbed base surface. False outside its extent.
  bool height(double x, double y, HeightSample& out) const;
  /// The heights; null: the base is a plane.
  const Heightfield* heightfield() const { return field_.get(); }
  /// The base plane; level at height 0 where there is a heightfield.
  const BasePlane& plane() const { return plane_; }
  /// Material of the base ground where no map says otherwise.
  int base_material() const { return material_; }
  /// The map of the base ground's soils; nullptr if it has one soil.
  const SoilMap* soil_map() const { return soils_.get(); }
  /// Material of the base ground at a point: that of the map's cell; outside the map the base material.
  int material_at(double x, double y) const;
  /// Material of the base ground in a rectangle if there is only one; otherwise -1.
  int only_material_in(const Vec2& low, const Vec2& high) const;
  /// All materials that occur in the base ground, in order.
  std::vector<int> ground_materials() const;
  /// The world's and those that bodies carry.
  const std::vector<RigidShape>& shapes() const { return shapes_; }
  /// Pose of each shape in its owner; for the world's shapes this is the world pose.
  std::vector<RigidTransform> shape_poses() const;
  /// Numbers, in order, of the shapes that may reach within `reach` of a point in plan view: at least all
  /// such shapes of the world, and all that bodies carry. A shape of the world that base ground of its own
  /// soil holds wholly, to 0.01 mm, is that ground and never among them.
  std::span<const int> shapes_near(double x, double y, double reach) const;
  /// Whether no shape is ever among them.
  bool is_bare() const;
  /// The shapes that are one body with this one, itself among them, in order; empty where it is alone. Shapes
  /// are one body where they have one soil and one owner, and faces that meet in one plane to 0.01 mm: of the
  /// world, faces within 60 degrees of level.
  std::span<const int> flush_with(int shape) const;
  /// The number (1 + k, shape k) under which contacts with a surface are remembered: that of the first shape
  /// flush with it.
  int joined_surface(int surface) const;
  /// Hash of everything that shapes the ground.
  std::uint64_t hash() const;

 private:
  void index_shapes();

  std::shared_ptr<const Heightfield> field_;
  BasePlane plane_;
  int material_;
  std::vector<RigidShape> shapes_;
  std::shared_ptr<const terrain::FlushShapes> flush_;
  std::shared_ptr<const terrain::ShapeIndex> index_;
  std::shared_ptr<const SoilMap> soils_;
  std::vector<int> material_of_class_;
};

/// Number by which a contact recognises the same surface: 0 is the base ground of the base material, 1 + k is
/// shape k, and numbers beyond the shapes are the base ground of other materials.
int contact_patch(const Terrain&, int surface, int material);
/// The surface (0: the base ground) and the material of a patch.
struct PatchOf {
  int surface = 0;   ///< 0: the base ground; 1 + k: shape k
  int material = 0;  ///< index of the soil
};
PatchOf patch_of(const Terrain&, int patch);  ///< the surface and the material of a patch number

}  // namespace grouser
