// SPDX-License-Identifier: BSD-3-Clause
// Finds the contacts of a wheel's slices, each soil of the base at the level of its own rut. Discs on a bare
// plane share its closed form, those with a lone arc are found several at a time (lone_arcs.hpp), all others
// by the exact search (disc_contacts.hpp).
// Private to the terrain module.
#pragma once
#include <array>
#include <span>

#include "lone_arcs.hpp"

namespace grouser::terrain {

/// The slices of a wheel that are looked at together.
inline constexpr std::size_t kSlicesTogether = RutStrips::kMostPlaces;

/// Working memory with no default values.
class SliceSearch {
 public:
  /// Finds the contacts of at most kSlicesTogether slices; sets the count of those outside the ground's
  /// extent to -1.
  void find(BaseSurface&, const GroundMemory&, std::span<const RigidTransform> shape_poses,
            std::span<SliceContacts> slices, TileHint&);

 private:
  void set_discs(const Heightfield*, std::span<const SliceContacts> slices);
  /// All slices of a wheel on a bare plane; false where one of them needs the exact search.
  bool find_on_plane(BaseSurface&, const GroundMemory&, std::span<SliceContacts> slices, TileHint&);
  void look_under_field(BaseSurface&);
  void set_places(std::span<const SliceContacts> slices);
  std::span<DiscOnGround> discs() { return std::span(discs_).first(count_); }

  std::size_t count_, groups_;
  std::array<DiscOnGround, kSlicesTogether> discs_;
  std::array<RutPlace, kSlicesTogether> places_;
  std::array<LoneArcs, kSlicesTogether> lone_;
};

}  // namespace grouser::terrain
