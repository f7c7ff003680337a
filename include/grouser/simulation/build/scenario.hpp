// SPDX-License-Identifier: BSD-3-Clause
// From scenario files to worlds, in two steps: read_world_spec() makes a plain value of TOML files,
// build_world() checks it and makes the World. Programs change the value in between, never a World. The same
// functions serve the command line, the window, tests and benchmarks. A run file contains the documents, so a
// run can be repeated from the run file alone.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "grouser/simulation/build/world_spec.hpp"

namespace grouser {

class RunReader;

/// Reads SCENARIO.toml (a path or an id) and everything it names; overrides as "terrain.file=x.tif",
/// "rover.wheel.radius=0.14", "soil.phi_deg=30". Checks form: types, unknown keys, ranges. Throws InputError.
WorldSpec read_world_spec(const std::string& scenario, const std::vector<Override>& overrides = {});
/// The same from what a run file holds, with further overrides after the run's own. Throws InputError, also
/// for one that asks for a ground or a document which the run does not hold.
WorldSpec read_world_spec(const RunReader& run, const std::vector<Override>& changes = {});

/// A scenario that a program wrote.
struct ScenarioText {
  std::string name = {};                            ///< in place of a file name
  std::string text = {};                            ///< TOML
  std::filesystem::path folder = {};                ///< for relative paths in it
  std::shared_ptr<const Heightfield> heights = {};  ///< in place of those that [terrain] names
};

/// Ground, soils, gravity and name of a scenario, without its vehicles and what concerns them. Throws
/// InputError.
WorldSpec read_ground_spec(const std::string& scenario, const std::vector<Override>& overrides = {});
/// The same of a scenario that a program wrote. Throws InputError.
WorldSpec read_ground_spec(const ScenarioText& scenario);

/// Reads the model of vehicle.file and its soils, and adds the vehicle to a spec. Throws InputError.
void add_vehicle(WorldSpec& spec, VehicleInWorld vehicle);

/// Checks a spec and builds its world. The values of a spec that a program made or changed are checked as
/// those of a file are, and its angles move by a rounding to ones that a file in degrees can say: what runs
/// is, to the last bit, what its run file says. Throws InputError: a value out of its range, an unknown or
/// ambiguous name, a vehicle that its wheels do not carry, a step too long for its contacts.
std::shared_ptr<const World> build_world(const WorldSpec& spec);

/// read_world_spec(), then build_world().
std::shared_ptr<const World> load_world(const std::string& scenario,
                                        const std::vector<Override>& overrides = {});
/// The world of a recorded run, with further settings after the run's own. Throws InputError.
std::shared_ptr<const World> load_world_from_run(const RunReader& run,
                                                 const std::vector<Override>& changes = {});

}  // namespace grouser
