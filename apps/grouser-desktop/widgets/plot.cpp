#include "widgets/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "widgets/plot_axes.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {

std::vector<Column> decimate(std::span<const double> times, std::span<const double> values, double begin,
                             double end, int columns) {
  std::vector<Column> out(static_cast<std::size_t>(std::max(columns, 0)));
  const std::size_t count = std::min(times.size(), values.size());
  if (out.empty() || !(end > begin)) return out;
  const double per_second = columns / (end - begin);
  const auto add = [](Column& c, double v) {
    if (!std::isfinite(v)) return;
    c.low = c.any ? std::min(c.low, v) : v;
    c.high = c.any ? std::max(c.high, v) : v;
    c.any = true;
  };
  long last = -1;
  const auto first =
      std::lower_bound(times.begin(), times.begin() + static_cast<long>(count), begin) - times.begin();
  for (auto k = static_cast<std::size_t>(first); k < count && times[k] <= end; ++k) {
    const long at = std::min<long>(columns - 1, static_cast<long>((times[k] - begin) * per_second));
    // A gap between samples is bridged by a straight line.
    if (last >= 0 && at > last && k > 0) {
      for (long c = last; c <= at; ++c) {
        const double part = static_cast<double>(c - last) / static_cast<double>(at - last);
        if (c != last || !out[static_cast<std::size_t>(c)].any || c == at) {
          add(out[static_cast<std::size_t>(c)], std::lerp(values[k - 1], values[k], part));
        }
      }
    }
    add(out[static_cast<std::size_t>(at)], values[k]);
    last = at;
  }
  return out;
}

namespace {

/// The colour of a second run's line.
ImU32 lighter(ImU32 color) {
  ImVec4 c = ImGui::ColorConvertU32ToFloat4(color);
  const auto mix = [](float x) { return x + 0.4f * (1.0f - x); };
  return ImGui::ColorConvertFloat4ToU32({mix(c.x), mix(c.y), mix(c.z), 0.9f});
}

double value_at(std::span<const double> times, std::span<const double> values, double time) {
  const auto after = std::upper_bound(times.begin(), times.end(), time + 1e-9);
  const auto index = static_cast<std::size_t>(std::max<long>(0, after - times.begin() - 1));
  return index < values.size() ? values[index] : std::nan("");
}

/// Range of all lines within the shown times, with some air; a constant line gets a range about it.
void fit_values(const PlotInput& input, double& low, double& high) {
  bool any = false;
  const auto include = [&](std::span<const double> times, std::span<const double> values) {
    for (std::size_t k = 0; k < std::min(times.size(), values.size()); ++k) {
      if (times[k] < input.begin || times[k] > input.end || !std::isfinite(values[k])) continue;
      low = any ? std::min(low, values[k]) : values[k];
      high = any ? std::max(high, values[k]) : values[k];
      any = true;
    }
  };
  for (const PlotLine& line : input.lines) {
    include(input.times, line.values);
    include(line.other_times, line.other_values);
  }
  if (!any) low = 0.0, high = 1.0;
  const double size = std::max(std::fabs(low), std::fabs(high));
  constexpr double kRounding = 1e-12;  // what is smaller is a zero with the rounding of its sums
  if (size < kRounding) low = high = 0.0;
  const double air = size < kRounding ? 1.0 : high - low > 1e-6 * size ? 0.10 * (high - low) : 0.1 * size;
  low -= air;
  high += air;
}

void draw_line(ImDrawList* list, const Axes& axes, const std::vector<Column>& columns, ImU32 color,
               float width) {
  std::vector<ImVec2> points;
  const auto flush = [&] {
    if (points.size() > 1) list->AddPolyline(points.data(), static_cast<int>(points.size()), color, 0, width);
    points.clear();
  };
  bool rising = true;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (!columns[k].any) {
      flush();
      continue;
    }
    const float x = axes.low.x + static_cast<float>(k) + 0.5f;
    const float low = axes.y(columns[k].low), high = axes.y(columns[k].high);
    if (std::fabs(low - high) < 0.75f) {
      points.push_back({x, 0.5f * (low + high)});
    } else {
      // Enter at the end that is nearer to the last point.
      if (!points.empty()) rising = std::fabs(points.back().y - low) < std::fabs(points.back().y - high);
      points.push_back({x, rising ? low : high});
      points.push_back({x, rising ? high : low});
    }
  }
  flush();
}

/// Dashes of the same colour, lighter and paler. The pattern goes on along the line.
void draw_dashed(const Ui& ui, ImDrawList* list, const Axes& axes, const std::vector<Column>& columns,
                 ImU32 color) {
  constexpr float kOn = 6.0f, kPeriod = 11.0f;
  const float period = ui.px(kPeriod), on = ui.px(kOn);
  std::vector<ImVec2> points;
  float travelled = 0.0f;
  const auto stroke = [&] {
    if (points.size() > 1)
      list->AddPolyline(points.data(), static_cast<int>(points.size()), lighter(color), 0, ui.px(1.4f));
    points.clear();
  };
  const Column* before = nullptr;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (!columns[k].any) {
      stroke();
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
    if (std::fmod(travelled, period) > on) {
      stroke();
      continue;
    }
    if (std::fabs(low - high) < 0.75f) {
      points.push_back({x, 0.5f * (low + high)});
    } else {
      points.push_back({x, low});
      points.push_back({x, high});
    }
  }
  stroke();
}

/// One legend entry: a stroke of the line's colour, its name and value.
struct LegendEntry {
  std::string text;
  ImVec2 at;
};

/// Entries beside the title, further rows below where one is full. Returns the height used.
float place_legend(const Ui& ui, const PlotInput& input, const DisplayUnit& unit, double read_at, ImVec2 low,
                   float right, std::vector<LegendEntry>& entries) {
  const float row = ImGui::GetTextLineHeight() + ui.px(2), stroke = ui.px(17), apart = ui.px(19);
  const float indent = low.x + ui.px(10), top = low.y + ui.px(5);
  const float label = ImGui::CalcTextSize(unit.label.c_str()).x;
  float left = indent + ImGui::CalcTextSize(input.title.c_str()).x + ui.px(8) + label + ui.px(20);
  ImVec2 at{left, top};
  for (const PlotLine& line : input.lines) {
    std::string value = shown_text(value_at(input.times, line.values, read_at), unit);
    if (!line.other_values.empty())
      value += " | " + shown_text(value_at(line.other_times, line.other_values, read_at), unit);
    const auto wide = [](const std::string& text) { return ImGui::CalcTextSize(text.c_str()).x; };
    const float number = wide("  " + value);
    std::string name = line.label;
    // Where a name does not fit beside the title, it goes below it; where it fits nowhere, it is cut.
    const auto fits = [&] { return at.x + stroke + wide(name) + number <= right; };
    if (!fits() && at.x > left) at = {left, at.y + row};
    if (!fits() && left > indent) at = {left = indent, std::max(at.y, top + row)};
    name = fit_text(name, std::max(ui.px(20), right - at.x - stroke - number));
    entries.push_back({name + "  " + value, at});
    at.x += stroke + wide(name) + number + apart;
  }
  return at.y + row - top;
}

void draw_head(const Ui& ui, const PlotInput& input, const DisplayUnit& unit, ImVec2 low,
               const std::vector<LegendEntry>& legend) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 at{low.x + ui.px(10), low.y + ui.px(5)};
  const float line = ImGui::GetTextLineHeight(), title = ImGui::CalcTextSize(input.title.c_str()).x;
  list->AddText(at, palette::kText, input.title.c_str());
  list->AddText({at.x + title + ui.px(8), at.y}, palette::kDim, unit.label.c_str());
  for (std::size_t k = 0; k < legend.size(); ++k) {
    const ImVec2 p = legend[k].at;
    list->AddLine({p.x, p.y + 0.5f * line}, {p.x + ui.px(12), p.y + 0.5f * line}, input.lines[k].color,
                  ui.px(2.5f));
    list->AddText({p.x + ui.px(17), p.y}, palette::kText, legend[k].text.c_str());
  }
}

void draw_lines(const Ui& ui, const PlotInput& input, const Axes& axes) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const int columns = static_cast<int>(axes.high.x - axes.low.x);
  for (const PlotLine& line : input.lines) {
    draw_line(list, axes, decimate(input.times, line.values, axes.t0, axes.t1, columns), line.color,
              ui.px(1.6f));
    draw_dashed(ui, list, axes, decimate(line.other_times, line.other_values, axes.t0, axes.t1, columns),
                line.color);
  }
}

}  // namespace

std::optional<double> draw_plot(const Ui& ui, const char* id, const PlotInput& input, ImVec2 size) {
  ImGui::InvisibleButton(id, size);
  ui.mark(id);
  const bool hovered = ImGui::IsItemHovered(), held = ImGui::IsItemActive();
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(low, high, palette::kBackground, ui.px(4));
  Axes axes{{low.x + ui.px(58), low.y},
            {high.x - ui.px(10), high.y - ImGui::GetTextLineHeight() - ui.px(8)},
            input.begin,
            std::max(input.end, input.begin + 1e-3),
            0.0,
            1.0};
  fit_values(input, axes.y0, axes.y1);
  const DisplayUnit unit = display_unit(input.unit, std::max(std::fabs(axes.y0), std::fabs(axes.y1)));
  const float mouse_x = ImGui::GetIO().MousePos.x;
  const auto mouse_time = [&] {
    const float part = std::clamp((mouse_x - axes.low.x) / (axes.high.x - axes.low.x), 0.0f, 1.0f);
    return axes.t0 + part * (axes.t1 - axes.t0);
  };
  // Rows of the legend leave the axes their height; their numbers leave them their width.
  std::vector<LegendEntry> legend;
  axes.low.y += ui.px(12) + place_legend(ui, input, unit, hovered ? mouse_time() : input.cursor, low,
                                         high.x - ui.px(6), legend);
  axes.low.x = low.x + std::max(ui.px(40), y_numbers_width(ui, axes, unit.factor) + ui.px(8));
  if (axes.high.x - axes.low.x < 20.0f || axes.high.y - axes.low.y < 20.0f) return std::nullopt;
  draw_head(ui, input, unit, low, legend);
  draw_axes(ui, axes, unit.factor, " s");
  list->PushClipRect(axes.low, axes.high, true);
  draw_lines(ui, input, axes);
  const float cursor = std::floor(axes.x(input.cursor)) + 0.5f;
  list->AddLine({cursor, axes.low.y}, {cursor, axes.high.y}, palette::kAccent, ui.px(1.2f));
  if (hovered) {
    list->AddLine({mouse_x, axes.low.y}, {mouse_x, axes.high.y}, IM_COL32(255, 255, 255, 110));
    const std::string text = time_text(mouse_time());
    list->AddText({axes.high.x - ImGui::CalcTextSize(text.c_str()).x - ui.px(6), axes.low.y + ui.px(3)},
                  palette::kText, text.c_str());
  }
  list->PopClipRect();
  if (held) return mouse_time();
  return std::nullopt;
}

}  // namespace grouser::desktop
