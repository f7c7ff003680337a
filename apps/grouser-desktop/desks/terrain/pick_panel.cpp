// SPDX-License-Identifier: BSD-3-Clause
// The window of a map: its place and size in numbers, beside the rectangle on the map. A typed number asks
// for a pick of its own kind (degrees, map coordinates), which the desk turns into cells.
#include <fmt/format.h>
#include <imgui.h>

#include <cmath>

#include "desks/terrain/terrain_panels.hpp"
#include "widgets/entry_field.hpp"

namespace grouser::desktop {
namespace {

/// Two fields side by side under a dim label; true if either was changed.
struct PairField {
  const char* label;
  const char* ids[2];
  EntryField fields[2];
  const char* tip;
  int decimals;
};

bool pair_fields(const Ui& ui, const PairField& f, std::array<double, 2>& values) {
  bool changed = false;
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", f.label);
  ImGui::SameLine(ui.px(78));
  const float room = ImGui::GetContentRegionAvail().x - ui.px(8);
  for (int k = 0; k < 2; ++k) {
    if (k == 1) ImGui::SameLine(0, ui.px(8));
    ImGui::SetNextItemWidth(0.5f * room);
    const std::string text = fmt::format("{:.{}f} {}", values[k], f.decimals, f.fields[k].unit);
    if (const auto typed = entry_field(ui, f.ids[k], text, f.fields[k])) values[k] = *typed, changed = true;
    ui.mark(std::string("terrain_") + (f.ids[k] + 2));
    hint(f.tip);
  }
  return changed;
}

/// Numbers of a pick in all its fields.
struct PickNumbers {
  std::array<double, 2> map{}, lonlat{}, size{};
  bool has_lonlat = false;
};

/// The numbers of a pick, whichever kind it was given in: typed ones stay as typed, others follow from the
/// cells.
PickNumbers numbers_of(const MapFacts& map, const Pick& pick, const CellRect& cells) {
  PickNumbers n;
  const double column = cells.column + 0.5 * cells.columns, row = cells.row + 0.5 * cells.rows;
  n.map = map.info.transform->map(column, row);
  n.size = {cells.columns * map.cell.east, cells.rows * map.cell.north};
  if (pick.by != Pick::By::cells) n.size = pick.size;
  if (pick.by == Pick::By::map) n.map = pick.center;
  if (!map.frame) return n;
  if (const auto at = map.frame->to_lonlat(n.map[0], n.map[1])) {
    n.lonlat = map.frame->write_deg(*at, usual_style(map.frame->body()));
    n.has_lonlat = true;
  }
  if (pick.by == Pick::By::lonlat) n.lonlat = pick.center;
  return n;
}

/// Asks for a window by its middle and size, m.
void ask(TerrainRequests& requests, Pick::By by, const std::array<double, 2>& center,
         const std::array<double, 2>& size) {
  Pick pick;
  pick.by = by, pick.center = center, pick.size = size;
  requests.push_back({.kind = TerrainRequestKind::pick, .pick = pick});
}

/// Fields for longitude and latitude (deg), map coordinates (m or deg) and size (m).
void number_fields(const Ui& ui, const TerrainView& view, TerrainRequests& requests) {
  const MapFacts& map = *view.map;
  PickNumbers n = numbers_of(map, *view.pick, *view.pick_cells);
  const bool degrees = map.frame && map.frame->in_degrees();
  const char* unit = degrees ? "deg" : "m";
  if (n.has_lonlat &&
      pair_fields(ui,
                  {"lon, lat",
                   {"##lon", "##lat"},
                   {{.unit = "deg", .least = -360.0, .most = 360.0, .as_in_file = true},
                    {.unit = "deg", .least = -90.0, .most = 90.0, .as_in_file = true}},
                   "Middle of the window: longitude to the east and latitude (planetocentric but on Earth)",
                   5},
                  n.lonlat))
    ask(requests, Pick::By::lonlat, n.lonlat, n.size);
  if (pair_fields(ui,
                  {"map x, y",
                   {"##map_x", "##map_y"},
                   {{.unit = unit, .as_in_file = true}, {.unit = unit, .as_in_file = true}},
                   "Middle of the window in map coordinates, as terrain import --map-center takes them",
                   degrees ? 5 : 1},
                  n.map))
    ask(requests, Pick::By::map, n.map, n.size);
  const bool by_lonlat = view.pick->by == Pick::By::lonlat;
  if (pair_fields(ui,
                  {"size",
                   {"##width", "##height"},
                   {{"m", 0.001, 1e7}, {"m", 0.001, 1e7}},
                   "East and north; the middle stays where it is",
                   2},
                  n.size))
    ask(requests, by_lonlat ? Pick::By::lonlat : Pick::By::map, by_lonlat ? n.lonlat : n.map, n.size);
}

}  // namespace

void pick_panel(const Ui& ui, const TerrainView& view, TerrainRequests& requests) {
  heading(ui, "Window");
  if (!view.map) return;
  // Only a map with a transform and a known size of cells has numbers.
  const bool has_numbers =
      view.pick && view.pick_cells && view.map->info.transform && view.map->cell.east > 0.0;
  if (!view.pick) {
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextDisabled("Drag on the map to pick the ground to drive on.");
    ImGui::PopTextWrapPos();
    ImGui::BeginDisabled(!view.surveyed);
    if (ImGui::Button("Start in the middle", {-1, 0}))
      requests.push_back({.kind = TerrainRequestKind::pick_middle});
    ui.mark("terrain_pick_middle");
    ImGui::EndDisabled();
    hint(view.surveyed ? "A window of about 200 m without voids, as near to the middle as there is one; then "
                         "move and size it"
                       : "Once the whole map is read: then it is known where there are no voids");
  }
  if (has_numbers) number_fields(ui, view, requests);
  if (!view.pick) return;
  ImGui::Dummy({0, ui.px(2)});
  ImGui::BeginDisabled(!view.job.empty());
  ImGui::PushStyleColor(ImGuiCol_Button, IM_COL32(176, 88, 40, 255));
  if (ImGui::Button("Cut it out", {-1, 0})) requests.push_back({.kind = TerrainRequestKind::cut});
  ImGui::PopStyleColor();
  ui.mark("terrain_cut");
  ImGui::EndDisabled();
  hint("Cuts the window as terrain import does, to be cleaned and saved; what was cut before is replaced",
       "Enter");
}

}  // namespace grouser::desktop
