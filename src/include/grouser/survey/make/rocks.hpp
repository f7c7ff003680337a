// SPDX-License-Identifier: BSD-3-Clause
// Rocks on the ground: their number by size (Golombek & Rapp 1997, JGR 102(E2), 4117: fits to the Viking
// landing sites), their places, and their rigid bodies. D is a rock's diameter seen from above: that of the
// circle with the same area.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "grouser/base/toml_input.hpp"
#include "grouser/survey/make/terrain_maker.hpp"
#include "grouser/terrain/surface/terrain.hpp"

namespace grouser {

/// q(k) = 1.79 + 0.152/k, 1/m.
double rock_decay(double abundance);
/// F_k(D) = k exp(-q D): the part of the ground covered by rocks of diameter D and more. k is `abundance`,
/// the part covered by all rocks.
double rock_area_fraction(double abundance, double diameter);
/// Number of rocks between two diameters per square metre. A rock covers pi D^2/4, so the number is the
/// integral of 4 k q exp(-q D) / (pi D^2) dD.
double rock_density(double abundance, double smallest, double largest);

/// A rock, standing on ground whose height it does not know. Angles of a box are the world's, those of a
/// polyhedron turn it on the plane of the ground under it.
struct Rock {
  double x = 0.0, y = 0.0;                         ///< m
  double length = 0.0, width = 0.0, height = 0.0;  ///< m; height: of the top's middle above the ground there
  double roll = 0.0, pitch = 0.0, yaw = 0.0;       ///< rad
  int form = 0;                                    ///< number of its polyhedron (rock_form.hpp); 0: a box
  double outline = 1.0;  ///< area that it covers, seen along its height, of length x width
  double reach = 0.0;    ///< of its corners from its middle in plan, m

  /// Diameter of the circle with the same area.
  double diameter() const;
};

/// Depth to which a rock is buried, as a share of its height above the ground.
inline constexpr double kBuriedShare = 0.2;
inline constexpr const char* kRockSoil = "bedrock";  ///< material of rocks, unless their table says otherwise

/// Map coordinates of the origin of a grid's local frame, m.
struct MapOrigin {
  double x = 0.0, y = 0.0;
};

/// The [rocks] table of a recipe (recipe.hpp): scattered by the size law, largest first, without overlap, or
/// as listed. `soil` gets theirs, if it is given. Throws InputError for a wrong key, too many rocks, or no
/// room left.
std::vector<Rock> read_rocks(const TomlTable& rocks, std::uint64_t seed, const MadeGrid& grid,
                             MapOrigin origin = {}, std::string* soil = nullptr);
/// A [rocks] table in TOML that lists the rocks at their places, to 0.1 mm and 0.01 degrees.
std::string laid_rocks(const std::vector<Rock>& rocks, const std::string& soil, MapOrigin origin = {});

/// The rocks as rigid bodies let into the ground, owned by the world; rocks outside the ground's extent are
/// left out. Boxes reach below the ground on all sides; polyhedra lie on their broad side, which overhangs
/// as a fragment's does.
std::vector<RigidShape> rocks_on(const Heightfield& ground, const std::vector<Rock>& rocks, int material);

}  // namespace grouser
