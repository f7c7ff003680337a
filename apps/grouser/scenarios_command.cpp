// grouser scenarios: the scenarios that come with the program.
#include <iostream>
#include <memory>

#include "command.hpp"
#include "console.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/toml_input.hpp"

namespace grouser::cli {
namespace {

int list_scenarios(bool json) {
  using enum TextTable::Align;
  TextTable table({left, left});
  table.add_header({"scenario", "what it shows"});
  Json list = Json::array();
  for (const auto& id : asset_ids("scenarios")) {
    const std::string file = resolve_asset(id, "scenarios").string();
    const std::string title = TomlTable::load(file).string_or("title", "");
    table.add_row({id, title});
    list.push_back({{"id", id}, {"title", title}, {"file", file}});
  }
  if (json)
    print_json({{"scenarios", list}});
  else
    std::cout << table.text();
  return kExitOk;
}

}  // namespace

void add_scenarios_command(CLI::App& app, Job& job) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = app.add_subcommand("scenarios", "List the scenarios that come with the program");
  command->add_flag("--json", *json, "Report as JSON");
  command->footer("Example: grouser scenarios");
  command->callback([json, &job] { job = [json] { return list_scenarios(*json); }; });
}

}  // namespace grouser::cli
