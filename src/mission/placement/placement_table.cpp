// SPDX-License-Identifier: BSD-3-Clause
// The table of placements, its reader, and the map of the ground under them. Columns depend on the lander:
// four per ramp, two or three per pad.
#include "grouser/mission/placement/placement_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <variant>

#include "grouser/base/error.hpp"
#include "grouser/math/units.hpp"

namespace grouser {
namespace {

/// Ids of the soils under a pad, one per placement; "" if it hangs in the air.
std::vector<std::string> soils_under(const PlacementGround& ground, const std::vector<Placement>& placements,
                                     std::size_t pad) {
  std::vector<std::string> soils;
  for (const Placement& p : placements) {
    const int material = pad < p.pose.pads.size() ? p.pose.pads[pad].material : -1;
    soils.push_back(material < 0 ? "" : ground.materials[static_cast<std::size_t>(material)].id);
  }
  return soils;
}

}  // namespace

Table make_placement_table(const PlacementGround& ground, const LanderForm& form,
                           const std::vector<Placement>& placements, std::uint64_t seed) {
  Table table;
  // A numeric column; placements on voids have NaN.
  const auto numbers = [&](const std::string& name, const std::string& unit, auto value) {
    std::vector<double> cells;
    for (const Placement& p : placements) cells.push_back(p.spot.on_void ? kUnset : value(p));
    table.columns.push_back({name, unit, std::move(cells)});
  };
  std::vector<double> number, x, y, heading;
  std::vector<std::string> kind;
  for (const Placement& p : placements) {
    number.push_back(static_cast<double>(number.size()));
    x.push_back(p.spot.x), y.push_back(p.spot.y), heading.push_back(p.spot.heading * kDegrees);
    kind.push_back(p.spot.on_void ? "void" : to_string(p.pose.kind));
  }
  table.attributes = {{"lander", form.name}, {"terrain", ground.name}, {"seed", std::to_string(seed)}};
  table.columns = {{"sample", "-", number},
                   {"x", "m", x},
                   {"y", "m", y},
                   {"heading_deg", "deg", heading},
                   {"kind", "", kind}};
  numbers("z", "m", [](const Placement& p) { return p.pose.X_WB.p.z(); });
  numbers("tilt_deg", "deg", [](const Placement& p) { return p.pose.tilt * kDegrees; });
  numbers("roll_deg", "deg", [](const Placement& p) { return p.pose.roll * kDegrees; });
  numbers("pitch_deg", "deg", [](const Placement& p) { return p.pose.pitch * kDegrees; });
  // Ramps: NaN where the lander did not come to rest.
  for (std::size_t i = 0; i < form.ramps.size(); ++i) {
    const std::string name = "ramp/" + form.ramps[i].name + "/";
    const auto of = [i](double RestingRamp::*member, double scale) {
      return [=](const Placement& p) {
        return i < p.pose.ramps.size() ? scale * (p.pose.ramps[i].*member) : kUnset;
      };
    };
    numbers(name + "slope_deg", "deg", of(&RestingRamp::slope, kDegrees));
    numbers(name + "hinge_deg", "deg", of(&RestingRamp::hinge, kDegrees));
    numbers(name + "cross_deg", "deg", of(&RestingRamp::cross, kDegrees));
    numbers(name + "gap", "m", of(&RestingRamp::gap, 1.0));
  }
  for (std::size_t i = 0; i < form.pads.size(); ++i) {
    const std::string name = "pad/" + form.pads[i].name + "/";
    numbers(name + "load", "N", [i](const Placement& p) { return p.pose.pads[i].load; });
    numbers(name + "sinkage", "m", [i](const Placement& p) { return p.pose.pads[i].sinkage; });
    if (ground.terrain->soil_map())
      table.columns.push_back({name + "soil", "", soils_under(ground, placements, i)});
  }
  numbers("friction_use", "-", [](const Placement& p) { return p.pose.friction_use; });
  numbers("on_belly", "-", [](const Placement& p) { return p.pose.on_belly ? 1.0 : 0.0; });
  numbers("other_tilt_deg", "deg", [](const Placement& p) { return p.pose.other_tilt * kDegrees; });
  return table;
}

MapGround map_ground(const PlacementGround& ground, int samples) {
  const auto [west, south, east, north] = ground.extent();
  MapGround map{.west = west, .south = south, .heights = {}};
  map.cell = std::max(east - west, north - south) / samples;
  map.columns = static_cast<int>((east - west) / map.cell) + 1;
  map.rows = static_cast<int>((north - south) / map.cell) + 1;
  const VoidMap voids(ground);
  for (int r = 0; r < map.rows; ++r)
    for (int c = 0; c < map.columns; ++c) {
      const double x = west + c * map.cell, y = south + r * map.cell;
      HeightSample sample;
      const bool known = !voids.near(x, y, 0.0) && ground.terrain->height(x, y, sample);
      map.heights.push_back(known ? sample.z : kUnset);
    }
  return map;
}

// The first five columns are found by name and moved to the front; the others keep their order.
Table read_placement_table(const std::filesystem::path& path) {
  Table table = read_table_csv(path);
  constexpr const char* kFirst[] = {"sample", "x", "y", "heading_deg", "kind"};
  auto place = table.columns.begin();
  for (const char* name : kFirst) {
    const bool text = std::string_view(name) == "kind";
    const auto found = std::find_if(place, table.columns.end(), [&](const TableColumn& column) {
      return column.name == name && std::holds_alternative<std::vector<std::string>>(column.cells) == text;
    });
    if (found == table.columns.end())
      throw InputError(path.string() + ":1", fmt::format("other columns, none of them '{}'", name),
                       "placements.csv of grouser placement, or of the window");
    std::rotate(place, found, std::next(found));
    ++place;
  }
  return table;
}

}  // namespace grouser
