// SPDX-License-Identifier: BSD-3-Clause
#include "wheel_plot.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grouser/math/units.hpp"
#include "grouser/recording/plot/plot.hpp"

namespace grouser::cli {
namespace {

struct Axis {
  bool against_angle;
  double x(const RigRow& row) const { return against_angle ? row.slip_angle / kDegree : row.slip; }
  double curve(const RigRow& row) const { return against_angle ? row.slip : row.slip_angle / kDegree; }
  std::string x_label() const { return against_angle ? "slip angle [deg]" : "slip [-]"; }
  std::string curve_label(double value) const {
    return against_angle ? fmt::format("slip {:.3g}", value) : fmt::format("slip angle {:.3g} deg", value);
  }
};

template <typename Value>
Chart make_panel(const std::vector<RigRow>& rows, const Axis& axis, const std::string& title,
                 const std::string& y_label, Value value) {
  Chart panel{title, axis.x_label(), y_label, {}};
  for (const auto& row : rows) {
    const std::string label = axis.curve_label(axis.curve(row));
    auto series = std::find_if(panel.series.begin(), panel.series.end(),
                               [&](const ChartSeries& s) { return s.label == label; });
    if (series == panel.series.end()) series = panel.series.insert(series, ChartSeries{label, {}, {}});
    series->x.push_back(axis.x(row));
    series->y.push_back(value(row));
  }
  return panel;
}

}  // namespace

void write_wheel_plot(const std::filesystem::path& path, const std::string& title,
                      const std::vector<RigRow>& rows) {
  const bool one_slip =
      std::all_of(rows.begin(), rows.end(), [&](const RigRow& r) { return r.slip == rows[0].slip; });
  const bool straight =
      std::all_of(rows.begin(), rows.end(), [](const RigRow& r) { return r.slip_angle == 0.0; });
  const Axis axis{one_slip && !straight};
  std::vector<Chart> panels{
      make_panel(rows, axis, title, "drawbar pull [N]", [](const RigRow& r) { return r.drawbar_pull; }),
      make_panel(rows, axis, "", "torque [N m]", [](const RigRow& r) { return r.torque; }),
      make_panel(rows, axis, "", "sinkage [mm]", [](const RigRow& r) { return 1e3 * r.sinkage; })};
  if (!straight)
    panels.push_back(
        make_panel(rows, axis, "", "side force [N]", [](const RigRow& r) { return r.side_force; }));
  write_plot(path, panels);
}

}  // namespace grouser::cli
