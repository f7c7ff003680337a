// SPDX-License-Identifier: BSD-3-Clause
// Two runs side by side: verdicts and headline numbers with their differences (second less first), and the
// plotted channels over the time that both have. Differences are shown only where the runs are comparable.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "desks/plots/plots_panels.hpp"
#include "session/channel_values.hpp"
#include "session/file_request.hpp"
#include "session/run/common_time.hpp"
#include "view/context_menu.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

/// A value in the row's unit, which the larger of both values chooses; "-" without a value.
std::string row_value(const ShownUnits& units, const MetricRow& row, std::optional<double> value) {
  if (!value) return "-";
  const double largest = std::fmax(std::fabs(row.first.value_or(0.0)), std::fabs(row.second.value_or(0.0)));
  const DisplayUnit shown = display_unit(units, quantity_unit(row.name, row.unit), largest);
  const double size = std::fabs(*value * shown.factor);
  // Values below 0.001 of the unit have an exponent, others up to four decimals.
  if (size != 0.0 && size < 1e-3) return fmt::format("{:.2e}", *value * shown.factor);
  return number_text(*value * shown.factor, size >= 1000.0 ? 1 : size >= 10.0 ? 2 : 4);
}

/// Label of the row's unit.
std::string row_unit(const ShownUnits& units, const MetricRow& row) {
  const double largest = std::fmax(std::fabs(row.first.value_or(0.0)), std::fabs(row.second.value_or(0.0)));
  return display_unit(units, quantity_unit(row.name, row.unit), largest).label;
}

/// The difference as a share of the first value, %.
std::string relative_text(const MetricRow& row) {
  const std::optional<double> part = row.relative();
  if (!part) return "-";
  if (*part == 0.0) return "0 %";
  constexpr double kManyTimes =
      10.0;  // beyond it the first is next to nothing, and a share of it says little
  return std::fabs(*part) >= kManyTimes ? "over 10 times" : fmt::format("{:+.2f} %", 100.0 * *part);
}

/// Verdict and its time; "-" without one.
std::string verdict_text(const RunReport& report) {
  if (!report.verdict) return "-";
  return plain_name(report.verdict->name) + ", " + time_text(report.verdict->time);
}

/// A row with both values and their difference; `comparable`: whether the difference means something.
void metric_row(const Ui& ui, const MetricRow& row, bool comparable, Requests& requests) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(plain_name(row.name).c_str());
  offer_menu(requests, [&]() -> MenuEntries {
    const std::string text = plain_name(row.name) + "\t" + row_unit(ui.units(), row) + "\t" +
                             row_value(ui.units(), row, row.first) + "\t" +
                             row_value(ui.units(), row, row.second);
    return {copy_entry("copy_row", "Copy this row", text), {}, {"end_comparison"}};
  });
  ImGui::TableNextColumn();
  ImGui::TextDisabled("%s", row_unit(ui.units(), row).c_str());
  const std::optional<double> difference = comparable ? row.difference() : std::nullopt;
  for (const std::optional<double>& value : {row.first, row.second, difference}) {
    ImGui::TableNextColumn();
    right_aligned(row_value(ui.units(), row, value));
  }
  ImGui::TableNextColumn();
  right_aligned(comparable ? relative_text(row) : "-");
}

/// A line of the table that names the rows below it.
void heading_row(const std::string& text) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushStyleColor(ImGuiCol_Text, palette::kAccent);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopStyleColor();
}

std::string span_text(const RunSpan& span) { return time_text(span.begin) + " to " + time_text(span.end); }

/// Simulated span of both runs.
void simulated_row(const RunView& run) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::TextUnformatted("simulated");
  ImGui::TableNextColumn();
  for (const RunData* one : {run.data, run.other}) {
    ImGui::TableNextColumn();
    right_aligned(span_text(span_of(*one)));
  }
}

/// The channels that are plotted first, over the time that both runs have.
void common_rows(const Ui& ui, const RunView& run, Requests& requests) {
  const std::optional<RunSpan> common = common_span(*run.data, *run.other);
  if (!common) return;
  const std::vector<MetricRow> rows = compare_channels(*run.data, *run.other, run.scene->shown_channels);
  if (rows.empty()) return;
  heading_row("Both, " + span_text(*common));
  for (const MetricRow& row : rows) metric_row(ui, row, true, requests);
}

}  // namespace

void compare_panel(const Ui& ui, const RunView& run, Requests& requests) {
  if (!run.other || !run.data) return;
  const RunReport &first = run.data->report(), &second = run.other->report();
  const std::string why_not = why_not_comparable(*run.data, *run.other);
  constexpr ImGuiTableFlags kFlags =
      ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingStretchProp;
  const float foot = ImGui::GetFrameHeightWithSpacing();
  if (ImGui::BeginTable("compare", 6, kFlags, {0, ImGui::GetContentRegionAvail().y - foot})) {
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("Number", 0, 1.7f);
    ImGui::TableSetupColumn("Unit", 0, 0.5f);
    ImGui::TableSetupColumn(run.name.c_str(), 0, 1.3f);
    ImGui::TableSetupColumn(run.other_name.c_str(), 0, 1.3f);
    ImGui::TableSetupColumn("Difference", 0, 1.0f);
    ImGui::TableSetupColumn("Relative", 0, 0.8f);
    // A header drawn by hand, because ImGui cannot set its texts to the right.
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    for (int column = 0; column < 6; ++column) {
      ImGui::TableSetColumnIndex(column);
      const char* name = ImGui::TableGetColumnName(column);
      column < 2 ? ImGui::TextUnformatted(name) : right_aligned(name);
    }
    if (first.verdict || second.verdict) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::TextUnformatted("verdict");
      ImGui::TableNextColumn();
      for (const RunReport* report : {&first, &second}) {
        ImGui::TableNextColumn();
        right_aligned(verdict_text(*report));
      }
    }
    simulated_row(run);
    for (const MetricRow& row : compare_metrics(first, second))
      metric_row(ui, row, why_not.empty(), requests);
    common_rows(ui, run, requests);
    ImGui::EndTable();
  }
  ui.mark("compare_table");
  if (ImGui::Button("End the comparison"))
    ask(requests, FileRequest{.kind = FileRequest::Kind::end_comparison});
  ui.mark("compare_end");
  hint("Takes the second run away");
  ImGui::SameLine();
  const bool so_far = run.mode != SessionMode::replay && !run.ended;
  ImGui::TextDisabled("%s", !why_not.empty() ? (why_not + (so_far ? " (live, so far)" : "")).c_str()
                            : so_far         ? "Numbers of the live run: so far"
                                             : "Second less first");
  ui.mark("compare_note");
}

}  // namespace grouser::desktop
