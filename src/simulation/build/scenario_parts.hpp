// Parts of a scenario that load_world.cpp puts together: where vehicles start, what ties them, what leads
// them.
#pragma once
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// [initial] or [initial_lander]: a vehicle's place. Throws InputError.
InitialPlacement read_placement(const TomlTable& initial);
/// `joints_deg` and `joints` (m) of an [initial] table: start positions of joints by name.
void read_joint_angles(const TomlTable& initial, std::vector<std::pair<std::string, double>>& out);
/// Reads and forgets the place of a vehicle that is "none".
void skip_placement(const TomlTable& scenario, const std::string& key);
/// Pose that a placement states: what a root that is not free is built with.
RigidTransform stated_pose(const InitialPlacement& placement);
/// [[tie]]: springs between any two bodies or the world; those of a rover or lander that is "none" go with
/// it.
std::vector<SpringElementSpec> read_ties(const TomlTable& scenario,
                                         const std::vector<VehicleRuntime>& vehicles);
/// [[release]] with `ties` (names, * at the end for all that begin so) and `time` or `on = "touchdown"`,
/// `delay`.
std::vector<Release> read_releases(const TomlTable& scenario, const Model& model);
/// [[motion]]: which prescribed joints are led (world.led) and, of the rest that no wheel drives, held
/// (world.held).
void build_prescribed(World& world, const TomlTable& scenario);
/// The vehicles' surfaces as shapes of the terrain, their soils among the materials.
std::vector<BoxShape> vehicle_surfaces(const std::vector<VehicleRuntime>& vehicles,
                                       std::vector<std::string>& materials);

}  // namespace grouser
