// The ground of a scenario: a base surface (a plane or a heightfield), of one soil or of several by a map, and rigid
// shapes on it.
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
#include "grouser/terrain/surface/heightfield.hpp"

namespace grouser {

class SoilMap;

/// A rigid box: step, deck, plate, ramp, rock. Its frame is at its centre.
struct BoxShape {
  std::string name;
  std::string owner = "world";  ///< body that carries it
  RigidTransform pose;          ///< of the box centre in its owner
  Vec3 half = Vec3::Zero();     ///< half extents, m
  int material = 0;
  std::array<double, 3> colour{0.6, 0.6, 0.62};
};

/// Tilted plane z = z0 + slope_x x + slope_y y, unbounded.
struct BasePlane {
  double z0 = 0.0, slope_x = 0.0, slope_y = 0.0;
};

namespace terrain {
class ShapeIndex;
}

class Terrain {
 public:
  Terrain(BasePlane, int material, std::vector<BoxShape>);
  Terrain(std::shared_ptr<const Heightfield>, int material, std::vector<BoxShape>);

  /// The same ground with more shapes after its own.
  Terrain with_shapes(std::vector<BoxShape> more) const;
  /// The same ground with the map's soils; material_of_class: by value of the map's classes, 256 of them.
  Terrain with_soils(std::shared_ptr<const SoilMap>, std::vector<int> material_of_class) const;

  /// Height and gradient of the undisturbed base surface. False outside its extent.
  bool height(double x, double y, HeightSample& out) const;
  const Heightfield* heightfield() const { return field_.get(); }
  const BasePlane& plane() const { return plane_; }
  /// Of the base ground where no map says otherwise.
  int base_material() const { return material_; }
  /// nullptr: the base ground is of one soil.
  const SoilMap* soil_map() const { return soils_.get(); }
  /// Of the base ground at a point: of the map's cell that holds it; outside of the map the base's own.
  int material_at(double x, double y) const;
  /// Of the base ground in a rectangle, where it is one; -1 where it is not.
  int only_material_in(const Vec2& low, const Vec2& high) const;
  /// All materials that the base ground has somewhere, in order.
  std::vector<int> ground_materials() const;
  const std::vector<BoxShape>& shapes() const { return shapes_; }
  /// Pose of each shape in its owner: the world's stay there.
  std::vector<RigidTransform> shape_poses() const;
  /// Those that may reach within `reach` of a point in plan, by their number in order: at least all of the
  /// world's that do, and all that bodies carry.
  std::span<const int> shapes_near(double x, double y, double reach) const;
  /// Hash of everything that shapes the ground.
  std::uint64_t hash() const;

 private:
  std::shared_ptr<const Heightfield> field_;
  BasePlane plane_;
  int material_;
  std::vector<BoxShape> shapes_;
  std::shared_ptr<const terrain::ShapeIndex> index_;
  std::shared_ptr<const SoilMap> soils_;
  std::vector<int> material_of_class_;
};

/// What a contact remembers as the same surface: 0 the base ground of the base's material, 1 + k shape k, beyond the
/// shapes the base ground of other materials.
int contact_patch(const Terrain&, int surface, int material);
/// The surface (0: the base ground) and the material of a patch.
struct PatchOf {
  int surface = 0, material = 0;
};
PatchOf patch_of(const Terrain&, int patch);

}  // namespace grouser
