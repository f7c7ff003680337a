// SPDX-License-Identifier: BSD-3-Clause
// Channels of a run by their names.
#pragma once
#include <string>
#include <vector>

#include "session/session.hpp"

namespace grouser::desktop {

/// "lift off" of "lift_off".
std::string plain_name(std::string name);
/// Index of a channel by name, or -1.
int find_channel(const Scene& scene, const std::string& name);
/// A channel of the frame that is shown, in its unit; NaN where there is none.
double channel_value(const RunView& run, const std::string& name);
/// Parts of meshes whose contacts are recorded: their channels are "mesh/NAME/...".
std::vector<std::string> mesh_records(const Scene& scene);
/// Legs of a walker: their channels are "leg/NAME/...". Empty: no walker.
std::vector<std::string> leg_names(const Scene& scene);

}  // namespace grouser::desktop
