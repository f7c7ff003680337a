// SPDX-License-Identifier: BSD-3-Clause
#include "field_contacts.hpp"

#include <algorithm>

namespace grouser::terrain {
namespace {

bool alike_but_center(const SliceContacts& a, const SliceContacts& b) {
  return a.disc.axis == b.disc.axis && a.disc.radius == b.disc.radius;
}

/// The first slices that differ only in their centres, kDiscs at most.
std::size_t count_alike(std::span<const SliceContacts> slices) {
  std::size_t alike = 1;
  while (alike < slices.size() && alike < kDiscs && alike_but_center(slices[0], slices[alike])) ++alike;
  return alike;
}

/// What a wheel looks at in one pass: as many groups as it has room for.
class Pass {
 public:
  Pass(const GroundMemory& memory, std::span<const RigidTransform> shape_poses, const GroundExtent& extent,
       std::span<FieldWheel> wheels)
      : memory_(memory), shape_poses_(shape_poses), extent_(extent), wheels_(wheels) {}

  /// False if no slice is left.
  bool take() {
    bool any = false;
    for (FieldWheel& wheel : wheels_) {
      wheel.used = 0;
      while (!wheel.slices.empty() && wheel.used < wheel.groups.size()) {
        const std::size_t alike = count_alike(wheel.slices);
        wheel.groups[wheel.used++].begin(extent_, wheel.slices.first(alike));
        wheel.slices = wheel.slices.subspan(alike);
        any = true;
      }
    }
    return any;
  }
  void look() {
    each([](FieldWheel& wheel, FieldGroup& group) { group.look_under(*wheel.base); });
    each([this](FieldWheel& wheel, FieldGroup& group) {
      group.set_levels(*wheel.base, memory_, *wheel.tiles);
    });
    each([](FieldWheel& wheel, FieldGroup& group) { group.find_arcs(*wheel.base); });
    each([](FieldWheel& wheel, FieldGroup& group) { group.integrate(*wheel.base); });
    each([](FieldWheel&, FieldGroup& group) { group.press(); });
    each([this](FieldWheel& wheel, FieldGroup& group) {
      if (!group.finish(*wheel.base, memory_, shape_poses_, *wheel.tiles)) look_one_by_one(wheel, group);
    });
  }

 private:
  template <class Stage>
  void each(const Stage& stage) {
    for (FieldWheel& wheel : wheels_)
      for (FieldGroup& group : wheel.groups.first(wheel.used)) stage(wheel, group);
  }
  void look_one_by_one(FieldWheel& wheel, FieldGroup& group) {
    for (SliceContacts& slice : group.slices()) {
      FieldGroup alone;
      alone.begin(extent_, {&slice, 1});
      alone.look_under(*wheel.base);
      alone.set_levels(*wheel.base, memory_, *wheel.tiles);
      alone.find_arcs(*wheel.base);
      alone.integrate(*wheel.base);
      alone.press();
      alone.finish(*wheel.base, memory_, shape_poses_, *wheel.tiles);
    }
  }

  const GroundMemory& memory_;
  std::span<const RigidTransform> shape_poses_;
  const GroundExtent& extent_;
  std::span<FieldWheel> wheels_;
};

}  // namespace

void FieldGroup::begin(const GroundExtent& extent, std::span<SliceContacts> slices) {
  slices_ = slices;
  set_discs(slices, extent, discs());
  const std::span<const DiscOnGround> all = discs();
  outside_ = std::none_of(all.begin(), all.end(), [](const DiscOnGround& disc) { return disc.centered; });
  together_ = true;
  if (!outside_) field_.begin(discs());
}

void FieldGroup::look_under(BaseSurface& base) {
  if (!outside_) together_ = field_.look_under(base);
}

void FieldGroup::set_levels(BaseSurface& base, const GroundMemory& memory, TileHint& tiles) {
  if (outside_ || !together_) return;
  if (!memory.untouched()) set_places();
  const RutStrips ruts(memory, std::span(places_).first(slices_.size()), tiles);
  const LevelSearch search(base, {}, ruts);
  for (std::size_t i = 0; i < slices_.size(); ++i) search.set_level(places_[i], store_[i]);
}

/// Where the slices' ruts are looked up; outside the ground's extent, under a disc's centre.
void FieldGroup::set_places() {
  const RutWay way = rut_heading(slices_[0].disc.axis, slices_[0].disc.radius);
  const bool flat = way.heading.isZero(0.0);
  for (std::size_t i = 0; i < slices_.size(); ++i) {
    const bool centered = store_[i].centered;
    const Vec2 foot = centered && !flat ? field_.foot(i) : Vec2(store_[i].frame.center.head<2>());
    places_[i] = {foot, centered ? way.heading : Vec2(Vec2::Zero()), centered ? way.length : 0.0,
                  slices_[i].entry};
  }
}

void FieldGroup::find_arcs(BaseSurface& base) {
  if (!outside_ && together_) together_ = field_.find_arcs(base) || alone();
}

void FieldGroup::press() {
  if (!outside_ && together_) field_.press();
}

void FieldGroup::integrate(BaseSurface& base) {
  if (!outside_ && together_) together_ = field_.integrate(base) || alone();
}

/// Those of lone arcs are there, all others are looked for one by one.
bool FieldGroup::finish(BaseSurface& base, const GroundMemory& memory,
                        std::span<const RigidTransform> shape_poses, TileHint& tiles) {
  if (outside_)
    for (SliceContacts& slice : slices_) slice.count = -1;
  if (outside_ || !together_) return outside_;
  std::array<bool, kDiscs> found;
  std::size_t taken = 0;
  for (std::size_t i = 0; i < slices_.size(); ++i) {
    found[i] = take(i, base.terrain(), shape_poses);
    taken += found[i] ? 1 : 0;
  }
  if (taken == slices_.size()) return true;
  const RutStrips ruts(memory, std::span(places_).first(slices_.size()), tiles);
  const LevelSearch search(base, shape_poses, ruts);
  for (std::size_t i = 0; i < slices_.size(); ++i)
    if (!found[i]) slices_[i].count = search.find(places_[i], store_[i], slices_[i].arcs);
  return true;
}

bool FieldGroup::take(std::size_t slice, const Terrain& terrain,
                      std::span<const RigidTransform> shape_poses) {
  ArcContact& contact = slices_[slice].arcs[0];
  if (!field_.take(slice, contact) || shapes_near(store_[slice].frame, terrain, shape_poses)) return false;
  slices_[slice].count = 1;
  contact.surface = 0;
  contact.material = store_[slice].material;
  contact.patch = contact_patch(terrain, 0, contact.material);
  contact.couple.setZero();
  return true;
}

void find_field_contacts(const GroundMemory& memory, std::span<const RigidTransform> shape_poses,
                         std::span<FieldWheel> wheels) {
  if (wheels.empty()) return;
  const GroundExtent extent(wheels[0].base->terrain().heightfield());
  Pass pass(memory, shape_poses, extent, wheels);
  while (pass.take()) pass.look();
}

}  // namespace grouser::terrain
