// SPDX-License-Identifier: BSD-3-Clause
// Discs of a wheel's slices, and what they touch where each soil of the base lies at the level of its own rut. Private to the
// terrain module.
#pragma once
#include <span>

#include "disc_contacts.hpp"
#include "rut_footing.hpp"

namespace grouser::terrain {

/// Where the ground can be looked up.
class GroundExtent {
 public:
  explicit GroundExtent(const Heightfield* field) : field_(field) {
    if (field) low_ = {field->min_x(), field->min_y()}, high_ = {field->max_x(), field->max_y()};
  }
  bool holds(const Vec3& center, double reach) const {
    return !field_ || (center.x() - reach >= low_.x() && center.x() + reach <= high_.x() &&
                       center.y() - reach >= low_.y() && center.y() + reach <= high_.y());
  }

 private:
  const Heightfield* field_;
  Vec2 low_, high_;
};

/// Sets the frames of the slices' discs, whether each is inside, and that nothing is known of their arcs.
void set_discs(std::span<const SliceContacts> slices, const GroundExtent&, std::span<DiscOnGround> discs);

/// Finds the contacts of discs, each soil of the base at its own level.
class LevelSearch {
 public:
  LevelSearch(BaseSurface& base, std::span<const RigidTransform> shape_poses, const RutStrips& ruts)
      : base_(base), shape_poses_(shape_poses), ruts_(ruts) {}

  /// Sets the soil and the level under a disc; with several soils, that of untouched ground.
  void set_level(const RutPlace& place, DiscOnGround& disc) const;
  /// The contacts of a disc whose level is set; -1 outside the ground's extent.
  int find(const RutPlace& place, const DiscOnGround& disc, std::span<ArcContact, kMaxArcContacts> out) const;

 private:
  int find_parts(const RutPlace&, const DiscOnGround&, std::span<ArcContact, kMaxArcContacts> out,
                 int found) const;

  BaseSurface& base_;
  std::span<const RigidTransform> shape_poses_;
  const RutStrips& ruts_;
};

}  // namespace grouser::terrain
