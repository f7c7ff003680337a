// SPDX-License-Identifier: BSD-3-Clause
// `grouser export --gltf`.
#pragma once
#include <string>

#include "grouser/recording/run_file/run_reader.hpp"
#include "shared/console.hpp"

namespace grouser::cli {

/// Writes the run as a scene that moves; says what is in it, or adds that to `report` where it is not null.
/// Returns false where a person stopped it. Throws InputError.
bool export_gltf(const RunReader& reader, const std::string& out, bool force, Json* report);

}  // namespace grouser::cli
