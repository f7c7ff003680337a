// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/recording/plot/plot.hpp"

#include <cairo/cairo-pdf.h>

#include <algorithm>
#include <cmath>

#include "cairo_painter.hpp"
#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/output_files.hpp"
#include "svg_painter.hpp"

namespace grouser {
namespace plot {
namespace {

cairo_status_t append_bytes(void* all, const unsigned char* data, unsigned int size) {
  static_cast<std::string*>(all)->append(reinterpret_cast<const char*>(data), size);
  return CAIRO_STATUS_SUCCESS;
}

void paint_white(cairo_t* cr) {
  cairo_set_source_rgb(cr, 1.0, 1.0, 1.0);
  cairo_paint(cr);
}

}  // namespace

Picture::Picture(int width, int height, double scale)
    : surface_(cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(std::lround(width * scale)),
                                          static_cast<int>(std::lround(height * scale))),
               &cairo_surface_destroy),
      context_(cairo_create(surface_.get()), &cairo_destroy) {
  cairo_scale(context_.get(), scale, scale);
  paint_white(context_.get());
}

void Picture::write(PendingFile& file) const {
  if (const auto status = cairo_status(context_.get()); status != CAIRO_STATUS_SUCCESS)
    throw RunError(file.path().string() + ": cannot be drawn: " + cairo_status_to_string(status));
  std::string bytes;
  if (const auto status = cairo_surface_write_to_png_stream(surface_.get(), append_bytes, &bytes);
      status != CAIRO_STATUS_SUCCESS)
    throw RunError(file.path().string() + ": cannot be drawn: " + cairo_status_to_string(status));
  file.write(marked_png(bytes));
}

void Picture::write(const std::filesystem::path& path) const {
  PendingFile file(path);
  write(file);
  file.commit();
}

std::string pdf_bytes(const ChartDrawing& drawing, double width, double height, double points) {
  std::string bytes;
  const Surface surface(
      cairo_pdf_surface_create_for_stream(append_bytes, &bytes, width * points, height * points),
      &cairo_surface_destroy);
  // Nothing of the moment is in the file, so that the same charts give the same bytes.
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
  const Context context(cairo_create(surface.get()), &cairo_destroy);
  cairo_scale(context.get(), points, points);
  paint_drawing(context.get(), drawing);
  cairo_show_page(context.get());
  cairo_surface_finish(surface.get());
  if (const auto status = cairo_surface_status(surface.get()); status != CAIRO_STATUS_SUCCESS)
    throw RunError(std::string("a chart cannot be drawn as PDF: ") + cairo_status_to_string(status));
  return bytes;
}

}  // namespace plot

namespace {

using plot::kGap;

constexpr int kUsualHeight = 380, kHeightAlone = 560;  // of a row of charts, pixels

void check_size(int width, int height, int smallest) {
  constexpr int kLargest = 16000;  // pixels
  if (width < smallest || width > kLargest || height < smallest || height > kLargest)
    throw InputError("plot", std::to_string(width) + " x " + std::to_string(height) + " pixels",
                     std::to_string(smallest) + " to " + std::to_string(kLargest));
}

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

constexpr double kMillimetresPerInch = 25.4, kPointsPerInch = 72.0, kUnitsPerInch = 96.0;

/// Writes a drawing of the size as the kind of file that the name asks for.
void write_drawing(const std::filesystem::path& path, const ChartDrawing& drawing, const PlotSize& size) {
  const double inch = size.unit_mm > 0.0 ? size.unit_mm / kMillimetresPerInch : 1.0 / kUnitsPerInch;
  const std::string ending = path.extension().string();
  if (ending == ".svg" || ending == ".SVG") {
    write_file_atomically(path, marked_svg(plot::svg_text(drawing, size.width, size.height, size.unit_mm)));
  } else if (ending == ".pdf" || ending == ".PDF") {
    write_file_atomically(
        path, marked_pdf(plot::pdf_bytes(drawing, size.width, size.height, inch * kPointsPerInch)));
  } else {
    const double dpi = size.dpi > 0.0 ? size.dpi : size.unit_mm > 0.0 ? 300.0 : kUnitsPerInch;
    const double scale = dpi * inch;
    check_size(static_cast<int>(scale * size.width), static_cast<int>(scale * size.height), 100);
    const plot::Picture picture(size.width, size.height, scale);
    plot::paint_drawing(picture.context(), drawing);
    picture.write(path);
  }
}

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
  const double unit_mm = 8.0 / paper_theme().tick * kMillimetresPerInch / kPointsPerInch;
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
