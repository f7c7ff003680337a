// SPDX-License-Identifier: BSD-3-Clause
// Entry points of the search for arcs: one disc with caches of its own, or a wheel whose caches last from
// step to step.
#include "grouser/terrain/touch/wheel_arc.hpp"

#include <algorithm>

#include "slice_search.hpp"

namespace grouser {

struct WheelGround::Cells {
  terrain::ReadyCells ready;
  terrain::SliceSearch search;
};
WheelGround::WheelGround() : cells_(std::make_unique_for_overwrite<Cells>()) {}
WheelGround::~WheelGround() = default;
WheelGround::WheelGround(WheelGround&&) noexcept = default;

int find_arc_contacts(const Terrain& terrain, const GroundMemory& memory,
                      std::span<const RigidTransform> shape_poses, const WheelDisc& disc,
                      std::span<ArcContact, kMaxArcContacts> out) {
  terrain::ReadyCells ready;
  terrain::SliceSearch search;
  terrain::BaseSurface base(terrain, ready);
  TileHint tiles;
  SliceContacts slice;
  slice.disc = disc;
  search.find(base, memory, shape_poses, {&slice, 1}, tiles);
  std::copy_n(slice.arcs.begin(), std::max(slice.count, 0), out.begin());
  return slice.count;
}

bool find_wheel_contacts(const Terrain& terrain, const GroundMemory& memory,
                         std::span<const RigidTransform> shape_poses, std::span<SliceContacts> slices,
                         WheelGround& ground) {
  terrain::BaseSurface base(terrain, ground.cells_->ready);
  for (auto left = slices; !left.empty();) {
    const auto some = left.first(std::min(terrain::kSlicesTogether, left.size()));
    ground.cells_->search.find(base, memory, shape_poses, some, ground.tiles_);
    left = left.subspan(some.size());
  }
  return std::none_of(slices.begin(), slices.end(),
                      [](const SliceContacts& slice) { return slice.count < 0; });
}

}  // namespace grouser
