// SPDX-License-Identifier: BSD-3-Clause
#include "widgets/plot_axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace grouser::desktop {

std::vector<double> nice_ticks(double low, double high, int wanted) {
  std::vector<double> ticks;
  const double span = high - low;
  if (!(span > 0.0) || wanted < 1) return ticks;
  const double raw = span / wanted;
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  const double part = raw / power;
  const double step = power * (part <= 1.0 ? 1.0 : part <= 2.0 ? 2.0 : part <= 5.0 ? 5.0 : 10.0);
  const double first = std::ceil(low / step - 1e-9);
  for (double k = first; k * step <= high + 1e-9 * span && ticks.size() < 50; k += 1.0)
    ticks.push_back(k * step + 0.0);
  return ticks;
}

namespace {

std::string tick_text(double value, double step) {
  constexpr double kShort = 1e-5;  // below it zeros would fill the label
  if (step < kShort) return std::fabs(value) < 0.5 * step ? "0" : fmt::format("{:.0e}", value);
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 5);
  return fmt::format("{:.{}f}", value, decimals);
}

std::vector<double> y_ticks_of(const Ui& ui, const Axes& axes, double factor) {
  int wanted = std::max(2, static_cast<int>((axes.high.y - axes.low.y) / ui.px(34)));
  std::vector<double> ticks;
  do {  // one number alone would not tell the size
    ticks = nice_ticks(axes.y0 * factor, axes.y1 * factor, wanted++);
  } while (ticks.size() < 2 && wanted < 8);
  return ticks;
}

double distance_of(const std::vector<double>& ticks) { return ticks.size() > 1 ? ticks[1] - ticks[0] : 1.0; }

}  // namespace

float y_numbers_width(const Ui& ui, const Axes& axes, double factor) {
  const std::vector<double> ticks = y_ticks_of(ui, axes, factor);
  float width = 0.0f;
  for (double tick : ticks)
    width = std::max(width, ImGui::CalcTextSize(tick_text(tick, distance_of(ticks)).c_str()).x);
  return width + ui.px(6);
}

void draw_axes(const Ui& ui, const Axes& axes, double factor, const char* t_suffix, double t_factor) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const std::vector<double> y_ticks = y_ticks_of(ui, axes, factor);
  const float line = ImGui::GetTextLineHeight();
  float free_below = axes.high.y + line;  // numbers do not cover each other
  for (double tick : y_ticks) {
    const float y = std::floor(axes.y(tick / factor)) + 0.5f;
    list->AddLine({axes.low.x, y}, {axes.high.x, y}, IM_COL32(255, 255, 255, tick == 0.0 ? 44 : 18));
    const std::string text = tick_text(tick, distance_of(y_ticks));
    if (y - 0.5f * line < axes.low.y - 0.4f * line || y + 0.4f * line > free_below) continue;
    free_below = y - 0.5f * line;
    list->AddText({axes.low.x - ImGui::CalcTextSize(text.c_str()).x - ui.px(6), y - 0.5f * line},
                  palette::kDim, text.c_str());
  }
  const int x_wanted = std::max(2, static_cast<int>((axes.high.x - axes.low.x) / ui.px(80)));
  const std::vector<double> x_ticks = nice_ticks(t_factor * axes.t0, t_factor * axes.t1, x_wanted);
  for (std::size_t k = 0; k < x_ticks.size(); ++k) {
    const float x = std::floor(axes.x(x_ticks[k] / t_factor)) + 0.5f;
    list->AddLine({x, axes.low.y}, {x, axes.high.y}, IM_COL32(255, 255, 255, 14));
    std::string text = tick_text(x_ticks[k], distance_of(x_ticks));
    if (k + 1 == x_ticks.size()) text += t_suffix;
    const float width = ImGui::CalcTextSize(text.c_str()).x;
    const float left = std::min(x - 0.5f * width, axes.high.x - width);
    list->AddText({left, axes.high.y + ui.px(4)}, palette::kDim, text.c_str());
  }
}

}  // namespace grouser::desktop
