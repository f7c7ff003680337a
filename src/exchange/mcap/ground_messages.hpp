// SPDX-License-Identifier: BSD-3-Clause
// The ground as messages of Foxglove's schemas (https://docs.foxglove.dev/docs/sdk/schemas): its surface and
// the shapes on it as a SceneUpdate, soils and ruts as a Grid. Large grounds are thinned, so that a message
// stays below some megabytes.
#pragma once
#include <cstdint>

#include "grouser/exchange/mcap/cdr_writer.hpp"

namespace grouser {

class GroundMemory;
class Terrain;
class World;

/// foxglove_msgs/SceneUpdate: the surface as triangles in the colours of its soils, and rocks, steps and
/// ramps.
void put_terrain_scene(const World& world, std::uint64_t stamp, CdrWriter& out);

/// foxglove_msgs/Grid: height (m), class of the soil map (-1: none) and its colour, of each cell.
void put_soil_grid(const World& world, std::uint64_t stamp, CdrWriter& out);

/// foxglove_msgs/Grid: depth of ruts below the undisturbed ground, m; of thinned cells the deepest.
void put_rut_grid(const Terrain& terrain, const GroundMemory& ground, std::uint64_t stamp, CdrWriter& out);

}  // namespace grouser
