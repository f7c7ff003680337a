// SPDX-License-Identifier: BSD-3-Clause
// Requests pass to the shared camera and looking; marks and legends are drawn over the picture in the order
// of draw_in_view().
#include "desks/view/view_desk.hpp"

#include <algorithm>
#include <cfloat>

#include "desks/view/anchor_marks.hpp"
#include "desks/view/landing_marks.hpp"
#include "desks/view/look_panels.hpp"
#include "desks/view/scale_marks.hpp"
#include "desks/view/stance_marks.hpp"
#include "desks/view/view_panels.hpp"
#include "session/document/document_request.hpp"
#include "session/menu_request.hpp"
#include "view/camera/view_request.hpp"
#include "view/look/look_request.hpp"
#include "view/look/part_menu.hpp"
#include "view/overlay.hpp"

namespace grouser::desktop {

namespace {

/// The directions of x, y and z in the lower left corner: at most a third of a low view, and left out of
/// one that has no room for their names.
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
  // An orthographic view of unit vectors: only the camera's directions count.
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

}  // namespace

void ViewDesk::register_requests(RequestTable& table) {
  table.on<ViewRequest>([this](const ViewRequest& r) {
    if (const auto said = shared_.camera.carry_out(r, shared_.session.view(),
                                                   shared_.document.view().selection, shared_.size.aspect()))
      shared_.session.add_log(LogLevel::done, *said);
  });
  table.on<LookRequest>([this](const LookRequest& r) { shared_.looking.carry_out(r); });
}

void ViewDesk::opened() {
  shared_.shown.bodies.clear();
  shared_.camera.opened(shared_.session.view());
}

void ViewDesk::update(double, Requests&) {
  shared_.looking.update();
  shared_.camera.update(shared_.session.view());
}

std::string ViewDesk::mode() const {
  return shared_.looking.ruler().on ? "Ruler    click sets a point    Esc leaves" : "";
}

bool ViewDesk::click(const ViewMouse& mouse, Requests& requests) {
  const bool ruler = shared_.looking.ruler().on;
  ask(requests, LookRequest{.kind = ruler ? LookRequest::Kind::ruler_at : LookRequest::Kind::select_at,
                            .u = mouse.u,
                            .v = mouse.v});
  return true;
}

/// Selects the part and asks for its menu, so that rows of the table of commands are about it.
bool ViewDesk::menu(const ViewMouse& mouse, Requests& requests) {
  const Selection part = shared_.looking.part_under(mouse.u, mouse.v);
  ask(requests, DocumentRequest{.kind = DocumentRequest::Kind::select, .selection = part});
  const ImVec2 at = ImGui::GetIO().MousePos;
  ask(requests,
      MenuRequest{at.x, at.y,
                  part_menu(shared_.session.view(), part, shared_.shown.bodies, shared_.kept.units)});
  return true;
}

void ViewDesk::draw_in_view(const Ui& ui, const PictureArea& picture, Requests&) {
  const RunView& run = shared_.session.view();
  const ImVec2 low = picture.low, high = picture.high();
  ruler_marks(ui, shared_.looking.ruler(), picture);
  // Anchors are of meshes under pressure; stance and clearance belong to the arrows of forces.
  if (static_cast<Overlay>(ui.kept.overlay) == Overlay::pressure) anchor_marks(ui, run, picture);
  if (ui.kept.forces) {
    stance_marks(ui, run, picture);
    landing_marks(ui, run, picture);
  }
  draw_axes(ui, *picture.camera, picture);
  scale_marks(ui, run, picture);
  force_legend(ui, renderer_.newtons_per_metre(), {low.x + ui.px(92), high.y - ui.px(12)});
  overlay_legend(ui, run, *picture.camera, renderer_.mesh_pressure(),
                 {high.x - ui.px(12), low.y + ui.px(12)});
}

void ViewDesk::note(UiReport& report) const {
  const RulerView& ruler = shared_.looking.ruler();
  report["probe"] = shared_.looking.probed(shared_.kept.units);
  report["ruler"] = ruler.on ? std::to_string(ruler.points.size()) : "";
}

}  // namespace grouser::desktop
