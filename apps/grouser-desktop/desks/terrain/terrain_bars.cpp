// SPDX-License-Identifier: BSD-3-Clause
// The bars above and below the terrain desk: the choice of what is shown; the pointer's place, or the work
// in progress.
#include <fmt/format.h>
#include <imgui.h>

#include <cmath>

#include "desks/terrain/terrain_panels.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

/// A button that is orange while its state is on; true if it was pressed.
bool switch_button(const Ui& ui, const char* label, const char* name, const char* tip, bool on,
                   bool enabled) {
  ImGui::BeginDisabled(!enabled);
  ImGui::PushStyleColor(ImGuiCol_Button, on ? IM_COL32(176, 88, 40, 255) : palette::kRaised);
  const bool pressed = ImGui::Button(label);
  ImGui::PopStyleColor();
  ImGui::EndDisabled();
  ui.mark(name);
  hint(tip);
  return pressed;
}

/// The height under the pointer, m; NaN where there is none. Of a map it is that of the coarse copy.
double height_at(const TerrainView& view, double column, double row) {
  const auto c = static_cast<int>(std::floor(column)), r = static_cast<int>(std::floor(row));
  if (view.shown == TerrainShown::site) {
    const Site& site = *view.site;
    if (c < 0 || r < 0 || c >= site.columns() || r >= site.rows()) return std::nan("");
    return (*site.heights())[static_cast<std::size_t>(r) * site.columns() + c];
  }
  if (!view.thumbnail) return std::nan("");
  const Thumbnail& t = view.thumbnail->thumbnail;
  const int x = c / t.stride, y = r / t.stride;
  if (c < 0 || r < 0 || x >= t.columns || y >= t.rows) return std::nan("");
  return t.heights[static_cast<std::size_t>(y) * t.columns + x];
}

/// Place and height under the pointer: x east and y north of the middle of a piece, map coordinates with
/// longitude and latitude of a map, or its cell; empty outside.
std::string pointer_text(const ShownUnits& units, const TerrainUi& state, const TerrainView& view) {
  const double column = state.pointer_column, row = state.pointer_row;
  if (column < 0.0 || row < 0.0) return "";
  std::string text;
  const bool site = view.shown == TerrainShown::site;
  if (site ? view.site == nullptr : view.map == nullptr) return "";
  if (site) {
    const double cell = view.site->origin().cell;
    text =
        fmt::format("x {}   y {}", steady_text(units, (column - 0.5 * view.site->columns()) * cell, "m", 2),
                    steady_text(units, (0.5 * view.site->rows() - row) * cell, "m", 2));
  } else if (view.map->info.transform) {
    const auto at = view.map->info.transform->map(column, row);
    const bool degrees = view.map->frame && view.map->frame->in_degrees();
    text = degrees ? "" : fmt::format("map {:.1f} m, {:.1f} m", at[0], at[1]);
    if (const std::string place = place_text(*view.map, column, row); !place.empty())
      text += (text.empty() ? "" : "   ") + place;
  } else {
    text = fmt::format("column {:.0f}   row {:.0f}", std::floor(column), std::floor(row));
  }
  const double z = height_at(view, column, row);
  if (std::isnan(z)) return text + "   no height";
  // Heights of a coarse copy are means over blocks.
  const bool coarse = !site && view.thumbnail->thumbnail.stride > 1;
  return text + fmt::format("   z {}{}", coarse ? "about " : "", steady_text(units, z, "m", coarse ? 1 : 2));
}

/// The work in progress, and the share that is done.
struct UnderWay {
  std::string text;
  double part = 0.0;
};
/// The job, or the reading of the map, with the share and the time left.
UnderWay under_way(const TerrainView& view) {
  if (view.job.empty())
    return {fmt::format("Reading the map {:.0f} %", 100.0 * view.surveyed_part), view.surveyed_part};
  std::string text = fmt::format("{} {:.0f} %", view.job, 100.0 * view.progress);
  if (view.seconds_left) text += ", " + time_left_text(*view.seconds_left);
  return {text, view.progress};
}

}  // namespace

/// From the left: close, map or piece, the whole view, then picking or moving on a map, undo and redo of a
/// piece; the name at the right.
void terrain_bar(const Ui& ui, TerrainUi& state, const TerrainView& view, TerrainRequests& requests) {
  if (ImGui::Button("Close")) requests.push_back({.kind = TerrainRequestKind::close});
  ui.mark("terrain_close");
  hint("Back to the scenario or run", "Esc");
  ImGui::SameLine(0, ui.px(12));
  const auto show = [&](TerrainShown shown) {
    requests.push_back({.kind = TerrainRequestKind::show, .value = static_cast<double>(shown)});
  };
  const bool site = view.shown == TerrainShown::site;
  if (view.recipe.empty()) {
    if (switch_button(ui, "Map", "terrain_show_map", "The whole map", !site, true)) show(TerrainShown::map);
    ImGui::SameLine(0, ui.px(4));
    if (switch_button(ui, "Piece", "terrain_show_site", "The piece that was cut out of it", site,
                      view.site != nullptr))
      show(TerrainShown::site);
    ImGui::SameLine(0, ui.px(12));
  }
  if (ImGui::Button("Show all")) requests.push_back({.kind = TerrainRequestKind::show_all});
  ui.mark("terrain_show_all");
  hint("As large as it fits", "Home");
  if (!site) {
    ImGui::SameLine(0, ui.px(12));
    if (switch_button(ui, "Pick", "terrain_picking",
                      "Dragging picks a window; the right button moves the map", state.picking, true))
      state.picking = true;
    ImGui::SameLine(0, ui.px(4));
    if (switch_button(ui, "Move", "terrain_moving", "Dragging moves the map", !state.picking, true))
      state.picking = false;
  } else if (view.site && view.recipe.empty()) {
    ImGui::SameLine(0, ui.px(12));
    ImGui::BeginDisabled(view.site->done() == 0 || !view.job.empty());
    if (ImGui::Button("Undo")) requests.push_back({.kind = TerrainRequestKind::undo});
    ImGui::EndDisabled();
    ui.mark("terrain_undo");
    hint("Takes the last step back, bit by bit", "Ctrl+Z");
    ImGui::SameLine(0, ui.px(4));
    ImGui::BeginDisabled(view.site->done() == view.site->steps().size() || !view.job.empty());
    if (ImGui::Button("Redo")) requests.push_back({.kind = TerrainRequestKind::redo});
    ImGui::EndDisabled();
    ui.mark("terrain_redo");
    hint("Does the step again", "Ctrl+Y");
  }
  ImGui::SameLine(0, ui.px(16));
  const std::string name = fit_text(view.name, ImGui::GetContentRegionAvail().x);
  ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(name.c_str()).x);
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", name.c_str());
  if (name != view.name) hint(view.name.c_str());
}

void terrain_status(const Ui& ui, const TerrainUi& state, const TerrainView& view,
                    TerrainRequests& requests) {
  const std::string pointer = pointer_text(ui.units(), state, view);
  if (view.job.empty() && !view.reading) {
    const bool map = view.shown == TerrainShown::map;
    const char* help = map && state.picking
                           ? "Drag picks a window, the right button moves the map, the wheel zooms"
                           : "Drag moves the map, the wheel zooms";
    pointer.empty() ? ImGui::TextDisabled("%s", help) : ImGui::TextUnformatted(pointer.c_str());
    return;
  }
  const float button = ui.px(84), bar = std::min(ui.px(360), 0.4f * ImGui::GetContentRegionAvail().x);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ui.px(8), ui.px(1)});
  ImGui::PushStyleColor(ImGuiCol_PlotHistogram, IM_COL32(150, 84, 46, 255));
  const UnderWay now = under_way(view);
  ImGui::ProgressBar(static_cast<float>(now.part), {bar, 0.0f}, now.text.c_str());
  ImGui::PopStyleColor();
  ui.mark("terrain_progress");
  hint("What is under way beside the window");
  ImGui::SameLine(0, ui.px(8));
  if (ImGui::Button("Cancel", {button, 0.0f})) requests.push_back({.kind = TerrainRequestKind::cancel});
  ImGui::PopStyleVar();
  ui.mark("terrain_cancel");
  hint(!view.job.empty() ? "Leaves everything as it was before this"
       : view.site       ? "Reads the map no further; the piece stays"
                         : "Reads no further and closes the map");
  ImGui::SameLine(0, ui.px(18));
  ImGui::TextUnformatted(pointer.c_str());
}

}  // namespace grouser::desktop
