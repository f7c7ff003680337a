// SPDX-License-Identifier: BSD-3-Clause
#include "level_search.hpp"

#include <algorithm>
#include <array>

#include "base_reach.hpp"

namespace grouser::terrain {
namespace {

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
  frame.center = disc.center;
  frame.axis = beside.axis;
  frame.radius = beside.radius;
  frame.down = beside.down;
  frame.side = beside.side;
}

/// -1 if there are several materials under the disc.
int only_material(const Terrain& terrain, const DiscFrame& frame) {
  if (!terrain.soil_map()) return terrain.base_material();
  Vec2 low, high;
  disc_rectangle(frame, low, high);
  return terrain.only_material_in(low, high);
}

}  // namespace

void set_discs(std::span<const SliceContacts> slices, const GroundExtent& extent,
               std::span<DiscOnGround> discs) {
  for (std::size_t i = 0; i < slices.size(); ++i) {
    DiscOnGround& disc = discs[i];
    if (i > 0)
      set_frame_beside(discs[i - 1].frame, slices[i].disc, disc.frame);
    else
      set_frame(slices[i].disc, disc.frame);
    disc.centered = extent.holds(disc.frame.center, 0.0);
    disc.inside = extent.holds(disc.frame.center, disc.frame.radius);
    disc.arc.state = ArcState::unknown;
  }
}

void LevelSearch::set_level(const RutPlace& place, DiscOnGround& disc) const {
  const Terrain& terrain = base_.terrain();
  disc.material = only_material(terrain, disc.frame);
  const int counts = terrain.soil_map() ? disc.material : RutStrips::kAllGround;
  disc.rut = disc.material >= 0 ? ruts_.under(place, terrain, counts) : RutFooting{};
}

int LevelSearch::find(const RutPlace& place, const DiscOnGround& disc,
                      std::span<ArcContact, kMaxArcContacts> out) const {
  const int found = find_disc_contacts(base_, shape_poses_, disc, out);
  return disc.material >= 0 || found < 1 ? found : find_parts(place, disc, out, found);
}

// With several soils: the part of the untouched ground in each soil, as found in `out`, or where a soil has a
// rut, its part at the level of the rut.
int LevelSearch::find_parts(const RutPlace& place, const DiscOnGround& disc,
                            std::span<ArcContact, kMaxArcContacts> out, int found) const {
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
    lower.arc.state = ArcState::unknown;
    std::array<ArcContact, kMaxArcContacts> lowered;
    const int parts = find_disc_contacts(base_, shape_poses_, lower, lowered);
    for (int k = 0; k < parts; ++k)
      if (lowered[k].patch == arc.patch) out[count++] = lowered[k];
  }
  return count;
}

}  // namespace grouser::terrain
