#include "grouser/terrain/contact/wheel_arc.hpp"

#include <algorithm>
#include <cmath>

#include "arc_ends.hpp"
#include "disc_contacts.hpp"
#include "plane_contacts.hpp"
#include "rut_footing.hpp"

namespace grouser {
namespace {

using terrain::BaseSurface;
using terrain::DiscFrame;
using terrain::DiscOnGround;
using terrain::RutFooting;
using terrain::RutPlace;
using terrain::RutStrips;

void set_frame(const WheelDisc& disc, DiscFrame& frame) {
  frame.center = disc.center;
  frame.axis = disc.axis;
  frame.radius = disc.radius;
  Vec3 down = disc.axis.z() * disc.axis - Vec3::UnitZ();
  if (down.squaredNorm() < terrain::kFlatDisc * terrain::kFlatDisc)
    down = Vec3::UnitX() - disc.axis.x() * disc.axis;
  frame.down = down / down.norm();
  frame.side = frame.axis.cross(frame.down);
}

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

/// set_frame() for slices of one wheel, which share their axis and so all of the frame except the centre.
void set_frame_beside(const DiscFrame& beside, const WheelDisc& disc, DiscFrame& frame) {
  if (disc.axis != beside.axis || disc.radius != beside.radius) return set_frame(disc, frame);
  frame.center = disc.center;
  frame.axis = beside.axis;
  frame.radius = beside.radius;
  frame.down = beside.down;
  frame.side = beside.side;
}

/// Where the ruts of a wheel's slices are looked up; outside the ground's extent, under a disc's centre.
/// Neighbouring slices with the same frame and ground slope have the same way to their foot.
class RutPlaces {
 public:
  RutPlace next(const DiscFrame& frame, bool inside, const terrain::BaseSample& ground, double entry) {
    if (!inside) return {frame.center.head<2>(), Vec2::Zero(), 0.0, entry};
    if (!frame_ || !same_but_center(*frame_, frame) || ground.slope_x != slope_x_ ||
        ground.slope_y != slope_y_) {
      frame_ = &frame;
      slope_x_ = ground.slope_x;
      slope_y_ = ground.slope_y;
      way_ = terrain::rut_way(frame.axis, frame.radius, slope_x_, slope_y_);
    }
    return {frame.center.head<2>() + way_.to_foot, way_.heading, way_.length, entry};
  }

 private:
  const DiscFrame* frame_ = nullptr;
  double slope_x_ = 0.0, slope_y_ = 0.0;
  terrain::RutWay way_;
};

/// Finds the contacts of the slices of one wheel, each soil of the base at its own level.
class LevelSearch {
 public:
  LevelSearch(BaseSurface& base, const GroundExtent& extent, std::span<const RigidTransform> shape_poses,
              const RutStrips& ruts)
      : base_(base), extent_(extent), shape_poses_(shape_poses), ruts_(ruts) {}

  /// Sets the level under a disc and what it may reach there; with several soils, that of untouched ground.
  void prepare(const RutPlace& place, DiscOnGround& disc) {
    int material = RutStrips::kAllGround;
    disc.one_level = only_material(disc.frame, material);
    set_level(disc, disc.one_level ? ruts_.under(place, base_.terrain(), material) : RutFooting{});
  }
  /// The contacts of a disc that is prepared.
  int find(const RutPlace& place, const DiscOnGround& disc, std::span<ArcContact, kMaxArcContacts> out) {
    const int found = terrain::find_disc_contacts(base_, shape_poses_, disc, out);
    return disc.one_level || found < 1 ? found : find_parts(place, disc, out, found);
  }

 private:
  /// False if there are several materials under the disc. Without a map, `material` stays as it is.
  bool only_material(const DiscFrame& frame, int& material) const {
    const Terrain& terrain = base_.terrain();
    if (!terrain.soil_map()) return true;
    Vec2 low, high;
    terrain::disc_rectangle(frame, low, high);
    material = terrain.only_material_in(low, high);
    return material >= 0;
  }

  void set_level(DiscOnGround& disc, const RutFooting& rut) {
    disc.rut = rut;
    base_.lower_by(rut.depth);
    disc.inside = extent_.holds(disc.frame.center, disc.frame.radius);
    terrain::BaseSample under = disc.under;
    under.z -= rut.depth;
    if (disc.inside) terrain::find_base_reach(disc.frame, base_, under, disc.reach);
  }

  /// With several soils: the part of the untouched ground in each soil, as found in `out`, or where a soil has a
  /// rut, its part at the level of the rut.
  int find_parts(const RutPlace& place, const DiscOnGround& disc, std::span<ArcContact, kMaxArcContacts> out,
                 int found) {
    int count = 0;
    for (int i = 0; i < found; ++i) {
      const ArcContact arc = out[i];
      const RutFooting rut =
          arc.surface == 0 ? ruts_.under(place, base_.terrain(), arc.material) : RutFooting{};
      if (rut.depth == 0.0) {
        out[count++] = arc;
        continue;
      }
      DiscOnGround lower;
      lower.frame = disc.frame;
      lower.under = disc.under;
      set_level(lower, rut);
      std::array<ArcContact, kMaxArcContacts> lowered;
      const int parts = terrain::find_disc_contacts(base_, shape_poses_, lower, lowered);
      for (int k = 0; k < parts; ++k)
        if (lowered[k].patch == arc.patch) out[count++] = lowered[k];
    }
    return count;
  }

  BaseSurface& base_;
  const GroundExtent& extent_;
  std::span<const RigidTransform> shape_poses_;
  const RutStrips& ruts_;
};

bool find_slices(const Terrain& terrain, const GroundMemory& memory,
                 std::span<const RigidTransform> shape_poses, std::span<SliceContacts> slices,
                 terrain::ReadyCells& ready, TileHint& tiles) {
  using terrain::kSlicesTogether;
  const bool bare = terrain::is_bare_plane(terrain);
  BaseSurface base(terrain, ready);
  const GroundExtent extent(terrain.heightfield());
  bool all_inside = true;
  for (; !slices.empty(); slices = slices.subspan(std::min(kSlicesTogether, slices.size()))) {
    const std::size_t count = std::min(kSlicesTogether, slices.size());
    if (bare && terrain::find_plane_contacts(terrain, memory, slices.first(count), tiles)) continue;
    std::array<DiscOnGround, kSlicesTogether> discs;
    std::array<RutPlace, kSlicesTogether> places;
    RutPlaces rut_places;
    base.lower_by(0.0);
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0)
        set_frame_beside(discs[i - 1].frame, slices[i].disc, discs[i].frame);
      else
        set_frame(slices[i].disc, discs[i].frame);
      const Vec3& center = discs[i].frame.center;
      const bool inside = extent.holds(center, 0.0);
      if (inside && (terrain.heightfield() || !memory.untouched()))
        discs[i].under = base.sample(center.x(), center.y());
      if (!memory.untouched())
        places[i] = rut_places.next(discs[i].frame, inside, discs[i].under, slices[i].entry);
    }
    const RutStrips ruts(memory, std::span(places).first(count), tiles);
    LevelSearch search(base, extent, shape_poses, ruts);
    for (std::size_t i = 0; i < count; ++i) search.prepare(places[i], discs[i]);
    if (terrain.heightfield()) terrain::find_single_arcs(base, std::span(discs).first(count));
    for (std::size_t i = 0; i < count; ++i) {
      slices[i].count = search.find(places[i], discs[i], slices[i].arcs);
      all_inside &= slices[i].count >= 0;
    }
  }
  return all_inside;
}

}  // namespace

struct WheelGround::Cells {
  terrain::ReadyCells ready;
};
WheelGround::WheelGround() : cells_(std::make_unique<Cells>()) {}
WheelGround::~WheelGround() = default;
WheelGround::WheelGround(WheelGround&&) noexcept = default;

int find_arc_contacts(const Terrain& terrain, const GroundMemory& memory,
                      std::span<const RigidTransform> shape_poses, const WheelDisc& disc,
                      std::span<ArcContact, kMaxArcContacts> out) {
  terrain::ReadyCells ready;
  TileHint tiles;
  SliceContacts slice;
  slice.disc = disc;
  find_slices(terrain, memory, shape_poses, {&slice, 1}, ready, tiles);
  std::copy_n(slice.arcs.begin(), std::max(slice.count, 0), out.begin());
  return slice.count;
}

bool find_wheel_contacts(const Terrain& terrain, const GroundMemory& memory,
                         std::span<const RigidTransform> shape_poses, std::span<SliceContacts> slices,
                         WheelGround& ground) {
  return find_slices(terrain, memory, shape_poses, slices, ground.cells_->ready, ground.tiles_);
}

}  // namespace grouser
