// SPDX-License-Identifier: BSD-3-Clause
// The ground that landers are set down on: a recipe, a height raster (voids allowed), or the terrain of a
// scenario.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "grouser/soil/laws/soil_params.hpp"
#include "grouser/terrain/surface/terrain.hpp"

namespace grouser {

struct WorldSpec;

struct PlacementGround {
  std::string name;                        ///< as requested
  std::shared_ptr<const Terrain> terrain;  ///< with its soil map; shapes: those that stand on the ground
  std::vector<SoilParams> materials;       ///< by the terrain's material numbers
  double gravity = 3.71;                   ///< m/s2
  std::shared_ptr<const WorldSpec>
      spec;                         ///< of a world with this ground and no vehicle; null: not read from files
  std::vector<std::uint8_t> known;  ///< of the heightfield's cells: 1 where there is a height; empty: all

  /// West, south, east, north, m: a lander may stand within these. For an unbounded plane: 50 m about the
  /// origin.
  std::array<double, 4> extent() const;
  /// Materials that the ground has somewhere, in order, and their ids with commas.
  std::vector<int> soils() const;
  std::string soil_names() const;
};

/// Choices that replace the scenario's own.
struct GroundChoice {
  std::optional<std::string> soil = {};      ///< id or file: for the whole ground, without a map
  std::optional<std::string> soil_map = {};  ///< a soil map of the terrain's grid
  std::optional<double> gravity = {};        ///< m/s2
  std::vector<Override> settings = {};       ///< of a scenario, before the choices above
};

/// terrain: a scenario (an id, or a .toml with a [terrain]), whose soil map and gravity are used; a recipe
/// (.toml) with its rocks; or a height raster. Without a scenario the soil is wong_LETE_sand and the gravity
/// is that of the body that a raster is a map of, or 3.71. Throws InputError.
PlacementGround load_placement_ground(const std::string& terrain, const GroundChoice& choice = {});

/// Finds voids near a point in constant time (summed-area tables: Crow, SIGGRAPH 1984).
class VoidMap {
 public:
  explicit VoidMap(const PlacementGround& ground);
  /// Whether a cell without a height lies in the square of half side `reach` about (x, y), m.
  bool near(double x, double y, double reach) const;
  bool any() const { return !sums_.empty(); }

 private:
  long long sum(int column, int row) const;  // number of voids north-west of a cell's north-west corner
  const Heightfield* field_;
  std::vector<std::uint32_t> sums_;
};

}  // namespace grouser
