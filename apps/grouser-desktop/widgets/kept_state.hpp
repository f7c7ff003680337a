// SPDX-License-Identifier: BSD-3-Clause
// Settings that the window remembers from one session to the next.
#pragma once
#include <array>
#include <map>
#include <string>
#include <vector>

#include "widgets/theme.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {

inline constexpr int kMostPictureScale = 4;

inline constexpr int kKeptViews = 9;  ///< of a scenario, by Ctrl and a digit

/// Settings of one desk, by name.
using KeptPart = std::map<std::string, std::string>;

/// Settings saved between sessions.
struct KeptState {
  float left = 0.17f, right = 0.235f, bottom = 0.27f;  ///< parts of the window
  bool show_left = true, show_right = true, show_bottom = true;
  bool forces = false, grid = true;
  int overlay = 0;        ///< Overlay: quantity that colours the ground
  bool patterns = false;  ///< show patterns, dashes and shapes in addition to colours
  ShownUnits units;
  float text_size = kUsualText;      ///< px, kLeastText to kMostText; all else in the window follows it
  int picture_scale = 1;             ///< of saved pictures: 1 to 4 pixels for one of the window
  bool picture_transparent = false;  ///< of saved pictures of the view alone: no sky, no haze
  std::vector<std::string> recent;   ///< newest first
  /// Keys that a person chose, by the command's id (app/commands/key_map.hpp).
  std::map<std::string, std::string> keys;
  /// Settings of each desk, by its name (Desk::keep()).
  std::map<std::string, KeptPart> desks;
  int quality = 0;              ///< of the view in motion, as it was last: 0 is the best (app/quality.hpp)
  std::array<int, 4> window{};  ///< x, y, width, height; screen coordinates; no width: not known
};

/// Puts a file in front of the recent ones, of which ten stay.
void remember_recent(KeptState& state, const std::string& path);

}  // namespace grouser::desktop
