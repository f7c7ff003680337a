// SPDX-License-Identifier: BSD-3-Clause
// Number of cases of each outcome, reasons why others have none, and statistics of the histogram's quantity.
// The lists below the histogram: each line is a selectable with a value row drawn on top of it.
#include <fmt/format.h>
#include <imgui.h>

#include <cmath>

#include "desks/campaigns/statistics_panels.hpp"
#include "desks/campaigns/statistics_request.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

using StatisticsKind = StatisticsRequest::Kind;

void ask_choice(const CaseChoice& choice, StatisticsRequests& requests) {
  requests.push_back({.kind = StatisticsKind::choose, .choice = std::make_shared<const CaseChoice>(choice)});
}

/// A line that chooses its cases; the next item is drawn on it.
bool choice_line(const std::string& id, bool chosen) {
  const ImVec2 at = ImGui::GetCursorPos();
  const bool pressed = ImGui::Selectable(("##" + id).c_str(), chosen, 0, {0, ImGui::GetTextLineHeight()});
  ImGui::SetCursorPos(at);
  return pressed;
}

/// Number of cases of each outcome, with the colour of its points; a click chooses them.
void outcomes(const Ui& ui, const BoardView& board, StatisticsRequests& requests) {
  const auto all = static_cast<double>(board.cases->count());
  for (const LabelCount& o : board.outcomes) {
    // The choice is compared with the board's, so the line of the present choice is shown as chosen.
    const CaseChoice choice{.ranges = {}, .outcome = o.code, .reason = {}, .group = {}};
    if (choice_line("outcome" + o.text, board.choice == choice)) ask_choice(choice, requests);
    ui.mark("statistics_outcome_" + o.text);
    hint("Click shows these cases; once more: all");
    // The coloured mark has the shape and tone of the outcome's points in the charts.
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float line = ImGui::GetTextLineHeight(), side = ui.px(9);
    shape_mark(ImGui::GetWindowDrawList(), {at.x + 0.5f * side, at.y + 0.5f * line}, 0.5f * side,
               tone_color(o.tone), tone_shape(ui, o.tone));
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(16));
    value_row(quantity_label(o.text).c_str(),
              fmt::format("{}   {:.1f} %", o.count, 100.0 * static_cast<double>(o.count) / all));
  }
}

/// The reasons why cases have no result, the most frequent first.
void reasons(const Ui& ui, const BoardView& board, StatisticsRequests& requests) {
  if (board.reasons.empty()) return;
  ImGui::Dummy({0, ui.px(6)});
  heading(ui, "Why not completed");
  for (const LabelCount& reason : board.reasons) {
    const CaseChoice choice{.ranges = {}, .outcome = {}, .reason = reason.code, .group = {}};
    if (choice_line("reason" + reason.text, board.choice == choice)) ask_choice(choice, requests);
    ui.mark("statistics_reason");
    hint((reason.text + "\nClick shows these cases; once more: all").c_str());
    // A long reason is cut to the room left of its count.
    const std::string count = std::to_string(reason.count);
    const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(count.c_str()).x - ui.px(12);
    value_row(fit_text(reason.text, room).c_str(), count);
  }
}

/// Statistics of the quantity that the histogram shows.
void summary(const Ui& ui, const BoardView& board) {
  const TableColumn& column = board.cases->table.columns[board.bars_of];
  const SampleSummary& s = board.summary;
  heading(ui, quantity_label(column.name).c_str());
  // All cases may have failed before they gave this quantity.
  if (s.count == 0) return ImGui::TextDisabled("No case has this number.");
  const std::string unit = quantity_unit(column.name, column.unit);
  value_row("mean", value_text(ui.units(), s.mean, unit));
  value_row("deviation", value_text(ui.units(), s.deviation, unit));
  // Quantiles carry a confidence interval in their tooltip where there are enough cases for one.
  for (const QuantileEstimate& q : s.quantiles) {
    value_row(q.level == 0.5 ? "median" : fmt::format("{:g} % below", 100.0 * q.level).c_str(),
              value_text(ui.units(), q.value, unit));
    if (std::isfinite(q.range.low) && std::isfinite(q.range.high))
      hint(fmt::format("With 95 % confidence between {} and {}", value_text(ui.units(), q.range.low, unit),
                       value_text(ui.units(), q.range.high, unit))
               .c_str());
  }
  value_row("least", value_text(ui.units(), s.least, unit));
  value_row("greatest", value_text(ui.units(), s.greatest, unit));
}

}  // namespace

void board_numbers(const Ui& ui, const BoardView& board, StatisticsRequests& requests) {
  ImGui::Dummy({0, ui.px(6)});
  heading(ui, fmt::format("{} cases", board.cases->count()).c_str());
  outcomes(ui, board, requests);
  reasons(ui, board, requests);
  ImGui::Dummy({0, ui.px(6)});
  summary(ui, board);
}

}  // namespace grouser::desktop
