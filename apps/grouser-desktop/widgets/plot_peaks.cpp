// SPDX-License-Identifier: BSD-3-Clause
// The greatest absolute value of each line gets a ring and a number; numbers are moved up or down until
// they overlap no other one, and left out where no place is free.
#include "widgets/plot_peaks.hpp"

#include <algorithm>
#include <cmath>

#include "widgets/plot_lines.hpp"

namespace grouser::desktop {
namespace {

constexpr float kPeakMark = 3.2f;    // radius, px
constexpr float kLabelApart = 5.0f;  // of the label from its mark, px
constexpr float kOut = 2.0f;         // and out from it, px
constexpr float kSameMark = 4.0f;    // peaks as near as this, with one number, get one label, px
constexpr float kBehind = 0.8f;      // opacity of what lies behind a label, so that lines do not cross it

/// A label that is drawn: place of its peak, px, and its text.
struct Drawn {
  ImVec2 at;
  std::string text;
};

/// Whether the same number is drawn at nearly the same place already.
bool is_drawn(const std::vector<Drawn>& all, const Drawn& one, float near) {
  return std::any_of(all.begin(), all.end(), [&](const Drawn& d) {
    return d.text == one.text && std::hypot(d.at.x - one.at.x, d.at.y - one.at.y) <= near;
  });
}

}  // namespace

std::optional<LabelBox> place_label(const LabelBox& area, const std::vector<LabelBox>& others, float x,
                                    float y, float width, float height) {
  const float left = std::clamp(x, area.x0, std::max(area.x0, area.x1 - width));
  const float top = std::clamp(y, area.y0, std::max(area.y0, area.y1 - height));
  const auto rows = static_cast<int>((area.y1 - area.y0) / height);
  // Nearest first: at the place wanted, then one row below it, one above it, two below it and so on.
  for (int k = 0; k <= 2 * rows; ++k) {
    const float by = height * static_cast<float>((k + 1) / 2) * (k % 2 == 1 ? 1.0f : -1.0f);
    const LabelBox box{left, top + by, left + width, top + by + height};
    if (box.y0 < area.y0 || box.y1 > area.y1) continue;
    const auto hit = [&](const LabelBox& other) { return box.overlaps(other); };
    if (std::none_of(others.begin(), others.end(), hit)) return box;
  }
  return std::nullopt;
}

void draw_peaks(const Ui& ui, const PlotInput& input, const Axes& axes, const DisplayUnit& unit) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const LabelBox area{axes.low.x, axes.low.y, axes.high.x, axes.high.y};
  std::vector<LabelBox> boxes;
  std::vector<Drawn> drawn;
  for (const PlotLine& line : input.lines) {
    // A peak of 0 or outside the axes has no label.
    const auto peak = find_peak(line.samples, {axes.t0, axes.t1});
    if (!peak || peak->value == 0.0 || peak->value < axes.y0 || peak->value > axes.y1) continue;
    const Drawn one{{axes.x(peak->time), axes.y(peak->value)},
                    shown_text(peak->value, unit) + behind_number(unit)};
    list->AddCircle(one.at, ui.px(kPeakMark), line.color, 0, ui.px(1.5f));
    if (is_drawn(drawn, one, ui.px(kSameMark))) continue;
    const ImVec2 size = ImGui::CalcTextSize(one.text.c_str());
    // Outwards of the peak, where its own line is not.
    const float out = peak->value >= 0.0 ? -size.y - ui.px(kOut) : ui.px(kOut);
    float x = one.at.x + ui.px(kLabelApart);
    if (x + size.x > axes.high.x) x = one.at.x - ui.px(kLabelApart) - size.x;
    const auto box = place_label(area, boxes, x, one.at.y + out, size.x, size.y);
    if (!box) continue;
    list->AddRectFilled({box->x0 - ui.px(2), box->y0}, {box->x1 + ui.px(2), box->y1},
                        faded(palette::kBackground, kBehind), ui.px(2));
    list->AddText({box->x0, box->y0}, line.color, one.text.c_str());
    boxes.push_back(*box);
    drawn.push_back(one);
  }
}

}  // namespace grouser::desktop
