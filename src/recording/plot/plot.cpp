// SPDX-License-Identifier: BSD-3-Clause
#include "grouser/recording/plot/plot.hpp"

#include <cairo/cairo-svg.h>

#include <algorithm>

#include "grouser/base/atomic_file.hpp"
#include "grouser/base/error.hpp"
#include "grouser/base/output_files.hpp"
#include "plot_panel.hpp"

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

Picture::Picture(int width, int height)
    : surface_(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height), &cairo_surface_destroy),
      context_(cairo_create(surface_.get()), &cairo_destroy) {
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

}  // namespace plot

namespace {

constexpr int kDefaultPanelHeight = 380;

void validate_size(const std::vector<PlotPanel>& panels, const PlotSize& size) {
  constexpr int kSmallest = 200, kLargest = 16000;  // pixels
  if (panels.empty()) throw InputError("plot", "no panel", "at least one");
  plot::validate(panels);
  if (size.width < kSmallest || size.width > kLargest || size.height < kSmallest || size.height > kLargest)
    throw InputError("plot", std::to_string(size.width) + " x " + std::to_string(size.height) + " pixels",
                     std::to_string(kSmallest) + " to " + std::to_string(kLargest));
}

int rows_of(const std::vector<PlotPanel>& panels, const PlotSize& size) {
  return (static_cast<int>(panels.size()) + size.columns - 1) / size.columns;
}

void draw_panels(cairo_t* cr, const std::vector<PlotPanel>& panels, const PlotSize& size) {
  using plot::kGap;
  const int rows = rows_of(panels, size);
  const double width = (size.width - kGap) / size.columns, height = (size.height - kGap) / rows;
  const auto columns = static_cast<std::size_t>(size.columns);
  const auto box = [&](std::size_t k) {
    return plot::Box{kGap + double(k % columns) * width, kGap + double(k / columns) * height, width - kGap,
                     height - kGap};
  };
  // Panels one above the other show the same moments at the same place, whatever the width of their numbers.
  std::vector<double> left(columns, 0.0);
  for (std::size_t k = 0; k < panels.size(); ++k)
    left[k % columns] = std::max(left[k % columns], plot::left_room(cr, panels[k], box(k)));
  for (std::size_t k = 0; k < panels.size(); ++k) plot::draw_panel(cr, panels[k], box(k), left[k % columns]);
}

/// The size with all that was left open chosen; throws as validate_size() does.
PlotSize complete(const std::vector<PlotPanel>& panels, PlotSize size) {
  const int count = static_cast<int>(panels.size());
  if (size.columns <= 0) size.columns = count <= 3 ? 1 : 2;
  size.columns = std::clamp(size.columns, 1, std::max(count, 1));
  const int rows = rows_of(panels, size);
  if (size.height == 0) size.height = rows == 1 ? 560 : kDefaultPanelHeight * rows;
  validate_size(panels, size);
  return size;
}

}  // namespace

void write_plot(const std::filesystem::path& path, const std::vector<PlotPanel>& panels, PlotSize size) {
  size = complete(panels, size);
  const plot::Picture picture(size.width, size.height);
  draw_panels(picture.context(), panels, size);
  picture.write(path);
}

std::string plot_svg(const std::vector<PlotPanel>& panels, PlotSize size) {
  size = complete(panels, size);
  std::string text;
  const plot::Surface surface(
      cairo_svg_surface_create_for_stream(plot::append_bytes, &text, size.width, size.height),
      &cairo_surface_destroy);
  cairo_svg_surface_set_document_unit(surface.get(), CAIRO_SVG_UNIT_PX);
  const plot::Context context(cairo_create(surface.get()), &cairo_destroy);
  plot::paint_white(context.get());
  draw_panels(context.get(), panels, size);
  cairo_surface_finish(surface.get());
  for (const auto status : {cairo_status(context.get()), cairo_surface_status(surface.get())})
    if (status != CAIRO_STATUS_SUCCESS)
      throw RunError(std::string("a plot cannot be drawn as SVG: ") + cairo_status_to_string(status));
  return text;
}

}  // namespace grouser
