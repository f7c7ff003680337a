// SPDX-License-Identifier: BSD-3-Clause
// The result of a traverse as JSON and as a table. Numbers that are not finite become null in JSON; rows
// without a pose are NaN and have the failure's reason.
#include <cmath>
#include <nlohmann/json.hpp>

#include "grouser/math/units.hpp"
#include "grouser/mission/traverse/traverse.hpp"
#include "grouser/recording/run_file/table_file.hpp"

namespace grouser {
namespace {

/// A number, or null where it is not finite.
nlohmann::ordered_json number(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

}  // namespace

std::string to_json(const TraverseResult& r) {
  nlohmann::ordered_json j;
  j["scenario"] = r.scenario;
  j["mode"] = to_string(r.mode);
  j["status"] = to_string(r.status);
  if (!r.message.empty()) j["message"] = r.message;
  j["path_length"] = r.path_length;
  j["distance"] = r.distance;
  j["time_s"] = r.time;
  j["energy"] = r.energy;
  j["mean_slip"] = number(r.mean_slip);
  j["max_slip"] = number(r.max_slip);
  j["max_sinkage"] = number(r.max_sinkage);
  j["max_tilt_deg"] = number(r.max_tilt * kDegrees);
  j["min_tip_margin_deg"] = number(r.min_tip_margin * kDegrees);
  j["min_drawbar_margin"] = number(r.min_drawbar_margin);
  j["poses"] = r.poses.size();
  j["wall_s"] = r.wall_s;
  j["real_time_factor"] = r.real_time_factor();
  j["failures"] = nlohmann::ordered_json::array();
  for (const TraverseFailure& f : r.failures)
    j["failures"].push_back({{"at", f.at},
                             {"to", f.to},
                             {"x", f.x},
                             {"y", f.y},
                             {"status", to_string(f.status)},
                             {"reason", f.reason}});
  j["unresolved"] = nlohmann::ordered_json::array();
  for (const TraverseFailure& f : r.unresolved)
    j["unresolved"].push_back({{"at", f.at}, {"to", f.to}, {"x", f.x}, {"y", f.y}, {"reason", f.reason}});
  j["notes"] = r.notes;
  return j.dump(2);
}

Table make_traverse_table(const TraverseResult& r) {
  Table table;
  // A column of one value per pose.
  const auto add = [&](const std::string& name, const char* unit, auto&& value) {
    std::vector<double> cells;
    for (const TraversePose& pose : r.poses) cells.push_back(value(pose));
    table.columns.push_back({name, unit, std::move(cells)});
  };
  add("distance", "m", [](const TraversePose& p) { return p.at.distance; });
  add("x", "m", [](const TraversePose& p) { return p.at.x; });
  add("y", "m", [](const TraversePose& p) { return p.at.y; });
  add("z", "m", [](const TraversePose& p) { return p.z; });
  add("time", "s", [](const TraversePose& p) { return p.time; });
  add("roll", "rad", [](const TraversePose& p) { return p.ok ? p.roll : std::nan(""); });
  add("pitch", "rad", [](const TraversePose& p) { return p.ok ? p.pitch : std::nan(""); });
  add("yaw", "rad", [](const TraversePose& p) { return p.ok ? p.yaw : std::nan(""); });
  add("slip", "-", [](const TraversePose& p) { return p.slip; });
  add("power", "W", [](const TraversePose& p) { return p.power; });
  add("energy", "J", [](const TraversePose& p) { return p.energy; });
  add("tilt", "rad", [](const TraversePose& p) { return p.tilt; });
  add("tip_margin", "rad", [](const TraversePose& p) { return p.tip_margin; });
  add("drawbar_margin", "-", [](const TraversePose& p) { return p.drawbar_margin; });
  for (std::size_t w = 0; w < r.wheel_names.size(); ++w) {
    const auto add_wheel = [&](const char* quantity, const char* unit, double StaticWheel::*member) {
      add("wheel/" + r.wheel_names[w] + "/" + quantity, unit,
          [&](const TraversePose& p) { return p.ok ? p.wheels[w].*member : std::nan(""); });
    };
    add_wheel("load", "N", &StaticWheel::load);
    add_wheel("sinkage", "m", &StaticWheel::sinkage);
    add_wheel("slip", "-", &StaticWheel::slip);
    add_wheel("torque", "N m", &StaticWheel::torque);
  }
  // The reason of a row is that of the failure whose stretch holds it.
  std::vector<std::string> reasons(r.poses.size());
  for (std::size_t i = 0; i < r.poses.size(); ++i)
    for (const TraverseFailure& f : r.failures)
      if (!r.poses[i].ok && r.poses[i].at.distance >= f.at && r.poses[i].at.distance <= f.to)
        reasons[i] = f.reason;
  table.columns.push_back({"reason", "", std::move(reasons)});
  return table;
}

void write_traverse_csv(const std::filesystem::path& path, const TraverseResult& r) {
  write_table_csv(path, make_traverse_table(r));
}

}  // namespace grouser
