// SPDX-License-Identifier: BSD-3-Clause
// Writes the rectangles and the report as one JSON object; the file appears only when whole, because a test
// reads it while the program runs.
#include "app/ui_map_file.hpp"

#include <nlohmann/json.hpp>

#include "grouser/base/atomic_file.hpp"

namespace grouser::desktop {

void write_ui_map(const std::string& path, const UiMap& map, const UiReport& report) {
  nlohmann::json j = nlohmann::json::object();
  for (const auto& [name, r] : map) j[name] = {r.x0, r.y0, r.x1, r.y1};
  j["report"] = report;
  write_file_atomically(path, j.dump(1) + "\n");
}

}  // namespace grouser::desktop
