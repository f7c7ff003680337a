// SPDX-License-Identifier: BSD-3-Clause
// Charts above the histogram of a campaign: the spread of a number by groups, what moves it, and an
// envelope's plane. Spread and sensitivities are lanes of whiskers, boxes and ticks (lanes_widget());
// the plane is painted here.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "desks/campaigns/chart_sheet.hpp"
#include "desks/campaigns/charts.hpp"
#include "desks/campaigns/statistics_panels.hpp"
#include "desks/campaigns/statistics_request.hpp"

namespace grouser::desktop {
namespace {

using StatisticsKind = StatisticsRequest::Kind;

constexpr ImU32 kLine = IM_COL32(228, 231, 236, 190);
constexpr int kUpright = 90, kNotUpright = 110;  // opacity: the points of the plane's grid lie on it

/// Box plots of the histogram's quantity, one lane per group or outcome; a click on a lane chooses its
/// cases.
void spread_chart(const Ui& ui, const BoardView& board, ImVec2 size, StatisticsRequests& requests) {
  using enum LanePart::Kind;
  const TableColumn& column = board.cases->table.columns[board.bars_of];
  // Without spreads the unit is chosen for 0 to 1.
  const bool any = !board.spreads.empty();
  const double low = any ? board.spreads[0].low : 0.0, high = any ? board.spreads[0].high : 1.0;
  const DisplayUnit unit = unit_of(ui, column, low, high);
  const auto shown = [&](double value) { return steady_number(value, unit); };
  const std::string name = quantity_label(column.name);
  LaneChart chart{fmt::format("{} by {}: box 25 to 75 %, line 5 to 95 %", name,
                              board.spreads_by_group ? "what is crossed" : "outcome"),
                  name,
                  quantity_unit(column.name, column.unit),
                  {}};
  // The choice of each lane marks the chosen box and serves the click.
  std::vector<CaseChoice> choices;
  for (const CaseSpread& s : board.spreads) {
    (board.spreads_by_group ? choices.emplace_back().group : choices.emplace_back().outcome) = s.code;
    chart.lanes.push_back(
        {fmt::format("{}: {} cases, median {}", quantity_label(s.group), s.count, shown(s.median)),
         {{whisker, s.low, s.high, LanePart::kInk, 190},
          {box, s.quarter, s.three_quarters, board.choice == choices.back() ? 5 : 0},
          {tick, s.median, 0.0, LanePart::kInk}}});
  }
  // The lane under the pointer: quantiles in a tooltip, and its cases on a click.
  const int at = pointed_item(lanes_widget(ui, "statistics_spread", chart, size));
  if (at < 0) return;
  const CaseSpread& s = board.spreads[static_cast<std::size_t>(at)];
  hint(fmt::format(
           "{}: {} cases\n5 % below {}, 25 % below {}, median {},\n75 % below {}, 95 % below {} {}\nClick "
           "shows them; once more: all",
           s.group, s.count, shown(s.low), shown(s.quarter), shown(s.median), shown(s.three_quarters),
           shown(s.high), unit.label)
           .c_str());
  if (ImGui::IsMouseClicked(0))
    requests.push_back({.kind = StatisticsKind::choose,
                        .choice = std::make_shared<const CaseChoice>(choices[static_cast<std::size_t>(at)])});
}

/// Bars of the inputs that change the histogram's quantity most, the ten longest, with 95 % intervals; an
/// empty chart until `insight` is found.
void moved_by_chart(const Ui& ui, const BoardView& board, const CaseInsight* insight, ImVec2 size) {
  using enum LanePart::Kind;
  const TableColumn& column = board.cases->table.columns[board.bars_of];
  LaneChart chart{
      "What moves " + quantity_label(column.name) + " most" +
          (insight && !insight->said.empty() ? " (" + insight->said + ")" : ""),
      !insight ? "being found" : insight->what + (insight->mark.empty() ? "" : "; orange: " + insight->mark),
      insight ? insight->unit : "",
      {}};
  // The bars are sorted, so the first sets the unit.
  const double longest = insight && !insight->bars.empty() ? insight->bars.front().length.value : 0.0;
  const double factor = unit_of(ui, {column.name, chart.x_unit, {}}, 0.0, longest).factor;
  constexpr std::size_t kMost = 10;
  for (std::size_t k = 0; insight && k < std::min(kMost, insight->bars.size()); ++k) {
    const MovedBy& bar = insight->bars[k];
    const auto shown = [&](double value) { return fmt::format("{:.3g}", factor * value); };
    chart.lanes.push_back({fmt::format("{}: {} ({} to {})", bar.key, shown(bar.length.value),
                                       shown(bar.length.range.low), shown(bar.length.range.high)),
                           {{box, 0.0, bar.length.value, 0},
                            {whisker, bar.length.range.low, bar.length.range.high, LanePart::kInk, 190},
                            {tick, bar.mark, 0.0, 1}}});
  }
  lanes_widget(ui, "statistics_moved_by", chart, size);
  if (insight && ImGui::IsItemHovered()) hint("Bars with their 95 % intervals");
}

/// The colour of a tone with another opacity, 0 to 255.
ImU32 tinted(CaseTone tone, int alpha) {
  return (tone_color(tone) & ~IM_COL32_A_MASK) | static_cast<ImU32>(alpha) << IM_COL32_A_SHIFT;
}

/// Draws an envelope's grid: each node fills its cell of the plane, and a dot marks the nodes that were
/// run. Neighbours in a row with the same result are one rectangle.
void plane_chart(const Ui& ui, const EnvelopePlane& plane, ImVec2 size) {
  Sheet sheet =
      begin_sheet(ui, "statistics_plane", "vertical speed, m/s: blue upright in all cases, orange not",
                  "horizontal speed, m/s", size);
  if (!sheet.usable) return;
  Axes& axes = sheet.axes;
  // The axes reach half a node beyond the outer nodes, so that each node is the centre of its cell.
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
  // Dots on the nodes that were run; the other nodes are inferred.
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

void campaign_chart(const Ui& ui, const StatisticsWorkView& view, StatisticsRequests& requests) {
  const CampaignWorkView& campaign = *view.campaign;
  // A button per chart, the shown one in orange; the plane is offered only where the campaign has an
  // envelope.
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
