// SPDX-License-Identifier: BSD-3-Clause
// Paths for a traverse: waypoints with rounded corners, sampled at even distances.
#pragma once
#include <string>
#include <vector>

#include "grouser/mission/quasi_static/quasi_static.hpp"

namespace grouser {

/// Reads "0,0:5,0:8,3" or the name of a CSV file (csv_rows.hpp) with columns x and y, by their names in a
/// head, or the first two where the first row has numbers; scenario coordinates in m, or as the head says in
/// mm, cm or km. Throws InputError: fewer than two points, two equal points in a row, not numbers.
std::vector<Vec2> read_waypoints(const std::string& text);

/// Throws InputError for a world without wheels, or with those of several vehicles: which is to drive the
/// path?
void check_wheels(const World& world);

/// The path that the scenario itself drives: its waypoints, or straight ahead from the start over the
/// commanded distance. Throws InputError if there is no drive, it turns, or there are no wheels.
std::vector<Vec2> scenario_waypoints(const World& world);
/// Waypoints as the rover drives them: from its start, where the first lies farther from there than the
/// follower's tolerance.
std::vector<Vec2> waypoints_from_start(const World& world, std::vector<Vec2> waypoints);
/// Settings with which a rover that follows no waypoints yet can follow these: its commanded speed (or a slow
/// one if it has none), and a lookahead and a curvature that its wheels can steer. Throws InputError as
/// check_wheels().
FollowSpec suggested_follow(const World& world, std::vector<Vec2> waypoints);
/// The commanded speed of its drives, m/s: the follower's, or the largest of the programme.
double scenario_speed(const World& world);

/// Points every `spacing` (m, including the rest of the last leg) along the waypoints. Corners are rounded
/// with at least the radius `radius`, or as the legs allow where they are short. The curvature has no jumps.
/// Throws InputError: more than 20,000 waypoints or a million points, one farther than 1000 km, a turn on the
/// spot.
std::vector<PathPoint> lay_path(const std::vector<Vec2>& waypoints, double spacing, double radius);

/// The undisturbed ground under a path.
struct GroundPoint {
  double distance = 0.0;  ///< along the path, m
  double z = 0.0;         ///< m
  double slope = 0.0;     ///< in the path's direction, up positive, rad
};
/// One of each point of the path that has ground under it.
std::vector<GroundPoint> ground_profile(const Terrain& terrain, const std::vector<PathPoint>& path);

/// Throws InputError with the first place where a wheel would stand outside the terrain.
void check_path(const World& world, const std::vector<PathPoint>& path);

}  // namespace grouser
