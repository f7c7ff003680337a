// SPDX-License-Identifier: BSD-3-Clause
// The view's panel. The mouse is offered to the desks first; one may take the left button, or the wheel
// too. What is left turns, moves and zooms the camera, and a click selects. Positions in the picture are -1
// to 1, u to the right and v up.
#include "app/view_panel.hpp"

#include <algorithm>
#include <cmath>

#include "hal/imgui_versions.hpp"
#include "view/camera/view_request.hpp"
#include "view/context_menu.hpp"
#include "view/look/look_request.hpp"

namespace grouser::desktop {

namespace {

using View = ViewRequest::Kind;

/// Moves the picture with Shift, the right or the middle button (`pans`), and turns it with the left one.
void drag_camera(bool pans, ImVec2 size, Requests& requests) {
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  if (moved.x == 0.0f && moved.y == 0.0f) return;
  if (pans || ImGui::GetIO().KeyShift)
    return ask(requests, ViewRequest{.kind = View::pan,
                                     .x = static_cast<double>(2.0f * moved.x / size.x),
                                     .y = static_cast<double>(-2.0f * moved.y / size.y)});
  const double per_pixel = 3.5 / static_cast<double>(size.y);  // rad: half a turn over the picture's height
  ask(requests, ViewRequest{.kind = View::orbit,
                            .x = -per_pixel * static_cast<double>(moved.x),
                            .y = per_pixel * static_cast<double>(moved.y)});
}

/// Draws in the middle above the picture the tool that has the mouse, and its keys.
void draw_mode(const Ui& ui, const Desks& desks, const PictureArea& picture) {
  std::string text;
  for (const auto& desk : desks)
    if (text.empty()) text = desk->mode();
  if (text.empty()) return;
  const float pad = ui.px(10);
  text = fit_text(text, picture.size.x - 2.0f * pad - ui.px(24));
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const ImVec2 low{picture.low.x + 0.5f * (picture.size.x - size.x) - pad, picture.low.y + ui.px(12)};
  const ImVec2 high{low.x + size.x + 2.0f * pad, low.y + size.y + pad};
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(low, high, IM_COL32(17, 19, 23, 215), ui.px(6));
  list->AddRect(low, high, palette::kAccent, ui.px(6));
  list->AddText({low.x + pad, low.y + 0.5f * pad}, palette::kText, text.c_str());
  ui.mark_area("mode", low, high);
}

}  // namespace

void ViewPanel::take_mouse(const Ui& ui, const Desks& desks, const PictureArea& picture, Requests& requests) {
  // The mouse in the picture, as the desks get it.
  const ImGuiIO& io = ImGui::GetIO();
  ViewMouse mouse{.picture = picture,
                  .u = static_cast<double>(2.0f * (io.MousePos.x - picture.low.x) / picture.size.x - 1.0f),
                  .v = static_cast<double>(1.0f - 2.0f * (io.MousePos.y - picture.low.y) / picture.size.y),
                  .hovered = ImGui::IsItemHovered()};
  const bool active = ImGui::IsItemActive(), activated = ImGui::IsItemActivated();
  mouse.pressed = activated && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  mouse.pans = ImGui::IsMouseDown(ImGuiMouseButton_Right) || ImGui::IsMouseDown(ImGuiMouseButton_Middle);
  if (mouse.hovered)
    ask(requests, LookRequest{.kind = LookRequest::Kind::pointer_at, .u = mouse.u, .v = mouse.v});
  // The strongest claim of all desks decides. A press that belongs to a desk never becomes a selection.
  MouseUse use = MouseUse::nothing;
  for (const auto& desk : desks) use = std::max(use, desk->mouse(ui, mouse, requests));
  if (activated) press_selects_ = true;
  if (use != MouseUse::nothing && (activated || !active)) press_selects_ = false;
  // Each notch of the wheel changes the distance by 15 % about the point under the pointer.
  if (mouse.hovered && io.MouseWheel != 0.0f && use != MouseUse::left_button_and_wheel) {
    ask(requests, ViewRequest{.kind = View::grab, .x = mouse.u, .y = mouse.v});
    ask(requests,
        ViewRequest{.kind = View::zoom, .factor = std::pow(0.85, static_cast<double>(io.MouseWheel))});
  }
  // The first desk that has a menu for the place shows it.
  if (is_right_clicked())
    for (const auto& desk : desks)
      if (desk->menu(mouse, requests)) break;
  if (use != MouseUse::nothing && !mouse.pans) return;
  // A drag turns about the point under the pointer where it began.
  if (active && !dragging_) ask(requests, ViewRequest{.kind = View::grab, .x = mouse.u, .y = mouse.v});
  // A press of the left button that is let go where it went down is a click.
  constexpr float kStill = 4.0f;  // pixels
  if (ImGui::IsItemDeactivated() && ImGui::IsMouseReleased(ImGuiMouseButton_Left) && press_selects_ &&
      io.MouseDragMaxDistanceSqr[0] < kStill * kStill)
    for (const auto& desk : desks)
      if (desk->click(mouse, requests)) break;
  dragging_ = active;
  if (active) drag_camera(mouse.pans, picture.size, requests);
}

void ViewPanel::draw(const Ui& ui, const Shared& shared, const Desks& desks, std::uintptr_t texture,
                     Requests& requests) {
  const RunView& run = shared.session.view();
  const ImVec2 low = ImGui::GetCursorScreenPos(), size = ImGui::GetContentRegionAvail();
  if (size.x < 8.0f || size.y < 8.0f) return;
  const PictureArea picture{low, size, &shared.camera.camera(),
                            run.scene ? run.scene->terrain.get() : nullptr};
  // OpenGL's first row is the lowest, so the texture's v runs upwards.
  if (texture != 0)
    ImGui::GetWindowDrawList()->AddImage(gui::texture_id(texture), low, picture.high(), {0, 1}, {1, 0});
  if (run.mode != SessionMode::empty) {
    ImGui::InvisibleButton("view", size,
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                               ImGuiButtonFlags_MouseButtonMiddle);
    take_mouse(ui, desks, picture, requests);
    for (const auto& desk : desks) desk->draw_in_view(ui, picture, requests);
    draw_mode(ui, desks, picture);
  }
  ui.mark_area("view", low, picture.high());
}

}  // namespace grouser::desktop
