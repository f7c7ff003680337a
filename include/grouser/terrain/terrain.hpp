// The ground of a scenario: a base surface (a plane or a heightfield) and rigid shapes on it.
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
#include "grouser/terrain/heightfield.hpp"

namespace grouser {

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

  /// Height and gradient of the undisturbed base surface. False outside its extent.
  bool height(double x, double y, HeightSample& out) const;
  const Heightfield* heightfield() const { return field_.get(); }
  const BasePlane& plane() const { return plane_; }
  int base_material() const { return material_; }
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
};

}  // namespace grouser
