// SPDX-License-Identifier: BSD-3-Clause
// A world's spec as the text of a scenario file.
#pragma once
#include <string>

#include "grouser/simulation/build/world_spec.hpp"

namespace grouser {

/// The whole scenario but its [terrain], as TOML. Numbers read back to the same bits; so do angles that some
/// number of degrees gives, others to the nearest such.
std::string write_scenario(const WorldSpec& spec);
/// The scenario with its [terrain], which shows whether a spec is still the one that was read
/// (WorldSpec::as_read).
std::string write_whole_scenario(const WorldSpec& spec);

/// Puts into a spec the documents and overrides from which it can be read again: those it was read from, or
/// the scenario in its present form. None where a vehicle or a soil has no document.
void renew_documents(WorldSpec& spec);

}  // namespace grouser
