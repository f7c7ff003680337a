// SPDX-License-Identifier: BSD-3-Clause
// Driving by hand: the commands of the drives and the keys that give them at the upper edge of the view,
// and a stick for the mouse. The stick is a window of its own without decoration, so it takes the mouse
// from the view.
#include <fmt/format.h>

#include <cmath>

#include "desks/playback/playback_panels.hpp"
#include "session/run_request.hpp"

namespace grouser::desktop {
namespace {

constexpr const char* kKeys =
    "W S speed    A D steer    Q E turn    Shift crab    PgUp PgDn top speed    Esc gives back";

}  // namespace

void hand_panel(const Ui& ui, const RunView& run, ImVec2 low, ImVec2 high) {
  if (!run.hand.on) return;
  const std::string gear = "top " + steady_text(ui.units(), run.hand.gear * run.hand.limits.speed, "m/s", 3);
  const std::string whole = "By hand    " + hand_text(ui.units(), run.hand) + "    " + gear;
  const std::string keys =
      fit_text(run.state == RunState::paused ? std::string("Space plays    ") + kKeys : kKeys,
               high.x - low.x - ui.px(28));
  ImGui::PushFont(ui.fonts.strong);
  const std::string told = fit_text(whole, high.x - low.x - ui.px(28));
  const ImVec2 upper = ImGui::CalcTextSize(told.c_str());
  ImGui::PopFont();
  const ImVec2 lower = ImGui::CalcTextSize(keys.c_str());
  const float width = std::max(upper.x, lower.x) + ui.px(24), height = upper.y + lower.y + ui.px(18);
  const ImVec2 corner{0.5f * (low.x + high.x - width), low.y + ui.px(10)};
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(corner, {corner.x + width, corner.y + height}, IM_COL32(24, 27, 33, 224), ui.px(6));
  list->AddRectFilled(corner, {corner.x + ui.px(3), corner.y + height}, palette::kAccent, ui.px(2));
  ImGui::PushFont(ui.fonts.strong);
  list->AddText({corner.x + ui.px(12), corner.y + ui.px(7)}, palette::kText, told.c_str());
  ImGui::PopFont();
  list->AddText({corner.x + ui.px(12), corner.y + ui.px(10) + upper.y}, palette::kDim, keys.c_str());
  ui.mark_area("hand", corner, {corner.x + width, corner.y + height});
}

void hand_stick(const Ui& ui, const RunView& run, ImVec2 corner, Requests& requests) {
  if (!run.hand.on) return;
  constexpr ImGuiWindowFlags kBare = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground |
                                     ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;
  const float radius = ui.px(52), knob = ui.px(17), reach = radius - knob;
  ImGui::SetNextWindowPos(corner, ImGuiCond_Always, {1.0f, 1.0f});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::Begin("##hand_stick", nullptr, kBare | ImGuiWindowFlags_AlwaysAutoResize);
  const ImVec2 low = ImGui::GetCursorScreenPos(), middle{low.x + radius, low.y + radius};
  ImGui::InvisibleButton("stick", {2.0f * radius, 2.0f * radius});
  // Offset of the knob from the middle, px, limited to the reach; small offsets of one axis are set to
  // zero.
  ImVec2 off{0, 0};
  if (ImGui::IsItemActive()) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    off = {mouse.x - middle.x, mouse.y - middle.y};
    const float far = std::hypot(off.x, off.y);
    if (far > reach) off = {off.x * reach / far, off.y * reach / far};
    constexpr float kStraight = 0.12f;  // of the reach: nobody drags exactly upward
    if (std::fabs(off.x) < kStraight * reach) off.x = 0.0f;
    if (std::fabs(off.y) < kStraight * reach) off.y = 0.0f;
  }
  // A released stick sends zeros once, which stops the rover.
  if (ImGui::IsItemActive() || ImGui::IsItemDeactivated())
    ask(requests, RunRequest{.kind = RunRequest::Kind::hand_stick,
                             .ahead = static_cast<double>(-off.y / reach),
                             .left = static_cast<double>(-off.x / reach)});
  hint("Drag to drive: upward is forward, to the side steers; let go to stop");
  // Disc, cross and knob.
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddCircleFilled(middle, radius, IM_COL32(24, 27, 33, 190), 48);
  list->AddCircle(middle, radius, IM_COL32(120, 126, 138, 160), 48, ui.px(1.5f));
  list->AddLine({middle.x, middle.y - reach}, {middle.x, middle.y + reach}, IM_COL32(120, 126, 138, 90));
  list->AddLine({middle.x - reach, middle.y}, {middle.x + reach, middle.y}, IM_COL32(120, 126, 138, 90));
  list->AddCircleFilled({middle.x + off.x, middle.y + off.y}, knob,
                        ImGui::IsItemActive() ? palette::kAccent : IM_COL32(150, 156, 168, 230), 32);
  ui.mark_area("hand_stick", low, {low.x + 2.0f * radius, low.y + 2.0f * radius});
  ImGui::End();
  ImGui::PopStyleVar();
}

}  // namespace grouser::desktop
