// grouser scenarios: the scenarios that come with the program.
#include <iostream>
#include <memory>

#include "grouser/base/asset_path.hpp"
#include "grouser/base/toml_input.hpp"
#include "shared/command.hpp"
#include "shared/console.hpp"

namespace grouser::cli {
namespace {

int list_scenarios(bool json) {
  using enum TextTable::Align;
  TextTable table({left, left, left});
  table.add_header({"scenario", "group", "what it is for"});
  Json list = Json::array();
  for (const auto& id : asset_ids("scenarios")) {
    const std::string file = resolve_asset(id, "scenarios").string();
    const TomlTable scenario = TomlTable::load(file);
    const std::string title = scenario.string_or("title", ""), group = scenario.string_or("group", ""),
                      purpose = scenario.string_or("purpose", "");
    table.add_row({id, group, purpose.empty() ? title : purpose});
    list.push_back({{"id", id}, {"title", title}, {"group", group}, {"purpose", purpose}, {"file", file}});
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
