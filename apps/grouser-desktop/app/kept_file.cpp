// SPDX-License-Identifier: BSD-3-Clause
// The kept state to and from JSON. Every value is read on its own terms: a missing one has its default,
// numbers are clamped to their ranges, unknown names of units count as the first. A value of another type
// makes the whole text count as foreign, and gives the defaults.
#include "app/kept_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>

#include "app/quality.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/json_text.hpp"
#include "view/overlay.hpp"

namespace grouser::desktop {

using nlohmann::json;

namespace {

/// The names of a unit's values, in their order.
template <class Unit>
struct UnitNames : std::vector<const char*> {
  using std::vector<const char*>::vector;
};
// In the order of the enumerators in grouser/chart/units.hpp: the index of a name is the value.
const UnitNames<LengthUnit> kLengths{"fitting", "m", "mm"};
const UnitNames<AngleUnit> kAngles{"deg", "rad"};
const UnitNames<ForceUnit> kForces{"fitting", "N", "kN"};
const UnitNames<StiffnessUnit> kStiffnesses{"N/m", "kN/m", "N/mm"};
const UnitNames<PressureUnit> kPressures{"fitting", "Pa", "kPa"};
const UnitNames<MassUnit> kMasses{"kg", "g"};
const UnitNames<EnergyUnit> kEnergies{"fitting", "J", "kJ"};

/// The unit named by `key`; the first unit if the key is missing or names none of them.
template <class Unit>
Unit named(const UnitNames<Unit>& names, const json& j, const char* key) {
  const std::string name = j.value(key, names.front());
  const auto found = std::find(names.begin(), names.end(), name);
  return static_cast<Unit>(found == names.end() ? 0 : found - names.begin());
}

/// Views that older versions kept beside the desks: nine texts for each scenario, empty where there is none.
void take_older_views(const json& j, KeptState& state) {
  for (const auto& [scenario, views] : j.value("views", std::map<std::string, std::vector<std::string>>{}))
    for (std::size_t k = 0; k < std::min<std::size_t>(views.size(), kKeptViews); ++k)
      if (!views[k].empty()) state.desks["view"].emplace(scenario + " " + std::to_string(k + 1), views[k]);
}

}  // namespace

std::filesystem::path kept_file_path() {
  // The XDG base directory specification: $XDG_STATE_HOME, else ~/.local/state.
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::filesystem::path(value ? value : "");
  };
  std::filesystem::path folder = variable("XDG_STATE_HOME");
  if (folder.empty() && !variable("HOME").empty()) folder = variable("HOME") / ".local" / "state";
  return folder.empty() ? folder : folder / "grouser" / "desktop.json";
}

KeptState read_kept_state(const std::filesystem::path& path) {
  if (path.empty()) return {};
  try {
    return kept_state_of(read_text_file(path));
  } catch (const Error&) {
    return {};  // missing at the first start
  }
}

KeptState kept_state_of(const std::string& text) {
  KeptState state;
  try {
    const json j = parse_json<json>(text, "desktop.json");
    // Shares of the window that panels take.
    const auto part = [&](const char* key, float& value) {
      value = std::clamp(j.value(key, value), 0.08f, 0.6f);
    };
    part("left", state.left);
    part("right", state.right);
    part("bottom", state.bottom);
    state.show_left = j.value("show_left", true);
    state.show_right = j.value("show_right", true);
    state.show_bottom = j.value("show_bottom", true);
    state.forces = j.value("forces", false);
    state.grid = j.value("grid", true);
    state.overlay = std::clamp(j.value("overlay", 0), 0, kOverlays - 1);
    state.units.length = named(kLengths, j, "length_unit");
    state.units.angle = named(kAngles, j, "angle_unit");
    state.units.force = named(kForces, j, "force_unit");
    state.units.stiffness = named(kStiffnesses, j, "stiffness_unit");
    state.units.pressure = named(kPressures, j, "pressure_unit");
    state.units.mass = named(kMasses, j, "mass_unit");
    state.units.energy = named(kEnergies, j, "energy_unit");
    state.patterns = j.value("patterns", false);
    state.text_size = std::clamp(j.value("text_size", kUsualText), kLeastText, kMostText);
    state.picture_scale = std::clamp(j.value("picture_scale", 1), 1, kMostPictureScale);
    state.picture_transparent = j.value("picture_transparent", false);
    // The window's place; one that no monitor can have is dropped.
    state.window = j.value("window", state.window);
    constexpr int kFarthest = 100000;  // pixels: beyond this nobody has a monitor
    if (std::any_of(state.window.begin(), state.window.end(),
                    [](int v) { return v < -kFarthest || v > kFarthest; }))
      state.window = {};
    state.keys = j.value("keys", state.keys);
    state.desks = j.value("desks", state.desks);
    take_older_views(j, state);
    state.quality = std::clamp(j.value("quality", 0), 0, Quality::kCoarsest);
    state.recent = j.value("recent", std::vector<std::string>{});
  } catch (const std::exception&) {
    return KeptState{};  // not ours
  }
  return state;
}

std::string kept_state_text(const KeptState& s, int indent) {
  const json j = {{"left", s.left},
                  {"right", s.right},
                  {"bottom", s.bottom},
                  {"show_left", s.show_left},
                  {"show_right", s.show_right},
                  {"show_bottom", s.show_bottom},
                  {"forces", s.forces},
                  {"grid", s.grid},
                  {"overlay", s.overlay},
                  {"length_unit", kLengths[static_cast<std::size_t>(s.units.length)]},
                  {"angle_unit", kAngles[static_cast<std::size_t>(s.units.angle)]},
                  {"force_unit", kForces[static_cast<std::size_t>(s.units.force)]},
                  {"stiffness_unit", kStiffnesses[static_cast<std::size_t>(s.units.stiffness)]},
                  {"pressure_unit", kPressures[static_cast<std::size_t>(s.units.pressure)]},
                  {"mass_unit", kMasses[static_cast<std::size_t>(s.units.mass)]},
                  {"energy_unit", kEnergies[static_cast<std::size_t>(s.units.energy)]},
                  {"patterns", s.patterns},
                  {"text_size", s.text_size},
                  {"picture_scale", s.picture_scale},
                  {"picture_transparent", s.picture_transparent},
                  {"window", s.window},
                  {"keys", s.keys},
                  {"desks", s.desks},
                  {"quality", s.quality},
                  {"recent", s.recent}};
  // Invalid UTF-8, as in names of files, is replaced instead of refused.
  return j.dump(indent, ' ', false, json::error_handler_t::replace);
}

void write_kept_state(const std::filesystem::path& path, const KeptState& state) {
  if (path.empty()) return;
  std::error_code ignored;
  std::filesystem::create_directories(path.parent_path(), ignored);
  try {
    write_file_atomically(path, kept_state_text(state, 1) + "\n");
  } catch (const Error&) {
    return;  // a read-only home: the next start has the defaults
  }
}

}  // namespace grouser::desktop
