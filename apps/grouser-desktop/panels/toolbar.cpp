// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>

#include "panels/panels.hpp"

namespace grouser::desktop {
namespace {

using Run = RunRequest::Kind;
using File = FileRequest::Kind;
using Screen = WindowRequest::Kind;

void divider(const Ui& ui) {
  ImGui::SameLine(0, ui.px(10));
  const ImVec2 p = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddLine({p.x, p.y + ui.px(5)}, {p.x, p.y + ui.px(27)}, palette::kLine);
  ImGui::Dummy({1, ui.px(32)});
  ImGui::SameLine(0, ui.px(10));
}

void speed_field(const Ui& ui, const RunView& run, Requests& requests) {
  ImGui::SetNextItemWidth(ui.px(78));
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ui.px(3));
  const std::string shown = fmt::format("{}{:g}x", run.backward ? "-" : "", run.speed);
  if (ImGui::BeginCombo("##speed", shown.c_str())) {
    for (const double speed : kPlaySpeeds) {
      const std::string text = fmt::format("{:g}x", speed);
      if (ImGui::Selectable(text.c_str(), speed == run.speed))
        ask(requests, RunRequest{.kind = Run::set_speed, .speed = speed});
    }
    ImGui::EndCombo();
  }
  ui.mark("speed");
  hint("Speed: simulated seconds a second", "+ / -");
}

std::string tip_of_hand(const HandView& hand) {
  if (!hand.possible) return "Drive by hand: " + hand.why_not;
  return hand.on ? "Give the drives back" : "Drive by hand (W A S D)";
}

void camera_buttons(const Ui& ui, bool open, const Camera& camera, Requests& requests) {
  using View = ViewRequest::Kind;
  const auto button = [&](const IconButton& b, const ViewRequest& request) {
    if (request.kind != View::toggle_follow) ImGui::SameLine(0, ui.px(3));
    if (icon_button(ui, b)) ask(requests, request);
  };
  const auto preset = [](CameraPreset p) { return ViewRequest{.kind = View::preset, .preset = p}; };
  button({"follow", Icon::follow, "Camera follows the rover", "C", open, camera.follow},
         {.kind = View::toggle_follow});
  button({"view_front", Icon::front, "From the front", "1", open}, preset(CameraPreset::front));
  button({"view_side", Icon::side, "From the side", "3", open}, preset(CameraPreset::side));
  button({"view_top", Icon::top, "From above", "7", open}, preset(CameraPreset::top));
  button({"view_iso", Icon::iso, "Isometric", "9", open}, preset(CameraPreset::iso));
  button({"view_all", Icon::home, "Show the whole rover", "Home", open}, {.kind = View::frame_all});
}

/// Where the buttons would not all fit beside each other, as large text makes them, they are smaller. `width`: that they took
/// in the last picture where a pixel is one, kept with the window.
Ui fitting(Ui ui, float width) {
  const float room = ImGui::GetContentRegionAvail().x;
  if (width > 0.0f && width * ui.scale > room) ui.scale = room / width;
  return ui;
}

void all_buttons(const Ui& ui, const RunView& run, bool drawing_path, const Camera& camera,
                 Requests& requests) {
  const bool open = run.mode != SessionMode::empty;
  const bool ours = open && run.mode != SessionMode::connected;  // whose pace and start are in our hands
  const bool playing = run.state == RunState::playing;
  const std::string hand_tip = tip_of_hand(run.hand);
  bool first = true;
  const auto button = [&](const IconButton& b, Request request) {
    if (!first) ImGui::SameLine(0, ui.px(3));
    first = false;
    if (icon_button(ui, b)) ask(requests, std::move(request));
  };
  button({"open", Icon::open, "Open a scenario or a run", "Ctrl+O"},
         FileRequest{.kind = File::show_open_dialog});
  divider(ui);
  first = true;
  button({"reset", Icon::reset, "Back to the start", "Backspace", ours}, RunRequest{.kind = Run::reset});
  button({"step_back", Icon::step_back, "Step back", ",", open}, RunRequest{.kind = Run::step_back});
  button({"play", playing ? Icon::pause : Icon::play, playing ? "Pause" : "Play", "Space", open, playing},
         RunRequest{.kind = Run::play_pause});
  button({"step", Icon::step, "Step forward", ".", open}, RunRequest{.kind = Run::single_step});
  const bool recording = !run.recording_path.empty();
  button({"record", Icon::record, recording ? "Stop recording" : "Record this run to a file", "Ctrl+R",
          run.mode == SessionMode::live, recording, recording ? palette::kError : IM_COL32(214, 92, 84, 255)},
         FileRequest{.kind = File::toggle_recording});
  button({"hand", Icon::hand, hand_tip.c_str(), "H", run.hand.possible, run.hand.on},
         RunRequest{.kind = Run::toggle_hand});
  divider(ui);
  first = true;
  button({"slower", Icon::slower, "Slower", "-", ours}, RunRequest{.kind = Run::slower});
  ImGui::SameLine(0, ui.px(3));
  ImGui::BeginGroup();
  ImGui::BeginDisabled(open && !ours);
  speed_field(ui, run, requests);
  ImGui::EndDisabled();
  ImGui::EndGroup();
  button({"faster", Icon::faster, "Faster", "+", ours}, RunRequest{.kind = Run::faster});
  divider(ui);
  first = true;
  camera_buttons(ui, open, camera, requests);
  divider(ui);
  first = true;
  button({"forces", Icon::force, "Force arrows at the wheels", "F", true, ui.kept.forces},
         WindowRequest{.kind = Screen::toggle_forces});
  button({"grid", Icon::grid, "Metre grid on the ground", "Shift+G", true, ui.kept.grid},
         WindowRequest{.kind = Screen::toggle_grid});
  button({"path", Icon::path, "Edit the path: drag and add waypoints", "W", run.mode == SessionMode::live,
          drawing_path},
         PathRequest{.kind = PathRequest::Kind::toggle});
  divider(ui);
  first = true;
  const bool comparing = run.other != nullptr;
  button({"compare", Icon::compare,
          comparing ? "End the comparison" : "Compare with a recorded run or measurements", "Ctrl+Shift+O",
          open, comparing},
         FileRequest{.kind = comparing ? File::end_comparison : File::show_compare_dialog});
  button({"study", Icon::study, "Study: one scenario, many variations", "Ctrl+T", open},
         WindowRequest{.kind = Screen::show_study});
  divider(ui);
  first = true;
  button({"help", Icon::help, "Keys and mouse", "F1", true, ui.passing.help_open},
         WindowRequest{.kind = Screen::toggle_help});
}

}  // namespace

void toolbar(const Ui& given, const RunView& run, bool drawing_path, const Camera& camera,
             Requests& requests) {
  float& width = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("width"));
  const Ui ui = fitting(given, width);
  const float begun = ImGui::GetCursorScreenPos().x;
  ImGui::SetWindowFontScale(ui.scale / given.scale);
  all_buttons(ui, run, drawing_path, camera, requests);
  ImGui::SetWindowFontScale(1.0f);
  constexpr float kRounding = 0.5f;  // px: else the buttons would never come to rest
  const float taken = (ImGui::GetItemRectMax().x - begun) / ui.scale;
  if (std::fabs(taken - width) > kRounding) width = taken;
}

}  // namespace grouser::desktop
