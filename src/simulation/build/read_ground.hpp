// SPDX-License-Identifier: BSD-3-Clause
// The ground of a scenario and all soils of its world.
#pragma once
#include "document_source.hpp"
#include "grouser/simulation/build/world_spec.hpp"

namespace grouser {

/// Which shapes of [terrain] to keep: those on bodies need their vehicles.
enum class GroundShapes { all, standing };

/// Reads [terrain] and the soils that it names. Throws InputError. A ground that loses shapes has no
/// `table`, because no text describes it.
void read_ground(const TomlTable& scenario, DocumentSource& source, GroundShapes shapes, WorldSpec& spec);
/// Reads those soils of a vehicle's surfaces that the spec does not have yet. Throws InputError.
void read_surface_soils(const VehicleSpec& vehicle, DocumentSource& source, WorldSpec& spec);

}  // namespace grouser
