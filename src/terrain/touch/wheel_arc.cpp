// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/terrain/touch/wheel_arc.hpp"

#include <algorithm>
#include <array>

#include "field_contacts.hpp"
#include "level_search.hpp"
#include "plane_contacts.hpp"

namespace grouser {
namespace {

using terrain::BaseSurface;
using terrain::DiscFrame;
using terrain::DiscOnGround;
using terrain::RutPlace;
using terrain::RutStrips;

/// Where the ruts of a wheel's slices on a plane are looked up. Neighbouring slices with the same frame have the same way to
/// their foot.
class RutPlaces {
 public:
  explicit RutPlaces(const BasePlane& plane) : plane_(plane) {}
  RutPlace next(const DiscFrame& frame, double entry) {
    if (!frame_ || !same_but_center(*frame_, frame)) {
      frame_ = &frame;
      way_ = terrain::rut_way(frame.axis, frame.radius, plane_.slope_x, plane_.slope_y);
    }
    return {frame.center.head<2>() + way_.to_foot, way_.heading, way_.length, entry};
  }

 private:
  const BasePlane& plane_;
  const DiscFrame* frame_ = nullptr;
  terrain::RutWay way_;
};

/// A wheel of kSlicesTogether slices at most on a plane with shapes or several soils.
void find_on_plane(const Terrain& terrain, const GroundMemory& memory,
                   std::span<const RigidTransform> shape_poses, std::span<SliceContacts> slices,
                   terrain::ReadyCells& ready, TileHint& tiles) {
  BaseSurface base(terrain, ready);
  std::array<DiscOnGround, terrain::kSlicesTogether> discs;
  std::array<RutPlace, terrain::kSlicesTogether> places;
  set_discs(slices, terrain::GroundExtent(nullptr), discs);
  RutPlaces rut_places(terrain.plane());
  if (!memory.untouched())
    for (std::size_t i = 0; i < slices.size(); ++i)
      places[i] = rut_places.next(discs[i].frame, slices[i].entry);
  const RutStrips ruts(memory, std::span(places).first(slices.size()), tiles);
  const terrain::LevelSearch search(base, shape_poses, ruts);
  for (std::size_t i = 0; i < slices.size(); ++i) {
    search.set_level(places[i], discs[i]);
    slices[i].count = search.find(places[i], discs[i], slices[i].arcs);
  }
}

void find_on_planes(const Terrain& terrain, const GroundMemory& memory,
                    std::span<const RigidTransform> shape_poses, std::span<SliceContacts> slices,
                    terrain::ReadyCells& ready, TileHint& tiles) {
  const bool bare = terrain::is_bare_plane(terrain);
  while (!slices.empty()) {
    const auto some = slices.first(std::min(terrain::kSlicesTogether, slices.size()));
    if (!bare || !terrain::find_plane_contacts(terrain, memory, some, tiles))
      find_on_plane(terrain, memory, shape_poses, some, ready, tiles);
    slices = slices.subspan(some.size());
  }
}

bool all_inside(std::span<const SliceContacts> slices) {
  return std::none_of(slices.begin(), slices.end(),
                      [](const SliceContacts& slice) { return slice.count < 0; });
}

}  // namespace

struct WheelGround::Cells {
  terrain::ReadyCells ready;
  // a usual wheel is one group; one of more than eight slices takes several passes
  std::array<terrain::FieldGroup, 2> groups;
};
WheelGround::WheelGround() : cells_(std::make_unique_for_overwrite<Cells>()) {}
WheelGround::~WheelGround() = default;
WheelGround::WheelGround(WheelGround&&) noexcept = default;

int find_arc_contacts(const Terrain& terrain, const GroundMemory& memory,
                      std::span<const RigidTransform> shape_poses, const WheelDisc& disc,
                      std::span<ArcContact, kMaxArcContacts> out) {
  terrain::ReadyCells ready;
  TileHint tiles;
  SliceContacts slice;
  slice.disc = disc;
  if (terrain.heightfield()) {
    terrain::FieldGroup group;
    terrain::FieldWheel wheel{.slices = {&slice, 1}, .base{}, .tiles = &tiles, .groups = {&group, 1}};
    wheel.base.emplace(terrain, ready);
    terrain::find_field_contacts(memory, shape_poses, {&wheel, 1});
  } else {
    find_on_planes(terrain, memory, shape_poses, {&slice, 1}, ready, tiles);
  }
  std::copy_n(slice.arcs.begin(), std::max(slice.count, 0), out.begin());
  return slice.count;
}

/// What the functions for wheels keep in a WheelGround.
struct GroundOfWheels {
  static void find_on_field(const Terrain& terrain, const GroundMemory& memory,
                            std::span<const RigidTransform> shape_poses,
                            std::span<const WheelSlices> wheels) {
    constexpr std::size_t kTogether = 8;
    for (; !wheels.empty(); wheels = wheels.subspan(std::min(kTogether, wheels.size()))) {
      std::array<terrain::FieldWheel, kTogether> some;
      const std::size_t count = std::min(kTogether, wheels.size());
      for (std::size_t i = 0; i < count; ++i) {
        WheelGround& ground = *wheels[i].ground;
        some[i].slices = wheels[i].slices;
        some[i].base.emplace(terrain, ground.cells_->ready);
        some[i].tiles = &ground.tiles_;
        some[i].groups = ground.cells_->groups;
      }
      terrain::find_field_contacts(memory, shape_poses, std::span(some).first(count));
    }
  }
  static void find_on_plane(const Terrain& terrain, const GroundMemory& memory,
                            std::span<const RigidTransform> shape_poses, const WheelSlices& wheel) {
    find_on_planes(terrain, memory, shape_poses, wheel.slices, wheel.ground->cells_->ready,
                   wheel.ground->tiles_);
  }
};

int find_wheels_contacts(const Terrain& terrain, const GroundMemory& memory,
                         std::span<const RigidTransform> shape_poses, std::span<const WheelSlices> wheels) {
  if (terrain.heightfield())
    GroundOfWheels::find_on_field(terrain, memory, shape_poses, wheels);
  else
    for (const WheelSlices& wheel : wheels)
      GroundOfWheels::find_on_plane(terrain, memory, shape_poses, wheel);
  for (std::size_t i = 0; i < wheels.size(); ++i)
    if (!all_inside(wheels[i].slices)) return static_cast<int>(i);
  return -1;
}

bool find_wheel_contacts(const Terrain& terrain, const GroundMemory& memory,
                         std::span<const RigidTransform> shape_poses, std::span<SliceContacts> slices,
                         WheelGround& ground) {
  const WheelSlices wheel{slices, &ground};
  return find_wheels_contacts(terrain, memory, shape_poses, {&wheel, 1}) < 0;
}

}  // namespace grouser
