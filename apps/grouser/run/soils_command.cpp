// SPDX-License-Identifier: BSD-3-Clause
// grouser soils: the soils that come with the program as a table of Bekker's and Mohr-Coulomb's parameters,
// and the keys of soil files.
#include <cmath>
#include <iostream>
#include <numbers>

#include "commands.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/soil/laws/soil_params.hpp"
#include "shared/console.hpp"
#include "shared/key_table.hpp"
#include "soil_report.hpp"

namespace grouser::cli {
namespace {

struct SoilsArguments {
  bool keys = false, json = false;
};

/// The table; the last column marks provisional, hard, viscoelastic and RFT soils, and aliases.
void print_table(const std::vector<SoilParams>& soils) {
  using enum TextTable::Align;
  TextTable table({left, right, right, right, right, right, right, left});
  table.add_header({"soil", "k_c N/m^(n+1)", "k_phi N/m^(n+2)", "n -", "c Pa", "phi deg", "K m", ""});
  for (const auto& soil : soils) {
    std::string mark = soil.provisional ? "provisional" : soil.kind == SoilKind::hard ? "hard ground" : "";
    if (soil.kind == SoilKind::viscoelastic) mark += mark.empty() ? "viscoelastic" : ", viscoelastic";
    if (goes_by_rft(soil)) mark += mark.empty() ? "rft" : ", rft";
    if (!soil.same_as.empty()) mark += (mark.empty() ? "same as " : ", same as ") + soil.same_as;
    table.add_row({soil.id, number_text(soil.k_c), number_text(soil.k_phi), number_text(soil.n),
                   number_text(soil.cohesion), number_text(soil.phi * 180.0 / std::numbers::pi, 4),
                   number_text(soil.janosi_k), mark});
  }
  std::cout << table.text();
  std::cout << "Sources, and what was filled in: grouser info ID\n";
}

int list_soils(const SoilsArguments& arguments) {
  if (arguments.keys) return print_keys(list_soil_keys(), arguments.json ? KeyFormat::json : KeyFormat::text);
  std::vector<SoilParams> soils;
  for (const auto& id : asset_ids("soils")) soils.push_back(load_soil(id));
  if (!arguments.json) {
    print_table(soils);
    return kExitOk;
  }
  Json list = Json::array();
  for (const auto& soil : soils) list.push_back(soil_json(soil));
  print_json({{"soils", list}});
  return kExitOk;
}

}  // namespace

void declare_soils(Command& command) {
  auto& a = command.runs(list_soils);
  command.flag("--keys", a.keys, "List the keys of soil files in place of soils");
  command.flag("--json", a.json, "Report as JSON");
  command.footer("Example: grouser soils");
}

}  // namespace grouser::cli
