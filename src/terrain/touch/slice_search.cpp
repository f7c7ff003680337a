// SPDX-License-Identifier: BSD-3-Clause
// Contacts of a wheel's slices together: frames, soils and rut levels are found side by side, bare planes
// have a closed form, lone arcs on heightfields go through registers, and every other disc takes the exact
// search.
#include "slice_search.hpp"

#include <algorithm>
#include <cmath>

#include "base_arcs.hpp"

namespace grouser::terrain {
namespace {

/// Whether the ground reaches as far around a point, m; planes have no end.
bool holds(const Heightfield* field, const Vec3& center, double reach) {
  return !field || (center.x() - reach >= field->min_x() && center.x() + reach <= field->max_x() &&
                    center.y() - reach >= field->min_y() && center.y() + reach <= field->max_y());
}

void set_frame(const WheelDisc& disc, DiscFrame& frame) {
  frame.center = disc.center;
  frame.axis = disc.axis;
  frame.radius = disc.radius;
  Vec3 down = disc.axis.z() * disc.axis - Vec3::UnitZ();
  if (down.squaredNorm() < kFlatDisc * kFlatDisc) down = Vec3::UnitX() - disc.axis.x() * disc.axis;
  frame.down = down / down.norm();
  frame.side = frame.axis.cross(frame.down);
}

/// set_frame() for slices of one wheel, which share their axis and so all of the frame except the centre.
void set_frame_beside(const DiscFrame& beside, const WheelDisc& disc, DiscFrame& frame) {
  if (disc.axis != beside.axis || disc.radius != beside.radius) return set_frame(disc, frame);
  frame = beside;
  frame.center = disc.center;
}

/// The only soil in the rectangle around a disc; -1 if there are several.
int only_material(const Terrain& terrain, const DiscFrame& frame) {
  if (!terrain.soil_map()) return terrain.base_material();
  const Vec2 center = frame.center.head<2>(), half = disc_half(frame);
  return terrain.only_material_in(center - half, center + half);
}

/// The level of the base under each disc, and the exact search there.
class Levels {
 public:
  Levels(BaseSurface& base, std::span<const RigidTransform> shape_poses, const RutStrips& ruts)
      : base_(base), shape_poses_(shape_poses), ruts_(ruts) {}

  /// Sets the soil and the level under each disc; with several soils, that of untouched ground.
  void set(std::span<const RutPlace> places, std::span<DiscOnGround> discs) const {
    const Terrain& terrain = base_.terrain();
    for (DiscOnGround& disc : discs) {
      disc.material = only_material(terrain, disc.frame);
      disc.rut = {};
    }
    for (std::size_t first = 0, count = 0; first < discs.size(); first += count) {
      const int material = discs[first].material;
      for (count = 1; first + count < discs.size() && discs[first + count].material == material;) ++count;
      if (material < 0) continue;
      std::array<RutFooting, kSlicesTogether> found;
      ruts_.find(places.subspan(first, count), terrain, terrain.soil_map() ? material : RutStrips::kAllGround,
                 std::span(found).first(count));
      for (std::size_t k = 0; k < count; ++k) discs[first + k].rut = found[k];
    }
  }
  /// The contacts of a disc whose level is set.
  int find(const RutPlace& place, const DiscOnGround& disc,
           std::span<ArcContact, kMaxArcContacts> out) const {
    const int found = find_disc_contacts(base_, shape_poses_, disc, out);
    return disc.material >= 0 ? found : find_parts(place, disc, out, found);
  }

 private:
  // With several soils: the part of the untouched ground in each soil, as found in `out`, or where a soil has
  // a rut, its part at the level of the rut.
  int find_parts(const RutPlace& place, const DiscOnGround& disc, std::span<ArcContact, kMaxArcContacts> out,
                 int found) const {
    int count = 0;
    for (int i = 0; i < found; ++i) {
      const ArcContact arc = out[i];
      const RutFooting rut =
          arc.surface == 0 ? ruts_.under(place, base_.terrain(), arc.material) : RutFooting{};
      if (rut.depth == 0.0) {
        out[count++] = arc;
        continue;
      }
      DiscOnGround lower = disc;
      lower.rut = rut;
      std::array<ArcContact, kMaxArcContacts> lowered;
      const int parts = find_disc_contacts(base_, shape_poses_, lower, lowered);
      for (int k = 0; k < parts; ++k)
        if (lowered[k].patch == arc.patch) out[count++] = lowered[k];
    }
    return count;
  }

  BaseSurface& base_;
  std::span<const RigidTransform> shape_poses_;
  const RutStrips& ruts_;
};

/// Height and slopes of the base under each disc's centre.
void look_under(BaseSurface& base, std::span<DiscOnGround> discs) {
  for (DiscOnGround& disc : discs) disc.under = base.sample(disc.frame.center.x(), disc.frame.center.y());
}

/// Gives an arc what it touches: the base alone.
void set_base(const Terrain& terrain, int material, ArcContact& contact) {
  contact.surface = 0;
  contact.material = material;
  contact.patch = contact_patch(terrain, 0, material);
  contact.couple.setZero();
}

/// Ground of one soil that is a plane, with no shape on it.
bool is_bare_plane(const Terrain& terrain) {
  return !terrain.heightfield() && terrain.shapes().empty() && !terrain.soil_map();
}

/// The strip of a slice whose foot is known.
RutPlace place_of(const SliceContacts& slice, const Vec2& foot, const RutWay& way) {
  return {.foot = foot,
          .heading = way.heading,
          .length = way.length,
          .entry = slice.entry,
          .half_width = way.level * slice.disc.half_width,
          .offset = way.level * slice.disc.offset,
          .wheel_half_width = way.level * slice.disc.wheel_half_width};
}

/// The terms that discs of one axis and radius share on a bare plane. The closed form of a plate needs
/// nothing else of a disc but its height. Finds what find_disc_contacts() does, to the bit.
class PlaneArcs {
 public:
  PlaneArcs(const BasePlane& plane, const Vec3& normal, const WheelDisc& disc)
      : axis_(disc.axis),
        radius_(disc.radius),
        in_plane_(std::sqrt(std::max(0.0, 1.0 - normal.dot(axis_) * normal.dot(axis_)))),
        gradient_(normal / in_plane_),
        way_(rut_way(disc.axis, disc.radius, plane.slope_x, plane.slope_y)) {}

  bool serves(const WheelDisc& disc) const { return disc.axis == axis_ && disc.radius == radius_; }
  bool lies_flat() const { return std::fabs(axis_.z()) > 1.0 - kFlatDisc || !(in_plane_ > kFlatDisc); }
  RutPlace place(const SliceContacts& slice) const {
    return place_of(slice, slice.disc.center.head<2>() + way_.to_foot, way_);
  }
  /// Distance of the plane from the centre within the disc, m; height: of the centre above the plane.
  double distance(double height) const { return height / in_plane_; }
  /// Puts the contact with the plane at a distance below the radius, but for what it touches; false where its
  /// force has no direction within the disc.
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

void SliceSearch::find(BaseSurface& base, const GroundMemory& memory,
                       std::span<const RigidTransform> shape_poses, std::span<SliceContacts> slices,
                       TileHint& tiles) {
  if (is_bare_plane(base.terrain()) && find_on_plane(base, memory, slices, tiles)) return;
  groups_ = 0;
  base.lower_by(0.0);
  set_discs(base.terrain().heightfield(), slices);
  if (base.terrain().heightfield())
    look_under_field(base);
  else if (!memory.untouched())
    look_under(base, discs());
  if (!memory.untouched()) set_places(slices);
  const RutStrips ruts(memory, std::span(places_).first(count_), tiles);
  const Levels levels(base, shape_poses, ruts);
  levels.set(std::span(places_).first(count_), discs());
  std::array<bool, kSlicesTogether> found{};
  for (LoneArcs& group : std::span(lone_).first(groups_)) {
    group.find(base);
    const auto first = static_cast<std::size_t>(group.discs().data() - discs_.data());
    for (std::size_t k = 0; k < group.discs().size(); ++k) {
      ArcContact& contact = slices[first + k].arcs[0];
      found[first + k] =
          group.take(k, contact) && !shapes_near(discs_[first + k].frame, base.terrain(), shape_poses);
      if (found[first + k]) set_base(base.terrain(), discs_[first + k].material, contact);
    }
  }
  // Discs that were not served in registers take the exact search.
  for (std::size_t i = 0; i < count_; ++i)
    slices[i].count = !discs_[i].inside ? -1
                      : found[i]        ? 1
                                        : levels.find(places_[i], discs_[i], slices[i].arcs);
}

bool SliceSearch::find_on_plane(BaseSurface& base, const GroundMemory& memory,
                                std::span<SliceContacts> slices, TileHint& tiles) {
  const Terrain& terrain = base.terrain();
  const PlaneArcs plane(terrain.plane(), base.plane_normal(), slices[0].disc);
  if (plane.lies_flat()) return false;
  for (std::size_t i = 0; i < slices.size(); ++i) {
    if (!plane.serves(slices[i].disc)) return false;
    places_[i] = plane.place(slices[i]);
  }
  const std::span<const RutPlace> places = std::span(places_).first(slices.size());
  const RutStrips ruts(memory, places, tiles);
  std::array<RutFooting, kSlicesTogether> footings;
  ruts.find(places, terrain, RutStrips::kAllGround, std::span(footings).first(places.size()));
  for (std::size_t i = 0; i < slices.size(); ++i) {
    SliceContacts& slice = slices[i];
    const RutFooting& rut = footings[i];
    base.lower_by(rut.depth);
    // A centre below the plane is left to the exact search.
    const double height = base.height_above_plane(slice.disc.center);
    if (!(height > 0.0)) return false;
    const double distance = plane.distance(height);
    slice.count = distance < slice.disc.radius ? 1 : 0;
    if (slice.count == 0) continue;
    if (!plane.put(slice.disc, distance, rut, slice.arcs[0])) return false;
    set_base(terrain, terrain.base_material(), slice.arcs[0]);
  }
  return true;
}

void SliceSearch::set_discs(const Heightfield* field, std::span<const SliceContacts> slices) {
  count_ = slices.size();
  for (std::size_t i = 0; i < count_; ++i) {
    DiscFrame& frame = discs_[i].frame;
    if (i > 0)
      set_frame_beside(discs_[i - 1].frame, slices[i].disc, frame);
    else
      set_frame(slices[i].disc, frame);
    discs_[i].inside = holds(field, frame.center, frame.radius);
  }
}

/// Neighbours inside that differ only in their centres are one group.
void SliceSearch::look_under_field(BaseSurface& base) {
  for (std::size_t i = 0, alike = 1; i < count_; i += alike, alike = 1) {
    if (!discs_[i].inside) continue;
    while (i + alike < count_ && alike < kDiscs && discs_[i + alike].inside &&
           same_but_center(discs_[i].frame, discs_[i + alike].frame))
      ++alike;
    const std::span<DiscOnGround> some = discs().subspan(i, alike);
    if (lone_[groups_].begin(some, base))
      ++groups_;
    else
      look_under(base, some);
  }
}

/// Finds the place at which each slice looks up its rut. Neighbours of one frame on one slope share the
/// search.
void SliceSearch::set_places(std::span<const SliceContacts> slices) {
  RutWay way;
  for (std::size_t i = 0; i < count_; ++i) {
    const DiscOnGround& disc = discs_[i];
    places_[i] = {.foot = disc.frame.center.head<2>(), .entry = slices[i].entry};
    if (!disc.inside) continue;
    const DiscOnGround& before = discs_[i > 0 ? i - 1 : 0];
    if (i == 0 || !before.inside || !same_but_center(before.frame, disc.frame) ||
        before.under.slope_x != disc.under.slope_x || before.under.slope_y != disc.under.slope_y)
      way = rut_way(disc.frame.axis, disc.frame.radius, disc.under.slope_x, disc.under.slope_y);
    places_[i] = place_of(slices[i], disc.frame.center.head<2>() + way.to_foot, way);
  }
}

}  // namespace grouser::terrain
