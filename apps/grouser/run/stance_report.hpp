// SPDX-License-Identifier: BSD-3-Clause
// Stance of a rover on a plate, for `grouser info` and `grouser rover new`.
#pragma once
#include <filesystem>

#include "grouser/mission/rover/rover_stance.hpp"
#include "shared/console.hpp"

namespace grouser::cli {

/// Loads in N, lengths in m, slopes in degrees; null for parts that the rover lacks.
Json stance_json(const RoverStance& stance);
/// The same as lines for people, indented by two blanks.
std::string stance_text(const RoverStance& stance);
/// Writes the views of the rover as a picture (.png). Throws as write_charts() does.
void write_stance_plot(const std::filesystem::path& file, const RoverStance& stance);

}  // namespace grouser::cli
