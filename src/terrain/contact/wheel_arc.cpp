#include "grouser/terrain/contact/wheel_arc.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "arc_measure.hpp"
#include "base_reach.hpp"
#include "rut_footing.hpp"
#include "soil_parts.hpp"
#include "solid_union.hpp"

namespace grouser {
namespace {

using terrain::BaseSurface;
using terrain::DiscFrame;
using terrain::Foundation;
using terrain::RimPiece;
using terrain::RutFooting;
using terrain::RutStrips;

// A disc that lies this flat has no lowest point; any direction "down" will do.
constexpr double kFlat = 1e-9;

void set_frame(const WheelDisc& disc, DiscFrame& frame) {
  frame.center = disc.center;
  frame.axis = disc.axis;
  frame.radius = disc.radius;
  Vec3 down = disc.axis.z() * disc.axis - Vec3::UnitZ();
  if (down.squaredNorm() < kFlat * kFlat) down = Vec3::UnitX() - disc.axis.x() * disc.axis;
  frame.down = down / down.norm();
  frame.side = frame.axis.cross(frame.down);
}

bool inside_extent(const Heightfield& field, const Vec3& center, double reach) {
  return center.x() - reach >= field.min_x() && center.x() + reach <= field.max_x() &&
         center.y() - reach >= field.min_y() && center.y() + reach <= field.max_y();
}

// The contacts found so far, in order of surface; when full, the shallowest is dropped.
class ContactList {
 public:
  /// rut: the rut by which the base was lowered.
  ContactList(const Terrain& terrain, const RutFooting& rut, std::span<ArcContact, kMaxArcContacts> out)
      : terrain_(terrain), rut_(rut), out_(out) {}

  /// material: that of the base ground, if the surface is the base.
  void add(const DiscFrame& frame, int surface, int material, double penetration, Vec3 gradient) {
    if (!(penetration > 0.0)) return;
    ArcContact contact;
    if (surface == 0) {
      contact.rut_depth = rut_.depth;
      contact.rut_wall = rut_.wall;
      gradient.head<2>() += gradient.z() * rut_.wall;
    }
    contact.surface = surface;
    contact.material = surface == 0 ? material : terrain_.shapes()[surface - 1].material;
    contact.patch = contact_patch(terrain_, surface, material);
    contact.penetration = penetration;
    contact.gradient = gradient;
    // on the line through the centre along the in-plane part of the force: no moment about the axle
    const Vec3 in_plane = gradient - gradient.dot(frame.axis) * frame.axis;
    const double length = in_plane.norm();
    const Vec3 outward = length > 1e-12 ? Vec3(in_plane / length) : Vec3(-frame.down);
    contact.point = frame.center - (frame.radius - penetration) * outward;
    insert(contact);
  }
  int count() const { return count_; }

 private:
  void insert(const ArcContact& contact) {
    if (count_ == kMaxArcContacts) {
      int shallowest = 0;
      for (int i = 1; i < count_; ++i)
        if (out_[i].penetration < out_[shallowest].penetration) shallowest = i;
      if (contact.penetration <= out_[shallowest].penetration) return;
      std::move(out_.begin() + shallowest + 1, out_.begin() + count_, out_.begin() + shallowest);
      --count_;
    }
    out_[count_++] = contact;
  }
  const Terrain& terrain_;
  const RutFooting& rut_;
  std::span<ArcContact, kMaxArcContacts> out_;
  int count_ = 0;
};

// A centre below the base surface sees no surface from outside: it is treated as on a plate along the
// tangent.
bool add_if_below_base(const DiscFrame& frame, BaseSurface& base, int material, ContactList& list) {
  const terrain::BaseSample s = base.sample(frame.center.x(), frame.center.y());
  if (frame.center.z() > s.z) return false;
  const Vec3 up(-s.slope_x, -s.slope_y, 1.0);
  const Vec3 n = up / up.norm();
  const double in_plane = std::sqrt(std::max(0.0, 1.0 - n.dot(frame.axis) * n.dot(frame.axis)));
  if (in_plane < kFlat) return true;
  const double depth = (s.z - frame.center.z()) * n.z() / in_plane;
  if (material < 0) material = base.terrain().material_at(frame.center.x(), frame.center.y());
  list.add(frame, 0, material, frame.radius + depth, n / in_plane);
  return true;
}

// Everything that lies within the disc of the query.
struct Surroundings {
  terrain::SolidSet set;
  std::array<RimPiece, terrain::kMaxPieces> pieces;
  int count = 0;
  std::array<int, 1 + terrain::kMaxSolids> pieces_of{};  // base, then the set's boxes

  std::span<const RimPiece> found() const { return {pieces.data(), static_cast<std::size_t>(count)}; }
};

bool near(const DiscFrame& frame, const BoxShape& shape, const RigidTransform& X_WB) {
  const double reach = frame.radius + shape.half.norm();
  return (frame.center - X_WB.p).squaredNorm() < reach * reach;
}

bool shapes_near(const DiscFrame& frame, const Terrain& terrain,
                 std::span<const RigidTransform> shape_poses) {
  for (const int k : terrain.shapes_near(frame.center.x(), frame.center.y(), frame.radius)) {
    const auto at = static_cast<std::size_t>(k);
    if (at < shape_poses.size() && near(frame, terrain.shapes()[at], shape_poses[at])) return true;
  }
  return false;
}

void collect_boxes(const DiscFrame& frame, const Terrain& terrain,
                   std::span<const RigidTransform> shape_poses, Surroundings& around) {
  for (const int k : terrain.shapes_near(frame.center.x(), frame.center.y(), frame.radius)) {
    const auto at = static_cast<std::size_t>(k);
    if (at >= shape_poses.size()) return;
    if (around.set.boxes == terrain::kMaxSolids ||
        around.count + terrain::kMaxBoxPieces > terrain::kMaxPieces)
      return;
    terrain::BoxSolid& box = around.set.box[around.set.boxes];
    if (!terrain::make_box_solid(frame, terrain.shapes()[at], shape_poses[at], k + 1, box)) continue;
    const int found = terrain::find_box_pieces(frame, box, std::span(around.pieces).subspan(around.count));
    if (found == 0 && !box.contains(frame.center, 0.0)) continue;
    around.count += found;
    around.pieces_of[++around.set.boxes] = found;
  }
}

// The solid that contains the centre stores a full turn of r^2/2, less what its boundary takes off.
void add_full_turn(const DiscFrame& frame, const terrain::SolidSet& set, std::span<Foundation> sums) {
  for (int k = 0; k < set.boxes; ++k)
    if (set.box[k].contains(frame.center, 0.0)) {
      sums[1 + k].stored += std::numbers::pi * frame.radius * frame.radius;
      return;
    }
}

void add_surface(const DiscFrame& frame, int surface, int material, const Foundation& sum,
                 const RimPiece* single, ContactList& list) {
  if (single) {
    // a plate: the closed form
    list.add(frame, surface, material, frame.radius - single->distance, single->normal);
    return;
  }
  if (!(sum.stored > 0.0)) return;
  const terrain::Penetration p = terrain::penetration_of(sum.stored, frame.radius);
  list.add(frame, surface, material, p.u, -sum.gradient / p.measure_slope);
}

/// Adds the base ground alone, with several soils. Returns -1, or the only soil if there is just one after
/// all.
int add_soils(const DiscFrame& frame, BaseSurface& base, std::span<const RimPiece> pieces,
              ContactList& list) {
  terrain::SoilParts parts;
  for (const RimPiece& piece : pieces) terrain::integrate_by_soil(frame, piece, base, parts);
  if (parts.count == 1) return parts.material[0];
  for (int k = 0; k < parts.count; ++k) add_surface(frame, 0, parts.material[k], parts.sum[k], nullptr, list);
  return -1;
}

/// material: that of the base ground.
void add_surfaces(const DiscFrame& frame, BaseSurface& base, int material, const Surroundings& around,
                  ContactList& list) {
  constexpr int kSlots = 1 + terrain::kMaxSolids;
  std::array<Foundation, kSlots> sums;
  std::array<bool, kSlots> uncut;
  uncut.fill(true);
  const std::span<const RimPiece> found = around.found();
  const bool alone = around.set.count() == 1;
  if (!alone) terrain::integrate_union(frame, found, around.set, base, sums, uncut);
  add_full_turn(frame, around.set, sums);
  int first = 0;
  for (int slot = 0; slot <= around.set.boxes; ++slot) {
    const int count = around.pieces_of[slot];
    const std::span<const RimPiece> own = found.subspan(first, count);
    first += count;
    const bool plate = count == 1 && own[0].line && own[0].whole && uncut[slot];
    if (alone && !plate)
      for (const RimPiece& piece : own)
        terrain::integrate(frame, piece, piece.low, piece.high, 1.0, base, sums[slot]);
    const int surface = slot == 0 ? 0 : around.set.box[slot - 1].surface;
    if (plate || sums[slot].stored > 0.0)
      add_surface(frame, surface, material, sums[slot], plate ? &own[0] : nullptr, list);
  }
}

bool same_but_center(const DiscFrame& a, const DiscFrame& b) {
  return a.axis == b.axis && a.radius == b.radius;
}

/// set_frame() for slices of one wheel, which share their axis and so all of the frame except the centre.
void set_frame_beside(const DiscFrame& beside, const WheelDisc& disc, DiscFrame& frame) {
  if (disc.axis != beside.axis || disc.radius != beside.radius) return set_frame(disc, frame);
  frame.center = disc.center;
  frame.axis = beside.axis;
  frame.radius = beside.radius;
  frame.down = beside.down;
  frame.side = beside.side;
}

bool inside_extent(const Terrain& terrain, const Vec3& center) {
  return !terrain.heightfield() || inside_extent(*terrain.heightfield(), center, 0.0);
}

/// Where the ruts of a wheel's slices are looked up; outside the ground's extent, under a disc's centre.
/// Neighbouring slices with the same frame and ground slope have the same way to their foot.
class RutPlaces {
 public:
  terrain::RutPlace next(const DiscFrame& frame, double entry, BaseSurface& base) {
    if (!inside_extent(base.terrain(), frame.center))
      return {frame.center.head<2>(), Vec2::Zero(), 0.0, entry};
    const terrain::BaseSample ground = base.sample(frame.center.x(), frame.center.y());
    if (!frame_ || !same_but_center(*frame_, frame) || ground.slope_x != slope_x_ ||
        ground.slope_y != slope_y_) {
      frame_ = &frame;
      slope_x_ = ground.slope_x;
      slope_y_ = ground.slope_y;
      way_ = terrain::rut_way(frame, slope_x_, slope_y_);
    }
    return {frame.center.head<2>() + way_.to_foot, way_.heading, way_.length, entry};
  }

 private:
  const DiscFrame* frame_ = nullptr;
  double slope_x_ = 0.0, slope_y_ = 0.0;
  terrain::RutWay way_;
};

/// Finds contacts on the base as it is lowered now, by `rut`.
int find_contacts(BaseSurface& base, std::span<const RigidTransform> shape_poses, const DiscFrame& frame,
                  const RutFooting& rut, std::span<ArcContact, kMaxArcContacts> out) {
  const Terrain& terrain = base.terrain();
  if (terrain.heightfield() && !inside_extent(*terrain.heightfield(), frame.center, frame.radius)) return -1;
  const terrain::BaseReach reach = terrain::find_base_reach(frame, base);
  const bool boxes = shapes_near(frame, terrain, shape_poses);
  ContactList list(terrain, rut, out);
  if (!reach.any && !boxes) return 0;

  Surroundings around;
  int material = reach.any ? terrain.only_material_in(reach.low, reach.high) : terrain.base_material();
  if (reach.any) {
    const bool lies_flat = std::fabs(frame.axis.z()) > 1.0 - kFlat;
    if (!(!reach.center_above && add_if_below_base(frame, base, material, list)) && !lies_flat)
      around.count = terrain::find_base_pieces(frame, base, reach,
                                               std::span(around.pieces).first<terrain::kMaxBasePieces>());
  }
  around.pieces_of[0] = around.count;
  around.set.base = around.count > 0;
  if (boxes) collect_boxes(frame, terrain, shape_poses, around);
  bool added = false;
  if (material < 0 && around.set.base && around.set.boxes == 0) {
    material = add_soils(frame, base, around.found(), list);
    added = material < 0;
  }
  if (material < 0) {
    const Vec3 bottom = frame.center + frame.radius * frame.down;
    material = terrain.material_at(bottom.x(), bottom.y());
  }
  if (!added && (around.count > 0 || around.set.boxes > 0)) add_surfaces(frame, base, material, around, list);
  std::sort(out.begin(), out.begin() + list.count(), [](const ArcContact& a, const ArcContact& b) {
    return a.surface != b.surface ? a.surface < b.surface : a.patch < b.patch;
  });
  return list.count();
}

/// Finds the contacts of one disc, each soil of the base at its own level.
class LevelSearch {
 public:
  LevelSearch(BaseSurface& base, std::span<const RigidTransform> shape_poses, const RutStrips& ruts)
      : base_(base), shape_poses_(shape_poses), ruts_(ruts) {}

  int find(const DiscFrame& frame, const terrain::RutPlace& place,
           std::span<ArcContact, kMaxArcContacts> out) {
    const Terrain& terrain = base_.terrain();
    if (!terrain.soil_map()) return find_at(frame, ruts_.under(place, terrain, RutStrips::kAllGround), out);
    Vec2 low, high;
    terrain::disc_rectangle(frame, low, high);
    if (const int material = terrain.only_material_in(low, high); material >= 0)
      return find_at(frame, ruts_.under(place, terrain, material), out);
    return find_parts(frame, place, out);
  }

 private:
  int find_at(const DiscFrame& frame, const RutFooting& rut, std::span<ArcContact, kMaxArcContacts> out) {
    base_.lower_by(rut.depth);
    return find_contacts(base_, shape_poses_, frame, rut, out);
  }

  /// With several soils: the part of the untouched ground in each soil, or where a soil has a rut, its part
  /// at the level of the rut.
  int find_parts(const DiscFrame& frame, const terrain::RutPlace& place,
                 std::span<ArcContact, kMaxArcContacts> out) {
    const int found = find_at(frame, RutFooting{}, out);
    int count = 0;
    for (int i = 0; i < found; ++i) {
      const ArcContact arc = out[i];
      const RutFooting rut =
          arc.surface == 0 ? ruts_.under(place, base_.terrain(), arc.material) : RutFooting{};
      if (rut.depth == 0.0) {
        out[count++] = arc;
        continue;
      }
      std::array<ArcContact, kMaxArcContacts> lowered;
      const int parts = find_at(frame, rut, lowered);
      for (int k = 0; k < parts; ++k)
        if (lowered[k].patch == arc.patch) out[count++] = lowered[k];
    }
    return found < 0 ? found : count;
  }

  BaseSurface& base_;
  std::span<const RigidTransform> shape_poses_;
  const RutStrips& ruts_;
};

}  // namespace

int find_arc_contacts(const Terrain& terrain, const GroundMemory& memory,
                      std::span<const RigidTransform> shape_poses, const WheelDisc& disc,
                      std::span<ArcContact, kMaxArcContacts> out) {
  TileHint hint;
  SliceContacts slice;
  slice.disc = disc;
  find_wheel_contacts(terrain, memory, shape_poses, {&slice, 1}, hint);
  std::copy_n(slice.arcs.begin(), std::max(slice.count, 0), out.begin());
  return slice.count;
}

bool find_wheel_contacts(const Terrain& terrain, const GroundMemory& memory,
                         std::span<const RigidTransform> shape_poses, std::span<SliceContacts> slices,
                         TileHint& hint) {
  constexpr std::size_t kTogether = 8;
  BaseSurface base(terrain);
  bool inside = true;
  for (; !slices.empty(); slices = slices.subspan(std::min(kTogether, slices.size()))) {
    std::array<DiscFrame, kTogether> frames;
    const std::size_t count = std::min(kTogether, slices.size());
    std::array<terrain::RutPlace, kTogether> places;
    RutPlaces rut_places;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0)
        set_frame_beside(frames[i - 1], slices[i].disc, frames[i]);
      else
        set_frame(slices[i].disc, frames[i]);
      if (!memory.untouched()) places[i] = rut_places.next(frames[i], slices[i].entry, base);
    }
    const RutStrips ruts(memory, std::span(places).first(count), hint);
    LevelSearch search(base, shape_poses, ruts);
    for (std::size_t i = 0; i < count; ++i) {
      slices[i].count = search.find(frames[i], places[i], slices[i].arcs);
      inside &= slices[i].count >= 0;
    }
  }
  return inside;
}

}  // namespace grouser
