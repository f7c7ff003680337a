// SPDX-License-Identifier: BSD-3-Clause
// grouser landers, walkers, bodies: what comes with the program beside rovers.
#include <iostream>

#include "commands.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/vehicle/spec/vehicle_document.hpp"
#include "rover_report.hpp"

namespace grouser::cli {
namespace {

struct VehiclesArguments {
  bool json = false;
};

/// kind: as assets/ names it, "landers". noun: heads the column of ids.
int list_vehicles(const std::string& kind, const std::string& noun, const VehiclesArguments& arguments) {
  using enum TextTable::Align;
  TextTable table({left, left, right, right, right});
  table.add_header({noun, "title", "mass kg", "bodies", "joints"});
  Json list = Json::array();
  for (const auto& id : asset_ids(kind)) {
    const VehicleSpec vehicle = load_vehicle(resolve_asset(id, kind).string());
    table.add_row({id, vehicle.title, number_text(rover_mass(vehicle)), std::to_string(vehicle.bodies.size()),
                   std::to_string(vehicle.joints.size())});
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

int list_landers(const VehiclesArguments& arguments) { return list_vehicles("landers", "lander", arguments); }
int list_walkers(const VehiclesArguments& arguments) { return list_vehicles("walkers", "walker", arguments); }
int list_bodies(const VehiclesArguments& arguments) { return list_vehicles("bodies", "body", arguments); }

void declare_list(Command& command, int (*job)(const VehiclesArguments&), const std::string& example) {
  auto& a = command.runs(job);
  command.flag("--json", a.json, "Report as JSON");
  command.footer("Example: " + example);
}

}  // namespace

void declare_landers(Command& command) { declare_list(command, list_landers, "grouser landers"); }
void declare_walkers(Command& command) { declare_list(command, list_walkers, "grouser walkers"); }
void declare_bodies(Command& command) { declare_list(command, list_bodies, "grouser bodies"); }

}  // namespace grouser::cli
