// SPDX-License-Identifier: BSD-3-Clause
// A campaign's folder on the left: how far it is, what became of its rows, and the one that is pointed out.
// The buttons only append requests; StatisticsWork carries them out.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include "desks/campaigns/statistics_panels.hpp"
#include "desks/campaigns/statistics_request.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

using StatisticsKind = StatisticsRequest::Kind;

constexpr ImU32 kProgress = IM_COL32(150, 84, 46, 255);

/// Wrapped text in the dim colour, or in the colour of errors.
void wrapped(const std::string& text, bool dim = true) {
  ImGui::PushTextWrapPos(0.0f);
  ImGui::PushStyleColor(ImGuiCol_Text, dim ? palette::kDim : tone_color(CaseTone::bad));
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
}

/// Button and popup for the path of a campaign's folder.
void open_button(const Ui& ui, StatisticsUi& state, StatisticsRequests& requests) {
  if (ImGui::Button("Open a folder…", {ImGui::GetContentRegionAvail().x, 0}))
    ImGui::OpenPopup("open_campaign");
  ui.mark("statistics_open_campaign");
  hint("The folder that 'grouser campaign run' writes; it may be dropped on the window as well");
  if (!ImGui::BeginPopup("open_campaign")) return;
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(ui.px(360));
  if (ImGui::InputTextWithHint("##path", "Path of a campaign's folder, then Enter", &state.path,
                               ImGuiInputTextFlags_EnterReturnsTrue)) {
    requests.push_back({.kind = StatisticsKind::open_result, .text = state.path});
    ImGui::CloseCurrentPopup();
  }
  ui.mark("statistics_campaign_path");
  ImGui::EndPopup();
}

/// A progress bar of width `room`, px; `part`: 0 to 1.
void bar(const Ui& ui, const char* name, double part, const std::string& text, float room) {
  ImGui::PushStyleColor(ImGuiCol_PlotHistogram, kProgress);
  ImGui::ProgressBar(static_cast<float>(part), {room, ImGui::GetFrameHeight()}, text.c_str());
  ImGui::PopStyleColor();
  ui.mark(name);
}

/// Rows done, the rate while rows come in, and the reader's notes; a bar of the loading instead, until the
/// folder is read.
void progress(const Ui& ui, const CampaignNow& now) {
  const float room = ImGui::GetContentRegionAvail().x;
  if (now.loading) return bar(ui, "statistics_loading", now.part, "reading", room);
  const double part = now.total > 0 ? static_cast<double>(now.done) / static_cast<double>(now.total) : 0.0;
  std::string text = fmt::format("{} of {} rows", now.done, now.total);
  if (now.seconds_left) text += ", " + time_left_text(*now.seconds_left);
  bar(ui, "statistics_campaign_progress", part, text, room);
  // A table that is not full and not being written was left by its command.
  if (now.at_work)
    wrapped(now.rate ? fmt::format("At work: {:.3g} rows a second", *now.rate) : "At work");
  else if (now.done < now.total)
    wrapped("Nobody is at work on it on this computer; the command that began it goes on with it.");
  for (const std::string& note : now.notes) wrapped(note, false);
}

/// The point or list line that is selected, and its actions: run again in 3D, keep for a comparison, open
/// beside the kept row.
void focused(const Ui& ui, const StatisticsWorkView& view, StatisticsRequests& requests) {
  const BoardView& board = *view.board;
  const CampaignWorkView& campaign = *view.campaign;
  ImGui::Dummy({0, ui.px(6)});
  if (!board.focus) {
    heading(ui, "One row");
    return wrapped("Click a point or a line of the list.");
  }
  const std::size_t place = *board.focus;
  // The first column has the row's number.
  const auto row = static_cast<std::size_t>(board.cases->numbers(0)[place]);
  heading(ui, fmt::format("Row {}", row).c_str());
  wrapped(quantity_label(board.cases->outcomes[place]) +
          (board.cases->groups.size() > 0 ? ", " + board.cases->groups[place] : ""));
  if (!board.cases->reasons[place].empty()) wrapped(board.cases->reasons[place]);
  const float room = ImGui::GetContentRegionAvail().x, half = 0.5f * (room - ui.px(8));
  // A row that is being run replaces the buttons by its progress.
  if (!campaign.running.empty()) {
    const std::string left =
        campaign.seconds_left ? ", " + time_left_text(*campaign.seconds_left) : std::string();
    bar(ui, "statistics_row_progress", campaign.part, campaign.running + left, room - ui.px(88));
    ImGui::SameLine(0, ui.px(8));
    if (ImGui::Button("Cancel", {ui.px(80), 0})) requests.push_back({.kind = StatisticsKind::cancel});
    ui.mark("statistics_cancel");
    return;
  }
  if (ImGui::Button("Open in 3D", {half, 0}))
    requests.push_back({.kind = StatisticsKind::open_case, .row = place});
  ui.mark("statistics_open_row");
  hint(
      "Runs the row again, as 'grouser campaign row' does, checks its end against the table, and shows the "
      "recording");
  ImGui::SameLine(0, ui.px(8));
  // The second button changes its meaning: it keeps this row, or opens it beside the kept one.
  const bool kept = campaign.kept == row;
  if (campaign.kept && !kept) {
    if (ImGui::Button(fmt::format("Beside row {}###pair", *campaign.kept).c_str(), {half, 0}))
      requests.push_back({.kind = StatisticsKind::open_pair, .row = place});
    ui.mark("statistics_open_pair");
    hint("Runs both again and shows the other one as a ghost");
  } else {
    if (ImGui::Button(kept ? "Forget it###keep" : "Keep it###keep", {half, 0}))
      requests.push_back({.kind = StatisticsKind::keep_case, .row = place});
    ui.mark("statistics_keep_row");
    hint("To open another row beside this one: keep it, then point out the other");
  }
}

}  // namespace

void campaign_folder_panel(const Ui& ui, StatisticsUi& state, const StatisticsWorkView& view,
                           StatisticsRequests& requests) {
  const CampaignNow& now = *view.campaign->now;
  heading(ui, now.folder.empty() ? "Campaign" : now.folder.filename().string().c_str());
  if (!now.scenario.empty()) value_row("scenario", now.scenario);
  if (!now.plan.empty()) value_row("plan", now.plan);
  if (now.folder.empty())
    wrapped(
        "The folder of a campaign, also while it runs: its rows as points, what became of them, what moves a "
        "number.");
  if (!now.failure.empty()) wrapped(now.failure, false);
  if (!now.folder.empty() && now.failure.empty()) progress(ui, now);
  ImGui::Dummy({0, ui.px(2)});
  open_button(ui, state, requests);
  if (!view.board->cases) return;
  focused(ui, view, requests);
  board_numbers(ui, *view.board, requests);
}

}  // namespace grouser::desktop
