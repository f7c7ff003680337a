// SPDX-License-Identifier: BSD-3-Clause
// The wheels of a world on a heightfield. Their slices go through each stage of the search (lone_arcs.hpp) before the next begins, so
// that no wheel waits for another. Private to the terrain module.
#pragma once
#include <array>
#include <optional>
#include <span>

#include "level_search.hpp"
#include "lone_arcs.hpp"

namespace grouser::terrain {

/// Slices of a wheel that differ only in their centres. Working memory with no default values.
class FieldGroup {
 public:
  void begin(const GroundExtent&, std::span<SliceContacts> slices);
  void look_under(BaseSurface&);
  void set_levels(BaseSurface&, const GroundMemory&, TileHint&);
  void find_arcs(BaseSurface&);
  void integrate(BaseSurface&);
  void press();
  std::span<SliceContacts> slices() { return slices_; }
  /// False where the slices have to be looked at one by one.
  bool finish(BaseSurface&, const GroundMemory&, std::span<const RigidTransform> shape_poses, TileHint&);

 private:
  std::span<DiscOnGround> discs() { return std::span(store_).first(slices_.size()); }
  void set_places();
  /// One slice, of which nothing is known where a stage has failed.
  bool alone() const { return slices_.size() == 1; }
  bool take(std::size_t slice, const Terrain&, std::span<const RigidTransform> shape_poses);

  std::span<SliceContacts> slices_;
  std::array<DiscOnGround, kDiscs> store_;
  std::array<RutPlace, kDiscs> places_;
  FieldDiscs field_;
  bool outside_;   // all centres
  bool together_;  // no stage has failed
};

/// A wheel, and where its groups are kept while it is looked at.
struct FieldWheel {
  std::span<SliceContacts> slices;
  std::optional<BaseSurface> base;
  TileHint* tiles = nullptr;
  std::span<FieldGroup> groups;
  std::size_t used = 0;  ///< of them
};

/// Finds the contacts of all slices.
void find_field_contacts(const GroundMemory&, std::span<const RigidTransform> shape_poses,
                         std::span<FieldWheel> wheels);

}  // namespace grouser::terrain
