// SPDX-License-Identifier: BSD-3-Clause
// The 3D picture and what the mouse does in it.
#include <algorithm>
#include <cfloat>
#include <cmath>

#include "desks/document/document_panels.hpp"
#include "desks/paint/paint_panel.hpp"
#include "desks/panels.hpp"
#include "desks/path/path_panel.hpp"
#include "desks/view/anchor_marks.hpp"
#include "desks/view/landing_marks.hpp"
#include "desks/view/look_panels.hpp"
#include "desks/view/stance_marks.hpp"
#include "hal/imgui_versions.hpp"
#include "view/overlay.hpp"

namespace grouser::desktop {
namespace {

using View = ViewRequest::Kind;

/// Where x, y and z point, in the lower left corner: a third of a low view at most, and left out of one that has no
/// room for their names.
void draw_axes(const Ui& ui, const Camera& camera, const PictureArea& picture) {
  constexpr float kArm = 24.0f, kRim = 36.0f, kEdge = 44.0f;  // of full size, at 96 dots an inch
  const float scale = std::min(1.0f, 0.35f * std::min(picture.size.x, picture.size.y) / ui.px(2.0f * kRim));
  const float r = scale * ui.px(kArm);
  if (2.0f * r < ImGui::GetFontSize()) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float edge = scale * ui.px(kEdge);
  const ImVec2 c{picture.low.x + edge, picture.low.y + picture.size.y - edge};
  struct Axis {
    Vec3 direction;
    ImU32 color;
    const char* name;
  };
  const Axis axes[] = {{Vec3::UnitX(), IM_COL32(236, 98, 86, 255), "x"},
                       {Vec3::UnitY(), IM_COL32(112, 200, 96, 255), "y"},
                       {Vec3::UnitZ(), IM_COL32(98, 160, 245, 255), "z"}};
  list->AddCircleFilled(c, scale * ui.px(kRim), IM_COL32(17, 19, 23, 90), 40);
  for (const Axis& a : axes) {
    const ImVec2 tip{c.x + r * static_cast<float>(a.direction.dot(camera.right())),
                     c.y - r * static_cast<float>(a.direction.dot(camera.up()))};
    list->AddLine(c, tip, a.color, ui.px(2));
    const float text = std::max(0.75f, scale) * ImGui::GetFontSize();
    const ImVec2 size = ImGui::GetFont()->CalcTextSizeA(text, FLT_MAX, 0.0f, a.name);
    const ImVec2 at{c.x + 1.24f * (tip.x - c.x), c.y + 1.24f * (tip.y - c.y)};
    list->AddText(ImGui::GetFont(), text, {at.x - 0.5f * size.x, at.y - 0.5f * size.y}, a.color, a.name);
  }
}

void mouse(const Ui& ui, const ViewTools& tools, const PictureArea& picture, Requests& requests) {
  const auto [low, size] = std::pair(picture.low, picture.size);
  const ImGuiIO& io = ImGui::GetIO();
  const auto u = static_cast<double>(2.0f * (io.MousePos.x - low.x) / size.x - 1.0f);
  const auto v = static_cast<double>(1.0f - 2.0f * (io.MousePos.y - low.y) / size.y);
  const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive();
  const bool placing = tools.placing && tools.placing->active, painting = tools.paint && tools.paint->active;
  if (ImGui::IsItemActivated()) ui.passing.press_selects = !placing && !painting;
  if (hovered) ask(requests, LookRequest{.kind = LookRequest::Kind::pointer_at, .u = u, .v = v});
  if (placing) placing_mouse(*tools.placing, u, v, hovered, requests);
  if (painting) paint_mouse(*tools.paint, u, v, hovered, requests);
  if (hovered && io.MouseWheel != 0.0f && !placing) {
    ask(requests, ViewRequest{.kind = View::grab, .x = u, .y = v});
    ask(requests,
        ViewRequest{.kind = View::zoom, .factor = std::pow(0.85, static_cast<double>(io.MouseWheel))});
  }
  const bool pans = ImGui::IsMouseDown(ImGuiMouseButton_Right) || ImGui::IsMouseDown(ImGuiMouseButton_Middle);
  if ((placing || (painting && !io.KeyAlt)) && !pans) return;  // the left button is theirs
  const bool drawing = tools.path && tools.path->active;
  const bool pressed = ImGui::IsItemActivated() && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  if (drawing && path_mouse(ui, *tools.path, picture, {u, v}, hovered, pressed, requests)) return;
  if (active && !ui.passing.dragging_view) ask(requests, ViewRequest{.kind = View::grab, .x = u, .y = v});
  // a press of the left button that is let go where it went down selects
  constexpr float kStill = 4.0f;  // pixels
  if (ImGui::IsItemDeactivated() && ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
      ui.passing.press_selects && io.MouseDragMaxDistanceSqr[0] < kStill * kStill)
    drawing ? ask(requests, PathRequest{.kind = PathRequest::Kind::append, .u = u, .v = v})
            : ask(requests, LookRequest{.kind = tools.ruler && tools.ruler->on ? LookRequest::Kind::ruler_at
                                                                               : LookRequest::Kind::select_at,
                                        .u = u,
                                        .v = v});
  ui.passing.dragging_view = active;
  if (!active || (io.MouseDelta.x == 0.0f && io.MouseDelta.y == 0.0f)) return;
  if (pans || io.KeyShift) {
    ask(requests, ViewRequest{.kind = View::pan,
                              .x = static_cast<double>(2.0f * io.MouseDelta.x / size.x),
                              .y = static_cast<double>(-2.0f * io.MouseDelta.y / size.y)});
  } else {
    const double per_pixel = 3.5 / static_cast<double>(size.y);  // rad: half a turn over the picture's height
    ask(requests, ViewRequest{.kind = View::orbit,
                              .x = -per_pixel * static_cast<double>(io.MouseDelta.x),
                              .y = per_pixel * static_cast<double>(io.MouseDelta.y)});
  }
}

}  // namespace

void view_panel(const Ui& ui, const RunView& run, const ViewTools& tools, const Camera& camera,
                std::uintptr_t texture, Requests& requests) {
  const ImVec2 low = ImGui::GetCursorScreenPos(), size = ImGui::GetContentRegionAvail();
  const ImVec2 high{low.x + size.x, low.y + size.y};
  if (size.x < 8.0f || size.y < 8.0f) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (texture != 0) {
    list->AddImage(gui::texture_id(texture), low, high, {0, 1}, {1, 0});
  }
  if (run.mode != SessionMode::empty) {
    ImGui::InvisibleButton("view", size,
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                               ImGuiButtonFlags_MouseButtonMiddle);
    const PictureArea picture{low, size, &camera, run.scene ? run.scene->terrain.get() : nullptr};
    mouse(ui, tools, picture, requests);
    if (tools.placing) placing_card(ui, run, *tools.placing, low, high);
    if (tools.path) path_marks(ui, *tools.path, picture);
    if (tools.paint) paint_marks(ui, *tools.paint, picture);
    if (tools.ruler) ruler_marks(ui, *tools.ruler, picture);
    if (static_cast<Overlay>(ui.kept.overlay) == Overlay::pressure) anchor_marks(ui, run, picture);
    if (ui.kept.forces) {
      stance_marks(ui, run, picture);
      landing_marks(ui, run, picture);
    }
    draw_axes(ui, camera, picture);
    force_legend(ui, tools.newtons_per_metre, {low.x + ui.px(92), high.y - ui.px(12)});
    hand_panel(ui, run, low, high);
    hand_stick(ui, run, {high.x - ui.px(16), high.y - ui.px(16)}, requests);
    overlay_legend(ui, run, camera, tools.mesh_pressure, {high.x - ui.px(12), low.y + ui.px(12)});
  }
  ui.mark_area("view", low, high);
}

}  // namespace grouser::desktop
