// SPDX-License-Identifier: BSD-3-Clause
// grouser rovers, landers, walkers, bodies: the vehicles that come with the program, one command per kind,
// and the keys of vehicle files.
#include <iostream>

#include "commands.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/vehicle/spec/vehicle_document.hpp"
#include "rover_report.hpp"
#include "shared/key_table.hpp"

namespace grouser::cli {
namespace {

struct VehiclesArguments {
  bool keys = false, json = false;
};

/// Columns of the list of a kind of vehicle, beside its title and mass.
struct Column {
  const char* head;
  std::string (*of)(const VehicleSpec&);
};

/// A length of the first wheel, m; 0 for a vehicle without wheels.
std::string wheel_length(const VehicleSpec& rover, double WheelGeometry::*length) {
  return number_text(rover.wheels.empty() ? 0.0 : rover.wheels.front().geometry.*length);
}

/// Rovers show their wheels, all other kinds their bodies and joints.
std::vector<Column> columns_of(const std::string& kind) {
  if (kind == "rovers")
    return {{"wheels", [](const VehicleSpec& v) { return std::to_string(v.wheels.size()); }},
            {"radius m", [](const VehicleSpec& v) { return wheel_length(v, &WheelGeometry::radius); }},
            {"width m", [](const VehicleSpec& v) { return wheel_length(v, &WheelGeometry::width); }}};
  return {{"bodies", [](const VehicleSpec& v) { return std::to_string(v.bodies.size()); }},
          {"joints", [](const VehicleSpec& v) { return std::to_string(v.joints.size()); }}};
}

/// Lists the vehicles of a kind. kind: the folder's name in assets/, "landers". noun: heads the column of
/// ids.
int list_vehicles(const std::string& kind, const std::string& noun, const VehiclesArguments& arguments) {
  if (arguments.keys)
    return print_keys(list_vehicle_keys(), arguments.json ? KeyFormat::json : KeyFormat::text);
  using enum TextTable::Align;
  const std::vector<Column> columns = columns_of(kind);
  std::vector<std::string> head{noun, "title", "mass kg"};
  for (const Column& column : columns) head.emplace_back(column.head);
  std::vector<TextTable::Align> sides(head.size(), right);
  sides[0] = sides[1] = left;
  TextTable table(sides);
  table.add_header(head);
  Json list = Json::array();
  for (const auto& id : asset_ids(kind)) {
    const VehicleSpec vehicle = load_vehicle(resolve_asset(id, kind).string());
    std::vector<std::string> row{id, vehicle.title, number_text(rover_mass(vehicle))};
    for (const Column& column : columns) row.push_back(column.of(vehicle));
    table.add_row(row);
    Json entry{{"id", id}};
    entry.update(rover_json(vehicle));
    list.push_back(entry);
  }
  if (arguments.json)
    print_json({{kind, list}});
  else
    std::cout << table.text();
  return kExitOk;
}

int list_rovers(const VehiclesArguments& arguments) { return list_vehicles("rovers", "rover", arguments); }
int list_landers(const VehiclesArguments& arguments) { return list_vehicles("landers", "lander", arguments); }
int list_walkers(const VehiclesArguments& arguments) { return list_vehicles("walkers", "walker", arguments); }
int list_bodies(const VehiclesArguments& arguments) { return list_vehicles("bodies", "body", arguments); }

void declare_list(Command& command, int (*job)(const VehiclesArguments&), const std::string& example) {
  auto& a = command.runs(job);
  command.flag("--keys", a.keys, "List the keys of vehicle files in place of vehicles");
  command.flag("--json", a.json, "Report as JSON");
  command.footer("Example: " + example);
}

}  // namespace

void declare_rovers(Command& command) { declare_list(command, list_rovers, "grouser rovers --keys"); }
void declare_landers(Command& command) { declare_list(command, list_landers, "grouser landers"); }
void declare_walkers(Command& command) { declare_list(command, list_walkers, "grouser walkers"); }
void declare_bodies(Command& command) { declare_list(command, list_bodies, "grouser bodies"); }

}  // namespace grouser::cli
