// SPDX-License-Identifier: BSD-3-Clause
// The vehicle whose drives are commanded from outside.
#pragma once
#include "grouser/simulation/build/world_spec.hpp"

namespace grouser {

/// Call when wheels and motions are there. Its prescribed joints that nothing else leads are no longer held.
/// Throws InputError for a second such vehicle, one with nothing to command, and recorded commands of other
/// columns or out of limits.
void build_external(const WorldSpec& spec, World& world);

}  // namespace grouser
