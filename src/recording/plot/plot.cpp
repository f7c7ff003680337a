// SPDX-License-Identifier: BSD-3-Clause
// Charts are laid out in rows and columns, measured with a context of one pixel, drawn as marks, and
// painted by Cairo or written as SVG. Sizes that are left open follow from the number of charts.
#include "grouser/recording/plot/plot.hpp"

#include <algorithm>
#include <cmath>

#include "cairo_painter.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/output_files.hpp"
#include "picture_file.hpp"
#include "svg_painter.hpp"

namespace grouser {
namespace {

using plot::check_size, plot::kGap;

constexpr int kUsualHeight = 380, kHeightAlone = 560;  // of a row of charts, pixels

/// The size with all that was left open chosen.
PlotSize complete(std::size_t charts, PlotSize size) {
  const int count = static_cast<int>(charts);
  if (count == 0) throw InputError("plot", "no panel", "at least one");
  if (size.columns <= 0) size.columns = count <= 3 ? 1 : 2;
  size.columns = std::clamp(size.columns, 1, count);
  const int rows = (count + size.columns - 1) / size.columns;
  if (size.height == 0) size.height = rows == 1 ? kHeightAlone : kUsualHeight * rows;
  check_size(size.width, size.height, 200);
  return size;
}

/// Writes a drawing of the size as the kind of file that the name asks for. Texts of an SVG stay texts.
void write_drawing(const std::filesystem::path& path, const ChartDrawing& drawing, const PlotSize& size) {
  if (plot::is_svg(path))
    write_file_atomically(path, marked_svg(plot::svg_text(drawing, size.width, size.height, size.unit_mm)));
  else
    plot::write_painted(path, size, [&](cairo_t* cr) { plot::paint_drawing(cr, drawing); });
}

/// The box of each chart, row by row, with gaps between.
std::vector<ChartBox> places_of(std::size_t charts, const PlotSize& size) {
  const auto columns = static_cast<std::size_t>(size.columns), rows = (charts + columns - 1) / columns;
  const double width = (size.width - kGap) / size.columns, height = (size.height - kGap) / double(rows);
  std::vector<ChartBox> places;
  for (std::size_t k = 0; k < charts; ++k)
    places.push_back({kGap + double(k % columns) * width, kGap + double(k / columns) * height, width - kGap,
                      height - kGap});
  return places;
}

}  // namespace

PlotSize paper_size(double width_mm, double height_mm, double dpi) {
  // the numbers at the axes have 8 points
  const double unit_mm = 8.0 / paper_theme().tick * plot::kMillimetresPerInch / plot::kPointsPerInch;
  return {.width = static_cast<int>(std::lround(width_mm / unit_mm)),
          .height = static_cast<int>(std::lround(height_mm / unit_mm)),
          .unit_mm = unit_mm,
          .dpi = dpi,
          .marked = true};
}

void write_charts(const std::filesystem::path& path, const std::vector<DrawChart>& charts, PlotSize size) {
  size = complete(charts.size(), size);
  const plot::Picture measured(1, 1);
  ChartPaper paper = plot::cairo_paper(measured.context());
  paper.theme.marked = size.marked;
  const std::vector<ChartBox> places = places_of(charts.size(), size);
  ChartDrawing whole;
  for (std::size_t k = 0; k < charts.size(); ++k)
    for (ChartMark& mark : charts[k](places[k], paper).marks) whole.marks.push_back(std::move(mark));
  write_drawing(path, whole, size);
}

void write_plot(const std::filesystem::path& path, const std::vector<Chart>& charts, PlotSize size) {
  validate(charts);
  size = complete(charts.size(), size);
  const plot::Picture measured(1, 1);
  const ChartPaper paper = plot::cairo_paper(measured.context());
  const std::vector<ChartBox> places = places_of(charts.size(), size);
  // Charts one above the other show the same moments at the same place, whatever the width of their numbers.
  const auto columns = static_cast<std::size_t>(size.columns);
  std::vector<double> left(columns, 0.0);
  for (std::size_t k = 0; k < charts.size(); ++k)
    left[k % columns] = std::max(left[k % columns], left_room(charts[k], places[k], paper));
  std::vector<DrawChart> drawn;
  for (std::size_t k = 0; k < charts.size(); ++k)
    drawn.emplace_back(
        [&chart = charts[k], least = left[k % columns]](const ChartBox& box, const ChartPaper& on) {
          return draw_chart(chart, box, on, least);
        });
  write_charts(path, drawn, size);
}

std::string chart_svg(const DrawChart& chart, int width, int height) {
  check_size(width, height, 40);
  const plot::Picture measured(1, 1);
  const ChartBox box{0.0, 0.0, static_cast<double>(width), static_cast<double>(height)};
  return plot::svg_text(chart(box, plot::cairo_paper(measured.context())), width, height, 0.0);
}

std::string plot_svg(const Chart& chart, int width, int height) {
  validate({chart});
  return chart_svg(
      [&](const ChartBox& box, const ChartPaper& paper) { return draw_chart(chart, box, paper); }, width,
      height);
}

}  // namespace grouser
