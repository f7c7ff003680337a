// SPDX-License-Identifier: BSD-3-Clause
// A map of the ground with the path coloured by one quantity, above profiles of height, slip and power over
// the distance. Poses without an equilibrium are NaN, hence gaps.
#include "traverse_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "grouser/math/units.hpp"
#include "grouser/recording/plot/map_plot.hpp"

namespace grouser::cli {
namespace {

constexpr std::size_t kProfiles = 3;  // height, slip, power

/// A quantity that may colour the path, in the unit of its label.
struct PlottedQuantity {
  const char *name, *label;
  double (*of)(const TraversePose&);
};
constexpr PlottedQuantity kQuantities[] = {
    {"slip", "slip [-]", [](const TraversePose& p) { return p.slip; }},
    {"energy", "energy [J]", [](const TraversePose& p) { return p.energy; }},
    {"power", "power [W]", [](const TraversePose& p) { return p.power; }},
    {"tilt", "tilt [deg]", [](const TraversePose& p) { return kDegrees * p.tilt; }},
    {"margin", "tip-over margin [deg]", [](const TraversePose& p) { return kDegrees * p.tip_margin; }},
    {"sinkage", "sinkage, deepest wheel [mm]", [](const TraversePose& p) { return 1e3 * p.sinkage; }},
    {"load", "load, most loaded wheel [N]", [](const TraversePose& p) { return p.load; }},
};

/// The quantity of that name, which must be one of traverse_colors().
const PlottedQuantity& find_quantity(const std::string& name) {
  return *std::find_if(std::begin(kQuantities), std::end(kQuantities),
                       [&](const PlottedQuantity& q) { return q.name == name; });
}

/// Heights around the path, m, with a margin, and widened until the map is neither too flat nor too narrow to
/// read. Cells without a height are NaN.
MapGround ground_around(const World& world, const TraverseResult& result) {
  constexpr double kMargin = 0.08, kLeastMargin = 2.5;  // of the extent; m
  constexpr double kLowest = 0.32, kNarrowest = 0.9;    // height over width, width over height
  constexpr int kSamples = 900;
  // The box of the path with its margin.
  double west = std::numeric_limits<double>::infinity(), east = -west, south = west, north = -west;
  for (const TraversePose& pose : result.poses) {
    west = std::min(west, pose.at.x), east = std::max(east, pose.at.x);
    south = std::min(south, pose.at.y), north = std::max(north, pose.at.y);
  }
  const double margin = std::max(kLeastMargin, kMargin * std::max(east - west, north - south));
  west -= margin, east += margin, south -= margin, north += margin;
  // The shorter side grows to the least shape, about the middle.
  const double more_y = std::max(0.0, kLowest * (east - west) - (north - south));
  south -= 0.5 * more_y, north += 0.5 * more_y;
  const double more_x = std::max(0.0, kNarrowest * (north - south) - (east - west));
  west -= 0.5 * more_x, east += 0.5 * more_x;
  // A square grid with 900 cells along the longer side.
  MapGround ground{.west = west, .south = south, .heights = {}};
  ground.cell = std::max(east - west, north - south) / kSamples;
  ground.columns = static_cast<int>((east - west) / ground.cell) + 1;
  ground.rows = static_cast<int>((north - south) / ground.cell) + 1;
  for (int r = 0; r < ground.rows; ++r)
    for (int c = 0; c < ground.columns; ++c) {
      HeightSample sample;
      const bool known = world.terrain->height(west + c * ground.cell, south + r * ground.cell, sample);
      ground.heights.push_back(known ? sample.z : std::nan(""));
    }
  return ground;
}

/// Highest slip of a wheel, at least -1.
double highest_slip(const TraversePose& p) {
  double slip = -1.0;
  for (const StaticWheel& wheel : p.wheels) slip = std::max(slip, wheel.slip);
  return slip;
}
double lowest_slip(const TraversePose& p) {
  double slip = 1.0;
  for (const StaticWheel& wheel : p.wheels) slip = std::min(slip, wheel.slip);
  return slip;
}

/// A chart over the distance in m with one line per quantity.
Chart profile(const TraverseResult& result, const std::string& x_label, const std::string& y_label,
              const std::vector<std::pair<std::string, double (*)(const TraversePose&)>>& lines) {
  Chart panel{"", x_label, y_label, {}};
  for (const auto& [label, value] : lines) {
    ChartSeries series{label, {}, {}};
    for (const TraversePose& pose : result.poses) {
      series.x.push_back(pose.at.distance);
      series.y.push_back(pose.ok ? value(pose) : std::nan(""));
    }
    panel.series.push_back(std::move(series));
  }
  return panel;
}

}  // namespace

const std::vector<std::string>& traverse_colors() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const PlottedQuantity& q : kQuantities) all.emplace_back(q.name);
    return all;
  }();
  return names;
}

void check_traverse_plot(const std::filesystem::path& path, const PlotSize& size) {
  check_map_size(path, kProfiles, size);
}

void write_traverse_plot(const std::filesystem::path& path, const World& world, const TraverseResult& result,
                         const std::string& color_by, PlotSize size) {
  const PlottedQuantity& quantity = find_quantity(color_by);
  MapPanel map;
  map.title = fmt::format("{}, {}: {:.4g} m in {:.0f} s, {:.4g} J", world.settings.title,
                          to_string(result.mode), result.distance, result.time, result.energy);
  map.ground = ground_around(world, result);
  map.value_label = quantity.label;
  for (const TraversePose& pose : result.poses) {
    map.x.push_back(pose.at.x);
    map.y.push_back(pose.at.y);
    map.value.push_back(pose.ok ? quantity.of(pose) : std::nan(""));
  }
  constexpr std::size_t kMostMarks = 12;
  for (std::size_t i = 0; i < std::min(result.failures.size(), kMostMarks); ++i)
    map.marks.push_back({result.failures[i].x, result.failures[i].y, result.failures[i].reason});
  const std::array<Chart, kProfiles> profiles{
      profile(result, "", "height [m]", {{"", [](const TraversePose& p) { return p.z; }}}),
      profile(result, "", "slip [-]",
              {{"mean of the wheels", [](const TraversePose& p) { return p.slip; }},
               {"highest wheel", highest_slip},
               {"lowest wheel", lowest_slip}}),
      profile(result, "distance [m]", "power [W]", {{"", [](const TraversePose& p) { return p.power; }}})};
  write_map_plot(path, map, {profiles.begin(), profiles.end()}, size);
}

}  // namespace grouser::cli
