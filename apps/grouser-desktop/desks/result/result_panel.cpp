// SPDX-License-Identifier: BSD-3-Clause
// A window without decoration, which ImGui sizes to its content up to the view's height.
#include "desks/result/result_panel.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "session/channel_values.hpp"
#include "session/file_request.hpp"
#include "session/result_request.hpp"
#include "session/run_request.hpp"
#include "widgets/run_colors.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

constexpr ImGuiWindowFlags kCard = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                   ImGuiWindowFlags_NoFocusOnAppearing;

/// A number in its display unit, "-" for NaN. The energy book's error is a share of the energy in play,
/// which is often below the digits of value_text(), so a small one is shown as "below 0.001 %".
std::string number_of(const Ui& ui, const ResultNumber& number) {
  if (std::isnan(number.value)) return "-";
  if (number.name != "energy_ledger_error")
    return value_text(ui.units(), number.value, quantity_unit(number.name, number.unit));
  constexpr double kLeast = 1e-5;  // as a share: 0.001 %
  return std::fabs(number.value) < kLeast ? "below 0.001 %" : value_text(ui.units(), number.value, "slip");
}

/// The scenario's label, else the number's plain name.
std::string label_of(const ResultNumber& number) {
  if (!number.label.empty()) return number.label;
  return number.name == "energy_ledger_error" ? "energy error" : plain_name(number.name);
}

/// The verdict in a word, and the cross in the corner. Returns whether the cross was pressed.
bool head(const Ui& ui, const ResultView& result) {
  const float side = ImGui::GetFrameHeight();
  const ImU32 color = result.tone ? verdict_color(*result.tone) : palette::kText;
  ImGui::PushFont(ui.fonts.strong);
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::TextUnformatted(fit_text(result.word, ImGui::GetContentRegionAvail().x - side - ui.px(8)).c_str());
  ImGui::PopStyleColor();
  ImGui::PopFont();
  ui.mark("result_word");
  ImGui::SameLine(ImGui::GetContentRegionMax().x - side);
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const bool closed = ImGui::Button("##result_close", {side, side});
  ui.mark("result_close");
  hint("Close; this run's result does not come back", "Esc");
  // The cross is drawn over an empty button.
  const float arm = 0.18f * side;
  const ImVec2 middle{low.x + 0.5f * side, low.y + 0.5f * side};
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddLine({middle.x - arm, middle.y - arm}, {middle.x + arm, middle.y + arm}, palette::kText,
                ui.px(1.5f));
  list->AddLine({middle.x - arm, middle.y + arm}, {middle.x + arm, middle.y - arm}, palette::kText,
                ui.px(1.5f));
  return closed;
}

/// Draws a button beside the last one, or below it if the line is full. True if it was pressed.
bool next_button(const Ui& ui, const char* text, bool& first) {
  if (!std::exchange(first, false)) beside_or_below(button_width(text), ui.px(8));
  return ImGui::Button(text);
}

/// The actions that make sense: simulate again, replay, save, report, tables.
void buttons(const Ui& ui, const ResultView& result, Requests& requests) {
  using Kind = ResultRequest::Kind;
  ImGui::Dummy({0, ui.px(2)});
  bool first = true;
  if (result.live) {
    if (next_button(ui, "Again", first)) ask(requests, RunRequest{.kind = RunRequest::Kind::again});
    ui.mark("result_again");
    hint("Simulates the run once more from 0 s");
  }
  if (!result.recording.empty()) {
    if (next_button(ui, "Replay", first))
      ask(requests, FileRequest{.kind = FileRequest::Kind::open, .path = result.recording});
    ui.mark("result_open");
    hint(("Opens the recording " + result.recording).c_str());
  } else if (result.over) {
    if (next_button(ui, "Replay", first)) ask(requests, RunRequest{.kind = RunRequest::Kind::replay});
    ui.mark("result_replay");
    hint("Plays it from its beginning; Space, J, K and L play from where one stands");
  }
  // Without a run file there is nothing to write from.
  if (result.file.empty()) return;
  if (result.live && result.over && result.recording.empty()) {
    if (next_button(ui, "Save…", first))
      ask(requests, FileRequest{.kind = FileRequest::Kind::show_save_run_dialog});
    ui.mark("result_save");
    hint("Saves this run as a run file");
  }
  ImGui::BeginDisabled(result.reporting);
  if (next_button(ui, result.reporting ? "Writing…###report" : "Report###report", first))
    ask(requests, ResultRequest{.kind = Kind::report});
  ui.mark("result_report");
  hint("Writes one page (HTML) with numbers, plots and events");
  if (next_button(ui, "Export CSV", first)) ask(requests, ResultRequest{.kind = Kind::export_csv});
  ui.mark("result_export");
  hint("Writes channels and events of the run as tables");
  ImGui::EndDisabled();
}

}  // namespace

void result_panel(const Ui& ui, const ResultView& result, ImVec2 low, ImVec2 high, Requests& requests) {
  if (!result.shown) return;
  const float gap = ui.px(12), least = ui.px(120);
  const ImVec2 room{high.x - low.x - 2.0f * gap, high.y - low.y - 2.0f * gap};
  // Too small a view has no card.
  if (room.x < least || room.y < 0.5f * least) return;
  const float width = std::min(ui.px(290), room.x);
  ImGui::SetNextWindowPos({low.x + gap, low.y + gap});
  ImGui::SetNextWindowSizeConstraints({width, 0.0f}, {width, room.y});
  ImGui::SetNextWindowSize({width, 0.0f});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(6));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(14), ui.px(10)});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, IM_COL32(24, 27, 33, 240));
  ImGui::Begin("##result", nullptr, kCard);
  if (head(ui, result)) ask(requests, ResultRequest{});
  if (!result.sentence.empty()) {
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextUnformatted(result.sentence.c_str());
    ImGui::PopTextWrapPos();
    ImGui::Dummy({0, ui.px(2)});
  }
  value_row("simulated", time_text(result.simulated));
  for (const ResultNumber& number : result.numbers) {
    const bool bad = number.below_margin();
    if (bad) ImGui::PushStyleColor(ImGuiCol_Text, palette::kError);
    value_row(label_of(number).c_str(), number_of(ui, number));
    if (bad) ImGui::PopStyleColor();
  }
  buttons(ui, result, requests);
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  ui.mark_area("result", at, {at.x + size.x, at.y + size.y});
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
}

}  // namespace grouser::desktop
