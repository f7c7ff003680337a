// SPDX-License-Identifier: BSD-3-Clause
// One panel per quantity and one curve per combination of the other conditions. The horizontal axis is the
// slip, or the slip angle if there is one slip only and some angle is not zero.
#include "wheel_plot.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grouser/math/units.hpp"
#include "grouser/recording/plot/plot.hpp"

namespace grouser::cli {
namespace {

/// The horizontal axis, and the conditions that differ between rows and hence name the curves.
struct WheelAxis {
  bool against_angle = false, laws = false, widths = false, loads = false;

  explicit WheelAxis(const std::vector<WheelTestRow>& rows) {
    bool one_slip = true, straight = true;
    const WheelTestRow& first = rows.front();
    for (const WheelTestRow& row : rows) {
      one_slip = one_slip && row.found.mean.slip == first.found.mean.slip;
      straight = straight && row.found.mean.slip_angle == 0.0;
      laws = laws || row.law != first.law;
      widths = widths || row.width != first.width;
      loads = loads || row.load != first.load;
    }
    against_angle = one_slip && !straight;
  }
  double x(const RigRow& row) const { return against_angle ? row.slip_angle / kDegree : row.slip; }
  std::string x_label() const { return against_angle ? "slip angle [deg]" : "slip [-]"; }
  std::string curve_label(const WheelTestRow& row) const {
    std::string text;
    if (laws) text += fmt::format("{}, ", kSoilLaws[static_cast<std::size_t>(row.law)]);
    if (widths) text += fmt::format("{:.4g} m wide, ", row.width);
    if (loads) text += fmt::format("{:.4g} N, ", row.load);
    const RigRow& mean = row.found.mean;
    return text + (against_angle ? fmt::format("slip {:.3g}", mean.slip)
                                 : fmt::format("slip angle {:.3g} deg", mean.slip_angle / kDegree));
  }
};

/// A quantity of a row, its band, and the unit that it is drawn in.
struct WheelQuantity {
  const char* label;
  double RigRow::*value;
  Band WheelTestRow::Bands::*band;
  double scale = 1.0;
};

/// A panel of one quantity; its bands are dashed in the colour of their curve, and listed after all curves.
Chart make_panel(const std::vector<WheelTestRow>& rows, const WheelAxis& axis, const std::string& title,
                 const WheelQuantity& quantity) {
  Chart panel{title, axis.x_label(), quantity.label, {}};
  std::vector<ChartSeries> lows, highs;
  const auto edge = [](int colour) { return ChartSeries{"", {}, {}, ChartStyle::kDashed, colour}; };
  for (const WheelTestRow& row : rows) {
    // Rows of a curve need not follow each other, so it is looked up by its label.
    const std::string label = axis.curve_label(row);
    auto series = std::find_if(panel.series.begin(), panel.series.end(),
                               [&](const ChartSeries& s) { return s.label == label; });
    const auto k = static_cast<std::size_t>(series - panel.series.begin());
    if (series == panel.series.end()) {
      const int colour = static_cast<int>(k);
      series = panel.series.insert(series, ChartSeries{label, {}, {}, ChartStyle::kLine, colour});
      lows.push_back(edge(colour)), highs.push_back(edge(colour));
    }
    const double x = axis.x(row.found.mean);
    series->add(x, quantity.scale * row.found.mean.*quantity.value);
    const Band& band = row.bands.*quantity.band;
    if (!band.any()) continue;
    lows[k].add(x, quantity.scale * band.low);
    highs[k].add(x, quantity.scale * band.high);
  }
  for (const std::vector<ChartSeries>* edges : {&lows, &highs})
    for (const ChartSeries& series : *edges)
      if (!series.x.empty()) panel.series.push_back(series);
  return panel;
}

}  // namespace

void write_wheel_plot(const std::filesystem::path& path, const std::string& title,
                      const std::vector<WheelTestRow>& rows, const PlotSize& size) {
  using Bands = WheelTestRow::Bands;
  const WheelAxis axis(rows);
  const bool straight = std::all_of(rows.begin(), rows.end(),
                                    [](const WheelTestRow& r) { return r.found.mean.slip_angle == 0.0; });
  std::vector<Chart> panels{
      make_panel(rows, axis, title, {"drawbar pull [N]", &RigRow::drawbar_pull, &Bands::drawbar_pull}),
      make_panel(rows, axis, "", {"torque [N m]", &RigRow::torque, &Bands::torque}),
      make_panel(rows, axis, "", {"sinkage [mm]", &RigRow::sinkage, &Bands::sinkage, 1e3})};
  if (!straight)
    panels.push_back(make_panel(rows, axis, "", {"side force [N]", &RigRow::side_force, &Bands::side_force}));
  write_plot(path, panels, size);
}

}  // namespace grouser::cli
