// SPDX-License-Identifier: BSD-3-Clause
#include "plane_contacts.hpp"

#include <cmath>

#include "disc_contacts.hpp"

namespace grouser::terrain {
namespace {

/// What slices of the same axis and radius share.
class PlateUnder {
 public:
  PlateUnder(const BasePlane& plane, const Vec3& normal, const WheelDisc& disc)
      : axis_(disc.axis),
        radius_(disc.radius),
        way_(rut_way(disc.axis, disc.radius, plane.slope_x, plane.slope_y)) {
    const double n_axis = normal.dot(axis_);
    in_plane_ = std::sqrt(std::max(0.0, 1.0 - n_axis * n_axis));
    gradient_ = normal / in_plane_;
  }
  bool serves(const WheelDisc& disc) const { return disc.axis == axis_ && disc.radius == radius_; }
  bool lies_flat() const { return std::fabs(axis_.z()) > 1.0 - kFlatDisc || !(in_plane_ > kFlatDisc); }
  RutPlace place(const SliceContacts& slice) const {
    return {slice.disc.center.head<2>() + way_.to_foot, way_.heading, way_.length, slice.entry};
  }
  /// Distance of the plane from the centre within the slice, m.
  double distance(double height) const { return height / in_plane_; }
  /// Puts the contact with the plate at a distance below the radius; false if its force has no direction in the slice.
  bool put(const WheelDisc& disc, double distance, const RutFooting& rut, ArcContact& contact) const {
    contact.penetration = radius_ - distance;
    contact.gradient = gradient_;
    contact.gradient.head<2>() += gradient_.z() * rut.wall;
    contact.rut_depth = rut.depth;
    contact.rut_wall = rut.wall;
    const Vec3 inwards = contact.gradient - contact.gradient.dot(axis_) * axis_;
    const double length = inwards.norm();
    if (!(length > 1e-12)) return false;
    contact.point = disc.center - (radius_ - contact.penetration) * Vec3(inwards / length);
    return true;
  }

 private:
  Vec3 axis_;
  double radius_, in_plane_;
  Vec3 gradient_;
  RutWay way_;
};

}  // namespace

bool is_bare_plane(const Terrain& terrain) {
  return !terrain.heightfield() && terrain.is_bare() && !terrain.soil_map();
}

bool find_plane_contacts(const Terrain& terrain, const GroundMemory& memory, std::span<SliceContacts> slices,
                         TileHint& tiles) {
  const BasePlane& plane = terrain.plane();
  const Vec3 up(-plane.slope_x, -plane.slope_y, 1.0);
  const Vec3 normal = up / up.norm();
  const PlateUnder plate(plane, normal, slices[0].disc);
  if (plate.lies_flat()) return false;
  std::array<RutPlace, kSlicesTogether> places;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    if (!plate.serves(slices[i].disc)) return false;
    places[i] = plate.place(slices[i]);
  }
  const RutStrips ruts(memory, std::span(places).first(slices.size()), tiles);
  const int patch = contact_patch(terrain, 0, terrain.base_material());
  for (std::size_t i = 0; i < slices.size(); ++i) {
    SliceContacts& slice = slices[i];
    const RutFooting rut = ruts.under(places[i], terrain, RutStrips::kAllGround);
    const double height = normal.dot(slice.disc.center) - normal.z() * (plane.z0 - rut.depth);
    if (!(height > 0.0)) return false;
    const double distance = plate.distance(height);
    slice.count = distance < slice.disc.radius ? 1 : 0;
    if (slice.count == 0) continue;
    ArcContact& contact = slice.arcs[0];
    contact.surface = 0;
    contact.material = terrain.base_material();
    contact.patch = patch;
    contact.couple.setZero();
    if (!plate.put(slice.disc, distance, rut, contact)) return false;
  }
  return true;
}

}  // namespace grouser::terrain
