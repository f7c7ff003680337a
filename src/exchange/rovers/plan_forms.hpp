// SPDX-License-Identifier: BSD-3-Clause
// The forms of a planned rover in its file: what touches, and what is drawn.
#pragma once
#include <filesystem>

#include "rover_plan.hpp"
#include "toml_writer.hpp"

namespace grouser {

/// [mesh_contact] and a [[body_mesh]] for each collision form of a body that is no wheel; `drawn`: those that
/// are files are drawn too. False: there is none.
bool write_collisions(const RoverPlan& plan, const RoverFiles& files, const std::filesystem::path& out_folder,
                      bool drawn, TomlLines& toml, RoverImportReport& report);

/// A [[visual]] for each visual form. False, with nothing written: there is no form, or nothing of a link can
/// be drawn (its meshes are of a kind that is not read), and the program makes looks for the whole rover.
bool write_looks(const RoverPlan& plan, const RoverFiles& files, const std::filesystem::path& out_folder,
                 TomlLines& toml, RoverImportReport& report);

}  // namespace grouser
