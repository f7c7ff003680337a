// SPDX-License-Identifier: BSD-3-Clause
// The table of a scenario's keys: reading, writing, checking and listing a scenario walk over it
// (base/keys.hpp). Its parts that vehicles have too are beside them (vehicle/drive, vehicle/legs,
// vehicle/spec).
#pragma once
#include "grouser/base/keys.hpp"
#include "grouser/simulation/build/world_spec.hpp"

namespace grouser {

/// All keys but [terrain], [[soil_stroke]] and [[servo_command]]. A reader leaves models to be opened.
void visit_scenario(KeyVisitor& v, WorldSpec& spec);
/// Name, duration, gravity, [orbit], [integration], [recording].
void visit_settings(KeyVisitor& v, RunSettings& settings);
/// `rover`, `lander` with their tables, and [[vehicle]].
void visit_vehicles(KeyVisitor& v, WorldSpec& spec);
/// [verdict].
void visit_keys(KeyVisitor& v, VerdictSpec& verdict);
/// The keys of [terrain] that describe how a ground behaves, not which ground it is.
void visit_keys(KeyVisitor& v, GroundSpec& ground);
/// [[soil_stroke]], in terms of the classes of the ground's map; call when the ground has been read.
void visit_soil_strokes(KeyVisitor& v, WorldSpec& spec);
/// [[servo_command]].
void visit_servo_commands(KeyVisitor& v, WorldSpec& spec);

/// The table that has a vehicle's start or drive ("initial", "vehicle.scout.drive"), for
/// WorldSpec::place_of().
enum class VehicleTable { initial, drive };
std::string vehicle_key(const WorldSpec& spec, std::size_t vehicle, VehicleTable table);

}  // namespace grouser
