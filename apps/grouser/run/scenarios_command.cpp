// SPDX-License-Identifier: BSD-3-Clause
// grouser scenarios: the scenarios that come with the program, and the keys of scenario files. Only titles
// are read; no world is built.
#include <iostream>

#include "commands.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/base/toml_input.hpp"
#include "grouser/simulation/build/key_list.hpp"
#include "shared/console.hpp"
#include "shared/key_table.hpp"

namespace grouser::cli {
namespace {

struct ScenariosArguments {
  bool keys = false, json = false;
};

int list_scenarios(const ScenariosArguments& arguments) {
  if (arguments.keys)
    return print_keys(list_scenario_keys(), arguments.json ? KeyFormat::json : KeyFormat::text);
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
  if (arguments.json)
    print_json({{"scenarios", list}});
  else
    std::cout << table.text();
  return kExitOk;
}

}  // namespace

void declare_scenarios(Command& command) {
  auto& a = command.runs(list_scenarios);
  command.flag("--keys", a.keys, "List the keys of scenario files in place of scenarios");
  command.flag("--json", a.json, "Report as JSON");
  command.footer("Example: grouser scenarios --keys");
}

}  // namespace grouser::cli
