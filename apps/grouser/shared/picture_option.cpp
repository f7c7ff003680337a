// SPDX-License-Identifier: BSD-3-Clause
// Both lengths of --size have the same unit. Lengths on paper are turned into pixels by --dpi; the number of
// columns of the usual picture is kept.
#include "picture_option.hpp"

#include <fmt/format.h>

#include <cmath>

#include "grouser/base/error.hpp"
#include "number_range.hpp"

namespace grouser::cli {
namespace {

constexpr const char* kExpected = "two lengths: 1400,560 in pixels, or 90mm,60mm on paper";

/// A length as it is typed: "90mm" is on paper, "1400" is in pixels.
struct TypedLength {
  double value = 0.0;
  bool on_paper = false;
};

/// Throws InputError outside of 45 to 2000 mm or 200 to 16000 pixels.
TypedLength typed_length(std::string text) {
  TypedLength length;
  if (text.size() > 2 && text.ends_with("mm")) {
    length.on_paper = true;
    text.resize(text.size() - 2);
  }
  length.value = length.on_paper ? parse_number("--size", text, {45.0, 2000.0, false, "mm"})
                                 : parse_number("--size", text, {200.0, 16000.0, false, "pixels"});
  return length;
}

}  // namespace

void add_picture_options(Command& command, PictureOptions& options) {
  command.option(
      "--size WIDTH,HEIGHT", options.size,
      "Size of the picture: 1400,560 in pixels, or 90mm,60mm for a paper, with letters of 8 points");
  command.option("--dpi N", options.dpi, "Of a PNG whose size is in mm: pixels per inch; default: 300");
}

PlotSize picture_size(const PictureOptions& options, PlotSize usual) {
  if (options.dpi != 0.0 && !(options.dpi >= 36.0 && options.dpi <= 2400.0))
    throw InputError("--dpi", fmt::format("{:g}", options.dpi), "36 to 2400 pixels per inch");
  if (options.size.empty()) {
    if (options.dpi != 0.0) throw InputError("--dpi", "no --size in mm", "--size 90mm,60mm beside it");
    return usual;
  }
  const auto comma = options.size.find(',');
  if (comma == std::string::npos) throw InputError("--size", "'" + options.size + "'", kExpected);
  const TypedLength width = typed_length(options.size.substr(0, comma)),
                    height = typed_length(options.size.substr(comma + 1));
  if (width.on_paper != height.on_paper)
    throw InputError("--size", "'" + options.size + "'", "both lengths in mm or both in pixels");
  if (width.on_paper) {
    PlotSize paper = paper_size(width.value, height.value, options.dpi);
    paper.columns = usual.columns;
    return paper;
  }
  if (options.dpi != 0.0) throw InputError("--dpi", "a --size in pixels", "--size 90mm,60mm beside it");
  usual.width = static_cast<int>(std::lround(width.value));
  usual.height = static_cast<int>(std::lround(height.value));
  return usual;
}

}  // namespace grouser::cli
