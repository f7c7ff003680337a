// SPDX-License-Identifier: BSD-3-Clause
// The keys of [rocks]. Private to the survey module.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "grouser/base/keys.hpp"
#include "grouser/survey/make/rocks.hpp"

namespace grouser {

/// Rules by which rocks are scattered.
struct RockRules {
  double abundance = 0.0, smallest = 0.0, largest = 0.0;  // -, m
  bool boxes = false;
  bool height_asked = false, aspect_asked = false;  // instead of the measured axes
  double height_ratio = 0.5, height_spread = 0.3;  // height / diameter, between (1 -+ spread) times the ratio
  double least_aspect = 0.6;                       // width / length, from this to 1
  double tilt = 0.17453292519943295;               // rad, roll and pitch at most
  double west = 0.0, east = 0.0, south = 0.0, north = 0.0;  // m
  std::vector<std::array<double, 3>> clear;  // x, y, radius: no rock reaches into these circles
};

/// All keys of [rocks]; `laid` and the rules exclude each other.
struct RockKeys {
  std::string soil = kRockSoil;
  bool lays = false;                        ///< `laid` is given
  std::vector<std::array<double, 8>> laid;  ///< x, y, length, width, height, roll, pitch, yaw; m, deg
  std::vector<double> forms;                ///< of each; none: boxes
  RockRules rules;
};
void visit_rocks(KeyVisitor& v, const MadeGrid& grid, RockKeys& keys);

}  // namespace grouser
