// SPDX-License-Identifier: BSD-3-Clause
// A world from the head of a run that did not come in a file.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"

namespace grouser {

class World;
struct RunHeader;

/// The world of a run whose header was received, with further settings after the run's own; nothing is read
/// from the disk. `from`: the sender, for messages. Throws InputError as load_world_from_run() does.
std::shared_ptr<const World> load_world_from_header(const RunHeader& header, const std::string& from,
                                                    const std::vector<Override>& changes = {});

}  // namespace grouser
