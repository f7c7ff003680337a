// grouser rovers: the rovers that come with the program.
#include <iostream>
#include <memory>

#include "grouser/base/asset_path.hpp"
#include "rover_report.hpp"
#include "shared/command.hpp"
#include "shared/console.hpp"

namespace grouser::cli {
namespace {

int list_rovers(bool json) {
  using enum TextTable::Align;
  TextTable table({left, left, right, right, right, right});
  table.add_header({"rover", "title", "mass kg", "wheels", "radius m", "width m"});
  Json list = Json::array();
  for (const auto& id : asset_ids("rovers")) {
    const VehicleSpec rover = read_vehicle(TomlTable::load(resolve_asset(id, "rovers").string()));
    const WheelGeometry wheel = rover.wheels.empty() ? WheelGeometry{} : rover.wheels.front().geometry;
    table.add_row({id, rover.title, number_text(rover_mass(rover)), std::to_string(rover.wheels.size()),
                   number_text(wheel.radius), number_text(wheel.width)});
    Json entry{{"id", id}};
    entry.update(rover_json(rover));
    list.push_back(entry);
  }
  if (json)
    print_json({{"rovers", list}});
  else
    std::cout << table.text();
  return kExitOk;
}

}  // namespace

void add_rovers_command(CLI::App& app, Job& job) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("rovers", "List the rovers that come with the program");
  command->add_flag("--json", *json, "Report as JSON");
  command->footer("Example: grouser rovers");
  command->callback([json, &job] { job = [json] { return list_rovers(*json); }; });
}

}  // namespace grouser::cli
