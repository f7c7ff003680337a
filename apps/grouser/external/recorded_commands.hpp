// SPDX-License-Identifier: BSD-3-Clause
// Drive commands from a file: 'grouser run --commands'.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser::cli {

/// The world of a scenario whose drives follow a CSV table or an MCAP log (docs/exchange_logs.md). Throws
/// InputError: a scenario that commands its drives itself, a file without commands, commands out of limits.
std::shared_ptr<const World> load_commanded_world(const std::string& scenario,
                                                  const std::vector<Override>& overrides,
                                                  const std::string& commands);

}  // namespace grouser::cli
