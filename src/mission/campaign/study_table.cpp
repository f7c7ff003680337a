#include "grouser/mission/campaign/study_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grouser/base/hash.hpp"

namespace grouser {
namespace {

/// A key of a file does not contain its unit, except for angles in degrees.
std::string unit_of(const std::string& key) { return key.ends_with("_deg") ? "deg" : "SI"; }

double metric_of(const StudyRow& row, const std::string& name) {
  const auto found = row.metrics.find(name);
  return found == row.metrics.end() ? std::nan("") : found->second.value;
}

std::string metric_unit(const std::vector<const StudyRow*>& rows, const std::string& name) {
  for (const StudyRow* row : rows)
    if (const auto found = row->metrics.find(name); found != row->metrics.end()) return found->second.unit;
  return "-";
}

std::vector<const StudyRow*> rows_done(const ParameterGrid& grid, const StudyJournal& journal) {
  std::vector<const StudyRow*> rows;
  for (std::size_t row = 0; row < grid.row_count(); ++row)
    if (const StudyRow* done = journal.find(grid.values(row))) rows.push_back(done);
  return rows;
}

template <typename Value>
auto column_of(const std::vector<const StudyRow*>& rows, Value value) {
  std::vector<decltype(value(*rows.front()))> cells;
  for (const StudyRow* row : rows) cells.push_back(value(*row));
  return cells;
}

std::string joined(const std::vector<std::string>& texts) {
  return fmt::format("{}", fmt::join(texts, "; "));
}

void add_verdicts(Table& table, const std::vector<const StudyRow*>& rows) {
  table.columns.push_back({"verdict", "", column_of(rows, [](const StudyRow& row) {
                             return row.verdict ? row.verdict->name : std::string();
                           })});
  table.columns.push_back({"verdict_time_s", "s", column_of(rows, [](const StudyRow& row) {
                             return row.verdict ? row.verdict->time : std::nan("");
                           })});
  table.columns.push_back({"verdict_reason", "", column_of(rows, [](const StudyRow& row) {
                             return row.verdict ? row.verdict->reason : std::string();
                           })});
}

std::vector<std::pair<std::string, std::string>> attributes_of(const StudyIdentity& id) {
  std::vector<std::pair<std::string, std::string>> attributes{
      {"program_version", id.version}, {"scenario", id.scenario}, {"settings", joined(id.settings)}};
  for (const auto& [name, hash] : id.inputs) attributes.emplace_back("hash of " + name, hash);
  return attributes;
}

/// All keys except the first: "soil.phi_deg 30, rover.wheel.radius 0.14".
std::string curve_label(const ParameterGrid& grid, const std::vector<double>& values) {
  std::string label;
  for (std::size_t k = 1; k < values.size(); ++k)
    label += fmt::format("{}{} {:.4g}", k > 1 ? ", " : "", grid.keys()[k].key, values[k]);
  return label;
}

/// Rows of the grid, one list per curve.
std::vector<std::vector<std::size_t>> curves_of(const ParameterGrid& grid) {
  const std::size_t first = grid.keys().front().values.size(), others = grid.row_count() / first;
  std::vector<std::vector<std::size_t>> curves;
  for (std::size_t other = 0; other < others; ++other) {
    const auto at = grid.indices(other);
    const bool at_first = std::all_of(at.begin() + std::min<std::size_t>(at.size(), 2), at.end(),
                                      [](std::size_t index) { return index == 0; });
    if (others > kMostCurves && !at_first) continue;
    curves.emplace_back();
    for (std::size_t x = 0; x < first; ++x) curves.back().push_back(x * others + other);
  }
  return curves;
}

/// Sorts the points by x, which the user may have given in any order.
void sort_points(PlotSeries& series) {
  std::vector<std::pair<double, double>> points;
  for (std::size_t i = 0; i < series.x.size(); ++i) points.emplace_back(series.x[i], series.y[i]);
  std::sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t i = 0; i < points.size(); ++i) {
    series.x[i] = points[i].first;
    series.y[i] = points[i].second;
  }
}

PlotSeries make_series(const ParameterGrid& grid, const StudyJournal& journal, const std::string& metric,
                       const std::vector<std::size_t>& curve) {
  PlotSeries series{curve_label(grid, grid.values(curve.front())), {}, {}, PlotStyle::kLineAndPoints};
  for (const std::size_t row : curve) {
    const StudyRow* done = journal.find(grid.values(row));
    const bool shown = done && done->status == WorldStatus::completed;
    series.x.push_back(grid.values(row).front());
    series.y.push_back(shown ? metric_of(*done, metric) : std::nan(""));
  }
  sort_points(series);
  return series;
}

std::string title_of(const ParameterGrid& grid, const StudyIdentity& id, std::size_t curves) {
  std::string title = id.scenario;
  if (curves * grid.keys().front().values.size() < grid.row_count())
    for (std::size_t k = 2; k < grid.keys().size(); ++k)
      title += fmt::format(", {} {:.4g}", grid.keys()[k].key, grid.keys()[k].values.front());
  return title;
}

}  // namespace

Table make_study_table(const ParameterGrid& grid, const StudyIdentity& id, const StudyJournal& journal,
                       const std::vector<std::string>& metrics, bool judged) {
  const auto rows = rows_done(grid, journal);
  Table table;
  table.attributes = attributes_of(id);
  for (std::size_t k = 0; k < grid.keys().size(); ++k) {
    const VariedKey& varied = grid.keys()[k];
    table.axes.push_back({varied.key, unit_of(varied.key), varied.values});
    table.columns.push_back({varied.key, unit_of(varied.key),
                             column_of(rows, [&](const StudyRow& row) { return row.values[k]; })});
  }
  for (const auto& name : metrics)
    table.columns.push_back({name, metric_unit(rows, name),
                             column_of(rows, [&](const StudyRow& row) { return metric_of(row, name); })});
  table.columns.push_back(
      {"simulated_s", "s", column_of(rows, [](const StudyRow& row) { return row.simulated_s; })});
  table.columns.push_back({"status", "", column_of(rows, [](const StudyRow& row) {
                             return std::string(to_string(row.status));
                           })});
  table.columns.push_back({"message", "", column_of(rows, [](const StudyRow& row) { return row.message; })});
  if (judged) add_verdicts(table, rows);
  table.columns.push_back({"state_hash", "", column_of(rows, [](const StudyRow& row) {
                             return row.status == WorldStatus::bad_input ? "" : hash_text(row.state_hash);
                           })});
  return table;
}

std::vector<PlotPanel> make_study_plots(const ParameterGrid& grid, const StudyIdentity& id,
                                        const StudyJournal& journal,
                                        const std::vector<std::string>& metrics) {
  const auto rows = rows_done(grid, journal);
  const auto curves = curves_of(grid);
  const VariedKey& x = grid.keys().front();
  std::vector<PlotPanel> panels;
  for (const auto& metric : metrics) {
    PlotPanel panel{panels.empty() ? title_of(grid, id, curves.size()) : "",
                    fmt::format("{} [{}]", x.key, unit_of(x.key)),
                    fmt::format("{} [{}]", metric, metric_unit(rows, metric)),
                    {}};
    for (const auto& curve : curves) panel.series.push_back(make_series(grid, journal, metric, curve));
    panels.push_back(std::move(panel));
  }
  return panels;
}

std::vector<TablePanel> make_study_tables(const ParameterGrid& grid, const StudyIdentity& id,
                                          const StudyJournal& journal,
                                          const std::vector<std::string>& metrics) {
  std::vector<TablePanel> panels;
  if (grid.keys().size() != 2) return panels;
  const VariedKey &x = grid.keys()[0], &y = grid.keys()[1];
  if (std::min(x.values.size(), y.values.size()) < kFewestFields) return panels;
  const auto rows = rows_done(grid, journal);
  for (const auto& metric : metrics) {
    TablePanel panel{.title = panels.empty() ? id.scenario : "",
                     .x_label = fmt::format("{} [{}]", x.key, unit_of(x.key)),
                     .y_label = fmt::format("{} [{}]", y.key, unit_of(y.key)),
                     .value_label = fmt::format("{} [{}]", metric, metric_unit(rows, metric)),
                     .x = x.values,
                     .y = y.values,
                     .values = {}};
    std::sort(panel.x.begin(), panel.x.end());
    std::sort(panel.y.begin(), panel.y.end());
    for (const double at_y : panel.y)
      for (const double at_x : panel.x) {
        const StudyRow* done = journal.find({at_x, at_y});
        panel.values.push_back(done && done->status == WorldStatus::completed ? metric_of(*done, metric)
                                                                              : std::nan(""));
      }
    panels.push_back(std::move(panel));
  }
  return panels;
}

}  // namespace grouser
