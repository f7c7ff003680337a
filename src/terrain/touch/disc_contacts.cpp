// SPDX-License-Identifier: BSD-3-Clause
// All contacts of one disc. A plane or a wide face has the closed form; otherwise the pieces of the base's
// and the shapes' surfaces are found, cut where solids overlap, and integrated (docs/theory_contact.md,
// "How it is evaluated").
#include "disc_contacts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "arc_measure.hpp"
#include "base_arcs.hpp"
#include "contact_list.hpp"
#include "soil_parts.hpp"
#include "solid_union.hpp"

namespace grouser::terrain {
namespace {

// A centre below the base surface sees no surface from outside: it is treated as on a plate along the
// tangent.
bool add_if_below_base(const DiscFrame& frame, BaseSurface& base, int material, ContactList& list) {
  const BaseSample s = base.sample(frame.center.x(), frame.center.y());
  if (frame.center.z() > s.z) return false;
  const Vec3 up(-s.slope_x, -s.slope_y, 1.0);
  const Vec3 n = up / up.norm();
  const double in_plane = std::sqrt(std::max(0.0, 1.0 - n.dot(frame.axis) * n.dot(frame.axis)));
  if (in_plane < kFlatDisc) return true;
  const double depth = (s.z - frame.center.z()) * n.z() / in_plane;
  if (material < 0) material = base.terrain().material_at(frame.center.x(), frame.center.y());
  list.add(frame, 0, material, frame.radius + depth, n / in_plane);
  return true;
}

// Everything that lies within the disc of the query.
struct Surroundings {
  SolidSet set;
  std::array<RimPiece, kMaxPieces> pieces;
  int count = 0;
  std::array<int, 1 + kMaxSolids> pieces_of{};  // base, then the set's shapes

  std::span<const RimPiece> found() const { return {pieces.data(), static_cast<std::size_t>(count)}; }
};

void collect_shapes(const DiscFrame& frame, const Terrain& terrain,
                    std::span<const RigidTransform> shape_poses, Surroundings& around) {
  for (const int k : terrain.shapes_near(frame.center.x(), frame.center.y(), frame.radius)) {
    const auto at = static_cast<std::size_t>(k);
    if (at >= shape_poses.size()) return;
    if (around.set.shapes == kMaxSolids) return;
    ShapeSolid& solid = around.set.shape[around.set.shapes];
    if (!make_shape_solid(frame, terrain.shapes()[at], shape_poses[at], k + 1, solid)) continue;
    if (!terrain.shapes()[at].hull && !terrain.flush_with(k).empty())
      part_from_flush_boxes(frame, terrain, shape_poses, k, solid);
    if (around.count + solid.sides > kMaxPieces) return;
    const int found = find_solid_pieces(frame, solid, std::span(around.pieces).subspan(around.count));
    if (found == 0 && !solid.contains(frame.center, 0.0)) continue;
    around.count += found;
    around.pieces_of[++around.set.shapes] = found;
  }
}

// The solid that contains the centre stores a full turn of r^2/2, less what its boundary takes off.
void add_full_turn(const DiscFrame& frame, const SolidSet& set, std::span<Foundation> sums) {
  for (int k = 0; k < set.shapes; ++k)
    if (set.shape[k].contains(frame.center, 0.0)) {
      sums[1 + k].stored += std::numbers::pi * frame.radius * frame.radius;
      return;
    }
}

/// A plate: the closed form.
void add_plate(const DiscFrame& frame, int surface, int material, const Plate& plate, ContactList& list) {
  list.add(frame, surface, material, frame.radius - plate.distance, plate.normal);
}

/// A disc that meets nothing but a plane, of one soil. False, with nothing added, where its centre is not
/// above.
bool add_plane(const DiscFrame& frame, const BaseSurface& base, int material, ContactList& list) {
  const double height = base.height_above_plane(frame.center);
  if (!(height > 0.0)) return false;
  Plate plate;
  if (make_plate(frame, base.plane_normal(), height, plate)) add_plate(frame, 0, material, plate, list);
  return true;
}

void add_surface(const DiscFrame& frame, int surface, int material, const Foundation& sum,
                 ContactList& list) {
  if (!(sum.stored > 0.0)) return;
  const Penetration p = penetration_of(sum.stored, frame.radius);
  const Vec3 turn = -sum.moment / p.measure_slope;
  list.add(frame, surface, material, p.u, -sum.gradient / p.measure_slope, surface > 0 ? &turn : nullptr);
}

/// Adds the base ground alone, with several soils. Returns -1, or the only soil if there is just one after
/// all.
int add_soils(const DiscFrame& frame, BaseSurface& base, std::span<const RimPiece> pieces,
              ContactList& list) {
  SoilParts parts;
  for (const RimPiece& piece : pieces) integrate_by_soil(frame, piece, base, parts);
  if (parts.count == 1) return parts.material[0];
  for (int k = 0; k < parts.count; ++k) add_surface(frame, 0, parts.material[k], parts.sum[k], list);
  return -1;
}

/// Meaning of a slot of the sums: a surface of its own, the first of several shapes that lie flush, or
/// one of the others.
enum SlotBody { kAlone, kFirst, kJoined };

/// Shapes that lie flush are one body: the first of them takes the sums of the others.
std::array<int, 1 + kMaxSolids> join_flush(const Terrain& terrain, const SolidSet& set,
                                           std::span<Foundation> sums) {
  std::array<int, 1 + kMaxSolids> body{};
  for (int slot = 2; slot <= set.shapes; ++slot) {
    if (terrain.flush_with(set.shape[slot - 1].surface - 1).empty()) continue;
    const int surface = terrain.joined_surface(set.shape[slot - 1].surface);
    for (int first = 1; first < slot; ++first) {
      if (body[first] == kJoined || terrain.joined_surface(set.shape[first - 1].surface) != surface) continue;
      sums[first].stored += sums[slot].stored;
      sums[first].gradient += sums[slot].gradient;
      sums[first].moment += sums[slot].moment;
      body[first] = kFirst, body[slot] = kJoined;
      break;
    }
  }
  return body;
}

/// material: that of the base ground.
void add_surfaces(const DiscFrame& frame, BaseSurface& base, int material, const Surroundings& around,
                  ContactList& list) {
  constexpr int kSlots = 1 + kMaxSolids;
  std::array<Foundation, kSlots> sums;
  std::array<bool, kSlots> uncut;
  uncut.fill(true);
  const std::span<const RimPiece> found = around.found();
  const bool alone = around.set.count() == 1;
  if (!alone) integrate_union(frame, found, around.set, base, sums, uncut);
  add_full_turn(frame, around.set, sums);
  const std::array<int, kSlots> body = join_flush(base.terrain(), around.set, sums);
  int first = 0;
  for (int slot = 0; slot <= around.set.shapes; ++slot) {
    const int count = around.pieces_of[slot];
    const std::span<const RimPiece> own = found.subspan(first, count);
    first += count;
    if (body[slot] == kJoined) continue;
    // One uncut line is a plate, of which the closed form is exact.
    const bool plate = count == 1 && own[0].line && own[0].whole && uncut[slot] && body[slot] == kAlone;
    if (alone && !plate)
      for (const RimPiece& piece : own) integrate(frame, piece, piece.low, piece.high, 1.0, base, sums[slot]);
    const int surface = slot == 0 ? 0 : base.terrain().joined_surface(around.set.shape[slot - 1].surface);
    if (plate)
      add_plate(frame, surface, material, own[0].plate, list);
    else
      add_surface(frame, surface, material, sums[slot], list);
  }
}

}  // namespace

bool shapes_near(const DiscFrame& frame, const Terrain& terrain,
                 std::span<const RigidTransform> shape_poses) {
  if (shape_poses.empty()) return false;
  for (const int k : terrain.shapes_near(frame.center.x(), frame.center.y(), frame.radius)) {
    const auto at = static_cast<std::size_t>(k);
    if (at < shape_poses.size() && box_near(frame, terrain.shapes()[at], shape_poses[at])) return true;
  }
  return false;
}

int find_disc_contacts(BaseSurface& base, std::span<const RigidTransform> shape_poses,
                       const DiscOnGround& disc, std::span<ArcContact, kMaxArcContacts> out) {
  const Terrain& terrain = base.terrain();
  const DiscFrame& frame = disc.frame;
  base.lower_by(disc.rut.depth);
  const bool shapes = shapes_near(frame, terrain, shape_poses);
  ContactList list(terrain, disc.rut, out);
  const bool flat = lies_flat(frame);
  int material = disc.material;
  if (!shapes && material >= 0 && !flat && !terrain.heightfield() && add_plane(frame, base, material, list))
    return list.count();
  // The base's arcs, unless its bound shows that the disc is clear of it.
  BaseSample under = disc.under;
  under.z -= disc.rut.depth;
  const BaseReach reach = find_base_reach(frame, base, under);
  if (!reach.any && !shapes) return 0;
  Surroundings around;
  if (reach.any) {
    if (!(!reach.center_above && add_if_below_base(frame, base, material, list)) && !flat)
      around.count = find_base_pieces(frame, base, reach, std::span(around.pieces).first<kMaxBasePieces>());
  }
  around.pieces_of[0] = around.count;
  around.set.base = around.count > 0;
  if (shapes) collect_shapes(frame, terrain, shape_poses, around);
  bool added = false;
  // Several soils under the disc and no shape: each soil's part apart.
  if (material < 0 && around.set.base && around.set.shapes == 0) {
    material = add_soils(frame, base, around.found(), list);
    added = material < 0;
  }
  if (material < 0) {
    const Vec3 bottom = frame.center + frame.radius * frame.down;
    material = terrain.material_at(bottom.x(), bottom.y());
  }
  if (!added && (around.count > 0 || around.set.shapes > 0))
    add_surfaces(frame, base, material, around, list);
  if (list.count() < 2) return list.count();
  std::sort(out.begin(), out.begin() + list.count(), [](const ArcContact& a, const ArcContact& b) {
    return a.surface != b.surface ? a.surface < b.surface : a.patch < b.patch;
  });
  return list.count();
}

}  // namespace grouser::terrain
