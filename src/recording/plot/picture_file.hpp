// SPDX-License-Identifier: BSD-3-Clause
// A picture as a file: PNG, SVG or PDF, by the ending of its name. Private.
#pragma once
#include <filesystem>
#include <functional>
#include <string>

#include "grouser/base/atomic_file.hpp"
#include "grouser/recording/plot/plot.hpp"
#include "plot_style.hpp"

namespace grouser::plot {

inline constexpr double kMillimetresPerInch = 25.4, kPointsPerInch = 72.0, kUnitsPerInch = 96.0;

/// Throws InputError where a side is shorter than `smallest` pixels, or longer than cairo draws.
void check_size(int width, int height, int smallest);

/// "90 x 60 mm" where the size is one of paper, else "1400 x 560 pixels".
std::string size_text(const PlotSize& size);
/// The same of a least width and height in its units, rounded up.
std::string least_size_text(const PlotSize& size, double width, double height);

/// A white picture in memory to draw on, for a PNG. write() throws RunError.
class Picture {
 public:
  /// scale: pixels per unit of what is drawn.
  Picture(int width, int height, double scale = 1.0);
  cairo_t* context() const { return context_.get(); }
  void write(PendingFile& file) const;
  void write(const std::filesystem::path& path) const;

 private:
  Surface surface_;
  Context context_;
};

bool is_svg(const std::filesystem::path& path);

/// Draws on a context whose unit is the unit of the picture's size.
using Paint = std::function<void(cairo_t*)>;

/// Writes a picture whose width and height are known: SVG or PDF where the name ends so, else PNG. The file
/// appears only when complete. Throws InputError (absurd size) or RunError.
void write_painted(PendingFile& file, const PlotSize& size, const Paint& paint);
void write_painted(const std::filesystem::path& path, const PlotSize& size, const Paint& paint);

}  // namespace grouser::plot
