// SPDX-License-Identifier: BSD-3-Clause
// Lines of a plot as curves of the library's charts. A line that covers an earlier one is dashed, so that
// both colours are seen; the line whose legend entry is pointed at is drawn last and thick.
#include "widgets/plot_lines.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "widgets/chart_painter.hpp"
#include "widgets/marks.hpp"

namespace grouser::desktop {
namespace {

constexpr float kThin = 1.6f, kThick = 2.6f, kOtherRun = 1.4f;  // widths of lines, px
constexpr float kPointApart = 7.0f;  // samples at least so far apart are points as well, px
constexpr float kPoint = 2.4f;       // their radius, px
constexpr float kFaded = 0.25f;      // of a line while another one is pointed at
constexpr float kCoincide = 2.0f;    // lines as near as this look like one, px

using Dash = std::array<double, 2>;   // on and off, px
constexpr Dash kOtherDash{6.0, 5.0};  // of a second run
constexpr Dash kOverDash{9.0, 9.0};   // of a line over another: both colours get the same length
constexpr Dash kDashed{7.0, 5.0}, kDotted{2.0, 4.0}, kLongDashed{18.0, 6.0};

/// Lengths of a style's dashes at the present scale; 0, 0 is a solid line.
Dash dash_of(const Ui& ui, LineStyle style) {
  const Dash dash = style == LineStyle::solid         ? Dash{}
                    : style == LineStyle::dashed      ? kDashed
                    : style == LineStyle::dotted      ? kDotted
                    : style == LineStyle::long_dashed ? kLongDashed
                                                      : kOverDash;
  return {ui.scale * dash[0], ui.scale * dash[1]};
}

ChartColour chart_color(ImU32 color) {
  const auto part = [color](int shift) { return static_cast<std::uint8_t>(color >> shift & 0xFFu); };
  return {part(IM_COL32_R_SHIFT), part(IM_COL32_G_SHIFT), part(IM_COL32_B_SHIFT), part(IM_COL32_A_SHIFT)};
}

/// The colour of a second run's line.
ImU32 lighter(ImU32 color) {
  ImVec4 c = ImGui::ColorConvertU32ToFloat4(color);
  const auto mix = [](float x) { return x + 0.4f * (1.0f - x); };
  return ImGui::ColorConvertFloat4ToU32({mix(c.x), mix(c.y), mix(c.z), 0.9f * c.w});
}

/// Pixel columns of the axes.
int columns_of(const Axes& axes) { return static_cast<int>(axes.high.x - axes.low.x); }

/// The samples within the axes as points, `kind` of them.
void add_points(ChartDrawing& drawing, const Samples& samples, const Axes& axes, ChartMark::Kind kind,
                ChartColour color, float radius) {
  ChartMark points{kind, {}, color, radius};
  const auto times = samples.times.begin();
  const auto first = static_cast<std::size_t>(std::lower_bound(times, samples.times.end(), axes.t0) - times);
  for (std::size_t k = first; k < samples.count() && samples.times[k] <= axes.t1; ++k)
    if (std::isfinite(samples.values[k]))
      points.points.push_back({axes.x(samples.times[k]), axes.y(samples.values[k])});
  points.inside = true;
  points.shape = static_cast<int>(MarkShape::circle);
  drawing.marks.push_back(std::move(points));
}

/// One line, its samples as points where they are far apart, and the second run's line.
void draw_one(const Ui& ui, const PlotLine& line, const Axes& axes, LineStyle style, ImU32 color,
              float width) {
  constexpr float kRing = 3.0f, kDot = 1.3f;  // radius of what was measured, px
  constexpr std::size_t kMostDots = 20;       // a pixel column
  ChartDrawing drawing;
  drawing.frame = frame_of(ui, axes, 1.0);
  const ChartColour own = chart_color(color);
  const auto curve = [&](const Samples& samples, const CurveLook& look) {
    add_curve(drawing, samples.times, samples.values, look, CurveOrder::rising);
  };
  const std::size_t count = count_within(line.samples, {axes.t0, axes.t1});
  const bool apart = static_cast<float>(count) * ui.px(kPointApart) <= axes.high.x - axes.low.x;
  // Measured values: nothing is known between them.
  const bool dots = line.points && count <= kMostDots * static_cast<std::size_t>(columns_of(axes));
  if (!dots) curve(line.samples, {own, width, dash_of(ui, line.points ? LineStyle::solid : style)});
  if (dots)
    add_points(drawing, line.samples, axes, apart ? ChartMark::Kind::rings : ChartMark::Kind::dots, own,
               ui.px(apart ? kRing : kDot));
  else if (apart && style == LineStyle::solid)
    add_points(drawing, line.samples, axes, ChartMark::Kind::dots, own, ui.px(kPoint));
  if (line.other.count() > 0)
    curve(line.other, {chart_color(lighter(color)),
                       ui.px(kOtherRun),
                       {ui.scale * kOtherDash[0], ui.scale * kOtherDash[1]}});
  paint_drawing(ui, drawing);
}

}  // namespace

ImU32 faded(ImU32 color, float part) {
  ImVec4 c = ImGui::ColorConvertU32ToFloat4(color);
  c.w *= part;
  return ImGui::ColorConvertFloat4ToU32(c);
}

std::vector<LineStyle> line_styles(const Ui& ui, const PlotInput& input, const Axes& axes) {
  constexpr std::size_t kStyles = 4;
  std::vector<LineStyle> styles(input.lines.size(), LineStyle::solid);
  // With a second run or measured points all stay solid.
  for (const PlotLine& line : input.lines) {
    if (line.other.count() > 0 || line.points) return styles;
  }
  if (ui.kept.patterns) {
    for (std::size_t k = 0; k < styles.size(); ++k) styles[k] = static_cast<LineStyle>(k % kStyles);
    return styles;
  }
  // A line is `over` if it coincides with an earlier solid one.
  const double near = ui.px(kCoincide) * (axes.y1 - axes.y0) / (axes.high.y - axes.low.y);
  for (std::size_t k = 0; k < input.lines.size(); ++k)
    for (std::size_t under = 0; under < k && styles[k] == LineStyle::solid; ++under)
      if (styles[under] == LineStyle::solid &&
          coincide(input.lines[under].samples, input.lines[k].samples, {axes.t0, axes.t1}, near))
        styles[k] = LineStyle::over;
  return styles;
}

void draw_sample(const Ui& ui, ImVec2 from, float length, ImU32 color, LineStyle style) {
  const Dash dash =
      style == LineStyle::over ? Dash{ui.px(4), ui.px(4)} : dash_of(ui, style);  // two in a short one
  ChartDrawing drawing;
  drawing.stroke({{from.x, from.y}, {from.x + length, from.y}}, chart_color(color), ui.px(2.5f), dash);
  paint_drawing(ui, drawing);
}

void draw_lines(const Ui& ui, const PlotInput& input, const Axes& axes, const std::vector<LineStyle>& styles,
                int pointed) {
  for (std::size_t k = 0; k < input.lines.size(); ++k) {
    if (static_cast<int>(k) == pointed) continue;
    const ImU32 color = input.lines[k].color;
    draw_one(ui, input.lines[k], axes, styles[k], pointed < 0 ? color : faded(color, kFaded), ui.px(kThin));
  }
  if (pointed < 0) return;
  const PlotLine& line = input.lines[static_cast<std::size_t>(pointed)];
  draw_one(ui, line, axes, LineStyle::solid, line.color, ui.px(kThick));
}

void draw_cursors(const Ui& ui, const Axes& axes, double cursor, const std::optional<double>& second) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto line = [&](double time, ImU32 color, const char* name) {
    const float x = std::floor(axes.x(time)) + 0.5f;
    list->AddLine({x, axes.low.y}, {x, axes.high.y}, color, ui.px(1.2f));
    if (!name) return;
    const float apart = ui.px(3), height = ImGui::GetTextLineHeight();
    list->AddText({x + apart, axes.high.y - height - apart}, color, name);
  };
  if (second) {
    const float a = axes.x(cursor), b = axes.x(*second);
    constexpr float kSpanFill = 0.07f;  // opacity of the span between both cursors
    list->AddRectFilled({std::min(a, b), axes.low.y}, {std::max(a, b), axes.high.y},
                        faded(palette::kSecond, kSpanFill));
    line(*second, palette::kSecond, "B");
  }
  line(cursor, palette::kAccent, second ? "A" : nullptr);
}

}  // namespace grouser::desktop
