// SPDX-License-Identifier: BSD-3-Clause
// The table has a row per run and only makes the visible ones. The plot has the first key along x and a
// series for each combination of the other keys.
#include "desks/study/study_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "session/channel_values.hpp"
#include "session/study/study_request.hpp"
#include "view/context_menu.hpp"
#include "widgets/entry.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

/// The metric of a row; null: it has none of this name.
const Metric* metric_of(const StudyRow& row, const std::string& name) {
  const auto found = row.report.metrics.find(name);
  return found == row.report.metrics.end() ? nullptr : &found->second;
}

/// Colour of a row's status, or of its verdict.
ImU32 status_color(const StudyRow& row) {
  switch (row.status) {
    case StudyRowStatus::completed:
      if (!row.report.verdict) return palette::kText;
      return tone_of(*row.report.verdict) == VerdictTone::good  ? palette::kGood
             : tone_of(*row.report.verdict) == VerdictTone::bad ? palette::kError
                                                                : palette::kWarning;
    case StudyRowStatus::failed:
    case StudyRowStatus::refused:
      return palette::kError;
    case StudyRowStatus::running:
      return palette::kAccent;
    default:
      return palette::kDim;
  }
}

/// The unit that the key's file uses; empty: not known, or none.
std::string file_unit(const StudyView& study, const std::string& key) {
  const NumberKey* known = study.keys ? find_number_key(*study.keys, key) : nullptr;
  const std::string unit = unit_of_key(key, known ? known->remark : "");
  return unit == "-" ? "" : unit;
}

/// Unit in which a key's numbers are shown.
DisplayUnit unit_of(const ShownUnits& units, const StudyView& study, const std::string& key) {
  return field_unit(units, file_unit(study, key));
}

/// Key and unit, such as "gravity, m/s2".
std::string key_label(const ShownUnits& units, const StudyView& study, const std::string& key) {
  const DisplayUnit unit = unit_of(units, study, key);
  return unit.label.empty() ? key : key + ", " + unit.label;
}

/// A row with tabs between its cells, as spreadsheets take it.
std::string row_text(const ShownUnits& units, const StudyView& study, const StudyRow& row) {
  std::string text;
  for (std::size_t key = 0; key < row.values.size(); ++key)
    text += fmt::format("{:.6g}\t", unit_of(units, study, (*study.varied)[key].key).factor * row.values[key]);
  const Metric* metric = metric_of(row, study.settings->metric);
  return text + (metric ? fmt::format("{:.6g}", metric->value) : "-") + "\t" + to_string(row.status);
}

/// A row of the table; a click opens the run live.
void table_row(const Ui& ui, const StudyView& study, std::size_t k, Requests& requests) {
  const StudyRow& row = (*study.rows)[k];
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushID(static_cast<int>(k));
  if (ImGui::Selectable(fmt::format("{}", k + 1).c_str(), false, ImGuiSelectableFlags_SpanAllColumns))
    ask(requests, StudyRequest{.kind = StudyRequest::Kind::open_row, .row = k});
  hint(row.message.empty() ? "Click opens this run live" : row.message.c_str());
  offer_menu(requests, [&]() -> MenuEntries {
    return {{"open_row", "Open this run live", StudyRequest{.kind = StudyRequest::Kind::open_row, .row = k}},
            {},
            copy_entry("copy_row", "Copy this row", row_text(ui.units(), study, row))};
  });
  ImGui::PopID();
  for (std::size_t key = 0; key < row.values.size(); ++key) {
    ImGui::TableNextColumn();
    ImGui::Text("%.6g", unit_of(ui.units(), study, (*study.varied)[key].key).factor * row.values[key]);
  }
  ImGui::TableNextColumn();
  const Metric* metric = metric_of(row, study.settings->metric);
  ImGui::TextUnformatted(
      metric
          ? value_text(ui.units(), metric->value, quantity_unit(study.settings->metric, metric->unit)).c_str()
          : "-");
  ImGui::TableNextColumn();
  ImGui::PushStyleColor(ImGuiCol_Text, status_color(row));
  const bool verdict = row.status == StudyRowStatus::completed && row.report.verdict;
  ImGui::TextUnformatted(verdict ? plain_name(row.report.verdict->name).c_str() : to_string(row.status));
  ImGui::PopStyleColor();
}

/// The table of all rows, `width` px wide.
void rows_table(const Ui& ui, const StudyView& study, float width, Requests& requests) {
  constexpr ImGuiTableFlags kFlags =
      ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingStretchProp;
  const int columns = static_cast<int>(study.varied->size()) + 3;
  if (!ImGui::BeginTable("rows", columns, kFlags, {width, 0})) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn("#", 0, 0.3f);
  for (const VariedKey& key : *study.varied)
    ImGui::TableSetupColumn(key_label(ui.units(), study, key.key).c_str(), 0, 1.5f);
  ImGui::TableSetupColumn(plain_name(study.settings->metric).c_str(), 0, 1.0f);
  ImGui::TableSetupColumn("Outcome", 0, 0.8f);
  ImGui::TableHeadersRow();
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(study.rows->size()));
  while (clipper.Step()) {
    for (int k = clipper.DisplayStart; k < clipper.DisplayEnd; ++k)
      table_row(ui, study, static_cast<std::size_t>(k), requests);
  }
  ImGui::EndTable();
  ui.mark("study_table");
}

}  // namespace

Chart study_plot(const ShownUnits& units, const StudyView& study) {
  Chart input;
  input.y_label = plain_name(study.settings->metric);
  input.nothing = "No run has this number yet";
  if (study.varied->empty()) return input;
  input.x_label = key_label(units, study, study.varied->front().key);
  const double factor = unit_of(units, study, study.varied->front().key).factor;
  for (std::size_t k = 0; k < study.rows->size(); ++k) {
    const StudyRow& row = (*study.rows)[k];
    const Metric* metric = metric_of(row, study.settings->metric);
    if (!metric || row.status != StudyRowStatus::completed) continue;
    input.y_unit = quantity_unit(study.settings->metric, metric->unit);
    // The other keys' values name the series.
    std::string label;
    for (std::size_t key = 1; key < study.varied->size(); ++key)
      label += fmt::format("{}{} {}", key > 1 ? ", " : "", (*study.varied)[key].key,
                           field_text(units, row.values[key], file_unit(study, (*study.varied)[key].key)));
    auto found = std::find_if(input.series.begin(), input.series.end(),
                              [&](const ChartSeries& s) { return s.label == label; });
    if (found == input.series.end()) {
      found = input.series.insert(input.series.end(), {label, {}, {}, ChartStyle::kLineAndPoints});
    }
    // Points are inserted by their x, because runs end in any order; `rows` keeps the row of each point for
    // a click.
    const auto after = std::upper_bound(found->x.begin(), found->x.end(), factor * row.values.front());
    const auto at = after - found->x.begin();
    found->x.insert(after, factor * row.values.front());
    found->y.insert(found->y.begin() + at, metric->value);
    found->rows.insert(found->rows.begin() + at, k);
  }
  return input;
}

void study_results(const Ui& ui, const StudyView& study, Requests& requests) {
  if (study.rows->empty()) {
    ImGui::Dummy({0, ui.px(6)});
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextDisabled("Rows appear here as runs end. A click on a row opens that run live.");
    ImGui::PopTextWrapPos();
    return;
  }
  const ImVec2 area = ImGui::GetContentRegionAvail();
  const float gap = ui.px(10), table = std::max(ui.px(260), 0.48f * (area.x - gap));
  rows_table(ui, study, std::min(table, area.x), requests);
  // The plot needs 160 px; where there is less, only the table is shown.
  if (area.x - table - gap < ui.px(160)) return;
  ImGui::SameLine(0, gap);
  const ImVec2 size{ImGui::GetContentRegionAvail().x, area.y};
  if (const auto row =
          draw_xy_plot(ui, "study_plot", study_plot(ui.units(), study), size, "Click opens this run live"))
    ask(requests, StudyRequest{.kind = StudyRequest::Kind::open_row, .row = *row});
}

}  // namespace grouser::desktop
