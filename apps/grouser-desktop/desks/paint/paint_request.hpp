// SPDX-License-Identifier: BSD-3-Clause
// Requests of panels and keys to the paint desk.
#pragma once
#include <string>

namespace grouser::desktop {

enum class PaintTool { brush, line, polygon, flood };

struct PaintRequest {
  enum class Kind {
    toggle,         ///< begin painting, or leave it
    tool,           ///< tool
    soil_class,     ///< value: class in the map's cells
    radius,         ///< value: m
    hardness,       ///< value: 0 to 1, of the brush's rim
    size_mode,      ///< until a click, the pointer's distance from its present place sets the radius
    hardness_mode,  ///< until a click, the same distance over the radius sets the hardness
    press,          ///< u, v; erase: restores the first soils
    drag,           ///< u, v
    release,
    finish,  ///< line or polygon
    drop_point,
    cancel,
    fill_rule,  ///< cells whose slope lies in [low, high], rad
    fill_all,
    add_soil,  ///< text: id of a soil
    keep,      ///< the run's strokes become part of the scenario
  };
  Kind kind = Kind::toggle;
  PaintTool tool = PaintTool::brush;
  double value = 0.0, u = 0.0, v = 0.0, low = 0.0, high = 0.0;
  bool erase = false;
  std::string text = {};
};

}  // namespace grouser::desktop
