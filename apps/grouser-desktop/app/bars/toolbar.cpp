// SPDX-License-Identifier: BSD-3-Clause
// The tool bar: groups of command buttons, and the field of the play speed. Where the buttons do not fit
// beside each other, all become smaller by one factor; it follows from the width that they had in the last
// picture.
#include <fmt/format.h>

#include <cmath>

#include "app/bars/bars.hpp"
#include "app/commands/command_widgets.hpp"
#include "session/run_request.hpp"

namespace grouser::desktop {
namespace {

using Run = RunRequest::Kind;

/// A thin upright line between two groups.
void divider(const Ui& ui) {
  ImGui::SameLine(0, ui.px(10));
  const ImVec2 p = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddLine({p.x, p.y + ui.px(5)}, {p.x, p.y + ui.px(27)}, palette::kLine);
  ImGui::Dummy({1, ui.px(32)});
  ImGui::SameLine(0, ui.px(10));
}

/// The play speed as a list; a run that plays backward is shown with a minus.
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

/// Makes the buttons smaller if they do not all fit beside each other, as with large text. `width`: their
/// width in the last picture at one pixel per unit, kept with the window.
Ui fitting(Ui ui, float width) {
  const float room = ImGui::GetContentRegionAvail().x;
  if (width > 0.0f && width * ui.scale > room) ui.scale = room / width;
  return ui;
}

/// Every group of buttons, with a divider behind each but the last.
void all_buttons(const Ui& ui, const CommandContext& context, Requests& requests) {
  const RunView& run = context.run;
  const bool watched = run.mode == SessionMode::connected;  // its pace is not in our hands
  bool first = true;
  // The first button of a group follows the divider, which has made its own gap.
  const auto button = [&](const char* id, const char* mark = nullptr) {
    if (!first) ImGui::SameLine(0, ui.px(3));
    first = false;
    command_button(ui, context, id, requests, mark);
  };
  const auto buttons = [&](std::initializer_list<const char*> ids) {
    for (const char* id : ids) button(id);
    divider(ui);
    first = true;
  };
  buttons({"open"});
  buttons({"reset", "step_back", "play", "step", "record", "hand"});
  button("slower");
  ImGui::SameLine(0, ui.px(3));
  ImGui::BeginGroup();
  ImGui::BeginDisabled(watched);
  speed_field(ui, run, requests);
  ImGui::EndDisabled();
  ImGui::EndGroup();
  buttons({"faster"});
  buttons({"follow", "view_front", "view_side", "view_top", "view_iso", "view_all"});
  buttons({"forces", "grid", "path"});
  button(run.other ? "end_comparison" : "compare_with", "compare");
  buttons({"study"});
  button("help");
}

}  // namespace

void toolbar(const Ui& given, const CommandContext& context, Requests& requests) {
  // ImGui keeps the width between pictures, under an id of this window.
  float& width = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("width"));
  const Ui ui = fitting(given, width);
  const float begun = ImGui::GetCursorScreenPos().x;
  ImGui::SetWindowFontScale(ui.scale / given.scale);
  all_buttons(ui, context, requests);
  ImGui::SetWindowFontScale(1.0f);
  constexpr float kRounding = 0.5f;  // px: else the buttons would never come to rest
  const float taken = (ImGui::GetItemRectMax().x - begun) / ui.scale;
  if (std::fabs(taken - width) > kRounding) width = taken;
}

}  // namespace grouser::desktop
