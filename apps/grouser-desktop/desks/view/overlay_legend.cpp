// SPDX-License-Identifier: BSD-3-Clause
// Legend of the colours on the ground: classes of soils, pressures between meshes, or the scale of the
// overlay. Cards hang from the upper right corner.
#include <fmt/format.h>

#include <algorithm>

#include "desks/view/anchor_marks.hpp"
#include "desks/view/view_panels.hpp"
#include "grouser/terrain/surface/soil_map.hpp"
#include "session/channel_values.hpp"
#include "view/overlay.hpp"
#include "view/scale_bar.hpp"
#include "widgets/marks.hpp"

namespace grouser::desktop {
namespace {

/// Width of a legend, at most `best` (before scaling) and within the view, pixels.
float legend_width(const Ui& ui, float best, ImVec2 corner) {
  return std::min(ui.px(best), corner.x - ImGui::GetWindowPos().x - ui.px(12));
}

/// Classes of the soil map by their colours, at most 12 lines, or the ground's one soil.
void soil_legend(const Ui& ui, const RunView& run, ImVec2 corner) {
  if (!run.scene || !run.scene->terrain) return;
  struct Line {
    std::string name;
    ImU32 color;
  };
  std::vector<Line> lines;
  if (const SoilMap* map = run.scene->terrain->soil_map()) {
    for (const SoilClass& soil : map->legend().classes())
      lines.push_back({soil.name, IM_COL32(soil.colour[0], soil.colour[1], soil.colour[2], 255)});
  } else if (!run.scene->ground_soils.empty()) {
    lines.push_back({"Everywhere " + run.scene->ground_soils.front(), 0});
  }
  constexpr std::size_t kMost = 12;
  const std::size_t shown = std::min(lines.size(), kMost);
  // The last line counts the classes that have no room.
  if (shown < lines.size()) lines[shown - 1] = {fmt::format("and {} more", lines.size() - shown + 1), 0};
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float row = ImGui::GetTextLineHeight() + ui.px(3), pad = ui.px(10);
  const ImVec2 size{legend_width(ui, 220, corner), static_cast<float>(shown + 1) * row + 2.0f * pad};
  const ImVec2 low{corner.x - size.x, corner.y}, high{corner.x, corner.y + size.y};
  list->AddRectFilled(low, high, IM_COL32(17, 19, 23, 200), ui.px(6));
  ui.mark_area("legend", low, high);
  ImVec2 at{low.x + pad, low.y + pad};
  list->AddText(at, palette::kText, "Soils");
  for (std::size_t k = 0; k < shown; ++k) {
    at.y += row;
    const float swatch = ui.px(12), indent = lines[k].color != 0 ? swatch + ui.px(8) : 0.0f;
    if (indent > 0.0f)
      pattern_box(list, {at.x, at.y + ui.px(3)}, {at.x + swatch, at.y + ui.px(3) + swatch}, lines[k].color,
                  ui.kept.patterns ? pattern_of(k) : Pattern::plain, ui.px(3));
    list->AddText({at.x + indent, at.y}, palette::kText,
                  fit_text(lines[k].name, size.x - 2.0f * pad - indent).c_str());
  }
}

}  // namespace

void mesh_legend(const Ui& ui, const RunView& run, double mesh_pressure, ImVec2 corner) {
  struct Line {
    std::string name, value;
  };
  std::vector<Line> lines;
  // Only parts that touch are listed.
  for (const std::string& part : mesh_records(*run.scene)) {
    const double load = channel_value(run, "mesh/" + part + "/load");
    if (!(load > 0.0)) continue;
    const double sliding = channel_value(run, "mesh/" + part + "/sliding_share");
    lines.push_back({plain_name(part),
                     fmt::format("{}, {:.0f} % slides", value_text(ui.units(), load, "N"), 100.0 * sliding)});
  }
  constexpr std::size_t kMost = 10;
  if (lines.size() > kMost) {
    lines[kMost - 1] = {fmt::format("and {} more", lines.size() - kMost + 1), ""};
    lines.resize(kMost);
  }
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float row = ImGui::GetTextLineHeight() + ui.px(3), pad = ui.px(10);
  const bool anchored = !lines.empty();
  // Height of the name with its bar of colours, which needs a pressure, then of the line of anchor marks.
  const float bar = mesh_pressure > 0.0 ? 2.0f * row + ui.px(22) : row, head = bar + (anchored ? row : 0.0f);
  const ImVec2 size{legend_width(ui, 270, corner),
                    head + static_cast<float>(std::max<std::size_t>(1, lines.size())) * row + 2.0f * pad};
  const ImVec2 low{corner.x - size.x, corner.y};
  list->AddRectFilled(low, {corner.x, corner.y + size.y}, IM_COL32(17, 19, 23, 200), ui.px(6));
  ui.mark_area("mesh_legend", low, {corner.x, corner.y + size.y});
  ImVec2 at{low.x + pad, low.y + pad};
  const PressureScale scale = mesh_pressure_scale(mesh_pressure);
  const std::string unit = mesh_pressure > 0.0 ? ", " + field_unit(ui.units(), scale.scale.unit).label : "";
  list->AddText(at, palette::kText, (scale.scale.name + unit).c_str());
  if (mesh_pressure > 0.0) scale_bar(ui, scale.scale, {at.x, at.y + row + ui.px(2)}, size.x - 2.0f * pad);
  if (anchored) anchor_legend(ui, run, {at.x, at.y + bar});
  at.y += head;
  if (lines.empty()) list->AddText(at, palette::kDim, "Nothing touches");
  for (const Line& line : lines) {
    const float width = ImGui::CalcTextSize(line.value.c_str()).x;
    list->AddText(at, palette::kText, fit_text(line.name, size.x - 2.0f * pad - width - ui.px(8)).c_str());
    list->AddText({corner.x - pad - width, at.y}, palette::kDim, line.value.c_str());
    at.y += row;
  }
}

void overlay_legend(const Ui& ui, const RunView& run, const Camera& camera, double mesh_pressure,
                    ImVec2 corner) {
  const auto overlay = static_cast<Overlay>(ui.kept.overlay);
  if (overlay == Overlay::none) return;
  if (overlay == Overlay::soils) return soil_legend(ui, run, corner);
  const bool meshes = run.scene && !run.scene->mesh.parts.empty();
  // Between meshes the pressures have a scale of their own; that of the ground follows below it.
  if (overlay == Overlay::pressure && meshes) {
    mesh_legend(ui, run, mesh_pressure, corner);
    if (run.scene->footprints.empty()) return;
    corner.y = ui.map["mesh_legend"].y1 + ui.px(8);
  }
  ImDrawList* list = ImGui::GetWindowDrawList();
  const OverlayScale& scale = overlay_scale(overlay);
  const bool lines = overlay == Overlay::heights;
  const float line = ImGui::GetTextLineHeight(), pad = ui.px(10);
  const ImVec2 size{legend_width(ui, 220, corner),
                    (lines ? 1.0f : 2.0f) * line + (lines ? 0.0f : ui.px(18)) + 2.0f * pad};
  const ImVec2 low{corner.x - size.x, corner.y};
  list->AddRectFilled(low, {corner.x, corner.y + size.y}, IM_COL32(17, 19, 23, 200), ui.px(6));
  ui.mark_area("legend", low, {corner.x, corner.y + size.y});
  const auto text = [&](float x, float y, ImU32 color, const std::string& words) {
    list->AddText({low.x + pad + x, low.y + pad + y}, color,
                  fit_text(words, size.x - 2.0f * pad - x).c_str());
  };
  const DisplayUnit metres = field_unit(ui.units(), "m");
  // Height lines have a spacing instead of a scale of colours.
  if (lines)
    return text(0, 0, palette::kText,
                fmt::format("Height lines every {:g} {}", metres.factor * contour_spacing(camera.distance),
                            metres.label));
  if (overlay == Overlay::pressure && (!run.scene || run.scene->footprints.empty())) {
    text(0, 0, palette::kText, scale.name);
    return text(0, line + ui.px(5), palette::kDim, "No meshes, no ground that tells its pressures");
  }
  text(0, 0, palette::kText, fmt::format("{}, {}", scale.name, field_unit(ui.units(), scale.unit).label));
  scale_bar(ui, scale, {low.x + pad, low.y + pad + line + ui.px(5)}, size.x - 2.0f * pad);
}

}  // namespace grouser::desktop
