// SPDX-License-Identifier: BSD-3-Clause
// Pictures are drawn into memory and then written through a pending file, marked as the program's own. A
// size on paper uses its own unit in mm; others count 96 units per inch for SVG and PDF and one pixel per
// unit for PNG.
#include "picture_file.hpp"

#include <cairo/cairo-pdf.h>
#include <cairo/cairo-svg.h>
#include <fmt/format.h>

#include <cmath>

#include "grouser/base/error.hpp"
#include "grouser/base/output_files.hpp"

namespace grouser::plot {
namespace {

/// Called by cairo with each piece of a file.
cairo_status_t append_bytes(void* all, const unsigned char* data, unsigned int size) {
  static_cast<std::string*>(all)->append(reinterpret_cast<const char*>(data), size);
  return CAIRO_STATUS_SUCCESS;
}

void paint_white(cairo_t* cr) {
  cairo_set_source_rgb(cr, 1.0, 1.0, 1.0);
  cairo_paint(cr);
}

/// Whether the name ends in lower or in upper case.
bool ends_with(const std::filesystem::path& path, const char* small, const char* large) {
  const std::string ending = path.extension().string();
  return ending == small || ending == large;
}

/// The bytes of a page that cairo makes: a surface whose unit is the typographic point. `points`: of a unit
/// of what is drawn.
std::string page_bytes(const Surface& surface, std::string& bytes, double points, const Paint& paint) {
  const Context context(cairo_create(surface.get()), &cairo_destroy);
  cairo_scale(context.get(), points, points);
  paint_white(context.get());
  paint(context.get());
  cairo_show_page(context.get());
  cairo_surface_finish(surface.get());
  if (const auto status = cairo_surface_status(surface.get()); status != CAIRO_STATUS_SUCCESS)
    throw RunError(std::string("a picture cannot be drawn: ") + cairo_status_to_string(status));
  return std::move(bytes);
}

/// A PDF of one page.
std::string pdf_bytes(const PlotSize& size, double points, const Paint& paint) {
  std::string bytes;
  const Surface surface(
      cairo_pdf_surface_create_for_stream(append_bytes, &bytes, size.width * points, size.height * points),
      &cairo_surface_destroy);
  // Nothing of the moment is in the file, so that the same picture gives the same bytes.
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
  return page_bytes(surface, bytes, points, paint);
}

/// An SVG element without the XML declaration.
std::string svg_bytes(const PlotSize& size, double points, const Paint& paint) {
  std::string bytes;
  const Surface surface(
      cairo_svg_surface_create_for_stream(append_bytes, &bytes, size.width * points, size.height * points),
      &cairo_surface_destroy);
  const std::string page = page_bytes(surface, bytes, points, paint);
  return page.substr(page.find("<svg"));  // without the XML declaration, as our own SVG
}

/// Two lengths in units of the size, rounded in those that a person reads.
std::string lengths(const PlotSize& size, double width, double height, double (*rounded)(double)) {
  const double unit = size.unit_mm > 0.0 ? size.unit_mm : 1.0;
  return fmt::format("{:.0f} x {:.0f} {}", rounded(unit * width), rounded(unit * height),
                     size.unit_mm > 0.0 ? "mm" : "pixels");
}

}  // namespace

void check_size(int width, int height, int smallest) {
  constexpr int kLargest = 16000;  // pixels
  if (width < smallest || width > kLargest || height < smallest || height > kLargest)
    throw InputError("plot", std::to_string(width) + " x " + std::to_string(height) + " pixels",
                     std::to_string(smallest) + " to " + std::to_string(kLargest));
}

std::string size_text(const PlotSize& size) {
  return lengths(size, size.width, size.height, [](double v) { return std::round(v); });
}

std::string least_size_text(const PlotSize& size, double width, double height) {
  return lengths(size, width, height, [](double v) { return std::ceil(v); });
}

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

bool is_svg(const std::filesystem::path& path) { return ends_with(path, ".svg", ".SVG"); }

void write_painted(PendingFile& file, const PlotSize& size, const Paint& paint) {
  // Inches per unit of the drawing.
  const double inch = size.unit_mm > 0.0 ? size.unit_mm / kMillimetresPerInch : 1.0 / kUnitsPerInch;
  if (is_svg(file.path())) {
    file.write(marked_svg(svg_bytes(size, inch * kPointsPerInch, paint)));
  } else if (ends_with(file.path(), ".pdf", ".PDF")) {
    file.write(marked_pdf(pdf_bytes(size, inch * kPointsPerInch, paint)));
  } else {
    // Pixels per inch: as wished, 300 on paper, else one pixel per unit.
    const double dpi = size.dpi > 0.0 ? size.dpi : size.unit_mm > 0.0 ? 300.0 : kUnitsPerInch;
    const double scale = dpi * inch;
    check_size(static_cast<int>(scale * size.width), static_cast<int>(scale * size.height), 100);
    const Picture picture(size.width, size.height, scale);
    paint(picture.context());
    picture.write(file);
  }
}

void write_painted(const std::filesystem::path& path, const PlotSize& size, const Paint& paint) {
  PendingFile file(path);
  write_painted(file, size, paint);
  file.commit();
}

}  // namespace grouser::plot
