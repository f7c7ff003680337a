// SPDX-License-Identifier: BSD-3-Clause
// The chart of the library writes PNG and SVG; the table is made here, by time.
#include "desks/plots/plot_files.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "grouser/base/atomic_file.hpp"
#include "grouser/recording/plot/plot.hpp"

namespace grouser::desktop {

namespace {

constexpr int kWidth = 1200, kHeight = 700;  // of pictures, px

/// The samples within the times as a series.
ChartSeries series_of(const std::string& label, const Samples& samples, Range times, ChartStyle style,
                      int colour) {
  ChartSeries series;
  series.label = label;
  series.style = style;
  series.colour = colour;
  for (std::size_t k = 0; k < samples.count(); ++k)
    if (samples.times[k] >= times.low && samples.times[k] <= times.high)
      series.add(samples.times[k], samples.values[k]);
  return series;
}

/// A text as a cell of CSV, quoted where it has a separator, a quote or a line break.
std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

const char* ending_of(PlotFormat format) {
  switch (format) {
    case PlotFormat::png:
      return ".png";
    case PlotFormat::svg:
      return ".svg";
    case PlotFormat::csv:
      return ".csv";
  }
  return "";
}

Chart chart_of(const PlotInput& plot, Range times) {
  Chart chart;
  chart.title = plot.title;
  chart.x_label = "time [s]";
  chart.y_label = plot.title;
  chart.y_unit = plot.unit;
  for (std::size_t k = 0; k < plot.lines.size(); ++k) {
    const PlotLine& line = plot.lines[k];
    const int colour = static_cast<int>(k);
    chart.series.push_back(series_of(line.label, line.samples, times, ChartStyle::kLine, colour));
    if (line.other.count() > 0)
      chart.series.push_back(
          series_of(line.label + ", second run", line.other, times, ChartStyle::kDashed, colour));
  }
  return chart;
}

std::string plot_table(const PlotInput& plot, Range times) {
  const Chart chart = chart_of(plot, times);
  const std::string unit = plot.unit == "slip" ? "-" : plot.unit;
  std::string text = "time [s]";
  // Rows by time; a line without a sample at a time has NaN there, which is written as an empty cell.
  std::map<double, std::vector<double>> rows;
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const ChartSeries& series = chart.series[s];
    text += "," + cell(series.label + " " + plot.title + (unit.empty() ? "" : " [" + unit + "]"));
    for (std::size_t k = 0; k < series.x.size(); ++k) {
      std::vector<double>& row = rows[series.x[k]];
      row.resize(chart.series.size(), std::nan(""));
      row[s] = series.y[k];
    }
  }
  text += "\n";
  for (const auto& [time, values] : rows) {
    text += fmt::format("{}", time);
    for (const double value : values) text += std::isnan(value) ? "," : fmt::format(",{}", value);
    text += "\n";
  }
  return text;
}

void save_plot(const std::filesystem::path& path, PlotFormat format, const PlotInput& plot, Range times) {
  if (format == PlotFormat::csv) return write_file_atomically(path, plot_table(plot, times));
  const Chart chart = chart_of(plot, times);
  if (format == PlotFormat::svg) return write_file_atomically(path, plot_svg(chart, kWidth, kHeight) + "\n");
  write_plot(path, {chart}, {kWidth, kHeight, 1});
}

}  // namespace grouser::desktop
