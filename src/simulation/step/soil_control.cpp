#include "soil_control.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grouser/base/error.hpp"
#include "grouser/terrain/surface/soil_map.hpp"

namespace grouser {
namespace {

constexpr const char* kPlace = "painting soils";

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

}  // namespace

const Terrain& terrain_of(const World& world, const SimulationState& state) {
  return state.soils.painted ? *state.soils.painted->terrain : *world.terrain;
}

void lay_strokes(const World& world, std::span<const SoilStroke> strokes, SimulationState& state) {
  if (strokes.empty()) return;
  const Terrain& ground = terrain_of(world, state);
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

void SoilControl::paint(SoilMapOperation operation, const SimulationState& state) {
  const SoilMap* map = world_.terrain->soil_map();
  if (!map)
    throw InputError(kPlace, "a ground of one soil", "a terrain with a soil map (terrain.soil_map)");
  check_stroke(operation, *map, world_.terrain->heightfield(), kPlace);
  std::size_t strokes = waiting_.size() + world_.soil_strokes.size() + 1,
              points = points_of(state) + point_count(operation);
  if (state.soils.painted) strokes += state.soils.painted->strokes.size();
  for (const SoilMapOperation& other : waiting_) points += point_count(other);
  if (strokes > kMostSoilStrokes || points > kMostPointsOfRun)
    throw InputError(kPlace, fmt::format("{} strokes of {} points in one run", strokes, points),
                     fmt::format("at most {} strokes and {} points", kMostSoilStrokes, kMostPointsOfRun));
  waiting_.push_back(in_degrees(std::move(operation)));
}

void SoilControl::begin_step(SimulationState& state) {
  before_ = state.soils;
  const double t = state.motion.time;
  const std::span<const SoilStroke> told = strokes_after(world_, state.soils.taken_at);
  const auto due = std::find_if(told.begin(), told.end(), [&](const SoilStroke& s) { return s.time > t; });
  lay_strokes(world_, told.first(static_cast<std::size_t>(due - told.begin())), state);
  if (waiting_.empty() || !(t > state.soils.taken_at)) return;
  const SoilStroke stroke{t, std::move(waiting_.front())};
  waiting_.pop_front();
  lay_strokes(world_, {&stroke, 1}, state);
}

void restore_soils(const World& world, SimulationState& state, const std::string& place) {
  if (!state.soils.begun()) return;
  const auto count = static_cast<std::size_t>(std::clamp(state.soils.count, 0.0, double(kMostSoilStrokes)));
  const auto& all = world.soil_strokes;
  const bool known = count >= 1 && count <= all.size() && static_cast<double>(count) == state.soils.count &&
                     all[count - 1].time == state.soils.taken_at;
  if (!known)
    throw InputError(
        place, fmt::format("soils after {:g} strokes, the last at {} s", state.soils.count, state.soils.taken_at),
        fmt::format("the first of the {} strokes that the run and its scenario tell", all.size()));
  state.soils = {};
  lay_strokes(world, {all.data(), count}, state);
}

}  // namespace grouser
