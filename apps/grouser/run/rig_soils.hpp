// SPDX-License-Identifier: BSD-3-Clause
// The soil of the rigs (wheel, plate, drop): one soil by one or several laws, and how sure its numbers are.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "grouser/mission/rigs/uncertain_soil.hpp"
#include "shared/command.hpp"
#include "shared/console.hpp"

namespace grouser::cli {

struct RigSoilArguments {
  std::string soil = "wong_LETE_sand", laws, uncertain, draws;
};
void add_rig_soil_options(Command& command, RigSoilArguments& a);

/// The files that the soil comes from, which no output may be.
std::vector<std::filesystem::path> rig_soil_files(const RigSoilArguments& a);
/// The soil by each law that is asked for, or by its own. Throws InputError.
std::vector<UncertainSoil> rig_soils(const RigSoilArguments& a);
int rig_draws(const RigSoilArguments& a);

/// "bekker, rft"
std::string law_list(const std::vector<UncertainSoil>& soils);
/// Their laws as words.
Json laws_json(const std::vector<UncertainSoil>& soils);
/// The soil's numbers by each law, and what is drawn.
Json rig_soils_json(const std::vector<UncertainSoil>& soils, int draws);
/// Notes on the soils at a gravity, each once, and on what the bands are.
std::vector<std::string> rig_soil_notes(const std::vector<UncertainSoil>& soils, double gravity, int draws);

}  // namespace grouser::cli
