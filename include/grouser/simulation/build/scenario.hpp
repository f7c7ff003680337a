// A scenario file and everything it refers to, read and checked. The same object serves the command line, the
// window, tests and benchmarks. A run file contains the documents, so a run can be repeated from the run file
// alone.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// Reads SCENARIO.toml (a path or an id) and everything it names; overrides as "terrain.file=x.tif",
/// "rover.wheel.radius=0.14", "soil.phi_deg=30". Throws InputError.
std::shared_ptr<const World> load_world(const std::string& scenario,
                                        const std::vector<Override>& overrides = {});

/// Rebuilds the world from a run file, with further overrides after the run's own. Throws InputError, also for
/// one that asks for a ground or a document which the run does not hold.
class RunReader;
std::shared_ptr<const World> load_world_from_run(const RunReader& run,
                                                 const std::vector<Override>& changes = {});

}  // namespace grouser
