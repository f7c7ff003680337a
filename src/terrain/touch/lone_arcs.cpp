// SPDX-License-Identifier: BSD-3-Clause
#include "lone_arcs.hpp"

#include <algorithm>

#include "base_reach.hpp"

namespace grouser::terrain {
namespace {

/// Whether all that a disc of this radius looks at finds room among the cells made ready.
bool has_room(const Heightfield& field, double radius) {
  constexpr double kSpare = 2.0;  // cells: parts of some at both ends
  return 2.0 * radius <= (FieldView::kSide - kSpare) * field.spec().cell;
}

}  // namespace

void FieldDiscs::begin(std::span<DiscOnGround> discs) {
  discs_ = discs;
  const DiscOnGround& some =
      *std::find_if(discs.begin(), discs.end() - 1, [](const DiscOnGround& disc) { return disc.centered; });
  wheel_.disc = some.frame.numbers();
  for (int i = 0; i < 3; ++i) wheel_.axis[i] = some.frame.axis[i];
  for (std::size_t k = 0; k < kDiscs; ++k) put(k, k < discs.size() && discs[k].centered ? discs[k] : some);
}

void FieldDiscs::put(std::size_t lane, const DiscOnGround& disc) {
  for (const std::size_t k : {lane, lane + kDiscs}) {
    wheel_.x.v[k] = disc.frame.center.x();
    wheel_.y.v[k] = disc.frame.center.y();
    wheel_.z.v[k] = disc.frame.center.z();
  }
}

bool FieldDiscs::look_under(BaseSurface& base) {
  const auto look = [&](const FieldView& view) { return profile_loops().look_under(view, wheel_, under_); };
  if (!base.with_cells(look)) return false;
  for (std::size_t k = 0; k < discs_.size(); ++k)
    discs_[k].under = {under_.z.v[k], under_.slope_x.v[k], under_.slope_y.v[k]};
  return true;
}

bool FieldDiscs::find_arcs(BaseSurface& base) {
  const Heightfield& field = *base.terrain().heightfield();
  if (!has_room(field, wheel_.disc.radius)) return true;
  const Vec2 half = disc_half(discs_[0].frame);
  GroundLanes ground;
  for (std::size_t k = 0; k < kDiscs; ++k) {
    const DiscOnGround& disc = discs_[k < discs_.size() ? k : 0];
    const Vec2 center = disc.frame.center.head<2>(), low = center - half, high = center + half;
    ground.lowered.v[k] = ground.lowered.v[k + kDiscs] = disc.rut.depth;
    ground.bend_bound.v[k] = ground.bend_bound.v[k + kDiscs] =
        k < discs_.size() ? field.largest_bend(low.x(), low.y(), high.x(), high.y()) : ground.bend_bound.v[0];
  }
  const auto look = [&](const FieldView& view) {
    return profile_loops().find_ends(view, wheel_, under_, ground, ends_);
  };
  if (!base.with_cells(look)) return false;
  for (std::size_t k = 0; k < discs_.size(); ++k)
    if (discs_[k].inside) note(k);
  return true;
}

void FieldDiscs::note(std::size_t low) {
  if (lies_flat(discs_[low].frame)) return;  // its `down` is any direction
  const std::size_t high = low + kDiscs;
  LoneArc& arc = discs_[low].arc;
  if (ends_.state.v[low] == kApart) arc.state = ArcState::apart;
  if (ends_.state.v[low] != kFound || ends_.state.v[high] != kFound || !(ends_.a.v[low] < ends_.a.v[high]))
    return;
  arc = {.state = ArcState::lone,
         .profile = {{ends_.a.v[low], ends_.a.v[high]},
                     {ends_.b.v[low], ends_.b.v[high]},
                     {ends_.slope.v[low], ends_.slope.v[high]}}};
}

bool FieldDiscs::integrate(BaseSurface& base) {
  arcs_.count = 0;
  stored_ = StoredLanes{};
  for (std::size_t k = 0; k < discs_.size(); ++k) {
    const DiscOnGround& disc = discs_[k];
    if (disc.material < 0 || disc.arc.state != ArcState::lone || !disc.arc.profile.even()) continue;
    stored_.wall_x.v[k] = disc.rut.wall.x();
    stored_.wall_y.v[k] = disc.rut.wall.y();
    arcs_.disc[arcs_.count] = static_cast<int>(k);
    arcs_.lowered[arcs_.count] = disc.rut.depth;
    arcs_.arc[arcs_.count++] = disc.arc.profile;
  }
  if (arcs_.count == 0) return true;
  const bool found = base.with_cells(
      [&](const FieldView& view) { return profile_loops().sum_profiles(view, wheel_, arcs_, stored_); });
  if (!found) arcs_.count = 0;
  return found;
}

void FieldDiscs::press() {
  if (arcs_.count > 0)
    profile_loops().press(wheel_, stored_, pressed_);
  else
    std::fill_n(pressed_.good.v, kLanes, 0.0);
}

bool FieldDiscs::take(std::size_t k, ArcContact& out) const {
  if (!(pressed_.good.v[k] > 0.0)) return false;
  out.penetration = pressed_.penetration.v[k];
  out.gradient = {pressed_.gradient_x.v[k], pressed_.gradient_y.v[k], pressed_.gradient_z.v[k]};
  out.point = {pressed_.x.v[k], pressed_.y.v[k], pressed_.z.v[k]};
  out.rut_depth = discs_[k].rut.depth;
  out.rut_wall = discs_[k].rut.wall;
  return true;
}

}  // namespace grouser::terrain
