// SPDX-License-Identifier: BSD-3-Clause
// The pointer's part in setting a vehicle down, and the card that shows its place. The mouse becomes
// requests with the grip of Shift and Ctrl; the card is drawn straight into the view's draw list.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "desks/document/document_panels.hpp"
#include "session/document/placing_request.hpp"
#include "view/picture_area.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
void placing_mouse(const PlacingView& placing, double u, double v, bool hovered, Requests& requests) {
  if (!placing.active || !hovered) return;
  const ImGuiIO& io = ImGui::GetIO();
  const PlacingGrip grip = grip_now();
  // Only a moved pointer counts, so that a wheel step does not shift the vehicle.
  if (io.MouseDelta.x != 0.0f || io.MouseDelta.y != 0.0f)
    ask(requests, PlacingRequest{.kind = PlacingRequest::Kind::point_at, .grip = grip, .u = u, .v = v});
  if (io.MouseWheel != 0.0f)
    ask(requests,
        PlacingRequest{
            .kind = PlacingRequest::Kind::lift, .grip = grip, .notches = static_cast<double>(io.MouseWheel)});
  // A click points once more, because the pointer may have moved since the last request.
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    ask(requests, PlacingRequest{.kind = PlacingRequest::Kind::point_at, .grip = grip, .u = u, .v = v});
    ask(requests, PlacingRequest{.kind = PlacingRequest::Kind::set_down});
  }
}

void placing_card(const Ui& ui, const RunView& run, const PlacingView& placing, ImVec2 low, ImVec2 high) {
  if (!placing.active) return;
  const auto metres = [&](double value) { return steady_text(ui.units(), value, "m", 3); };
  const auto angle = [&](double value) { return steady_text(ui.units(), value, "deg", 1); };
  std::vector<std::string> lines = {
      fmt::format("{} {}", placing.mode == PlacingMode::move ? "Move" : "Turn", placing.vehicle),
      fmt::format("x {}   y {}", metres(placing.x), metres(placing.y)),
      fmt::format("heading {}   lean {}", angle(placing.heading), angle(placing.lean))};
  if (placing.clearance > 0.0) lines.push_back(metres(placing.clearance) + " above first touch");
  // The stance on the ground is known only at rest, without clearance.
  if (placing.stance && placing.clearance == 0.0) {
    const StancePoint& stance = *placing.stance;
    if (stance.reason.empty())
      lines.push_back(fmt::format("stands: roll {}   pitch {}", angle(stance.roll), angle(stance.pitch)));
    else
      lines.push_back("would not stand: " + stance.reason);
    for (std::size_t w = 0; w < stance.loads.size() && w < run.scene->wheel_names.size(); ++w)
      lines.push_back(fmt::format("  {}  {}", run.scene->wheel_names[w],
                                  steady_text(ui.units(), stance.loads[w], "N", 0)));
  }
  const float step = ImGui::GetTextLineHeightWithSpacing(), pad = ui.px(10);
  const float room = high.x - low.x - 2.0f * (ui.px(12) + pad);
  const std::string keys = fit_text(
      "click sets down   G moves, R turns   wheel lifts   Shift fine   Ctrl snaps   Esc leaves", room);
  // The card is as wide as its longest line and cut at the view's edge.
  float width = 0.0f;
  for (std::string& line : lines) {
    line = fit_text(line, room);
    width = std::max(width, ImGui::CalcTextSize(line.c_str()).x);
  }
  const ImVec2 at{low.x + ui.px(12), low.y + ui.px(12)};
  const ImVec2 end{at.x + width + 2.0f * pad, at.y + step * static_cast<float>(lines.size()) + 2.0f * pad};
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, end, IM_COL32(17, 19, 23, 205), ui.px(5));
  for (std::size_t k = 0; k < lines.size(); ++k)
    list->AddText({at.x + pad, at.y + pad + step * static_cast<float>(k)},
                  k == 0 ? palette::kAccent : palette::kText, lines[k].c_str());
  ui.mark_area("placing", at, end);
  const ImVec2 text = ImGui::CalcTextSize(keys.c_str());
  const ImVec2 foot{at.x, end.y + ui.px(6)};
  list->AddRectFilled(foot, {foot.x + text.x + 2.0f * pad, foot.y + text.y + pad}, IM_COL32(17, 19, 23, 170),
                      ui.px(5));
  list->AddText({foot.x + pad, foot.y + 0.5f * pad}, palette::kDim, keys.c_str());
}

}  // namespace grouser::desktop
