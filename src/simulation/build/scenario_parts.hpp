// Parts of a scenario that load_world.cpp puts together: where vehicles start, their ties, and their
// prescribed joint motion.
#pragma once
#include "grouser/simulation/step/world.hpp"

namespace grouser {

/// Reads [initial] or [initial_lander]: a vehicle's placement. Throws InputError.
InitialPlacement read_placement(const TomlTable& initial);
/// Reads `joints_deg` and `joints` (m) of an [initial] table: start positions of joints by name.
void read_joint_angles(const TomlTable& initial, std::vector<std::pair<std::string, double>>& out);
/// Reads and discards the placement of a vehicle that is "none".
void skip_placement(const TomlTable& scenario, const std::string& key);
/// Pose that a placement states; a root that is not free is built with it.
RigidTransform stated_pose(const InitialPlacement& placement);
/// Reads [[tie]]: springs between any two bodies or the world; those of a rover or lander that is "none" are
/// left out.
std::vector<SpringElementSpec> read_ties(const TomlTable& scenario,
                                         const std::vector<VehicleRuntime>& vehicles);
/// Reads [[release]] with `ties` (names, with * at the end for all that begin so) and `time` or
/// `on = "touchdown"`, `delay`.
std::vector<Release> read_releases(const TomlTable& scenario, const Model& model);
/// Reads [[motion]]: which prescribed joints are led (world.led) and, of the rest that no wheel drives, which
/// are held (world.held).
void build_prescribed(World& world, const TomlTable& scenario);
/// The vehicles' surfaces as shapes of the terrain, their soils among the materials.
std::vector<BoxShape> vehicle_surfaces(const std::vector<VehicleRuntime>& vehicles,
                                       std::vector<std::string>& materials);

}  // namespace grouser
