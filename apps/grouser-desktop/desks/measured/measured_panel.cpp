// SPDX-License-Identifier: BSD-3-Clause
// Left: offset and table of columns. Right: plots of the selected column over the run's channel, and their
// difference.
#include "desks/measured/measured_panel.hpp"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "desks/measured/measured_request.hpp"
#include "session/file_request.hpp"
#include "session/run_request.hpp"
#include "session/scenario_list.hpp"
#include "widgets/entry_field.hpp"
#include "widgets/plot.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {

namespace {

using MeasuredKind = MeasuredRequest::Kind;

/// The channel of a column that has one.
const ChannelSpec& channel_of(const RunView& run, const MatchedColumn& column) {
  return run.scene->channels[static_cast<std::size_t>(column.channel)];
}

/// Last part of a channel's name, such as "load".
std::string quantity_of(const ChannelSpec& channel) {
  return channel.name.substr(channel.name.rfind('/') + 1);
}

/// "load of front left" of "wheel/front_left/load", because the full name would be cut before its last
/// part.
std::string short_name(const std::string& channel) {
  const std::size_t slash = channel.rfind('/');
  if (slash == std::string::npos) return channel;
  std::string of = channel.substr(0, slash);
  of.erase(0, of.rfind('/') + 1);
  std::string name = channel.substr(slash + 1) + " of " + of;
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

/// The clock's offset, to be typed or found; the work in progress and Stop while there is some.
void offset_row(const Ui& ui, const MeasuredView& measured, Requests& requests) {
  constexpr double kLongest = 1e7;  // s
  if (measured.work != MeasuredTask::none) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled(measured.work == MeasuredTask::reading ? "Reading…" : "Looking for the offset…");
    ImGui::SameLine();
    if (ImGui::Button("Stop")) ask(requests, MeasuredRequest{.kind = MeasuredKind::stop});
    ui.mark("measured_stop");
    return;
  }
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("offset");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(ui.px(96));
  if (const auto typed =
          entry_field(ui, "##offset", fmt::format("{:.6g}", measured.offset), {"s", -kLongest, kLongest}))
    ask(requests, MeasuredRequest{.kind = MeasuredKind::offset, .value = *typed});
  ui.mark("measured_offset");
  hint("Time of the run less time of the file, in s; typed, or found");
  ImGui::SameLine();
  ImGui::TextDisabled("s");
  ImGui::SameLine();
  if (ImGui::Button("Find")) ask(requests, MeasuredRequest{.kind = MeasuredKind::align});
  ui.mark("measured_align");
  hint(
      "The offset at which the residuals of all columns are least:\n"
      "root mean square, each column in parts of its spread");
  ImGui::SameLine();
  if (ImGui::Button("Close")) ask(requests, MeasuredRequest{.kind = MeasuredKind::close});
  ui.mark("measured_close");
  hint("Takes the measurements away");
}

/// A combo of the run's channels with a search; a choice maps column `k` to the channel.
void channel_field(const Ui& ui, const RunView& run, const MatchedColumn& column, std::size_t k,
                   Requests& requests) {
  const std::string name = column.channel >= 0 ? channel_of(run, column).name : "";
  const std::string shown = name.empty() ? "none" : short_name(name);
  ImGui::SetNextItemWidth(-1);
  if (ImGui::BeginCombo("##channel", shown.c_str(), ImGuiComboFlags_HeightLarge)) {
    const std::string& filter = list_search(ui, "Search channels", ui.px(260));
    ui.mark("measured_filter");
    if (ImGui::Selectable("none", column.channel < 0))
      ask(requests, MeasuredRequest{.kind = MeasuredKind::map, .index = k});
    ui.mark("measured_channel_none");
    for (const ChannelSpec& channel : run.scene->channels) {
      if (!contains_words(channel.name, filter)) continue;
      if (ImGui::Selectable(channel.name.c_str(), channel.name == name))
        ask(requests, MeasuredRequest{.kind = MeasuredKind::map, .index = k, .text = channel.name});
      ui.mark("measured_channel_" + channel.name);
      hint((channel.description.empty() ? channel.name : channel.description).c_str(), channel.unit.c_str());
    }
    ImGui::EndCombo();
  }
  ui.mark(fmt::format("measured_map_{}", k));
  if (!name.empty()) hint(name.c_str());
  if (column.channel >= 0 && column.unit.empty() && column.trouble.empty())
    hint(("The file names no unit: taken as " + channel_of(run, column).unit).c_str());
}

/// Cells with the root mean square, mean and largest residual; "unit" in red where the units do not fit.
void number_cells(const Ui& ui, const RunView& run, const MatchedColumn& column) {
  if (!column.trouble.empty()) {
    ImGui::TableNextColumn();
    ImGui::PushStyleColor(ImGuiCol_Text, palette::kError);
    ImGui::TextUnformatted("unit");
    ImGui::PopStyleColor();
    hint(column.trouble.c_str());
    return;
  }
  const Residuals& r = column.residuals;
  const bool any = column.channel >= 0 && !r.values.empty();
  const std::string unit =
      any ? quantity_unit(quantity_of(channel_of(run, column)), channel_of(run, column).unit) : "";
  for (const double value : {r.rms, r.mean, r.largest}) {
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(any ? value_text(ui.units(), value, unit).c_str() : "-");
  }
}

/// A row per column of the file: name, channel and residuals. A click shows it in the plots.
void table(const Ui& ui, const RunView& run, const MeasuredView& measured, Requests& requests) {
  constexpr ImGuiTableFlags kFlags =
      ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingStretchProp;
  if (!ImGui::BeginTable("measured", 5, kFlags, {0, 0})) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn("Measured", 0, 1.5f);
  ImGui::TableSetupColumn("Channel", 0, 1.5f);
  // Fixed widths, so that the numbers' units are never cut off.
  const float number = ImGui::CalcTextSize("-0.00888 m").x;
  for (const char* name : {"RMS", "Mean", "Largest"})
    ImGui::TableSetupColumn(name, ImGuiTableColumnFlags_WidthFixed, number);
  ImGui::TableHeadersRow();
  for (std::size_t k = 0; k < measured.columns.size(); ++k) {
    const MatchedColumn& column = measured.columns[k];
    ImGui::PushID(static_cast<int>(k));
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const std::string name = column.unit.empty() ? column.name : column.name + ", " + column.unit;
    ImGui::AlignTextToFramePadding();
    if (ImGui::Selectable((name + "###row").c_str(), k == measured.selected))
      ask(requests, MeasuredRequest{.kind = MeasuredKind::select, .index = k});
    ui.mark(fmt::format("measured_row_{}", k));
    hint("Shows this column in the plots");
    ImGui::TableNextColumn();
    if (run.scene) channel_field(ui, run, column, k, requests);
    number_cells(ui, run, column);
    ImGui::PopID();
  }
  ImGui::EndTable();
  ui.mark("measured_table");
}

/// The run's line with the measured points on it, and the residuals: below, or beside it where there is
/// little height.
void plots(const Ui& ui, const RunView& run, const MeasuredView& measured, PlotView& view,
           Requests& requests) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const MatchedColumn* column =
      measured.selected < measured.columns.size() ? &measured.columns[measured.selected] : nullptr;
  if (!column || column->values.empty()) {
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextDisabled("%s", !column || column->trouble.empty() ? "Choose the channel that this column is."
                                                                 : column->trouble.c_str());
    ImGui::PopTextWrapPos();
    return;
  }
  const ChannelSpec& channel = channel_of(run, *column);
  const ImU32 dots = line_color(1);
  const ChannelSamples samples = run.data->samples(static_cast<std::size_t>(column->channel));
  // Upper plot: measured points over the run's line, for as long as either lasts.
  PlotInput both;
  both.title = quantity_of(channel);
  both.unit = quantity_unit(both.title, channel.unit);
  std::replace(both.title.begin(), both.title.end(), '_', ' ');
  both.lines = {{"measured", dots, {measured.times, column->values}, {}, true},
                {"run", line_color(0), {samples.times, samples.values}, {}}};
  both.all = {std::min(0.0, measured.times.front()), std::max(run.newest, measured.times.back())};
  both.cursor = run.time;
  // Lower plot: the differences, over the same time.
  PlotInput apart = both;
  apart.title = "measured less run";
  apart.lines = {{"residual", dots, {column->residuals.times, column->residuals.values}, {}, true}};
  constexpr float kStacked = 240.0f, kNarrow = 400.0f;  // px: height that holds two rows; width of one plot
  const float gap = ui.px(6);
  const bool stacked = room.y >= ui.px(room.x < ui.px(kNarrow) ? 0.8f * kStacked : kStacked);
  const ImVec2 size = stacked ? ImVec2{room.x, 0.5f * (room.y - gap)} : ImVec2{0.5f * (room.x - gap), room.y};
  const auto draw = [&](const char* id, const PlotInput& input) {
    if (const auto time = draw_plot(ui, id, input, size, view))
      ask(requests, RunRequest{.kind = RunRequest::Kind::seek, .time = *time});
  };
  draw("measured_plot", both);
  if (!stacked) ImGui::SameLine(0, gap);
  draw("measured_residuals", apart);
}

/// In place of the panel: how to open measurements, or the reading in progress.
void nothing_open(const Ui& ui, const MeasuredView& measured, Requests& requests) {
  if (measured.work != MeasuredTask::none) return offset_row(ui, measured, requests);
  ImGui::PushTextWrapPos(0.0f);
  ImGui::TextDisabled(
      "Measurements beside the run: an .mcap log, or a .csv file with a header row, a column of times and "
      "units as in "
      "'sinkage [mm]'. Drop it "
      "on the window, or choose it.");
  ImGui::PopTextWrapPos();
  if (ImGui::Button("Choose a file…"))
    ask(requests, FileRequest{.kind = FileRequest::Kind::show_compare_dialog});
  ui.mark("measured_choose");
  hint("Opens a run file or measurements beside the run", "Ctrl+Shift+O");
}

}  // namespace

void measured_panel(const Ui& ui, const RunView& run, const MeasuredView& measured, PlotView& view,
                    Requests& requests) {
  if (measured.file.empty() || !run.scene || !run.data) return nothing_open(ui, measured, requests);
  constexpr float kPart = 0.52f, kTable = 460.0f, kPlots = 240.0f;  // of the panel; px, at least
  const float room = ImGui::GetContentRegionAvail().x;
  const float left = std::max(kPart * room, std::min(ui.px(kTable), room - ui.px(kPlots)));
  ImGui::BeginChild("measured_left", {left, 0});
  offset_row(ui, measured, requests);
  ImGui::SameLine();
  const std::string note = measured.note.empty() ? measured.file : measured.note;
  ImGui::TextDisabled("%s", fit_text(note, ImGui::GetContentRegionAvail().x).c_str());
  hint((measured.file + (measured.note.empty() ? "" : "\n" + measured.note)).c_str());
  table(ui, run, measured, requests);
  ImGui::EndChild();
  ImGui::SameLine(0, ui.px(10));
  ImGui::BeginChild("measured_right");
  plots(ui, run, measured, view, requests);
  ImGui::EndChild();
}

}  // namespace grouser::desktop
