#include <fmt/format.h>

#include <filesystem>

#include "document/document_panels.hpp"
#include "panels/panels.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

/// A line that selects a part; the view and the inspector follow, and the list scrolls to what was clicked in the view.
void part_row(const Ui& ui, const std::string& name, SelectionKind kind, int index,
              const Selection& selection, Requests& requests) {
  const Selection self{kind, index, Vec3::Zero()};
  const bool selected = selection.same_as(self);
  ImGui::PushID(index);
  if (ImGui::Selectable(name.c_str(), selected)) {
    ask(requests, DocumentRequest{.kind = DocumentRequest::Kind::select, .selection = self});
    ui.passing.show_inspector = true;
  }
  ui.mark("part_" + name);
  if (selected && !ui.passing.tree_shows.same_as(selection)) {
    ImGui::SetScrollHereY();
    ui.passing.tree_shows = selection;
  }
  ImGui::PopID();
}

void bodies_tree(const Ui& ui, const RunView& run, const Selection& selection, Requests& requests) {
  const Scene& scene = *run.scene;
  ImGui::SetNextItemOpen(true, ImGuiCond_Once);
  if (!ImGui::TreeNode("rover", "Bodies (%d)", static_cast<int>(scene.body_names.size()))) return;
  for (std::size_t b = 0; b < scene.body_names.size(); ++b) {
    const bool chassis = static_cast<int>(b) == scene.followed_body;
    part_row(ui, scene.body_names[b], SelectionKind::body, static_cast<int>(b), selection, requests);
    if (ImGui::IsItemHovered() && run.frame && b < run.frame->body_poses.size()) {
      const Vec3& p = run.frame->body_poses[b].p;
      hint(fmt::format("x {:.3f} m   y {:.3f} m   z {:.3f} m", p.x(), p.y(), p.z()).c_str());
    }
    if (chassis) {
      ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize("followed").x);
      ImGui::TextDisabled("followed");
    }
  }
  ImGui::TreePop();
  ui.mark("bodies");
}

void ground_tree(const Ui& ui, const Scene& scene, const Selection& selection, Requests& requests) {
  ImGui::SetNextItemOpen(true, ImGuiCond_Once);
  if (!ImGui::TreeNode("ground", "Ground")) return;
  if (const Heightfield* field = scene.terrain->heightfield()) {
    const HeightfieldSpec& spec = field->spec();
    ImGui::BulletText("%d x %d cells of %s", spec.columns, spec.rows, value_text(spec.cell, "m").c_str());
    ImGui::BulletText("heights %.2f to %.2f m", field->lowest(), field->highest());
    if (!spec.source.empty()) {
      ImGui::Bullet();
      ImGui::TextWrapped("%s", std::filesystem::path(spec.source).filename().string().c_str());
      hint(spec.source.c_str());
    }
  } else {
    ImGui::BulletText("plane");
  }
  part_row(ui, "ground and soils", SelectionKind::ground, 0, selection, requests);
  int number = 0;
  for (const BoxShape& box : scene.terrain->shapes()) {
    part_row(ui, box.name, SelectionKind::shape, number++, selection, requests);
    const Vec3 size = 2.0 * box.half;
    hint(fmt::format("box {:.3g} x {:.3g} x {:.3g} m, on {}", size.x(), size.y(), size.z(), box.owner)
             .c_str());
  }
  ImGui::TreePop();
}

/// A quiet label, and the names below it over the whole width: they are longer than numbers.
void named_list(const char* one, const char* several, const std::vector<std::string>& names) {
  if (names.empty()) return;
  ImGui::TextDisabled("%s", names.size() == 1 ? one : several);
  for (const std::string& name : names) ImGui::TextWrapped("%s", name.c_str());
}

}  // namespace

void scene_panel(const Ui& ui, const RunView& run, const DocumentView& document, Requests& requests) {
  heading(ui, "Scene");
  if (!run.scene) {
    ImGui::TextDisabled("Nothing open");
    return;
  }
  const Scene& scene = *run.scene;
  ImGui::TextWrapped("%s", scene.title.empty() ? scene.name.c_str() : scene.title.c_str());
  ImGui::Dummy({0, ui.px(2)});
  named_list("Vehicle", "Vehicles", scene.vehicle_titles);
  named_list("Soil", "Soils", scene.ground_soils);
  value_row("Kind", run.mode == SessionMode::live     ? "live run"
                    : run.mode == SessionMode::replay ? "replay"
                                                      : "live link");
  value_row("Duration", time_text(scene.duration));
  const double step = run.adaptive ? run.step : scene.step;
  value_row(run.adaptive ? "Step (adaptive)" : "Step", fmt::format("{:.3g} ms", 1e3 * step));
  value_row("Gravity", fmt::format("{:.4g} m/s²", scene.gravity));
  ImGui::Dummy({0, ui.px(4)});
  bodies_tree(ui, run, document.selection, requests);
  if (scene.terrain) ground_tree(ui, scene, document.selection, requests);
}

}  // namespace grouser::desktop
