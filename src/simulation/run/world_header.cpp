// SPDX-License-Identifier: BSD-3-Clause
// The head of a run file from a world: input documents, overrides and rasters from which the run can be
// repeated.
#include "grouser/simulation/run/world_header.hpp"

#include "build/document_source.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/version.hpp"
#include "grouser/math/simd_level.hpp"
#include "grouser/simulation/step/external_drive.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

RunHeader header_of(const World& world) {
  if (world.documents.empty())
    throw InputError(world.settings.name, "a world whose vehicles, ground or soils no documents tell",
                     "one from files, so that the run can be repeated");
  RunHeader h;
  h.scenario = world.settings.name;
  h.program_version = version();
  h.simd_level = level_name(simd_level());
  h.integrator = to_string(world.settings.integrator);
  if (world.settings.formulation == Formulation::constrained) h.integrator += ", constrained coordinates";
  if (!world.settings.stabilisation.projects()) h.integrator += ", loops by Baumgarte";
  h.dt = world.settings.dt;
  h.record_interval = world.settings.record_interval;
  h.documents = world.documents;
  for (const Override& o : world.overrides) h.overrides.push_back(o.key + "=" + o.value);
  // Grids of heights and soils, as the run used them.
  if (const Heightfield* field = world.terrain->heightfield()) h.rasters.push_back(embed(*field));
  if (const SoilMap* map = world.terrain->soil_map()) h.rasters.push_back(embed(*map));
  for (const Body& body : world.model->bodies()) h.body_names.push_back(body.name);
  h.warnings = world.scene.notes;
  if (world.external)
    for (const ExternalColumn& column : world.external->columns)
      h.commands.push_back({column.name, column.unit});
  return h;
}

}  // namespace grouser
