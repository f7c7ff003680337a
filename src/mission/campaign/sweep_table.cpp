// SPDX-License-Identifier: BSD-3-Clause
// A sweep's results as a table, curves or fields, read shard by shard so that no more than one shard is in
// memory. Places in curves and fields follow from the row's number in the grid.
#include "grouser/mission/campaign/sweep_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace grouser {
namespace {

/// Place of a column that stands behind the drawn ones, whose keys may have any name.
std::size_t place_behind_keys(const SweepResults& sweep, const std::string& name) {
  const auto& columns = sweep.campaign.identity().columns;
  std::size_t k = 2 + sweep.grid.keys().size();
  while (k < columns.size() && columns[k].name != name) ++k;
  return k;
}

/// The columns of a shard that the table has, and what they are called there.
struct TakenColumn {
  std::size_t place = 0;
  std::string name;
};

std::vector<TakenColumn> taken_columns(const SweepResults& sweep) {
  const auto& columns = sweep.campaign.identity().columns;
  std::vector<TakenColumn> taken;
  // Columns that the campaign lacks, as a verdict, are left out.
  const auto take = [&](const std::string& name, const std::string& called) {
    if (const std::size_t at = place_behind_keys(sweep, name); at < columns.size())
      taken.push_back({at, called});
  };
  for (std::size_t k = 0; k < sweep.grid.keys().size(); ++k)
    taken.push_back({2 + k, sweep.grid.keys()[k].key});
  for (const std::string& metric : sweep.metrics) take(metric, metric);
  take("simulated_s", "simulated_s");
  take("status", "status");
  take("reason", "message");
  for (const char* name : {"verdict", "verdict_time_s", "verdict_reason", "state_hash"}) take(name, name);
  return taken;
}

/// Texts of the table: version, scenario, settings and hashes of the inputs.
std::vector<std::pair<std::string, std::string>> sweep_attributes(const Campaign& campaign) {
  const CampaignIdentity& identity = campaign.identity();
  std::string settings;
  for (const Override& setting : campaign.plan().file().settings)
    settings += fmt::format("{}{}={}", settings.empty() ? "" : "; ", setting.key, setting.value);
  std::vector<std::pair<std::string, std::string>> attributes{
      {"program_version", identity.version},
      {"scenario", std::filesystem::path(campaign.plan().file().scenario).stem().string()},
      {"settings", settings}};
  for (const auto& [name, hash] : identity.inputs) attributes.emplace_back("hash of " + name, hash);
  return attributes;
}

/// Names, units and numbers of the metrics, of rows that are completed.
class MetricNumbers {
 public:
  explicit MetricNumbers(const SweepResults& sweep) : sweep_(sweep) {
    for (const std::string& metric : sweep.metrics) places_.push_back(place_behind_keys(sweep, metric));
  }
  std::string label(std::size_t metric) const {
    return fmt::format("{} [{}]", sweep_.metrics[metric],
                       sweep_.campaign.identity().columns[places_[metric]].unit);
  }
  void each(const std::function<void(std::uint64_t row, std::size_t metric, double value)>& take) const {
    const std::size_t status_at = place_behind_keys(sweep_, "status");
    sweep_.store.each_shard([&](const Table& shard) {
      const auto& rows = std::get<std::vector<double>>(shard.columns[0].cells);
      const auto& status = std::get<std::vector<std::string>>(shard.columns[status_at].cells);
      for (std::size_t metric = 0; metric < places_.size(); ++metric) {
        const auto& values = std::get<std::vector<double>>(shard.columns[places_[metric]].cells);
        for (std::size_t k = 0; k < rows.size(); ++k)
          if (status[k] == to_string(WorldStatus::completed))
            take(static_cast<std::uint64_t>(rows[k]), metric, values[k]);
      }
    });
  }

 private:
  const SweepResults& sweep_;
  std::vector<std::size_t> places_;
};

/// Name and unit of a varied key.
std::string axis_label(const SweepResults& sweep, std::size_t key) {
  return fmt::format("{} [{}]", sweep.grid.keys()[key].key, sweep.campaign.identity().columns[2 + key].unit);
}

/// All keys except the first: "soil.phi_deg 30, rover.wheel.radius 0.14".
std::string curve_label(const ParameterGrid& grid, const std::vector<double>& values) {
  std::string label;
  for (std::size_t k = 1; k < values.size(); ++k)
    label += fmt::format("{}{} {:.4g}", k > 1 ? ", " : "", grid.keys()[k].key, values[k]);
  return label;
}

/// The combinations of all keys but the first that have a curve; they are also the first rows of the grid.
std::vector<std::size_t> curves_of(const ParameterGrid& grid) {
  const std::size_t others = grid.row_count() / grid.keys().front().values.size();
  std::vector<std::size_t> curves;
  for (std::size_t other = 0; other < others; ++other) {
    const auto at = grid.indices(other);
    const bool at_first = std::all_of(at.begin() + std::min<std::size_t>(at.size(), 2), at.end(),
                                      [](std::size_t index) { return index == 0; });
    if (others <= kMostCurves || at_first) curves.push_back(other);
  }
  return curves;
}

/// Sorts the points by x, which the user may have given in any order.
void sort_points(ChartSeries& series) {
  std::vector<std::pair<double, double>> points;
  for (std::size_t i = 0; i < series.x.size(); ++i) points.emplace_back(series.x[i], series.y[i]);
  std::sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t i = 0; i < points.size(); ++i) {
    series.x[i] = points[i].first;
    series.y[i] = points[i].second;
  }
}

/// The scenario's name without path and ending.
std::string sweep_title(const SweepResults& sweep) {
  return std::filesystem::path(sweep.campaign.plan().file().scenario).stem().string();
}

/// The title of the curves, which names the values of keys that have no curves of their own.
std::string curves_title(const SweepResults& sweep, std::size_t curves) {
  const auto& keys = sweep.grid.keys();
  std::string title = sweep_title(sweep);
  if (curves * keys.front().values.size() < sweep.grid.row_count())
    for (std::size_t k = 2; k < keys.size(); ++k)
      title += fmt::format(", {} {:.4g}", keys[k].key, keys[k].values.front());
  return title;
}

/// Place of each value among all of them when they are sorted.
std::vector<std::size_t> sorted_places(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size()), ranks(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  for (std::size_t k = 0; k < order.size(); ++k) ranks[order[k]] = k;
  return ranks;
}

std::vector<double> in_order(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values;
}

}  // namespace

MergeOptions sweep_columns(const SweepResults& sweep) {
  MergeOptions options{.attributes = sweep_attributes(sweep.campaign), .axes = {}, .view = {}};
  for (std::size_t k = 0; k < sweep.grid.keys().size(); ++k)
    options.axes.push_back({sweep.grid.keys()[k].key, sweep.campaign.identity().columns[2 + k].unit,
                            sweep.grid.keys()[k].values});
  options.view = [taken = taken_columns(sweep)](const Table& shard) {
    Table table;
    for (const TakenColumn& column : taken) {
      table.columns.push_back(shard.columns[column.place]);
      table.columns.back().name = column.name;
      if (column.name != "simulated_s") continue;
      for (double& seconds : std::get<std::vector<double>>(table.columns.back().cells))
        if (std::isnan(seconds)) seconds = 0.0;  // nothing was run
    }
    return table;
  };
  return options;
}

std::vector<Chart> sweep_plots(const SweepResults& sweep) {
  const std::vector<std::size_t> curves = curves_of(sweep.grid);
  const std::vector<double>& x = sweep.grid.keys().front().values;
  const std::size_t others = sweep.grid.row_count() / x.size();
  // Curve of each combination of the other keys; curves.size(): none.
  std::vector<std::size_t> curve_at(others, curves.size());
  Chart empty{"", axis_label(sweep, 0), "", {}};
  for (std::size_t c = 0; c < curves.size(); ++c) {
    curve_at[curves[c]] = c;
    empty.series.push_back({curve_label(sweep.grid, sweep.grid.values(curves[c])), x,
                            std::vector<double>(x.size(), std::nan("")), ChartStyle::kLineAndPoints});
  }
  std::vector<Chart> panels(sweep.metrics.size(), empty);
  const MetricNumbers numbers(sweep);
  // The first key changes slowest, so a row's quotient is its place on the x axis.
  numbers.each([&](std::uint64_t row, std::size_t metric, double value) {
    if (const std::size_t curve = curve_at[row % others]; curve < curves.size())
      panels[metric].series[curve].y[row / others] = value;
  });
  for (std::size_t metric = 0; metric < panels.size(); ++metric) {
    panels[metric].y_label = numbers.label(metric);
    for (ChartSeries& series : panels[metric].series) sort_points(series);
  }
  if (!panels.empty()) panels.front().title = curves_title(sweep, curves.size());
  return panels;
}

bool drawn_as_fields(const ParameterGrid& grid) {
  return grid.keys().size() == 2 &&
         std::min(grid.keys()[0].values.size(), grid.keys()[1].values.size()) >= kFewestFields;
}

std::vector<TablePanel> sweep_fields(const SweepResults& sweep) {
  if (!drawn_as_fields(sweep.grid)) return {};
  const VariedKey &x = sweep.grid.keys()[0], &y = sweep.grid.keys()[1];
  const MetricNumbers numbers(sweep);
  std::vector<TablePanel> panels;
  for (std::size_t metric = 0; metric < sweep.metrics.size(); ++metric)
    panels.push_back({.title = metric == 0 ? sweep_title(sweep) : "",
                      .x_label = axis_label(sweep, 0),
                      .y_label = axis_label(sweep, 1),
                      .value_label = numbers.label(metric),
                      .x = in_order(x.values),
                      .y = in_order(y.values),
                      .values = std::vector<double>(sweep.grid.row_count(), std::nan(""))});
  // Fields have rising axes, whatever the order of the values.
  const std::vector<std::size_t> x_place = sorted_places(x.values), y_place = sorted_places(y.values);
  const std::size_t wide = x.values.size(), high = y.values.size();
  numbers.each([&](std::uint64_t row, std::size_t metric, double value) {
    panels[metric].values[y_place[row % high] * wide + x_place[row / high]] = value;
  });
  return panels;
}

}  // namespace grouser
