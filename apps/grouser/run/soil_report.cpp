#include "soil_report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "grouser/soil/wheel/rft_range.hpp"

namespace grouser::cli {

Json soil_json(const SoilParams& soil) {
  Json json{{"id", soil.id}, {"name", soil.name}};
  for (const SoilEntry& entry : soil_entries(soil)) {
    if (entry.word.empty())
      json[entry.key] = entry.number;
    else
      json[entry.key] = entry.word;
  }
  json["provisional"] = soil.provisional;
  if (soil.provisional) json["provisional_reason"] = soil.provisional_reason;
  if (!soil.same_as.empty()) json["same_as"] = soil.same_as;
  json["sources"] = soil.sources;
  Json filled = Json::object();
  for (const auto& entry : soil.filled_in) filled[entry.key] = entry.reason;
  json["filled_in"] = filled;
  return json;
}

std::vector<std::string> soil_notes(const SoilParams& soil) {
  std::vector<std::string> notes = rft_soil_notes(soil);
  if (soil.provisional)
    notes.insert(notes.begin(), "soil " + soil.id + " is provisional: " + soil.provisional_reason);
  return notes;
}

std::vector<std::string> soil_notes(const SoilParams& soil, double gravity) {
  constexpr double kEarth = 9.81, kFromEarth = 0.2;  // m/s2; further off than any place on Earth
  std::vector<std::string> notes = soil_notes(soil);
  const bool moduli = soil.kind == SoilKind::soft && !goes_by_rft(soil) && !(soil.moduli_gravity > 0.0);
  if (moduli && std::fabs(gravity - kEarth) > kFromEarth)
    notes.push_back(fmt::format(
        "soil {} at {:.3g} m/s2: gravity acts on walls and blades alone, the moduli stay as in the "
        "file; moduli_gravity there says at which gravity they hold and scales them",
        soil.id, gravity));
  return notes;
}

}  // namespace grouser::cli
