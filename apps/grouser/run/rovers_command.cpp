// SPDX-License-Identifier: BSD-3-Clause
// grouser rovers: the rovers that come with the program.
#include <iostream>

#include "commands.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/vehicle/spec/vehicle_document.hpp"
#include "rover_report.hpp"
#include "shared/console.hpp"

namespace grouser::cli {
namespace {

struct RoversArguments {
  bool json = false;
};

int list_rovers(const RoversArguments& arguments) {
  using enum TextTable::Align;
  TextTable table({left, left, right, right, right, right});
  table.add_header({"rover", "title", "mass kg", "wheels", "radius m", "width m"});
  Json list = Json::array();
  for (const auto& id : asset_ids("rovers")) {
    const VehicleSpec rover = load_vehicle(resolve_asset(id, "rovers").string());
    const WheelGeometry wheel = rover.wheels.empty() ? WheelGeometry{} : rover.wheels.front().geometry;
    table.add_row({id, rover.title, number_text(rover_mass(rover)), std::to_string(rover.wheels.size()),
                   number_text(wheel.radius), number_text(wheel.width)});
    Json entry{{"id", id}};
    entry.update(rover_json(rover));
    list.push_back(entry);
  }
  if (arguments.json)
    print_json({{"rovers", list}});
  else
    std::cout << table.text();
  return kExitOk;
}

}  // namespace

void declare_rovers(Command& command) {
  auto& a = command.runs(list_rovers);
  command.flag("--json", a.json, "Report as JSON");
  command.footer("Example: grouser rovers");
}

}  // namespace grouser::cli
