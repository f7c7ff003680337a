// SPDX-License-Identifier: BSD-3-Clause
// grouser campaign status, row and merge: commands that look at a campaign without changing its rows. `row`
// repeats one run and compares the hash of its last state with the table's.
#include <fmt/format.h>

#include <iostream>

#include "campaign_command.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/campaign/campaign_reader.hpp"
#include "grouser/mission/campaign/row_again.hpp"
#include "shared/force_option.hpp"
#include "shared/progress.hpp"

namespace grouser::cli {
namespace {

struct StatusArguments {
  std::string folder;
  bool json = false;
};

/// Prints the number of rows by status.
int show_status(const StatusArguments& arguments) {
  const CampaignFolder folder(arguments.folder);
  const RowStore store = read_store(arguments.folder, folder.manifest());
  print_store_notes(store);
  const Json json = count_json(folder.manifest(), store);
  if (arguments.json) {
    print_json(json);
    return kExitOk;
  }
  TextTable table({TextTable::Align::left, TextTable::Align::right});
  for (const auto& [name, value] : json.items())
    table.add_row({name, std::to_string(value.get<std::uint64_t>())});
  std::cout << table.text();
  return kExitOk;
}

struct RowArguments {
  std::string folder, out;
  std::uint64_t row = 0;
  std::string number;
  bool json = false, force = false;
};

/// The number of a row, below `rows`. Throws InputError.
std::uint64_t row_number(const std::string& text, std::uint64_t rows) {
  const bool digits =
      !text.empty() && text.size() < 19 && text.find_first_not_of("0123456789") == std::string::npos;
  if (!digits || std::stoull(text) >= rows)
    throw InputError("row", "'" + text + "'", fmt::format("0 to {}", rows - 1));
  return std::stoull(text);
}

/// "KEY=VALUE" of the campaign's settings, then of the row's own values, which make the run.
Json settings_json(const Campaign& campaign, const PlannedRow& planned) {
  Json json = Json::array();
  for (const auto* settings : {&campaign.plan().file().settings, &planned.overrides})
    for (const Override& setting : *settings) json.push_back(setting.key + "=" + setting.value);
  return json;
}

/// The run of a row: by its number, or, if an estimate has asked for the row, by the table's record of it.
PlannedRow planned_row(const Campaign& campaign, const std::string& folder, std::uint64_t row) {
  if (!campaign.is_estimate()) return campaign.plan().row(row);
  const std::optional<RowRecord> record = CampaignReader(folder).find_row(row);
  if (!record)
    throw InputError("row", fmt::format("{}, which is not in the table", row),
                     "a row that the estimate has run");
  return campaign.planned_again(*record);
}

/// A line that compares the hash of the run with the table's, or says why it cannot.
std::string hash_line(const RowAgain& again) {
  if (!again.known())
    return fmt::format("state hash {}, {}", again.hash(),
                       again.table.empty() ? "not in the table yet" : "in the table " + again.table_status());
  if (!again.comparable())
    return fmt::format("in the table {}, state hash {}", again.table_status(), again.table_hash());
  return fmt::format("state hash {}, {}", again.hash(),
                     again.same() ? "as in the table" : "in the table " + again.table_hash());
}

/// The reason for exit code 1.
void print_difference(const RowAgain& again) {
  if (again.comparable() && !again.same())
    print_error(fmt::format("row {}: the table has state hash {}, this run {}", again.row, again.table_hash(),
                            again.hash()));
  else if (again.status() != "completed")
    print_error(fmt::format("row {}: {}{}", again.row, again.end(),
                            !again.known() ? ""
                            : again.comparable()
                                ? ", as in the table"
                                : "; not compared with the table, where it is " + again.table_status()));
}

/// Runs one row, compares it with the table and reports. Returns kExitOk if it completed with the same state.
int run_row_again(const RowArguments& arguments) {
  const Campaign campaign = Campaign::open_any(arguments.folder);
  const RowStore store = read_store(arguments.folder, read_manifest(arguments.folder));
  const std::uint64_t row = row_number(arguments.number, store.rows());
  check_outputs({{"--out", arguments.out, run_file_kind()}}, {}, replacing(arguments.force));
  catch_interrupts();
  RunOptions options;
  options.now = steady_seconds;
  options.cancelled = interrupted;
  if (!arguments.out.empty()) options.out = arguments.out;
  const PlannedRow planned = planned_row(campaign, arguments.folder, row);
  const RowRecord record = campaign.run_planned(row, planned, options);
  const std::optional<RowRecord> before = CampaignReader(arguments.folder).find_row(row);
  const std::vector<RowColumn>& columns = campaign.identity().columns;
  const RowAgain again{.row = row,
                       .now = named_texts(columns, record),
                       .table = before ? named_texts(columns, *before) : RowTexts{}};
  Json json{{"row", row},
            {"status", again.status()},
            {"reason", again.now.at("reason")},
            {"state_hash", again.hash()},
            {"table_hash", again.table_hash()},
            {"table_status", again.table_status()},
            {"same", again.same()},
            {"scenario", campaign.scenario()},
            {"set", settings_json(campaign, planned)}};
  if (arguments.json) {
    print_json(json);
  } else {
    std::cout << fmt::format("row {}: {}\n{}\n", row, again.end(), hash_line(again));
    for (const auto& setting : json["set"]) std::cout << "  " << setting.get<std::string>() << "\n";
  }
  print_difference(again);
  return again.same() && again.status() == "completed" ? kExitOk : kExitFailed;
}

struct MergeArguments {
  std::string folder;
  bool json = false, csv = false;
};

/// Writes the table of the rows that are done, also as CSV if wanted.
int merge_rows(const MergeArguments& arguments) {
  const CampaignFolder folder(arguments.folder);
  folder.require_plan();
  const RowStore store = read_store(arguments.folder, folder.manifest());
  print_store_notes(store);
  Json json = count_json(folder.manifest(), store);
  json["table"] = store.merge(folder.attributes()).string();
  if (arguments.csv) {
    json["csv"] = (std::filesystem::path(arguments.folder) / "table.csv").string();
    store.write_csv(json["csv"].get<std::string>());
  }
  if (arguments.json)
    print_json(json);
  else
    std::cout << fmt::format("{} of {} rows in {}\n", store.rows_done(), store.rows(),
                             json["table"].get<std::string>());
  return kExitOk;
}

}  // namespace

void declare_campaign_status(Command& command) {
  auto& a = command.runs(show_status);
  command.argument("DIR", a.folder, "A campaign's folder");
  command.flag("--json", a.json, "Report as one JSON object on standard output");
  command.footer("Example: grouser campaign status landings");
}

void declare_campaign_row(Command& command) {
  auto& a = command.runs(run_row_again);
  command.argument("DIR", a.folder, "A campaign's folder");
  command.argument("N", a.number, "Number of the row, from 0");
  command.option("--out RUN.h5", a.out, "Record into this run file (HDF5)");
  add_force_option(command, a.force);
  command.flag("--json", a.json, "Report as one JSON object on standard output");
  command.footer(
      "Example: grouser campaign row landings 7 --out landing_7.h5\n"
      "Exit code 1 if its last state is not that of the table.");
}

void declare_campaign_merge(Command& command) {
  auto& a = command.runs(merge_rows);
  command.argument("DIR", a.folder, "A campaign's folder");
  command.flag("--csv", a.csv, "Write table.csv too");
  command.flag("--json", a.json, "Report as one JSON object on standard output");
  command.footer("Example: grouser campaign merge landings --csv");
}

}  // namespace grouser::cli
