// SPDX-License-Identifier: BSD-3-Clause
// The line at the bottom, from left to right: state, recording, driving by hand, verdict, work beside the
// window, the ground under the pointer, and at the right end the step and the rate. Each part has its own
// function and draws nothing where there is nothing to say.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/bars/bars.hpp"
#include "session/channel_values.hpp"
#include "widgets/run_colors.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {

namespace {

void gap(const Ui& ui) { ImGui::SameLine(0, ui.px(22)); }

/// A disc and a text of one colour.
void badge(ImU32 color, const std::string& text) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float line = ImGui::GetTextLineHeight();
  ImGui::GetWindowDrawList()->AddCircleFilled({p.x + 0.35f * line, p.y + 0.5f * line}, 0.26f * line, color,
                                              16);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + line);
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopStyleColor();
}

void show_recording(const Ui& ui, const RunView& run) {
  if (run.recording_path.empty()) return;
  gap(ui);
  badge(palette::kError, "recording " + std::filesystem::path(run.recording_path).filename().string());
  ui.mark("recording");
  hint(run.recording_path.c_str(), "Ctrl+R stops");
}

void show_hand(const Ui& ui, const RunView& run) {
  if (!run.hand.on) return;
  gap(ui);
  badge(palette::kAccent, "keys drive  " + hand_text(ui.units(), run.hand));
  ui.mark("driving");
  hint("The keys W A S D, Q E and Shift belong to the drive", "Esc or H gives it back");
}

/// The verdict, once the shown moment has reached it; a recorded run shows it from the start.
void show_verdict(const Ui& ui, const RunView& run) {
  if (!run.data || !run.data->report().verdict) return;
  const RunVerdict& verdict = *run.data->report().verdict;
  // 1e-9 s covers the rounding of the run's time.
  if (run.time + 1e-9 < verdict.time && run.mode != SessionMode::replay) return;
  gap(ui);
  badge(verdict_color(tone_of(verdict)), plain_name(verdict.name) + " at " + time_text(verdict.time));
  if (!verdict.reason.empty()) {
    ImGui::SameLine(0, ui.px(8));
    const float width = 0.4f * ImGui::GetWindowWidth();
    ImGui::TextDisabled("%s", fit_text(verdict.reason, width).c_str());
  }
  ui.mark("verdict");
  hint(verdict.reason.empty() ? "What the run came to" : verdict.reason.c_str());
}

/// "live from 127.0.0.1:7788"; empty where nothing is watched.
std::string link_text(const LinkView& link) {
  if (link.address.empty()) return "";
  switch (link.state) {
    case LinkState::connecting:
      return "connecting to " + link.address + (link.text.empty() ? "" : " (" + link.text + ")");
    case LinkState::live:
      return "live from " + link.address;
    case LinkState::cut:
      return "line to " + link.address + " cut, reconnecting";
    case LinkState::ended:
      return "run ended, from " + link.address;
    case LinkState::refused:
      return "not connected to " + link.address;
  }
  return "";
}

/// Colour of the disc: red for a failed run, green for one that plays, amber for a cut line.
ImU32 state_color(const RunView& run) {
  if (run.mode == SessionMode::connected && run.link.state == LinkState::cut) return palette::kWarning;
  return run.state == RunState::failed    ? palette::kError
         : run.state == RunState::playing ? palette::kGood
                                          : palette::kDim;
}

/// A file that is being read hides the run; a link that is not shown follows the run's own state.
std::string state_text(const RunView& run) {
  if (run.loading) return "loading " + run.loading_name;
  const std::string link = link_text(run.link);
  const std::string back = run.looking_back ? ", looking back" : "";
  if (run.mode == SessionMode::connected) return link + back;
  const std::string own = run.mode == SessionMode::empty ? "nothing open" : to_string(run.state) + back;
  return link.empty() ? own : own + "    " + link;
}

}  // namespace

void status_bar(const Ui& ui, const RunView& run, const StatusLine& status,
                const std::function<void()>& works) {
  // The disc and the state.
  const ImU32 color = state_color(run);
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float line = ImGui::GetTextLineHeight();
  ImGui::GetWindowDrawList()->AddCircleFilled({p.x + 0.35f * line, p.y + 0.5f * line}, 0.26f * line, color,
                                              16);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + line);
  ImGui::TextUnformatted(state_text(run).c_str());
  ui.mark("state");
  if (!run.link.text.empty()) hint(run.link.text.c_str());
  show_recording(ui, run);
  show_hand(ui, run);
  show_verdict(ui, run);
  works();
  // The text at the right end is formed first, because its width decides the room of the others.
  std::string right;
  if (run.frame) {
    right = fmt::format("step {}", run.frame->step);
    if (run.state == RunState::playing)
      right +=
          fmt::format("    {:.2f}x real time    {:.0f} fps", run.measured_speed, status.pictures_per_second);
  }
  const float width = ImGui::CalcTextSize(right.c_str()).x;
  // The ground under the pointer is set against the right text, and shortened to what is left.
  if (!status.probed.empty()) {
    gap(ui);
    const float room = ImGui::GetWindowContentRegionMax().x - width - ImGui::GetCursorPosX() - ui.px(22);
    const std::string shown = fit_text(status.probed, std::max(room, 0.0f));
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() +
                         std::max(0.0f, room - ImGui::CalcTextSize(shown.c_str()).x));
    ImGui::TextUnformatted(shown.c_str());
    ui.mark("probe");
    hint(
        "The ground under the pointer: slope and where it falls to (clockwise from north, +y), soil, depth "
        "of the rut");
  }
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
  ImGui::TextDisabled("%s", right.c_str());
  hint(fmt::format("{} triangles in the picture", status.triangles).c_str());
  ui.mark_area("status", ImGui::GetWindowPos(),
               {ImGui::GetWindowPos().x + ImGui::GetWindowWidth(),
                ImGui::GetWindowPos().y + ImGui::GetWindowHeight()});
}

}  // namespace grouser::desktop
