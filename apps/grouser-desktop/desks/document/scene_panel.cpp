// SPDX-License-Identifier: BSD-3-Clause
// Parts of the scene as selectable lines. Ground, shapes and bodies share part_row(); the list scrolls to a
// selection that was made in the view.
#include <fmt/format.h>

#include <filesystem>

#include "desks/document/document_panels.hpp"
#include "grouser/terrain/surface/no_ground.hpp"
#include "session/document/document_request.hpp"
#include "view/context_menu.hpp"
#include "view/look/look_request.hpp"
#include "view/look/part_menu.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

/// A line that selects a part; the view and the inspector follow, and the list scrolls to what was clicked in
/// the view.
void part_row(const Ui& ui, SceneTree& tree, const RunView& run, const std::string& name, SelectionKind kind,
              int index, const Selection& selection, Requests& requests) {
  const Selection self{kind, index, Vec3::Zero()};
  const bool selected = selection.same_as(self);
  ImGui::PushID(index);
  if (ImGui::Selectable(name.c_str(), selected, ImGuiSelectableFlags_AllowItemOverlap))
    ask(requests, DocumentRequest{.kind = DocumentRequest::Kind::select, .selection = self});
  ui.mark("part_" + name);
  // A right click selects too, so that the menu is about the selected part.
  if (is_right_clicked())
    ask(requests, DocumentRequest{.kind = DocumentRequest::Kind::select, .selection = self});
  offer_menu(requests, [&] { return part_menu(run, self, tree.bodies, ui.units()); });
  // Scrolls once per selection, then the person may scroll elsewhere.
  if (selected && !tree.shows.same_as(selection)) {
    ImGui::SetScrollHereY();
    tree.shows = selection;
  }
  ImGui::PopID();
}

/// An eye: open, half (cut open) or struck through; quiet while the body is whole.
/// An eye around `c`, px: open for a whole body, half for a cut one, struck through for a hidden one; grey
/// while the body is whole.
void draw_eye(const Ui& ui, ImVec2 c, Shown shown, bool hovered) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 ink = hovered ? palette::kText : shown == Shown::whole ? palette::kLine : palette::kAccent;
  const float w = ui.px(6.5f), h = ui.px(4.5f), line = ui.px(1.3f);
  list->PathLineTo({c.x - w, c.y});
  list->PathBezierQuadraticCurveTo({c.x, c.y - 2.0f * h}, {c.x + w, c.y});
  if (shown != Shown::cut) list->PathBezierQuadraticCurveTo({c.x, c.y + 2.0f * h}, {c.x - w, c.y});
  list->PathStroke(ink, shown == Shown::cut ? ImDrawFlags_None : ImDrawFlags_Closed, line);
  if (shown == Shown::cut) list->AddLine({c.x - w, c.y}, {c.x + w, c.y}, ink, line);
  if (shown == Shown::whole) list->AddCircleFilled(c, ui.px(1.8f), ink, 12);
  if (shown == Shown::hidden) list->AddLine({c.x - w, c.y + h}, {c.x + w, c.y - h}, ink, line);
}

/// Draws the button at the end of a body's line that shows, cuts or hides it. Returns its width.
float eye_button(const Ui& ui, const SceneTree& tree, const std::string& name, int body, Requests& requests) {
  const float size = ImGui::GetTextLineHeight();
  ImGui::SameLine(ImGui::GetContentRegionMax().x - size);
  ImGui::PushID(body);
  const ImVec2 low = ImGui::GetCursorScreenPos();
  if (ImGui::InvisibleButton("eye", {size, size}))
    ask(requests, LookRequest{.kind = LookRequest::Kind::show_body, .body = body});
  ui.mark("eye_" + name);
  const Shown shown = shown_of(tree.bodies, body);
  draw_eye(ui, {low.x + 0.5f * size, low.y + 0.5f * size}, shown, ImGui::IsItemHovered());
  hint(shown == Shown::whole ? "Cut open at what the camera looks at"
       : shown == Shown::cut ? "Cut open; click to hide it"
                             : "Hidden; click to show it");
  ImGui::PopID();
  return size;
}

/// The bodies with their position in a tooltip, the eye and the mark of the followed one.
void bodies_tree(const Ui& ui, SceneTree& tree, const RunView& run, const Selection& selection,
                 Requests& requests) {
  const Scene& scene = *run.scene;
  ImGui::SetNextItemOpen(true, ImGuiCond_Once);
  if (!ImGui::TreeNode("rover", "Bodies (%d)", static_cast<int>(scene.body_names.size()))) return;
  for (std::size_t b = 0; b < scene.body_names.size(); ++b) {
    const bool chassis = static_cast<int>(b) == scene.followed_body;
    part_row(ui, tree, run, scene.body_names[b], SelectionKind::body, static_cast<int>(b), selection,
             requests);
    if (ImGui::IsItemHovered() && run.frame && b < run.frame->body_poses.size()) {
      const Vec3& p = run.frame->body_poses[b].p;
      const auto metres = [&](double value) { return steady_text(ui.units(), value, "m", 3); };
      hint(fmt::format("x {}   y {}   z {}", metres(p.x()), metres(p.y()), metres(p.z())).c_str());
    }
    const float eye = eye_button(ui, tree, scene.body_names[b], static_cast<int>(b), requests);
    if (chassis) {
      ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize("followed").x - eye - ui.px(6));
      ImGui::TextDisabled("followed");
    }
  }
  ImGui::TreePop();
  ui.mark("bodies");
}

/// The ground's size, heights and source, then its shapes.
void ground_tree(const Ui& ui, SceneTree& tree, const RunView& run, const Selection& selection,
                 Requests& requests) {
  const Scene& scene = *run.scene;
  ImGui::SetNextItemOpen(true, ImGuiCond_Once);
  if (!ImGui::TreeNode("ground", "Ground")) return;
  if (!has_ground(*scene.terrain)) {
    ImGui::BulletText("none: in orbit");
  } else if (const Heightfield* field = scene.terrain->heightfield()) {
    const HeightfieldSpec& spec = field->spec();
    ImGui::BulletText("%d x %d cells of %s", spec.columns, spec.rows,
                      value_text(ui.units(), spec.cell, "m").c_str());
    const DisplayUnit height = steady_unit(ui.units(), "m", 2);
    ImGui::BulletText("heights %s to %s %s", steady_number(field->lowest(), height).c_str(),
                      steady_number(field->highest(), height).c_str(), height.label.c_str());
    if (!spec.source.empty()) {
      ImGui::Bullet();
      ImGui::TextWrapped("%s", std::filesystem::path(spec.source).filename().string().c_str());
      hint(spec.source.c_str());
    }
  } else {
    ImGui::BulletText("plane");
  }
  if (has_ground(*scene.terrain))
    part_row(ui, tree, run, "ground and soils", SelectionKind::ground, 0, selection, requests);
  int number = 0;
  for (const RigidShape& box : scene.terrain->shapes()) {
    part_row(ui, tree, run, box.name, SelectionKind::shape, number++, selection, requests);
    const DisplayUnit shown = field_unit(ui.units(), "m");
    const Vec3 size = 2.0 * shown.factor * box.half;
    const std::string form =
        box.hull ? fmt::format("hull of {} faces, ", box.hull->faces.size()) : std::string("box ");
    hint(fmt::format("{}{:.5g} x {:.5g} x {:.5g} {}, on {}", form, size.x(), size.y(), size.z(), shown.label,
                     box.owner)
             .c_str());
  }
  ImGui::TreePop();
}

/// A dim label, and below it the names, which are wrapped because they may be long.
void named_list(const char* one, const char* several, const std::vector<std::string>& names) {
  if (names.empty()) return;
  ImGui::TextDisabled("%s", names.size() == 1 ? one : several);
  for (const std::string& name : names) ImGui::TextWrapped("%s", name.c_str());
}

}  // namespace

void scene_panel(const Ui& ui, const RunView& run, const DocumentView& document, SceneTree& tree,
                 Requests& requests) {
  heading(ui, "Scene");
  if (!run.scene) {
    ImGui::TextDisabled("Nothing open");
    return;
  }
  const Scene& scene = *run.scene;
  ImGui::TextWrapped("%s", scene.title.empty() ? scene.name.c_str() : scene.title.c_str());
  ImGui::Dummy({0, ui.px(2)});
  named_list("Vehicle", "Vehicles", scene.vehicle_titles);
  if (!scene.terrain || has_ground(*scene.terrain)) named_list("Soil", "Soils", scene.ground_soils);
  value_row("Kind", run.mode == SessionMode::live     ? "live run"
                    : run.mode == SessionMode::replay ? "replay"
                                                      : "live link");
  value_row("Duration", time_text(scene.duration));
  // An adaptive run shows its present step.
  const double step = run.adaptive ? run.step : scene.step;
  value_row(run.adaptive ? "Step (adaptive)" : "Step", fmt::format("{:.3g} ms", 1e3 * step));
  // Gravity is shown as in the file, without fixed decimals, because an asteroid's is a ten-thousandth.
  const DisplayUnit unit = display_unit(ui.units(), "m/s2", scene.gravity);
  const std::string gravity = fmt::format("{:.4g}{}", scene.gravity * unit.factor, behind_number(unit));
  value_row("Gravity", scene.gravity == 0.0 ? "none" : gravity);
  ImGui::Dummy({0, ui.px(4)});
  bodies_tree(ui, tree, run, document.selection, requests);
  if (scene.terrain) ground_tree(ui, tree, run, document.selection, requests);
}

}  // namespace grouser::desktop
