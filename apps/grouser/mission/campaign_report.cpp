// SPDX-License-Identifier: BSD-3-Clause
// grouser campaign report: statistics of the rows by groups of crossed values. It makes JSON first and
// derives the terminal's tables and the page from it; two CSV tables are filled beside it.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <set>

#include "campaign_command.hpp"
#include "campaign_groups.hpp"
#include "campaign_page.hpp"
#include "campaign_sensitivity.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/mission/statistics/share_estimate.hpp"
#include "shared/progress.hpp"

namespace grouser::cli {
namespace {

struct CampaignReportArguments {
  std::string folder;
  double confidence = 0.95;
  bool wilson = false, json = false;
  std::vector<std::string> show;
};

/// The two CSV tables, and the JSON of the groups and of the differences between them.
struct ReportTables {
  Table numbers, shares;
  Json json = Json::array(), differences = Json::array();
};

/// An empty table with text columns, then number columns (name, unit).
Table table_of(const std::vector<std::string>& texts,
               const std::vector<std::pair<std::string, std::string>>& numbers) {
  Table table;
  for (const std::string& name : texts) table.columns.push_back({name, "", std::vector<std::string>{}});
  for (const auto& [name, unit] : numbers) table.columns.push_back({name, unit, std::vector<double>{}});
  return table;
}

/// Appends one row to a table that table_of() made.
void add_cells(Table& table, const std::vector<std::string>& texts, const std::vector<double>& numbers) {
  for (std::size_t k = 0; k < texts.size(); ++k)
    std::get<std::vector<std::string>>(table.columns[k].cells).push_back(texts[k]);
  for (std::size_t k = 0; k < numbers.size(); ++k)
    std::get<std::vector<double>>(table.columns[texts.size() + k].cells).push_back(numbers[k]);
}

/// Statistics of one metric, with the ends of the intervals of its mean and quantiles.
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

/// Adds the statistics of one metric to the group's JSON and to the table; nothing if no row has the metric.
void add_numbers(const CampaignGroup& group, const RowColumn& column, double confidence, Json& json,
                 ReportTables& report) {
  const auto found = group.numbers.find(column.name);
  if (found == group.numbers.end()) return;
  const SampleSummary s = summarise_sample(column.name, column.unit, found->second, confidence);
  if (s.count == 0) return;
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
  // The first metric decides on the columns of quantiles, which all have alike.
  if (report.numbers.columns.empty()) {
    std::vector<std::pair<std::string, std::string>> numbers{
        {"count", "-"},     {"mean", "-"},  {"mean_low", "-"}, {"mean_high", "-"},
        {"deviation", "-"}, {"least", "-"}, {"greatest", "-"}};
    for (const QuantileEstimate& q : s.quantiles)
      for (const char* part : {"", "_low", "_high"})
        numbers.emplace_back(fmt::format("quantile_{:g}{}", q.level, part), "-");
    report.numbers = table_of({"group", "metric", "unit"}, numbers);
  }
  add_cells(report.numbers, {group.name, column.name, column.unit}, cells);
}

/// Adds the shares of the texts of a column. Texts that only another group has are shares of 0, which have an
/// upper bound too.
void add_shares(const CampaignGroup& group, const std::string& column, const std::set<std::string>& texts,
                const CampaignReportArguments& arguments, Json& json, ReportTables& report) {
  const std::map<std::string, int> counts = count_texts(group, column);
  for (const std::string& text : texts) {
    const auto found = counts.find(text);
    const ShareEstimate s = estimate_share(
        found == counts.end() ? 0 : found->second, static_cast<int>(group.samples.size()),
        arguments.confidence, arguments.wilson ? ShareMethod::wilson : ShareMethod::clopper_pearson);
    json["shares"][column][text] = {{"count", s.hits},
                                    {"share", s.share},
                                    {"low", s.range.low},
                                    {"high", s.range.high},
                                    {"upper_bound", s.upper_bound}};
    add_cells(report.shares, {group.name, column, text},
              {static_cast<double>(s.hits), s.share, s.range.low, s.range.high});
  }
}

constexpr std::size_t kMostReasons = 20;

/// The most frequent reasons, at most 20, with their counts.
Json failures_json(const CampaignGroup& group) {
  std::vector<std::pair<int, std::string>> reasons;
  for (const auto& [reason, count] : group.failures) reasons.emplace_back(-count, reason);
  std::sort(reasons.begin(), reasons.end());
  Json json = Json::array();
  for (std::size_t k = 0; k < std::min(reasons.size(), kMostReasons); ++k)
    json.push_back({{"reason", reasons[k].second}, {"count", -reasons[k].first}});
  return json;
}

using TextsByColumn = std::map<std::string, std::set<std::string>>;

/// Differences A minus B of shares and of metrics, over the samples that both groups have.
Json difference_json(const CampaignGroup& a, const CampaignGroup& b, const CampaignGroups& rows,
                     const TextsByColumn& texts, double confidence) {
  Json json{{"a", a.name}, {"b", b.name}, {"shares", Json::array()}, {"metrics", Json::object()}};
  for (const auto& [column, names] : texts)
    for (const std::string& text : names) {
      const ShareDifference d = text_difference(a, b, column, text, confidence);
      if (d.pairs.total() > 0)
        json["shares"].push_back({{"column", column},
                                  {"text", text},
                                  {"pairs", d.pairs.total()},
                                  {"difference", d.difference},
                                  {"low", d.range.low},
                                  {"high", d.range.high},
                                  {"p_value", d.p_value}});
    }
  for (const RowColumn& metric : rows.metrics) {
    const MeanDifference d = metric_difference(a, b, metric.name, confidence);
    if (d.count > 1)
      json["metrics"][metric.name] = {{"unit", metric.unit}, {"count", d.count},
                                      {"mean", d.mean},      {"deviation", d.deviation},
                                      {"low", d.range.low},  {"high", d.range.high}};
  }
  return json;
}

constexpr std::size_t kMostPairedGroups = 12;

/// Differences of all pairs of groups; none for more than 12 groups, which would make over 66 pairs.
Json differences_json(const CampaignGroups& rows, const TextsByColumn& texts, double confidence) {
  Json json = Json::array();
  if (rows.groups.size() > kMostPairedGroups) return json;
  for (std::size_t i = 0; i < rows.groups.size(); ++i)
    for (std::size_t k = i + 1; k < rows.groups.size(); ++k)
      json.push_back(difference_json(rows.groups[i], rows.groups[k], rows, texts, confidence));
  return json;
}

/// Statistics and shares of each group, and the differences between groups.
ReportTables make_report(const CampaignGroups& rows, const CampaignReportArguments& arguments) {
  ReportTables report;
  report.shares =
      table_of({"group", "column", "text"}, {{"count", "-"}, {"share", "-"}, {"low", "-"}, {"high", "-"}});
  TextsByColumn texts;
  for (const CampaignGroup& group : rows.groups)
    for (const auto& [column, all] : group.texts)
      for (const auto& [text, count] : count_texts(group, column)) texts[column].insert(text);
  for (const CampaignGroup& group : rows.groups) {
    Json json{{"group", group.name}, {"rows", group.samples.size()}};
    for (const RowColumn& metric : rows.metrics)
      add_numbers(group, metric, arguments.confidence, json, report);
    for (const auto& [column, names] : texts) add_shares(group, column, names, arguments, json, report);
    if (!group.failures.empty()) json["failures"] = failures_json(group);
    report.json.push_back(json);
  }
  report.differences = differences_json(rows, texts, arguments.confidence);
  return report;
}

/// The metrics that were asked for, or the first eight that are not the same in all rows of a group. Throws
/// InputError for an unknown name.
std::vector<std::string> shown_metrics(const CampaignGroups& rows, const std::vector<std::string>& asked) {
  for (const std::string& name : asked)
    if (std::none_of(rows.metrics.begin(), rows.metrics.end(),
                     [&](const RowColumn& m) { return m.name == name; }))
      throw InputError("--show", name, "a metric of the campaign");
  if (!asked.empty()) return asked;
  constexpr std::size_t kMost = 8;
  std::vector<std::string> names;
  for (const RowColumn& metric : rows.metrics) {
    bool varies = false;
    for (const CampaignGroup& group : rows.groups)
      if (const auto found = group.numbers.find(metric.name); found != group.numbers.end())
        for (const double x : found->second) varies = varies || (x == x && x != found->second.front());
    if (varies && names.size() < kMost) names.push_back(metric.name);
  }
  return names;
}

/// Adds the sensitivities of the shown metrics to each group, if the campaign's plan is for them.
void add_sensitivities(const Campaign& campaign, const CampaignGroups& rows,
                       const std::vector<std::string>& shown, double confidence, ReportTables& report) {
  if (!finds_sensitivities(campaign)) return;
  for (std::size_t k = 0; k < rows.groups.size(); ++k)
    for (const std::string& metric : shown)
      report.json[k]["sensitivity"][metric] = sensitivity_json(campaign, rows.groups[k], metric, confidence);
}

void print_sensitivities(const ReportTables& report) {
  for (const Json& group : report.json) {
    if (!group.contains("sensitivity")) continue;
    const std::string name = group["group"];
    for (const auto& [metric, found] : group["sensitivity"].items())
      std::cout << metric << (name.empty() ? "" : ", " + name) << ", " << found["runs"].get<std::size_t>()
                << " runs\n"
                << sensitivity_text(found) << "\n";
  }
}

/// Prints the sensitivities, then the shares in percent and the metrics of all groups.
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
  print_sensitivities(report);
  std::cout << shares.text() << "\n" << numbers.text();
}

/// Reads the rows that are done, and writes report.html, report_shares.csv and report_numbers.csv.
int report_campaign(const CampaignReportArguments& arguments) {
  if (!(arguments.confidence > 0.0 && arguments.confidence < 1.0))
    throw InputError("--confidence", fmt::format("{}", arguments.confidence), "a number between 0 and 1");
  const std::filesystem::path folder = arguments.folder;
  const Campaign campaign = Campaign::open(folder);
  const RowStore store = read_store(folder, read_manifest(folder));
  print_store_notes(store);
  const CampaignGroups rows = read_groups(campaign, store);
  const std::vector<std::string> shown = shown_metrics(rows, arguments.show);
  ReportTables report = make_report(rows, arguments);
  add_sensitivities(campaign, rows, shown, arguments.confidence, report);
  const Json json{
      {"confidence", arguments.confidence},
      {"rows", store.rows_done()},
      {"groups", report.json},
      {"differences", report.differences},
      {"csv", {(folder / "report_shares.csv").string(), (folder / "report_numbers.csv").string()}},
      {"html", (folder / "report.html").string()}};
  const CampaignFile& file = campaign.plan().file();
  write_file_atomically(folder / "report.html",
                        campaign_page({file.scenario, arguments.folder, file.text, store.rows(),
                                       store.rows_done(), arguments.confidence},
                                      rows, json, shown));
  write_table_csv(folder / "report_shares.csv", report.shares);
  write_table_csv(folder / "report_numbers.csv", report.numbers);
  if (arguments.json) {
    print_json(json);
  } else {
    print_tables(report);
    std::cerr << "wrote " << (folder / "report.html").string() << "\n";
  }
  return kExitOk;
}

}  // namespace

void declare_campaign_report(Command& command) {
  auto& a = command.runs(report_campaign);
  command.argument("DIR", a.folder, "A campaign's folder");
  command.option("--confidence C", a.confidence, "Of all intervals");
  command.flag("--wilson", a.wilson, "Wilson's intervals of shares instead of Clopper and Pearson's");
  command.repeated("--show METRIC", a.show, "A metric that gets a picture");
  command.flag("--json", a.json, "Report as one JSON object on standard output");
  command.footer(
      "Writes report.html, report_shares.csv and report_numbers.csv into the folder. Metrics are those of "
      "completed rows; groups are compared sample by sample.\n"
      "Example: grouser campaign report landings --show landing_peak_acceleration");
}

}  // namespace grouser::cli
