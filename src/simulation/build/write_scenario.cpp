// SPDX-License-Identifier: BSD-3-Clause
// Writes a spec by the same table of keys that reads it, and renews the documents of a run file where the
// spec has changed since it was read.
#include "write_scenario.hpp"

#include <algorithm>

#include "document_source.hpp"
#include "grouser/base/key_visitors.hpp"
#include "scenario_keys.hpp"

namespace grouser {
namespace {

/// Whether a spec has a document of this kind and name.
bool has_document(const WorldSpec& spec, const std::string& kind, const std::string& name) {
  return std::any_of(spec.documents.begin(), spec.documents.end(),
                     [&](const InputDocument& d) { return d.kind == kind && d.name == name; });
}

/// Whether documents say all that the scenario names.
bool is_documented(const WorldSpec& spec) {
  for (const VehicleInWorld& vehicle : spec.vehicles)
    if (!vehicle.model.documented() || !has_document(spec, to_string(vehicle.role), vehicle.file))
      return false;
  return spec.ground.terrain.documented() && std::all_of(spec.soils.begin(), spec.soils.end(),
                                                         [](const auto& soil) { return soil.documented(); });
}

}  // namespace

std::string write_scenario(const WorldSpec& spec) {
  KeyWriter writer;
  auto& shown = const_cast<WorldSpec&>(spec);  // a writer changes nothing
  visit_scenario(writer, shown);
  visit_soil_strokes(writer, shown);
  visit_servo_commands(writer, shown);
  return writer.text();
}

std::string write_whole_scenario(const WorldSpec& spec) { return write_scenario(spec) + spec.ground.table; }

void renew_documents(WorldSpec& spec) {
  // Without documents for all its parts a run cannot be repeated.
  if (!is_documented(spec)) {
    spec.documents.clear();
    return;
  }
  const std::string now = write_whole_scenario(spec);
  // Unchanged: the scenario stays as it was written.
  if (now == spec.as_read && has_document(spec, "scenario", spec.origin)) return;
  std::erase_if(spec.documents, [](const InputDocument& d) { return d.kind == "scenario"; });
  spec.documents.insert(spec.documents.begin(), {"scenario", spec.origin, now});
  // Changes to the scenario are part of its text.
  std::erase_if(spec.overrides, [](const Override& o) { return is_of_scenario(o); });
  spec.as_read = now;
}

std::string WorldSpec::place_of(const std::string& key) const {
  return table ? table->place_at(key) : place + ": " + key;
}

}  // namespace grouser
