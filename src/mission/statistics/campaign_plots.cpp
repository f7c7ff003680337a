#include "grouser/mission/statistics/campaign_plots.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "grouser/base/error.hpp"

namespace grouser {
namespace {

constexpr double kIntervalAbove = 0.18,
                 kHalfTick = 0.1;  // of a rank: the interval above its bar, the tick on it

void check_names(const std::vector<std::string>& names, std::size_t inputs) {
  if (names.size() != inputs) throw InputError("plot of a sensitivity: one name for each input is needed");
}

std::string with_refusal(const std::string& title, const std::string& refused) {
  return refused.empty() ? title : title + ": refused, " + refused;
}

std::string mode_name(const PlaneNames& names, int mode) {
  const auto found = names.modes.find(mode);
  if (found != names.modes.end()) return found->second;
  return mode == kNoVerdict ? "no result" : "mode " + std::to_string(mode);
}

/// Parts of a line with one mode, each ended by a NaN, so that a series draws them apart.
void add_pieces(std::map<int, PlotSeries>& series, const PlaneLine& line) {
  const auto add = [&](PlotSeries& to, double x, double y) { to.x.push_back(x), to.y.push_back(y); };
  for (std::size_t k = 0; k < line.points.size(); ++k) {
    const LinePoint& point = line.points[k];
    PlotSeries& own = series[point.mode];
    add(own, point.x, point.y);
    const bool last = k + 1 == line.points.size();
    if (last && line.closed && line.points.front().mode == point.mode)
      add(own, line.points.front().x, line.points.front().y);
    if (last || line.points[k + 1].mode != point.mode) add(own, kUnset, kUnset);
  }
}

}  // namespace

PlotPanel index_tornado(const std::string& title, const std::vector<std::string>& names,
                        const SobolIndices& indices) {
  PlotPanel panel{.title = with_refusal(title, indices.refused),
                  .x_label = "share of the variance: bar total with interval, tick first order",
                  .y_label = "rank",
                  .series = {}};
  if (!indices.refused.empty()) return panel;
  check_names(names, indices.inputs.size());
  std::vector<std::size_t> order(names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return indices.inputs[a].total.value > indices.inputs[b].total.value;
  });
  for (std::size_t k = 0; k < order.size(); ++k) {
    const SobolIndex& input = indices.inputs[order[k]];
    const double rank = static_cast<double>(order.size() - k), above = rank + kIntervalAbove;
    // Bar, tick and interval in one series, so in one colour; NaN parts them.
    panel.series.push_back({names[order[k]],
                            {0.0, input.total.value, kUnset, input.first.value, input.first.value, kUnset,
                             input.total.range.low, input.total.range.high},
                            {rank, rank, kUnset, rank - kHalfTick, rank + kHalfTick, kUnset, above, above},
                            PlotStyle::kLine});
  }
  return panel;
}

PlotPanel effect_plane(const std::string& title, const std::vector<std::string>& names,
                       const ElementaryEffects& effects) {
  PlotPanel panel{.title = with_refusal(title, effects.refused),
                  .x_label = "mean magnitude of the effect",
                  .y_label = "deviation of the effect",
                  .series = {}};
  if (!effects.refused.empty()) return panel;
  check_names(names, effects.inputs.size());
  for (std::size_t k = 0; k < names.size(); ++k) {
    const ElementaryEffect& input = effects.inputs[k];
    panel.series.push_back(
        {names[k], {input.mean_absolute.value}, {input.deviation.value}, PlotStyle::kPoints});
  }
  return panel;
}

PlotPanel boundary_panel(const PlaneNames& names, const PlaneOptions& options,
                         const StabilityBoundary& boundary) {
  PlotPanel panel{.title = names.title, .x_label = names.x_label, .y_label = names.y_label, .series = {}};
  std::map<int, PlotSeries> modes;
  for (const PlaneLine& line : boundary.lines) add_pieces(modes, line);
  for (auto& [mode, series] : modes) {
    series.label = mode_name(names, mode);
    panel.series.push_back(std::move(series));
  }
  PlotSeries upright{.label = "run, upright", .x = {}, .y = {}, .style = PlotStyle::kPoints};
  PlotSeries fallen{.label = "run, not upright", .x = {}, .y = {}, .style = PlotStyle::kPoints};
  const int n = boundary.resolution;
  for (int row = 0; row <= n; ++row)
    for (int column = 0; column <= n; ++column) {
      const PlaneNode& node = boundary.node(column, row);
      if (!node.run) continue;
      PlotSeries& to = node.upright ? upright : fallen;
      to.x.push_back(options.x0 + (options.x1 - options.x0) * column / n);
      to.y.push_back(options.y0 + (options.y1 - options.y0) * row / n);
    }
  panel.series.push_back(std::move(upright));
  panel.series.push_back(std::move(fallen));
  return panel;
}

TablePanel boundary_table(const PlaneNames& names, const PlaneOptions& options,
                          const StabilityBoundary& boundary, int cells) {
  const int n = boundary.resolution;
  if (cells < 1 || cells > n) throw InputError("plot of a boundary: fields must be 1 to the resolution");
  TablePanel panel{.title = names.title,
                   .x_label = names.x_label,
                   .y_label = names.y_label,
                   .value_label = "share upright",
                   .x = {},
                   .y = {},
                   .values = {}};
  const auto first = [&](int k) { return k * (n + 1) / cells; };
  for (int k = 0; k < cells; ++k) {
    const double middle = 0.5 * (first(k) + first(k + 1) - 1) / n;
    panel.x.push_back(options.x0 + (options.x1 - options.x0) * middle);
    panel.y.push_back(options.y0 + (options.y1 - options.y0) * middle);
  }
  for (int i = 0; i < cells; ++i)
    for (int j = 0; j < cells; ++j) {
      int upright = 0, count = 0;
      for (int row = first(i); row < first(i + 1); ++row)
        for (int column = first(j); column < first(j + 1); ++column, ++count)
          upright += boundary.node(column, row).upright;
      panel.values.push_back(static_cast<double>(upright) / count);
    }
  return panel;
}

}  // namespace grouser
