// SPDX-License-Identifier: BSD-3-Clause
// Names of files that a person has not chosen.
#pragma once
#include <ctime>
#include <string>

namespace grouser::desktop {

/// "wheel_drop_200_2026-03-01_142530.h5".
inline std::string named_by_moment(const std::string& name, const char* extension) {
  const std::time_t now = std::time(nullptr);
  char moment[32] = "";
  if (std::tm local{}; localtime_r(&now, &local))
    std::strftime(moment, sizeof moment, "%Y-%m-%d_%H%M%S", &local);
  return name + "_" + moment + extension;
}

}  // namespace grouser::desktop
