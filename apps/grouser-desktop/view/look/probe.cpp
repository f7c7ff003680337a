// SPDX-License-Identifier: BSD-3-Clause
// Reads the ground at a place: slope and aspect from the surface, depth from the ground memory, soil from a
// painted map or the terrain, longitude and latitude where the map has a coordinate system of a body.
#include "view/look/probe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"
#include "grouser/terrain/surface/soil_map.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

/// The id with blanks for its underscores.
std::string spaced(std::string id) {
  std::replace(id.begin(), id.end(), '_', ' ');
  return id;
}

/// Name of the soil at a place: of the painted map where there is one, else of the scene; empty if it is
/// unknown.
std::string soil_at(const Scene& scene, const Terrain* painted, const Vec2& at) {
  if (painted && painted->soil_map()) {
    const SoilClass* soil = painted->soil_map()->legend().find(painted->soil_map()->class_at(at.x(), at.y()));
    if (soil) return spaced(soil->soil);
  }
  const std::vector<int> materials = scene.terrain->ground_materials();
  const auto found =
      std::find(materials.begin(), materials.end(), scene.terrain->material_at(at.x(), at.y()));
  const auto k = static_cast<std::size_t>(found - materials.begin());
  return k < scene.ground_soils.size() ? scene.ground_soils[k] : "";
}

/// The aspect as on a compass, in degrees: "215°".
std::string aspect_text(const ShownUnits& units, double aspect) {
  if (units.angle == AngleUnit::rad) return steady_text(units, aspect, "deg", 0);
  return fmt::format("{:03.0f}°", std::fmod(std::round(kDegrees * aspect), 360.0));
}

}  // namespace

Probe::Probe() = default;
Probe::~Probe() = default;

/// Reads the coordinate system of another scene's map once.
void Probe::take(const std::shared_ptr<const Scene>& scene) {
  if (scene == scene_) return;
  scene_ = scene;
  frame_.reset();
  const Heightfield* field = scene->terrain->heightfield();
  if (!field || field->spec().crs.empty()) return;
  try {
    if (lies_on_body(field->spec().crs, "terrain")) frame_ = std::make_unique<SiteFrame>(field->spec());
  } catch (const Error&) {  // heights are there all the same
  }
}

std::optional<ProbeReading> Probe::read(const std::shared_ptr<const Scene>& scene, const GroundMemory* memory,
                                        const Vec2& at, const Terrain* painted) {
  HeightSample ground;
  if (!scene || !scene->terrain || !scene->terrain->height(at.x(), at.y(), ground)) return std::nullopt;
  take(scene);
  ProbeReading reading;
  reading.sinkage = memory ? memory->depth(at.x(), at.y()) : 0.0;
  reading.at = {at.x(), at.y(), ground.z - reading.sinkage};
  reading.slope = std::atan(std::hypot(ground.slope_x, ground.slope_y));
  // The ground falls against its gradient; the angle counts clockwise from +y.
  const double towards = std::atan2(-ground.slope_x, -ground.slope_y);
  reading.aspect = towards < 0.0 ? towards + 2.0 * std::numbers::pi : towards;
  reading.soil = soil_at(*scene, painted, at);
  if (frame_) reading.place = frame_->to_lonlat(at.x(), at.y());
  return reading;
}

std::string probe_text(const ShownUnits& units, const ProbeReading& r) {
  constexpr double kLevel = 0.05;  // deg: below it the ground falls nowhere
  const DisplayUnit plan = steady_unit(units, "m", 2);
  std::string text = fmt::format("x {}  y {}  z {}    slope {}", steady_number(r.at.x(), plan),
                                 steady_number(r.at.y(), plan), steady_text(units, r.at.z(), "m", 3),
                                 steady_text(units, r.slope, "deg", 1));
  if (kDegrees * r.slope >= kLevel) text += " to " + aspect_text(units, r.aspect);
  if (!r.soil.empty()) text += "    " + r.soil;
  text += "    sinkage " + steady_text(units, r.sinkage, "mm", 1);
  if (r.place)
    text += fmt::format("    lon {}° lat {}°", number_text(kDegrees * r.place->longitude, 6),
                        number_text(kDegrees * r.place->latitude, 6));
  return text;
}

}  // namespace grouser::desktop
