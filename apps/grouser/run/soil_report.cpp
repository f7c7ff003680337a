// SPDX-License-Identifier: BSD-3-Clause
// The keys come from soil_entries(), so a new key of soil files appears by itself.
#include "soil_report.hpp"

#include "grouser/soil/laws/moduli_gravity.hpp"
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
  if (const std::string note = soil_damping_note(soil); !note.empty()) notes.push_back(note);
  if (soil.provisional)
    notes.insert(notes.begin(), "soil " + soil.id + " is provisional: " + soil.provisional_reason);
  return notes;
}

std::vector<std::string> soil_notes(const SoilParams& soil, double gravity) {
  std::vector<std::string> notes = soil_notes(soil);
  if (const std::string note = gravity_note(soil, gravity); !note.empty()) notes.push_back(note);
  return notes;
}

}  // namespace grouser::cli
