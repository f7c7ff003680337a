// SPDX-License-Identifier: BSD-3-Clause
// Map or tornado, list of cases, histogram and scatter plot; and the curves of a tilt bed.
// Panels of cases are quarters of the middle: chart or map, list, histogram, scatter plot. A press or a box
// becomes a request; the board changes with the next picture.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "desks/campaigns/statistics_panels.hpp"
#include "desks/campaigns/statistics_request.hpp"
#include "grouser/mission/gradeability/grade_curves.hpp"
#include "session/channel_values.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

using StatisticsKind = StatisticsRequest::Kind;

/// A combo of the quantities; true if another was chosen, which is then in `column`.
bool quantity_choice(const Ui& ui, const char* id, const CaseSet& cases, float width, std::size_t& column) {
  bool chosen = false;
  ImGui::SetNextItemWidth(width);
  if (ImGui::BeginCombo(id, quantity_label(cases.table.columns[column].name).c_str(),
                        ImGuiComboFlags_HeightLarge)) {
    for (const std::size_t k : cases.quantities) {
      if (!ImGui::Selectable(quantity_label(cases.table.columns[k].name).c_str(), k == column)) continue;
      column = k;
      chosen = true;
    }
    ImGui::EndCombo();
  }
  ui.mark(std::string("statistics_") + (id + 2));
  return chosen;
}

/// Asks for a pressed case to be pointed out, or opened in 3D after a double click.
void press(const std::optional<CasePress>& pressed, StatisticsRequests& requests) {
  if (!pressed) return;
  requests.push_back(
      {.kind = pressed->twice ? StatisticsKind::open_case : StatisticsKind::focus, .row = pressed->row});
}

/// A number in the display unit; "-" where it is NaN or infinite.
std::string cell_text(const ShownUnits& units, const CaseSet& cases, std::size_t column, std::size_t row) {
  const TableColumn& of = cases.table.columns[column];
  const double value = cases.numbers(column)[row];
  return std::isfinite(value) ? value_text(units, value, quantity_unit(of.name, of.unit)) : "-";
}

/// The columns that the plots show, each once.
std::vector<std::size_t> listed_columns(const BoardView& board) {
  std::vector<std::size_t> columns;
  for (const std::size_t column : {board.bars_of, board.x_of, board.y_of})
    if (std::find(columns.begin(), columns.end(), column) == columns.end()) columns.push_back(column);
  return columns;
}

/// One line of the list: number, outcome in its colour, and the columns that the plots show.
void case_row(const Ui& ui, const BoardView& board, std::size_t row, StatisticsRequests& requests) {
  const CaseSet& cases = *board.cases;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushID(static_cast<int>(row));
  if (ImGui::Selectable(fmt::format("{:g}", cases.numbers(0)[row]).c_str(), board.focus == row,
                        ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowDoubleClick))
    press(CasePress{row, ImGui::IsMouseDoubleClicked(0)}, requests);
  hint("Click points it out, double click opens it in 3D");
  ImGui::PopID();
  ImGui::TableNextColumn();
  ImGui::PushStyleColor(ImGuiCol_Text, tone_color(static_cast<CaseTone>(cases.tones[row])));
  ImGui::TextUnformatted(quantity_label(cases.outcomes[row]).c_str());
  ImGui::PopStyleColor();
  for (const std::size_t column : listed_columns(board)) {
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(cell_text(ui.units(), cases, column, row).c_str());
  }
}

/// A scrolled list of the chosen cases, or of all; only the visible lines are made.
void case_list(const Ui& ui, const BoardView& board, StatisticsRequests& requests) {
  const CaseSet& cases = *board.cases;
  const std::size_t count = board.choice ? board.chosen.size() : cases.count();
  const std::string head =
      board.choice ? fmt::format("{} cases are chosen; Esc shows all", count)
                   : "All cases; click a bar or an outcome, or draw a box among the points, to choose some";
  ImGui::TextDisabled("%s", fit_text(head, ImGui::GetContentRegionAvail().x).c_str());
  constexpr ImGuiTableFlags kFlags =
      ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingStretchProp;
  const std::vector<std::size_t> columns = listed_columns(board);
  if (!ImGui::BeginTable("cases", 2 + static_cast<int>(columns.size()), kFlags)) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn("#", 0, 0.5f);
  ImGui::TableSetupColumn("Outcome", 0, 1.0f);
  for (const std::size_t column : columns)
    ImGui::TableSetupColumn(quantity_label(cases.table.columns[column].name).c_str(), 0, 1.0f);
  ImGui::TableHeadersRow();
  // The clipper bounds the work to visible lines, also for 10^6 cases.
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(count));
  while (clipper.Step())
    for (int k = clipper.DisplayStart; k < clipper.DisplayEnd; ++k) {
      const auto at = static_cast<std::size_t>(k);
      case_row(ui, board, board.choice ? board.chosen[at] : at, requests);
    }
  ImGui::EndTable();
  ui.mark("statistics_cases");
}

/// Choice of the column and histogram below it.
void histogram_part(const Ui& ui, const BoardView& board, StatisticsRequests& requests) {
  std::size_t column = board.bars_of;
  const float width = std::min(ui.px(190), ImGui::GetContentRegionAvail().x);
  if (quantity_choice(ui, "##bars_of", *board.cases, width, column))
    requests.push_back({.kind = StatisticsKind::bars_of, .row = column});
  hint("What the histogram counts");
  if (const auto bar = histogram_chart(ui, "statistics_histogram", board, ImGui::GetContentRegionAvail()))
    requests.push_back({.kind = StatisticsKind::bar, .row = *bar});
}

/// Choice of both columns and scatter plot below; a drawn box chooses cases, a press is of one case.
void scatter_part(const Ui& ui, const BoardView& board, StatisticsRequests& requests) {
  std::size_t x = board.x_of, y = board.y_of;
  const float width = std::min(ui.px(170), 0.4f * ImGui::GetContentRegionAvail().x);
  bool chosen = quantity_choice(ui, "##y_of", *board.cases, width, y);
  hint("Upwards");
  ImGui::SameLine(0, ui.px(6));
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("over");
  ImGui::SameLine(0, ui.px(6));
  chosen = quantity_choice(ui, "##x_of", *board.cases, width, x) || chosen;
  hint("To the right");
  if (chosen) requests.push_back({.kind = StatisticsKind::axes, .row = x, .other = y});
  const ScatterPress pressed = scatter_chart(ui, "statistics_scatter", board, ImGui::GetContentRegionAvail());
  if (pressed.box)
    requests.push_back(
        {.kind = StatisticsKind::choose, .choice = std::make_shared<const CaseChoice>(*pressed.box)});
  else
    press(pressed.press, requests);
}

/// A part of the middle as a child window without scroll bars.
void quarter(const char* id, ImVec2 size, bool last, float gap, const auto& content) {
  ImGui::BeginChild(id, size, false, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  content();
  ImGui::EndChild();
  if (!last) ImGui::SameLine(0, gap);
}

/// "front" of "front_left, front_right", to save room in a legend; else the plain name.
std::string wheels_label(const std::string& label) {
  const std::string first = label.substr(0, label.find('_'));
  const bool pair = label == first + "_left, " + first + "_right";
  return pair ? first : plain_name(label);
}

/// A dim text in the middle of the area, in place of its content.
void said_instead(const char* text) {
  const ImVec2 area = ImGui::GetContentRegionAvail(), size = ImGui::CalcTextSize(text);
  ImGui::SetCursorPos({std::max(0.0f, 0.5f * (area.x - size.x)), 0.45f * area.y});
  ImGui::TextDisabled("%s", text);
}

}  // namespace

void cases_panel(const Ui& ui, const StatisticsWorkView& view, std::uintptr_t texture,
                 StatisticsRequests& requests) {
  const BoardView& board = *view.board;
  const bool study = view.shown == StatisticsView::study, campaign = view.shown == StatisticsView::campaign;
  const bool map = !study && !campaign;
  // Without cases only a map of placements has something to show: its ground.
  if (!board.cases && !(view.picture && map))
    return said_instead(study      ? "Runs of a study appear here."
                        : campaign ? "Rows of a campaign appear here."
                                   : "Placements appear here as they are found.");
  const float gap = ui.px(8);
  const ImVec2 area = ImGui::GetContentRegionAvail();
  const ImVec2 part{0.5f * (area.x - gap), 0.5f * (area.y - gap)};
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
  // The chart at the upper left depends on the subject.
  quarter("upper_left", part, !board.cases, gap, [&] {
    if (campaign)
      campaign_chart(ui, view, requests);
    else if (study)
      tornado_chart(ui, "statistics_tornado", view.tornado, board.cases->table.columns[board.bars_of],
                    ImGui::GetContentRegionAvail());
    else
      press(
          case_map(ui, "statistics_map", board, view.picture.get(), texture, ImGui::GetContentRegionAvail()),
          requests);
  });
  if (board.cases) {
    quarter("upper_right", part, true, gap, [&] { case_list(ui, board, requests); });
    quarter("lower_left", part, false, gap, [&] { histogram_part(ui, board, requests); });
    quarter("lower_right", part, true, gap, [&] { scatter_part(ui, board, requests); });
  }
  ImGui::PopStyleVar();
}

Chart with_wheels(Chart chart) {
  chart.nothing = "No tilt has this number yet";
  for (ChartSeries& series : chart.series) {
    series.label = wheels_label(series.label);
    series.style = ChartStyle::kLineAndPoints;
  }
  return chart;
}

void grade_curves_panel(const Ui& ui, const StatisticsWorkView& view) {
  if (view.points.empty())
    // The first point may take minutes, so the text says that it is being found.
    return said_instead(view.job.empty()
                            ? "Curves of slip, sinkage, load and drawbar margin over tilt appear here."
                            : "The first tilt is under way.");
  // The panels are those of `grouser gradeability --plot`, two per row.
  const GradeSettings& s = view.points_of;
  const std::vector<Chart> panels = make_grade_plots(
      {.rover = s.rover, .soil = s.soil, .speed = s.speed, .gravity = s.gravity}, view.points, {});
  const float gap = ui.px(8);
  const ImVec2 area = ImGui::GetContentRegionAvail();
  const ImVec2 part{0.5f * (area.x - gap), 0.5f * (area.y - gap)};
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
  for (std::size_t k = 0; k < panels.size(); ++k) {
    draw_xy_plot(ui, fmt::format("statistics_grade_{}", k).c_str(), with_wheels(panels[k]), part);
    if (k % 2 == 0) ImGui::SameLine(0, gap);
  }
  ImGui::PopStyleVar();
}

void statistics_bar(const Ui& ui, StatisticsUi&, const StatisticsWorkView& view,
                    StatisticsRequests& requests) {
  if (ImGui::Button("Close")) requests.push_back({.kind = StatisticsKind::close});
  ui.mark("statistics_close");
  hint("Back to what is open; a campaign goes on meanwhile", "Esc");
  ImGui::SameLine(0, ui.px(12));
  // One button per subject; the shown one is orange.
  const auto show = [&](const char* label, const char* name, const char* tip, StatisticsView of) {
    const bool on = view.shown == of;
    ImGui::PushStyleColor(ImGuiCol_Button, on ? IM_COL32(176, 88, 40, 255) : palette::kRaised);
    if (ImGui::Button(label)) requests.push_back({.kind = StatisticsKind::show, .view = of});
    ImGui::PopStyleColor();
    ui.mark(name);
    hint(tip);
    ImGui::SameLine(0, ui.px(4));
  };
  show("Placements", "statistics_placements", "A lander set down at random places of a ground",
       StatisticsView::placements);
  show("Gradeability", "statistics_gradeability", "How steep a slope a rover climbs, and at what slip",
       StatisticsView::gradeability);
  show("Study", "statistics_study", "The runs of the tab Study: what moves a number most",
       StatisticsView::study);
  show("Campaign", "statistics_campaign", "The folder of a campaign, also while it runs",
       StatisticsView::campaign);
  ImGui::SameLine(0, ui.px(16));
  // The rest of the bar names the source of the cases that are shown.
  std::string text = view.shown == StatisticsView::placements ? view.source
                     : view.shown == StatisticsView::study    ? view.scenario.name
                     : view.shown == StatisticsView::campaign
                         ? view.campaign->now->folder.string()
                         : view.points_of.rover + " on " + view.points_of.soil;
  if (view.shown == StatisticsView::gradeability && view.points.empty()) text.clear();
  if (view.shown == StatisticsView::placements && view.kept > 0)
    text += fmt::format("   {} of {} came from its journal", view.kept, view.total);
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", fit_text(text, ImGui::GetContentRegionAvail().x).c_str());
}

}  // namespace grouser::desktop
