// SPDX-License-Identifier: BSD-3-Clause
// Tools, fields of the brush and classes ask for changes; the mouse over the view asks for strokes. Marks
// are drawn on the ground through the camera.
#include "desks/paint/paint_panel.hpp"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <cmath>
#include <numbers>

#include "desks/paint/paint_request.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/math/units.hpp"
#include "session/scenario_list.hpp"
#include "widgets/entry_field.hpp"
#include "widgets/marks.hpp"

namespace grouser::desktop {

namespace {

using PaintKind = PaintRequest::Kind;

/// Opaque colour of a class.
ImU32 colour_of(const SoilClass& soil) {
  return IM_COL32(soil.colour[0], soil.colour[1], soil.colour[2], 255);
}

/// Radio buttons of the tools, in as many rows as they need.
void tool_row(const Ui& ui, const PaintView& paint, Requests& requests) {
  struct Tool {
    const char *name, *tip;
    PaintTool tool;
  };
  constexpr Tool kTools[] = {
      {"Brush", "Paints a disc along the pointer's path", PaintTool::brush},
      {"Line", "Click points; Enter or a double click paints along them", PaintTool::line},
      {"Area", "Click corners; Enter or a double click fills what is inside", PaintTool::polygon},
      {"Flood", "Fills the connected cells of one class", PaintTool::flood}};
  for (const Tool& tool : kTools) {
    if (tool.tool != PaintTool::brush) beside_or_below(check_width(tool.name), ui.px(4));
    if (ImGui::RadioButton(tool.name, paint.tool == tool.tool))
      ask(requests, PaintRequest{.kind = PaintKind::tool, .tool = tool.tool});
    ui.mark(std::string("paint_tool_") + tool.name);
    hint(tool.tip);
  }
}

/// The classes with their colours and digits, and a combo that adds a soil as a class.
void classes_list(const Ui& ui, const PaintView& paint, Requests& requests) {
  int number = 1;
  for (const SoilClass& soil : paint.map->legend().classes()) {
    ImGui::PushID(soil.value);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float side = ImGui::GetTextLineHeight();
    const std::string text = fmt::format("      {}", soil.name);
    if (ImGui::Selectable(text.c_str(), soil.value == paint.value))
      ask(requests, PaintRequest{.kind = PaintKind::soil_class, .value = static_cast<double>(soil.value)});
    ui.mark("paint_class_" + soil.name);
    hint(("Soil " + soil.soil).c_str(), number < 10 ? std::to_string(number).c_str() : nullptr);
    // With patterns, classes differ also without colour.
    const Pattern pattern =
        ui.kept.patterns ? pattern_of(static_cast<std::size_t>(number - 1)) : Pattern::plain;
    pattern_box(ImGui::GetWindowDrawList(), {at.x + ui.px(2), at.y + ui.px(1)},
                {at.x + side, at.y + side - ui.px(1)}, colour_of(soil), pattern, ui.px(3));
    ++number;
    ImGui::PopID();
  }
  ImGui::SetNextItemWidth(-1);
  if (ImGui::BeginCombo("##add_soil", "Add a soil…", ImGuiComboFlags_HeightLarge)) {
    const std::string& filter = list_search(ui, "Search soils");
    static const std::vector<std::string> ids =
        asset_ids("soils");  // what came with the program does not change
    for (const std::string& id : ids)
      if (contains_words(id, filter)) {
        if (ImGui::Selectable(id.c_str()))
          ask(requests, PaintRequest{.kind = PaintKind::add_soil, .text = id});
        ui.mark("paint_soil_" + id);
      }
    ImGui::EndCombo();
  }
  ui.mark("paint_add_soil");
  hint("Soils that come with the program");
}

/// Range of slopes, deg, and a button that fills the cells within it.
void slope_fields(const Ui& ui, PaintForm& form, Requests& requests) {
  constexpr double kSteepest = 90.0;
  auto& [low, high] = form.slopes;
  const float width = 0.28f * ImGui::GetContentRegionAvail().x;
  const DisplayUnit shown = field_unit(ui.units(), "deg");
  const auto field = [&](const char* id, double& value, const char* which) {
    ImGui::SetNextItemWidth(width);
    if (const auto typed = entry_field(ui, id, fmt::format("{:g}", value), {"deg", 0.0, kSteepest}))
      value = *typed;
    hint(fmt::format("{} slope that is filled; 0 to {:.4g} {}", which, shown.factor * kSteepest, shown.label)
             .c_str());
  };
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("slopes");
  ImGui::SameLine();
  field("##slope_low", low, "Least");
  ImGui::SameLine();
  ImGui::TextDisabled("to");
  ImGui::SameLine();
  field("##slope_high", high, "Greatest");
  ImGui::SameLine();
  if (ImGui::Button("Fill##slope", {-1, 0}))
    ask(requests, PaintRequest{.kind = PaintKind::fill_rule, .low = low * kDegree, .high = high * kDegree});
  ui.mark("paint_fill_slope");
  hint("Gives the chosen class to all cells whose slope (Horn's 3 x 3 formula) lies between");
}

/// Text that says whether strokes change the scenario or the run.
const char* strokes_text(const PaintView& paint) {
  if (paint.go == StrokesGo::into_run)
    return "The run has begun: a stroke changes its soils from the next step on. Ctrl+Z takes it back until "
           "then, "
           "Backspace starts again without it.";
  if (paint.go == StrokesGo::nowhere) return "The run has ended. Backspace starts it again; then paint.";
  if (paint.one_soil)
    return "This ground has one soil so far: a stroke changes the scenario, and the run starts again at 0 s.";
  return "A stroke changes the scenario. Ctrl and a stroke bring back what was there at first. Ctrl+Z takes "
         "a "
         "stroke back.";
}

/// Text on the effect of strokes; strokes of a run can be kept in the scenario.
void where_strokes_go(const Ui& ui, const PaintView& paint, Requests& requests) {
  ImGui::PushTextWrapPos(0.0f);
  ImGui::TextDisabled("%s", paint.writing ? "Taking over…" : strokes_text(paint));
  ImGui::PopTextWrapPos();
  ui.mark("paint_where");
  if (paint.run_strokes == 0) return;
  if (ImGui::Button("Keep in the scenario", {-1, 0})) ask(requests, PaintRequest{.kind = PaintKind::keep});
  ui.mark("paint_keep");
  hint("The soils as they are now become the scenario's; the run starts again at 0 s");
}

/// Radius, m, and hardness, %, of the brush.
void brush_fields(const Ui& ui, const PaintView& paint, Requests& requests) {
  const float width = 0.26f * ImGui::GetContentRegionAvail().x;
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("radius");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(width);
  const EntryField field{"m", kLeastRadius, kMostRadius};
  if (const auto typed = entry_field(ui, "##radius", fmt::format("{:.3g}", paint.radius), field))
    ask(requests, PaintRequest{.kind = PaintKind::radius, .value = *typed});
  ui.mark("paint_radius");
  const DisplayUnit length = field_unit(ui.units(), "m");
  hint(fmt::format("Radius of the brush, {:g} to {:g} {}; F and the pointer sets it too",
                   length.factor * kLeastRadius, length.factor * kMostRadius, length.label)
           .c_str(),
       "F, [ and ]");
  ImGui::SameLine();
  ImGui::TextDisabled("%s, hard", length.label.c_str());
  ImGui::SameLine();
  ImGui::SetNextItemWidth(width);
  const std::string percent = fmt::format("{:.0f}", 100.0 * paint.hardness);
  if (const auto typed = entry_field(ui, "##hardness", percent, {"%", 0.0, 100.0}))
    ask(requests, PaintRequest{.kind = PaintKind::hardness, .value = *typed / 100.0});
  ui.mark("paint_hardness");
  hint(
      "Share of the radius within which every cell is painted, 0 to 100 %; from there to the rim ever fewer "
      "are; Shift+F and the pointer sets it too",
      "Shift+F, Shift+[ and Shift+]");
  ImGui::SameLine();
  ImGui::TextDisabled("%%");
}

}  // namespace

void paint_panel(const Ui& ui, const PaintView& paint, PaintForm& form, Requests& requests) {
  heading(ui, "Soils on the ground");
  if (!paint.why_not.empty()) {
    ImGui::TextWrapped("%s", paint.why_not.c_str());
    return;
  }
  ImGui::PushStyleColor(ImGuiCol_Button, paint.active ? IM_COL32(176, 88, 40, 255) : palette::kRaised);
  if (ImGui::Button(paint.active ? "Painting: leave" : "Paint", {-1, 0}))
    ask(requests, PaintRequest{.kind = PaintKind::toggle});
  ImGui::PopStyleColor();
  ui.mark("paint_toggle");
  hint("The left button paints; right or middle drag still moves the picture, Alt and left turns it", "B");
  if (!paint.active || !paint.map) return;
  where_strokes_go(ui, paint, requests);
  tool_row(ui, paint, requests);
  brush_fields(ui, paint, requests);
  ImGui::Dummy({0, ui.px(3)});
  classes_list(ui, paint, requests);
  ImGui::Dummy({0, ui.px(3)});
  slope_fields(ui, form, requests);
  if (ImGui::Button("Fill everything", {-1, 0})) ask(requests, PaintRequest{.kind = PaintKind::fill_all});
  ui.mark("paint_fill_all");
  hint("Gives the chosen class to the whole map");
}

void paint_mouse(const PaintView& paint, double u, double v, bool hovered, Requests& requests) {
  // A stroke ends wherever the button is let go, also outside the view.
  if (paint.active && paint.stroking && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    ask(requests, PaintRequest{.kind = PaintKind::release, .u = u, .v = v});
    return;
  }
  if (!paint.active || !hovered) return;
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyAlt) return;  // the camera's
  PaintRequest request{.kind = PaintKind::drag, .u = u, .v = v, .erase = io.KeyCtrl};
  const bool moved = io.MouseDelta.x != 0.0f || io.MouseDelta.y != 0.0f;
  const bool drawing = paint.tool == PaintTool::line || paint.tool == PaintTool::polygon;
  // A double click ends a line or area instead of adding another point.
  if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && drawing) {
    request.kind = PaintKind::finish;
    ask(requests, request);
  } else if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    request.kind = PaintKind::press;
    ask(requests, request);
    // Also without a button: the brush's circle follows the pointer.
  } else if (moved) {
    ask(requests, request);
  }
  if (ImGui::IsMouseReleased(ImGuiMouseButton_Left)) {
    request.kind = PaintKind::release;
    ask(requests, request);
  }
}

void paint_marks(const Ui& ui, const PaintView& paint, const PictureArea& picture) {
  if (!paint.active || !paint.map || !picture.terrain) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const SoilClass* soil = paint.map->legend().find(paint.value);
  const ImU32 colour = soil ? colour_of(*soil) : palette::kAccent;
  // A dark line below the coloured one keeps it visible on any ground.
  const auto line = [&](const std::optional<ImVec2>& a, const std::optional<ImVec2>& b) {
    if (!a || !b) return;
    list->AddLine(*a, *b, IM_COL32(0, 0, 0, 150), ui.px(3.5f));
    list->AddLine(*a, *b, colour, ui.px(2));
  };
  // The circle is drawn on the ground, so it follows the heights.
  const auto ring = [&](double radius) {
    constexpr int kSides = 48;
    std::optional<ImVec2> before;
    for (int k = 0; k <= kSides; ++k) {
      const double angle = 2.0 * std::numbers::pi * k / kSides;
      const auto at =
          ground_on_screen(picture, *paint.cursor + radius * Vec2(std::cos(angle), std::sin(angle)));
      if (k > 0) line(before, at);
      before = at;
    }
  };
  // The inner circle bounds the cells that are always painted.
  if (paint.cursor && paint.tool != PaintTool::polygon) {
    ring(paint.radius);
    if (paint.hardness > 0.0 && paint.hardness < 1.0) ring(paint.hardness * paint.radius);
  }
  for (std::size_t k = 0; k < paint.points.size(); ++k) {
    const auto at = ground_on_screen(picture, paint.points[k]);
    if (at) list->AddCircleFilled(*at, ui.px(4), colour);
    // The last point is joined to the pointer.
    const bool last = k + 1 == paint.points.size();
    line(at, last ? (paint.cursor ? ground_on_screen(picture, *paint.cursor) : std::nullopt)
                  : ground_on_screen(picture, paint.points[k + 1]));
  }
}

}  // namespace grouser::desktop
