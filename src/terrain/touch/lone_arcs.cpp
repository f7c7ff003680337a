// SPDX-License-Identifier: BSD-3-Clause
// Slices of a wheel that have one arc on a heightfield, found together in registers: ends by Halley's
// steps, then integrals along the ground's profile with 8 nodes (docs/theory_contact.md, "Heightfield").
// The derivation is in lone_arcs.hpp.
#include "lone_arcs.hpp"

#include <algorithm>

#include "base_arcs.hpp"

namespace grouser::terrain {
namespace {

/// Whether all that a disc of this radius looks at finds room among the cells made ready.
bool has_room(const Heightfield& field, double radius) {
  constexpr double kSpare = 2.0;  // cells: parts of some at both ends
  return 2.0 * radius <= (FieldView::kSide - kSpare) * field.spec().cell;
}

}  // namespace

bool LoneArcs::begin(std::span<DiscOnGround> discs, BaseSurface& base) {
  discs_ = discs;
  wheel_.disc = discs[0].frame.numbers();
  for (int i = 0; i < 3; ++i) wheel_.axis[i] = discs[0].frame.axis[i];
  for (std::size_t k = 0; k < kDiscs; ++k) put(k, discs[k < discs.size() ? k : 0]);
  const auto look = [&](const FieldView& view) { return profile_loops().look_under(view, wheel_, under_); };
  if (!base.with_cells(look)) return false;
  for (std::size_t k = 0; k < discs.size(); ++k)
    discs[k].under = {under_.z.v[k], under_.slope_x.v[k], under_.slope_y.v[k]};
  return true;
}

/// A disc's centre in both of its lanes: one for each end of the arc.
void LoneArcs::put(std::size_t lane, const DiscOnGround& disc) {
  for (const std::size_t k : {lane, lane + kDiscs}) {
    wheel_.x.v[k] = disc.frame.center.x();
    wheel_.y.v[k] = disc.frame.center.y();
    wheel_.z.v[k] = disc.frame.center.z();
  }
}

void LoneArcs::find(BaseSurface& base) {
  arcs_.count = 0;
  stored_ = StoredLanes{};
  std::fill_n(pressed_.good.v, kLanes, 0.0);
  if (!find_ends(base)) return;
  for (std::size_t k = 0; k < discs_.size(); ++k) add_arc(k);
  const auto look = [&](const FieldView& view) {
    return profile_loops().sum_profiles(view, wheel_, arcs_, stored_);
  };
  if (arcs_.count > 0 && base.with_cells(look)) profile_loops().press(wheel_, stored_, pressed_);
}

bool LoneArcs::find_ends(BaseSurface& base) {
  const Heightfield& field = *base.terrain().heightfield();
  if (!has_room(field, wheel_.disc.radius)) return false;
  const Vec2 half = disc_half(discs_[0].frame);
  GroundLanes ground;
  for (std::size_t k = 0; k < kDiscs; ++k) {
    const DiscOnGround& disc = discs_[k < discs_.size() ? k : 0];
    const Vec2 center = disc.frame.center.head<2>(), low = center - half, high = center + half;
    ground.lowered.v[k] = ground.lowered.v[k + kDiscs] = disc.rut.depth;
    ground.bend_bound.v[k] = ground.bend_bound.v[k + kDiscs] =
        k < discs_.size() ? field.largest_bend(low.x(), low.y(), high.x(), high.y()) : ground.bend_bound.v[0];
  }
  return base.with_cells(
      [&](const FieldView& view) { return profile_loops().find_ends(view, wheel_, under_, ground, ends_); });
}

/// An arc between two ends, where eight nodes do for it and the disc does not lie flat, its `down` being any
/// direction then.
void LoneArcs::add_arc(std::size_t low) {
  const DiscOnGround& disc = discs_[low];
  const std::size_t high = low + kDiscs;
  if (disc.material < 0 || lies_flat(disc.frame)) return;
  if (ends_.found.v[low] == 0.0 || ends_.found.v[high] == 0.0 || !(ends_.a.v[low] < ends_.a.v[high])) return;
  const ProfileArc arc{{ends_.a.v[low], ends_.a.v[high]},
                       {ends_.b.v[low], ends_.b.v[high]},
                       {ends_.slope.v[low], ends_.slope.v[high]}};
  if (!arc.even()) return;
  stored_.wall_x.v[low] = disc.rut.wall.x();
  stored_.wall_y.v[low] = disc.rut.wall.y();
  arcs_.disc[arcs_.count] = static_cast<int>(low);
  arcs_.lowered[arcs_.count] = disc.rut.depth;
  arcs_.arc[arcs_.count++] = arc;
}

bool LoneArcs::take(std::size_t k, ArcContact& out) const {
  if (!(pressed_.good.v[k] > 0.0)) return false;
  out.penetration = pressed_.penetration.v[k];
  out.gradient = {pressed_.gradient_x.v[k], pressed_.gradient_y.v[k], pressed_.gradient_z.v[k]};
  out.point = {pressed_.x.v[k], pressed_.y.v[k], pressed_.z.v[k]};
  out.rut_depth = discs_[k].rut.depth;
  out.rut_wall = discs_[k].rut.wall;
  return true;
}

}  // namespace grouser::terrain
