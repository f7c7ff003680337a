// SPDX-License-Identifier: BSD-3-Clause
// What is drawn above the histogram of a campaign: the spread of a number by groups, what moves it, and an envelope's plane.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "desks/campaigns/chart_sheet.hpp"
#include "desks/campaigns/statistics_panels.hpp"
#include "desks/campaigns/statistics_request.hpp"

namespace grouser::desktop {
namespace {

using StatisticsKind = StatisticsRequest::Kind;

constexpr ImU32 kBox = IM_COL32(86, 140, 190, 255), kBoxChosen = palette::kAccent;
constexpr ImU32 kLine = IM_COL32(228, 231, 236, 190), kChartMark = IM_COL32(224, 100, 20, 255);
constexpr int kUpright = 90, kNotUpright = 110;  // opacity: the points of the plane's grid lie on it

/// Bars have names, not numbers, along y: lines of equal height from above.
struct Lanes {
  float top = 0.0f, step = 0.0f, thick = 0.0f;
};
Lanes lanes_of(const Ui& ui, Sheet& sheet, std::size_t count) {
  sheet.axes.low.x = sheet.low.x + ui.px(16);
  sheet.axes.y0 = 0.0, sheet.axes.y1 = -1.0;
  const float line = ImGui::GetTextLineHeight();
  const float room = sheet.axes.high.y - sheet.axes.low.y;
  const float step = std::min(ui.px(58), room / static_cast<float>(count));
  return {sheet.axes.low.y, step, std::clamp(step - line - ui.px(9), ui.px(4), ui.px(18))};
}

void widen_range(double& low, double& high) {
  const double air = std::max(0.06 * (high - low), 1e-9 * std::max({std::fabs(low), std::fabs(high), 1e-3}));
  low -= air;
  high += air;
}

void spread_chart(const Ui& ui, const BoardView& board, ImVec2 size, StatisticsRequests& requests) {
  const TableColumn& column = board.cases->table.columns[board.bars_of];
  const bool any = !board.spreads.empty();
  double low = any ? board.spreads[0].low : 0.0, high = any ? board.spreads[0].high : 1.0;
  for (const CaseSpread& s : board.spreads) low = std::min(low, s.low), high = std::max(high, s.high);
  const DisplayUnit unit = unit_of(ui, column, low, high);
  Sheet sheet =
      begin_sheet(ui, "statistics_spread",
                  fmt::format("{} by {}: box 25 to 75 %, line 5 to 95 %", quantity_label(column.name),
                              board.spreads_by_group ? "what is crossed" : "outcome"),
                  label_of(column, unit), size);
  if (!sheet.usable || !any) return;
  widen_range(low, high);
  sheet.axes.t0 = unit.factor * low;
  sheet.axes.t1 = unit.factor * high;
  const Lanes lanes = lanes_of(ui, sheet, board.spreads.size());
  draw_axes(ui, sheet.axes, 1.0, "");
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float line = ImGui::GetTextLineHeight();
  for (std::size_t k = 0; k < board.spreads.size(); ++k) {
    const CaseSpread& s = board.spreads[k];
    const float y = lanes.top + static_cast<float>(k) * lanes.step, top = y + line + ui.px(2),
                middle = top + 0.5f * lanes.thick;
    CaseChoice choice;
    (board.spreads_by_group ? choice.group : choice.outcome) = s.code;
    const auto x = [&](double value) { return sheet.axes.x(unit.factor * value); };
    const auto shown = [&](double value) { return steady_number(value, unit); };
    list->AddText(
        {sheet.axes.low.x, y}, palette::kText,
        fit_text(fmt::format("{}: {} cases, median {}", quantity_label(s.group), s.count, shown(s.median)),
                 sheet.axes.high.x - sheet.axes.low.x)
            .c_str());
    list->AddLine({x(s.low), middle}, {x(s.high), middle}, kLine, ui.px(1.4f));
    for (const double end : {s.low, s.high})
      list->AddLine({x(end), top + 0.2f * lanes.thick}, {x(end), top + 0.8f * lanes.thick}, kLine,
                    ui.px(1.4f));
    list->AddRectFilled({x(s.quarter), top},
                        {std::max(x(s.three_quarters), x(s.quarter) + 2.0f), top + lanes.thick},
                        board.choice == choice ? kBoxChosen : kBox);
    list->AddLine({x(s.median), top}, {x(s.median), top + lanes.thick}, palette::kText, ui.px(2));
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!sheet.hovered || mouse.y < y || mouse.y >= y + lanes.step) continue;
    hint(fmt::format(
             "{}: {} cases\n5 % below {}, 25 % below {}, median {},\n75 % below {}, 95 % below {} {}\nClick "
             "shows them; once more: all",
             s.group, s.count, shown(s.low), shown(s.quarter), shown(s.median), shown(s.three_quarters),
             shown(s.high), unit.label)
             .c_str());
    if (ImGui::IsMouseClicked(0))
      requests.push_back(
          {.kind = StatisticsKind::choose, .choice = std::make_shared<const CaseChoice>(choice)});
  }
}

void moved_by_chart(const Ui& ui, const BoardView& board, const CaseInsight* insight, ImVec2 size) {
  const TableColumn& column = board.cases->table.columns[board.bars_of];
  const std::string title = "What moves " + quantity_label(column.name) + " most" +
                            (insight && !insight->said.empty() ? " (" + insight->said + ")" : "");
  const std::string what =
      !insight ? "being found" : insight->what + (insight->mark.empty() ? "" : "; orange: " + insight->mark);
  Sheet sheet = begin_sheet(ui, "statistics_moved_by", title, what, size);
  if (!sheet.usable || !insight || insight->bars.empty()) return;
  double low = 0.0, high = 0.0;
  const auto reach = [&](double value) {
    if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
  };
  constexpr std::size_t kMost = 10;
  const std::size_t count = std::min(kMost, insight->bars.size());
  for (std::size_t k = 0; k < count; ++k)
    for (const double value : {insight->bars[k].length.value, insight->bars[k].length.range.low,
                               insight->bars[k].length.range.high, insight->bars[k].mark})
      reach(value);
  const TableColumn of{column.name, insight->unit, {}};
  const DisplayUnit unit = insight->unit == "-" ? DisplayUnit{} : unit_of(ui, of, low, high);
  widen_range(low, high);
  sheet.axes.t0 = unit.factor * low;
  sheet.axes.t1 = unit.factor * high;
  const Lanes lanes = lanes_of(ui, sheet, count);
  draw_axes(ui, sheet.axes, 1.0, "");
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float line = ImGui::GetTextLineHeight();
  const auto x = [&](double value) { return sheet.axes.x(unit.factor * value); };
  for (std::size_t k = 0; k < count; ++k) {
    const MovedBy& bar = insight->bars[k];
    const float y = lanes.top + static_cast<float>(k) * lanes.step, top = y + line + ui.px(2),
                middle = top + 0.5f * lanes.thick;
    const std::string text =
        fmt::format("{}: {:.3g} ({:.3g} to {:.3g})", bar.key, unit.factor * bar.length.value,
                    unit.factor * bar.length.range.low, unit.factor * bar.length.range.high);
    list->AddText({sheet.axes.low.x, y}, palette::kText,
                  fit_text(text, sheet.axes.high.x - sheet.axes.low.x).c_str());
    if (!std::isfinite(bar.length.value)) continue;
    const float from = std::min(x(0.0), x(bar.length.value)), to = std::max(x(0.0), x(bar.length.value));
    list->AddRectFilled({from, top}, {std::max(to, from + 1.0f), top + lanes.thick}, kBox);
    if (std::isfinite(bar.length.range.low) && std::isfinite(bar.length.range.high))
      list->AddLine({x(bar.length.range.low), middle}, {x(bar.length.range.high), middle}, kLine,
                    ui.px(1.6f));
    if (std::isfinite(bar.mark))
      list->AddLine({x(bar.mark), top - ui.px(2)}, {x(bar.mark), top + lanes.thick + ui.px(2)}, kChartMark,
                    ui.px(2));
  }
  list->AddLine({x(0.0), sheet.axes.low.y}, {x(0.0), sheet.axes.high.y}, kLine, ui.px(1));
  if (sheet.hovered) hint("Bars with their 95 % intervals");
}

ImU32 tinted(CaseTone tone, int alpha) {
  return (tone_color(tone) & ~IM_COL32_A_MASK) | static_cast<ImU32>(alpha) << IM_COL32_A_SHIFT;
}

/// Runs of equal nodes along a row are one rectangle.
void plane_chart(const Ui& ui, const EnvelopePlane& plane, ImVec2 size) {
  Sheet sheet =
      begin_sheet(ui, "statistics_plane", "vertical speed, m/s: blue upright in all cases, orange not",
                  "horizontal speed, m/s", size);
  if (!sheet.usable) return;
  Axes& axes = sheet.axes;
  const double half_x = 0.5 * (plane.x1 - plane.x0) / (plane.columns - 1),
               half_y = 0.5 * (plane.y1 - plane.y0) / (plane.rows - 1);
  axes.t0 = plane.x0 - half_x, axes.t1 = plane.x1 + half_x;
  axes.y0 = plane.y0 - half_y, axes.y1 = plane.y1 + half_y;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto column_x = [&](int column) { return axes.x(axes.t0 + 2.0 * half_x * column); };
  const auto row_y = [&](int row) { return axes.y(axes.y0 + 2.0 * half_y * row); };
  for (int row = 0; row < plane.rows; ++row)
    for (int from = 0, to = 0; from < plane.columns; from = to) {
      const auto upright = [&](int column) {
        return plane.upright[static_cast<std::size_t>(row) * plane.columns + column];
      };
      while (to < plane.columns && upright(to) == upright(from)) ++to;
      list->AddRectFilled(
          {column_x(from), row_y(row + 1)}, {column_x(to), row_y(row)},
          upright(from) ? tinted(CaseTone::good, kUpright) : tinted(CaseTone::bad, kNotUpright));
    }
  draw_axes(ui, axes, 1.0, "");
  const float dot = ui.px(1.2f);
  for (int row = 0; row < plane.rows; ++row)
    for (int column = 0; column < plane.columns; ++column) {
      if (!plane.run[static_cast<std::size_t>(row) * plane.columns + column]) continue;
      const ImVec2 at{0.5f * (column_x(column) + column_x(column + 1)), 0.5f * (row_y(row) + row_y(row + 1))};
      list->AddRectFilled({at.x - dot, at.y - dot}, {at.x + dot, at.y + dot}, kLine);
    }
  if (sheet.hovered) hint("The touchdown speeds of 'grouser campaign envelope'; dots were run");
}

}  // namespace

void campaign_chart(const Ui& ui, const StatisticsDeskView& view, StatisticsRequests& requests) {
  const CampaignDeskView& campaign = *view.campaign;
  const auto button = [&](const char* label, const char* name, CampaignChart chart) {
    const bool on = campaign.chart == chart;
    ImGui::PushStyleColor(ImGuiCol_Button, on ? IM_COL32(176, 88, 40, 255) : palette::kRaised);
    if (ImGui::Button(label))
      requests.push_back({.kind = StatisticsKind::show_chart, .row = static_cast<std::size_t>(chart)});
    ImGui::PopStyleColor();
    ui.mark(name);
    ImGui::SameLine(0, ui.px(4));
  };
  button("Spread", "statistics_show_spread", CampaignChart::spread);
  hint("Box plots of what the histogram shows: of each combination of crossed values, or of each outcome");
  button("What moves it", "statistics_show_moved_by", CampaignChart::moved_by);
  hint("Sensitivities: by the campaign's own plan (morris, saltelli), else rank correlations");
  if (campaign.now->envelope) {
    button("Envelope", "statistics_show_plane", CampaignChart::plane);
    hint("Upright or not, over the speeds at touchdown");
  }
  ImGui::NewLine();
  const ImVec2 size = ImGui::GetContentRegionAvail();
  if (campaign.chart == CampaignChart::moved_by)
    moved_by_chart(ui, *view.board, campaign.insight.get(), size);
  else if (campaign.chart == CampaignChart::plane && campaign.now->envelope)
    plane_chart(ui, *campaign.now->envelope, size);
  else
    spread_chart(ui, *view.board, size, requests);
}

}  // namespace grouser::desktop
