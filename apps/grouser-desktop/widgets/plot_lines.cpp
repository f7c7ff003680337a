// SPDX-License-Identifier: BSD-3-Clause
#include "widgets/plot_lines.hpp"

#include <algorithm>
#include <cmath>

namespace grouser::desktop {
namespace {

constexpr float kThin = 1.6f, kThick = 2.6f, kOtherRun = 1.4f;  // widths of lines, px
constexpr float kPointApart = 7.0f;  // samples at least so far apart are points as well, px
constexpr float kPoint = 2.4f;       // their radius, px
constexpr float kFaded = 0.25f;      // of a line while another one is pointed at
constexpr float kCoincide = 2.0f;    // lines as near as this look like one, px

struct Dash {
  float on, period;  // px
};
constexpr Dash kOtherDash{6.0f, 11.0f};  // of a second run
constexpr Dash kOverDash{9.0f, 18.0f};   // of a line over another: both colours get the same length
constexpr Dash kDashed{7.0f, 12.0f}, kDotted{2.0f, 6.0f}, kLongDashed{18.0f, 24.0f};

Dash dash_of(LineStyle style) {
  switch (style) {
    case LineStyle::dashed:
      return kDashed;
    case LineStyle::dotted:
      return kDotted;
    case LineStyle::long_dashed:
      return kLongDashed;
    case LineStyle::solid:
    case LineStyle::over:
      break;
  }
  return kOverDash;
}

/// The colour of a second run's line.
ImU32 lighter(ImU32 color) {
  ImVec4 c = ImGui::ColorConvertU32ToFloat4(color);
  const auto mix = [](float x) { return x + 0.4f * (1.0f - x); };
  return ImGui::ColorConvertFloat4ToU32({mix(c.x), mix(c.y), mix(c.z), 0.9f * c.w});
}

void stroke(ImDrawList* list, std::vector<ImVec2>& points, ImU32 color, float width) {
  if (points.size() > 1) list->AddPolyline(points.data(), static_cast<int>(points.size()), color, 0, width);
  points.clear();
}

int columns_of(const Axes& axes) { return static_cast<int>(axes.high.x - axes.low.x); }

std::vector<Column> columns_of(const Samples& samples, const Axes& axes) {
  return decimate(samples, {axes.t0, axes.t1}, columns_of(axes));
}

/// A column as one point, or as a stroke that is entered at the end nearer to the last point.
void add_column(std::vector<ImVec2>& points, float x, float low, float high) {
  constexpr float kPointHeight = 0.75f;  // px
  if (std::fabs(low - high) < kPointHeight) {
    points.push_back({x, 0.5f * (low + high)});
    return;
  }
  const bool from_low =
      points.empty() || std::fabs(points.back().y - low) < std::fabs(points.back().y - high);
  points.push_back({x, from_low ? low : high});
  points.push_back({x, from_low ? high : low});
}

/// More than one sample a pixel: least and greatest of each column.
void draw_dense(ImDrawList* list, const Axes& axes, const std::vector<Column>& columns, ImU32 color,
                float width) {
  std::vector<ImVec2> points;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (!columns[k].any) {
      stroke(list, points, color, width);
      continue;
    }
    const float x = axes.low.x + static_cast<float>(k) + 0.5f;
    const float low = axes.y(columns[k].low), high = axes.y(columns[k].high);
    add_column(points, x, low, high);
  }
  stroke(list, points, color, width);
}

/// Fewer than one sample a pixel: the samples themselves.
void draw_sparse(const Ui& ui, ImDrawList* list, const Axes& axes, const Samples& samples, ImU32 color,
                 float width) {
  const Range span{axes.t0, axes.t1};
  const auto count = static_cast<float>(count_within(samples, span));
  const bool dots = count * ui.px(kPointApart) <= axes.high.x - axes.low.x;
  std::vector<ImVec2> points;
  for (const LinePoint& p : line_within(samples, span)) {
    if (!std::isfinite(p.value)) {
      stroke(list, points, color, width);
      continue;
    }
    points.push_back({axes.x(p.time), axes.y(p.value)});
    if (dots && p.is_sample) list->AddCircleFilled(points.back(), ui.px(kPoint), color);
  }
  stroke(list, points, color, width);
}

/// The pattern goes on along the line.
void draw_dashed(const Ui& ui, ImDrawList* list, const Axes& axes, const std::vector<Column>& columns,
                 Dash dash, ImU32 color, float width) {
  std::vector<ImVec2> points;
  float travelled = 0.0f;
  const Column* before = nullptr;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (!columns[k].any) {
      stroke(list, points, color, width);
      before = nullptr;
      continue;
    }
    const float x = axes.low.x + static_cast<float>(k) + 0.5f;
    const float low = axes.y(columns[k].low), high = axes.y(columns[k].high);
    const double middle = 0.5 * (columns[k].low + columns[k].high);
    if (before) {
      const float rise = axes.y(middle) - axes.y(0.5 * (before->low + before->high));
      travelled += std::sqrt(1.0f + rise * rise);
    }
    before = &columns[k];
    if (std::fmod(travelled, ui.px(dash.period)) > ui.px(dash.on)) {
      stroke(list, points, color, width);
      continue;
    }
    add_column(points, x, low, high);
  }
  stroke(list, points, color, width);
}

/// Measured values: nothing is known between them.
void draw_marks(const Ui& ui, ImDrawList* list, const Axes& axes, const Samples& samples, ImU32 color,
                float width) {
  constexpr float kRing = 3.0f, kDot = 1.3f;  // radius, px
  constexpr std::size_t kMostDots = 20;       // a pixel column
  const std::size_t count = count_within(samples, {axes.t0, axes.t1}),
                    columns = static_cast<std::size_t>(columns_of(axes));
  if (count > kMostDots * columns) return draw_dense(list, axes, columns_of(samples, axes), color, width);
  const bool apart = static_cast<float>(count) * ui.px(kPointApart) <= axes.high.x - axes.low.x;
  for (const LinePoint& p : line_within(samples, {axes.t0, axes.t1})) {
    if (!p.is_sample || !std::isfinite(p.value)) continue;
    const ImVec2 at{axes.x(p.time), axes.y(p.value)};
    apart ? list->AddCircle(at, ui.px(kRing), color, 12, width)
          : list->AddCircleFilled(at, ui.px(kDot), color, 6);
  }
}

void draw_one(const Ui& ui, const PlotLine& line, const Axes& axes, LineStyle style, ImU32 color,
              float width) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto pixels = static_cast<std::size_t>(columns_of(axes));
  if (line.points)
    draw_marks(ui, list, axes, line.samples, color, width);
  else if (style != LineStyle::solid)
    draw_dashed(ui, list, axes, columns_of(line.samples, axes), dash_of(style), color, width);
  else if (count_within(line.samples, {axes.t0, axes.t1}) < pixels)
    draw_sparse(ui, list, axes, line.samples, color, width);
  else
    draw_dense(list, axes, columns_of(line.samples, axes), color, width);
  if (line.other.count() > 0)
    draw_dashed(ui, list, axes, columns_of(line.other, axes), kOtherDash, lighter(color), ui.px(kOtherRun));
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
  for (const PlotLine& line : input.lines) {
    if (line.other.count() > 0 || line.points) return styles;
  }
  if (ui.kept.patterns) {
    for (std::size_t k = 0; k < styles.size(); ++k) styles[k] = static_cast<LineStyle>(k % kStyles);
    return styles;
  }
  const double near = ui.px(kCoincide) * (axes.y1 - axes.y0) / (axes.high.y - axes.low.y);
  std::vector<std::vector<Column>> columns;
  for (std::size_t k = 0; k < input.lines.size(); ++k) {
    columns.push_back(columns_of(input.lines[k].samples, axes));
    for (std::size_t under = 0; under < k && styles[k] == LineStyle::solid; ++under)
      if (styles[under] == LineStyle::solid && coincide(columns[under], columns[k], near))
        styles[k] = LineStyle::over;
  }
  return styles;
}

void draw_sample(const Ui& ui, ImVec2 from, float length, ImU32 color, LineStyle style) {
  const float end = from.x + length;
  Dash dash = dash_of(style);
  if (style == LineStyle::solid) dash = {length / ui.scale, length / ui.scale};
  if (style == LineStyle::over) dash = {4.0f, 8.0f};  // two dashes in a short sample
  for (float x = from.x; x < end; x += ui.px(dash.period))
    ImGui::GetWindowDrawList()->AddLine({x, from.y}, {std::min(x + ui.px(dash.on), end), from.y}, color,
                                        ui.px(2.5f));
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
