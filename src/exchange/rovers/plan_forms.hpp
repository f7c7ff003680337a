// SPDX-License-Identifier: BSD-3-Clause
// The forms of a planned rover in its file: what touches, and what is drawn.
#pragma once
#include <filesystem>

#include "rover_plan.hpp"
#include "toml_writer.hpp"

namespace grouser {

/// [mesh_contact] and a [[body_mesh]] for each collision form of a body that is no wheel. False: there is
/// none.
bool write_collisions(const RoverPlan& plan, const RoverFiles& files, const std::filesystem::path& out_folder,
                      TomlLines& toml, RoverImportReport& report);

/// A [[visual]] for each visual form, unless forms are meshes that cannot be drawn: then the program makes
/// looks.
void write_looks(const RoverPlan& plan, TomlLines& toml, RoverImportReport& report);

}  // namespace grouser
