// SPDX-License-Identifier: BSD-3-Clause
// Soil strokes within a run: applies strokes that are painted, and those of the scenario, before the step
// from which they count.
#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "grouser/base/error.hpp"
#include "grouser/contact/wheel_ground.hpp"
#include "grouser/terrain/memory/strip_cells.hpp"
#include "grouser/terrain/surface/soil_map.hpp"
#include "step/step_element.hpp"

namespace grouser {
namespace {

/// Place in messages of refused strokes.
constexpr const char* kPlace = "painting soils";

/// Points of all strokes that the state has.
std::size_t points_of(const SimulationState& state) {
  std::size_t points = 0;
  if (state.soils.painted)
    for (const auto& stroke : state.soils.painted->strokes) points += point_count(stroke->operation);
  return points;
}

/// The scenario's strokes that come after those that the state has.
std::span<const SoilStroke> strokes_after(const World& world, double taken_at) {
  const auto& all = world.soil_strokes;
  const auto after =
      std::upper_bound(all.begin(), all.end(), taken_at,
                       [](double time, const SoilStroke& stroke) { return time < stroke.time; });
  return {after, all.end()};
}

/// Lays other soils under wheels that stand there. A wheel that is deep in soft soil must not find hard
/// ground inside itself, which would throw it out: the new soil begins at the level to which the wheel had
/// pressed the old one, as if it stood in a rut. Its tyre stays as it was pressed in, and shear builds up
/// anew.
class SoilSwap {
 public:
  SoilSwap(const Terrain& before, SimulationState& state, const Terrain& now)
      : before_(before), now_(now), state_(state) {}

  /// Swaps the soil under each slice of a wheel at the pose X of its body.
  void under(const WheelPart& wheel, const RigidTransform& X) {
    for (std::size_t k = 0; k < wheel.slice_offsets.size(); ++k) {
      const WheelDisc disc = slice_disc(wheel, wheel.slice_offsets[k], X);
      const Vec3 foot = foot_of(disc);
      ContactSlot* slot = swapped_slot(foot, static_cast<std::size_t>(wheel.first_slot) + k * kSlotsPerSlice);
      if (!slot) continue;
      ContactMemory& m = slot->memory;
      // Depth to which the wheel had pressed the old soil, m.
      const double level = std::max(0.0, m.past_count > 0.0 ? m.u_tot_past[0] - m.u_wheel : m.u_soil);
      print(wheel, disc, foot, level);
      // In the new soil this is a rut: no sinkage of its own, no shear, and the peak at the rut's level.
      m.u_soil = m.zeta_x = m.zeta_y = 0.0;
      m.u_peak = level;
    }
  }

 private:
  /// Below the disc's centre along the ground's normal.
  Vec3 foot_of(const WheelDisc& disc) const {
    HeightSample ground;
    if (!now_.height(disc.center.x(), disc.center.y(), ground)) return disc.center;
    const Vec3 normal(-ground.slope_x, -ground.slope_y, 1.0);
    // The ground's normal within the disc's plane points from the foot to the centre.
    const Vec3 in_plane = normal - normal.dot(disc.axis) * disc.axis;
    return disc.center - disc.radius * in_plane.normalized();
  }

  /// The slice's contact with the ground if the soil at its foot is another one now; it is then that soil's.
  ContactSlot* swapped_slot(const Vec3& foot, std::size_t first) {
    const int old_soil = before_.material_at(foot.x(), foot.y()), soil = now_.material_at(foot.x(), foot.y());
    if (old_soil == soil) return nullptr;
    // Contacts of one slice are known by the surface and the soil that they touch.
    const std::span<ContactSlot> slots = std::span(state_.contacts.slots).subspan(first, kSlotsPerSlice);
    const auto at = [&](int material) {
      const double patch = contact_patch(now_, 0, material);
      return std::find_if(slots.begin(), slots.end(), [&](const auto& s) { return s.surface == patch; });
    };
    const auto slot = at(old_soil);
    // No contact with the old soil, or one with the new soil already.
    if (slot == slots.end() || at(soil) != slots.end()) return nullptr;
    slot->surface = contact_patch(now_, 0, soil);
    return &*slot;
  }

  /// A rut of this depth under the slice, as far as a wheel looks for one on both sides.
  void print(const WheelPart& wheel, const WheelDisc& disc, const Vec3& foot, double level) {
    constexpr double kLeast = 1e-4, kReach = 0.8;  // m, of the radius: see terrain/touch/rut_footing.cpp
    if (level < kLeast) return;
    // A strip under the slice, in the direction of rolling.
    const double cell = state_.ground.cell(),
                 across = 0.5 * wheel.spec.geometry.width / wheel.spec.slices + cell,
                 along = kReach * disc.radius + 2.0 * cell;
    GroundStrip strip{.ahead = Vec2(disc.axis.y(), -disc.axis.x()).normalized()};
    const Vec2 side = strip.across();
    const double middle = strip.ahead.dot(foot.head<2>()), beside = side.dot(foot.head<2>());
    strip.back = middle - along, strip.front = middle + along;
    strip.right = beside - across, strip.left = beside + across;
    TileHint hint;
    // Every cell of another soil gets its share of the depth: the part of it that the strip covers.
    for_each_cell(strip, cell, [&](double x, double y) {
      if (now_.material_at(x, y) == before_.material_at(x, y)) return;
      const double at = side.dot(Vec2(x, y));
      const double share =
          share_below(side, (strip.left - at) / cell) - share_below(side, (strip.right - at) / cell);
      state_.ground.deposit(x, y, share * level, hint);
    });
  }

  const Terrain &before_, &now_;
  SimulationState& state_;
};

}  // namespace

const Terrain& terrain_of(const World& world, const SimulationState& state) {
  return state.soils.painted ? *state.soils.painted->terrain : *world.terrain;
}

void lay_strokes(const World& world, std::span<const SoilStroke> strokes, SimulationState& state) {
  if (strokes.empty()) return;
  const Terrain& ground = terrain_of(world, state);
  // All strokes are painted on one copy of the map; the state then shares the new terrain.
  auto map = std::make_shared<SoilMap>(*ground.soil_map());
  auto painted = std::make_shared<PaintedSoils>();
  if (state.soils.painted) painted->strokes = state.soils.painted->strokes;
  for (const SoilStroke& stroke : strokes) {
    apply(*map, stroke.operation, ground.heightfield(), kPlace);
    painted->strokes.push_back(std::make_shared<const SoilStroke>(stroke));
  }
  painted->map_hash = map->hash();
  painted->terrain = std::make_shared<const Terrain>(ground.with_soils(std::move(map)));
  state.soils.taken_at = strokes.back().time;
  state.soils.count += static_cast<double>(strokes.size());
  state.soils.painted = std::move(painted);
}

void restore_soils(const World& world, SimulationState& state, const std::string& place) {
  if (!state.soils.begun()) return;
  const auto count = static_cast<std::size_t>(std::clamp(state.soils.count, 0.0, double(kMostSoilStrokes)));
  // The state has a count and a time only; they must match a stroke that the run recorded.
  const auto& all = world.soil_strokes;
  const bool known = count >= 1 && count <= all.size() && static_cast<double>(count) == state.soils.count &&
                     all[count - 1].time == state.soils.taken_at;
  if (!known)
    throw InputError(
        place,
        fmt::format("soils after {:g} strokes, the last at {} s", state.soils.count, state.soils.taken_at),
        fmt::format("the first of the {} strokes that the run and its scenario tell", all.size()));
  state.soils = {};
  lay_strokes(world, {all.data(), count}, state);
}

namespace {

/// Applies strokes of the scenario when due, and live ones in turn; restores soils, ruts and contacts if a
/// step fails.
class SoilControl final : public StepElement {
 public:
  explicit SoilControl(const World& world) : world_(world) {}

  bool take(const OutsideCommand& command, const SimulationState& state) override;
  void forget() override { waiting_.clear(); }
  bool begin_step(const Kinematics& kinematics, SimulationState& state) override;
  void end_step(bool accepted, SimulationState& state) override;

 private:
  /// Lays all strokes of the scenario that are due, and at most one that waits.
  void lay_due(SimulationState& state);

  const World& world_;
  SoilMemory before_;
  std::vector<ContactSlot> slots_before_;      // changed by strokes
  std::optional<GroundMemory> ground_before_;  // the same, until the step is done
  std::deque<SoilMapOperation> waiting_;
};

/// Queued strokes are applied one per step, so that their times differ.
bool SoilControl::take(const OutsideCommand& command, const SimulationState& state) {
  const auto* operation = std::get_if<SoilMapOperation>(&command);
  if (!operation) return false;
  const SoilMap* map = world_.terrain->soil_map();
  if (!map) throw InputError(kPlace, "a ground of one soil", "a terrain with a soil map (terrain.soil_map)");
  check_stroke(*operation, *map, world_.terrain->heightfield(), kPlace);
  // Limits of a whole run: strokes that are laid, recorded and waiting, and their points.
  std::size_t strokes = waiting_.size() + world_.soil_strokes.size() + 1,
              points = points_of(state) + point_count(*operation);
  if (state.soils.painted) strokes += state.soils.painted->strokes.size();
  for (const SoilMapOperation& other : waiting_) points += point_count(other);
  if (strokes > kMostSoilStrokes || points > kMostPointsOfRun)
    throw InputError(kPlace, fmt::format("{} strokes of {} points in one run", strokes, points),
                     fmt::format("at most {} strokes and {} points", kMostSoilStrokes, kMostPointsOfRun));
  waiting_.push_back(in_degrees(*operation));
  return true;
}

/// After a failed step the state is again as it was before begin_step().
void SoilControl::end_step(bool accepted, SimulationState& state) {
  if (!accepted && ground_before_) {
    state.contacts.slots = slots_before_;
    state.ground = std::move(*ground_before_);
    state.soils = before_;
  }
  ground_before_.reset();
}

/// The state's soils are copied where a stroke is due, which allocates; otherwise nothing is. True: ground
/// tiles are shared with the copy that a failed step needs.
bool SoilControl::begin_step(const Kinematics& kinematics, SimulationState& state) {
  before_ = state.soils;
  lay_due(state);
  if (before_.count == state.soils.count) return false;
  slots_before_ = state.contacts.slots;
  ground_before_ = state.ground;
  // Contacts and ruts under wheels follow the new soils.
  SoilSwap swap(before_.painted ? *before_.painted->terrain : *world_.terrain, state,
                terrain_of(world_, state));
  for (const WheelPart& wheel : world_.wheels)
    swap.under(wheel, kinematics.body[static_cast<std::size_t>(wheel.body.index)].X_WB);
  return true;
}

void SoilControl::lay_due(SimulationState& state) {
  const double t = state.motion.time;
  const std::span<const SoilStroke> told = strokes_after(world_, state.soils.taken_at);
  const auto due = std::find_if(told.begin(), told.end(), [&](const SoilStroke& s) { return s.time > t; });
  lay_strokes(world_, told.first(static_cast<std::size_t>(due - told.begin())), state);
  if (waiting_.empty() || !(t > state.soils.taken_at)) return;
  const SoilStroke stroke{t, std::move(waiting_.front())};
  waiting_.pop_front();
  lay_strokes(world_, {&stroke, 1}, state);
}

}  // namespace

std::unique_ptr<StepElement> make_soil_control(const World& world) {
  return std::make_unique<SoilControl>(world);
}

}  // namespace grouser
