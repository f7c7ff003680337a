// SPDX-License-Identifier: BSD-3-Clause
// An event at one time of a run: "contact", "warning", "drive", ...
#pragma once
#include <cstddef>
#include <string>

namespace grouser {

inline constexpr std::size_t kEventKindBytes = 32;   ///< longer kinds are cut (at a whole UTF-8 character)
inline constexpr std::size_t kEventTextBytes = 160;  ///< longer texts are cut so, too

struct RunEvent {
  double time = 0.0;  ///< s
  std::string kind;
  std::string text;
};

}  // namespace grouser
