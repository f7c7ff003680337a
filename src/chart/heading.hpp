// SPDX-License-Identifier: BSD-3-Clause
// Titles and names of x of charts that have no legend above them. Private to the module.
#pragma once
#include <string>

#include "grouser/chart/drawing.hpp"

namespace grouser {

/// Adds the title; returns the height above the data, pixels.
inline double add_heading(ChartDrawing& drawing, const std::string& title, const ChartBox& box,
                          const ChartPaper& paper) {
  const ChartTheme& theme = paper.theme;
  const bool on_paper = theme.ground == ChartGround::paper;
  const double indent = 10.0 * theme.scale, width = box.width - 2.0 * indent;
  drawing
      .text(paper.fitted(title, theme.title, width, on_paper ? TextWeight::bold : TextWeight::regular),
            {box.x + indent, box.y + (on_paper ? 20.0 : 4.0 * theme.scale + theme.title)}, 0.0, theme.title,
            theme.ink)
      .bold = on_paper;
  return on_paper ? (title.empty() ? 10.0 : 32.0) : 1.2 * theme.label + 14.0 * theme.scale;
}

/// Adds the name of x under the axis: in the middle on paper, at the right in the window.
inline void add_foot_label(ChartDrawing& drawing, const std::string& label, const ChartBox& box,
                           const ChartPaper& paper) {
  const ChartTheme& theme = paper.theme;
  const ChartBox& data = drawing.frame.data;
  if (theme.ground == ChartGround::paper)
    drawing.text(paper.fitted(label, theme.label, data.width),
                 {data.x + 0.5 * data.width, box.y + box.height - 8.0}, 0.5, theme.label, theme.ink);
  else
    drawing.text(label, {data.x + data.width, box.y + box.height - 8.0 * theme.scale}, 1.0, theme.label,
                 theme.faint);
}

}  // namespace grouser
