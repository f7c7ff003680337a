// grouser campaign report: what the rows say together.
#include <fmt/format.h>

#include <iostream>
#include <map>

#include "campaign_command.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/statistics/sample_statistics.hpp"
#include "shared/progress.hpp"

namespace grouser::cli {
namespace {

struct CampaignReportArguments {
  std::string folder;
  double confidence = 0.95;
  bool json = false;
};

/// Rows with the same crossed values.
struct Group {
  std::map<std::string, std::vector<double>> numbers;       // of completed rows, by metric
  std::map<std::string, std::map<std::string, int>> texts;  // how often, by column and text
  int rows = 0;
};

using Groups = std::map<std::string, Group>;

/// Metrics and what is counted, by place among the columns.
struct Wanted {
  std::vector<std::size_t> crossed, metrics, counted;
  std::size_t status = 0;
};

Wanted wanted_columns(const Campaign& campaign) {
  Wanted wanted;
  const auto& columns = campaign.identity().columns;
  bool after = false;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    for (const CrossSpec& cross : campaign.plan().file().cross)
      if (columns[k].text && columns[k].name == cross.key) wanted.crossed.push_back(k);
    if (after && !columns[k].text) wanted.metrics.push_back(k);
    if (columns[k].text && (columns[k].name == "status" || columns[k].name == "verdict"))
      wanted.counted.push_back(k);
    if (columns[k].name == "status") wanted.status = k;
    after = after || columns[k].name == "simulated_s";
  }
  return wanted;
}

const std::vector<std::string>& texts_at(const Table& table, std::size_t column) {
  return std::get<std::vector<std::string>>(table.columns[column].cells);
}

void add_rows(const Table& table, const Wanted& wanted, Groups& groups) {
  for (std::size_t row = 0; row < table.row_count(); ++row) {
    std::string name;
    for (const std::size_t k : wanted.crossed) name += (name.empty() ? "" : ", ") + texts_at(table, k)[row];
    Group& group = groups[name];
    ++group.rows;
    for (const std::size_t k : wanted.counted)
      if (!texts_at(table, k)[row].empty()) ++group.texts[table.columns[k].name][texts_at(table, k)[row]];
    if (texts_at(table, wanted.status)[row] != "completed") continue;
    for (const std::size_t k : wanted.metrics)
      group.numbers[table.columns[k].name].push_back(
          std::get<std::vector<double>>(table.columns[k].cells)[row]);
  }
}

struct ReportTables {
  Table numbers, shares;
  Json json = Json::array();
};

Table table_of(const std::vector<std::string>& texts,
               const std::vector<std::pair<std::string, std::string>>& numbers) {
  Table table;
  for (const std::string& name : texts) table.columns.push_back({name, "", std::vector<std::string>{}});
  for (const auto& [name, unit] : numbers) table.columns.push_back({name, unit, std::vector<double>{}});
  return table;
}

void add_cells(Table& table, const std::vector<std::string>& texts, const std::vector<double>& numbers) {
  for (std::size_t k = 0; k < texts.size(); ++k)
    std::get<std::vector<std::string>>(table.columns[k].cells).push_back(texts[k]);
  for (std::size_t k = 0; k < numbers.size(); ++k)
    std::get<std::vector<double>>(table.columns[texts.size() + k].cells).push_back(numbers[k]);
}

Json number_json(const SampleSummary& s) {
  Json quantiles = Json::array();
  for (const QuantileEstimate& q : s.quantiles)
    quantiles.push_back(
        {{"level", q.level}, {"value", q.value}, {"low", q.range.low}, {"high", q.range.high}});
  return {{"unit", s.unit},
          {"count", s.count},
          {"mean", s.mean},
          {"mean_low", s.mean_range.low},
          {"mean_high", s.mean_range.high},
          {"deviation", s.deviation},
          {"least", s.least},
          {"greatest", s.greatest},
          {"quantiles", quantiles}};
}

void add_group(const std::string& name, const Group& group, const Campaign& campaign, const Wanted& wanted,
               double confidence, ReportTables& report) {
  Json json{{"group", name}, {"rows", group.rows}};
  for (const std::size_t k : wanted.metrics) {
    const RowColumn& column = campaign.identity().columns[k];
    const auto found = group.numbers.find(column.name);
    if (found == group.numbers.end()) continue;
    const SampleSummary s = summarise_sample(column.name, column.unit, found->second, confidence);
    if (s.count == 0) continue;
    json["metrics"][column.name] = number_json(s);
    std::vector<double> cells{static_cast<double>(s.count),
                              s.mean,
                              s.mean_range.low,
                              s.mean_range.high,
                              s.deviation,
                              s.least,
                              s.greatest};
    for (const QuantileEstimate& q : s.quantiles)
      cells.insert(cells.end(), {q.value, q.range.low, q.range.high});
    if (report.numbers.columns.empty()) {
      std::vector<std::pair<std::string, std::string>> numbers{
          {"count", "-"},     {"mean", "-"},  {"mean_low", "-"}, {"mean_high", "-"},
          {"deviation", "-"}, {"least", "-"}, {"greatest", "-"}};
      for (const QuantileEstimate& q : s.quantiles)
        for (const char* part : {"", "_low", "_high"})
          numbers.emplace_back(fmt::format("quantile_{:g}{}", q.level, part), "-");
      report.numbers = table_of({"group", "metric", "unit"}, numbers);
    }
    add_cells(report.numbers, {name, column.name, column.unit}, cells);
  }
  for (const auto& [column, counts] : group.texts)
    for (const auto& [text, count] : counts) {
      const Interval range = clopper_pearson(count, group.rows, confidence);
      const double share = static_cast<double>(count) / group.rows;
      json["shares"][column][text] = {
          {"count", count}, {"share", share}, {"low", range.low}, {"high", range.high}};
      add_cells(report.shares, {name, column, text},
                {static_cast<double>(count), share, range.low, range.high});
    }
  report.json.push_back(json);
}

void print_tables(const ReportTables& report) {
  using Align = TextTable::Align;
  TextTable shares({Align::left, Align::left, Align::right, Align::right, Align::right});
  shares.add_header({"group", "share of", "count", "share %", "interval %"});
  const Json none = Json::object();
  for (const Json& group : report.json)
    for (const auto& [column, counts] : (group.contains("shares") ? group["shares"] : none).items())
      for (const auto& [text, s] : counts.items())
        shares.add_row({group["group"].get<std::string>(), column + " " + text,
                        std::to_string(s["count"].get<int>()),
                        number_text(100.0 * s["share"].get<double>(), 4),
                        number_text(100.0 * s["low"].get<double>(), 3) + " to " +
                            number_text(100.0 * s["high"].get<double>(), 3)});
  TextTable numbers(
      {Align::left, Align::left, Align::left, Align::right, Align::right, Align::right, Align::right});
  numbers.add_header({"group", "metric", "unit", "mean", "interval", "deviation", "greatest"});
  for (const Json& group : report.json)
    for (const auto& [name, m] : (group.contains("metrics") ? group["metrics"] : none).items())
      numbers.add_row({group["group"].get<std::string>(), name, m["unit"].get<std::string>(),
                       number_text(m["mean"].get<double>()),
                       number_text(m["mean_low"].get<double>(), 4) + " to " +
                           number_text(m["mean_high"].get<double>(), 4),
                       number_text(m["deviation"].get<double>()), number_text(m["greatest"].get<double>())});
  std::cout << shares.text() << "\n" << numbers.text();
}

int report_campaign(const CampaignReportArguments& arguments) {
  if (!(arguments.confidence > 0.0 && arguments.confidence < 1.0))
    throw InputError("--confidence", fmt::format("{}", arguments.confidence), "a number between 0 and 1");
  const std::filesystem::path folder = arguments.folder;
  const Campaign campaign = Campaign::open(folder);
  const RowStore store = read_store(folder, read_manifest(folder));
  print_store_notes(store);
  const Wanted wanted = wanted_columns(campaign);
  Groups groups;
  store.each_shard([&](const Table& table) { add_rows(table, wanted, groups); });
  ReportTables report;
  report.shares =
      table_of({"group", "column", "text"}, {{"count", "-"}, {"share", "-"}, {"low", "-"}, {"high", "-"}});
  for (const auto& [name, group] : groups)
    add_group(name, group, campaign, wanted, arguments.confidence, report);
  write_table_csv(folder / "report_shares.csv", report.shares);
  write_table_csv(folder / "report_numbers.csv", report.numbers);
  if (arguments.json)
    print_json(
        {{"confidence", arguments.confidence},
         {"rows", store.rows_done()},
         {"groups", report.json},
         {"csv", {(folder / "report_shares.csv").string(), (folder / "report_numbers.csv").string()}}});
  else
    print_tables(report);
  return kExitOk;
}

}  // namespace

void declare_campaign_report(Command& command) {
  auto& a = command.runs(report_campaign);
  command.argument("DIR", a.folder, "A campaign's folder");
  command.option("--confidence C", a.confidence, "Of all intervals");
  command.flag("--json", a.json, "Report as one JSON object on standard output");
  command.footer(
      "Writes report_shares.csv and report_numbers.csv into the folder. Metrics are those of completed "
      "rows.");
}

}  // namespace grouser::cli
