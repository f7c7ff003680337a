// SPDX-License-Identifier: BSD-3-Clause
// The map in the middle: moved by dragging, zoomed by the wheel; a window is drawn on it. Of a piece,
// before and after its cleaning are shown with a divider between them. Drawing uses cells of the map, which
// DrawnMap places on the screen.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "desks/terrain/terrain_panels.hpp"
#include "hal/imgui_versions.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

constexpr ImU32 kMapShade = IM_COL32(0, 0, 0, 165), kMapPlate = IM_COL32(17, 19, 23, 205);

/// The map's place on the screen, px.
struct DrawnMap {
  ImVec2 low, size, middle;
  const MapShape& shape;
  const MapCamera& camera;
  ImVec2 at(double column, double row) const {
    return {middle.x + static_cast<float>(camera.x(column)),
            middle.y + static_cast<float>(camera.y(row, shape))};
  }
};

/// Tiles and base pictures between two x of the screen.
void draw_pictures(const DrawnMap& frame, const std::vector<PlacedPicture>& pictures, float from, float to) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->PushClipRect({from, frame.low.y}, {to, frame.low.y + frame.size.y}, true);
  for (const PlacedPicture& p : pictures) {
    if (!p.texture) continue;
    list->AddImage(gui::texture_id(p.texture), frame.at(p.west, p.north), frame.at(p.east, p.south));
  }
  list->PopClipRect();
}

/// Dark plate with a text; `at`: its upper left corner.
void plate(const Ui& ui, ImVec2 at, const std::string& text, ImU32 ink = palette::kText) {
  const ImVec2 size = ImGui::CalcTextSize(text.c_str()), pad{ui.px(7), ui.px(4)};
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(at, {at.x + size.x + 2 * pad.x, at.y + size.y + 2 * pad.y}, kMapPlate, ui.px(4));
  list->AddText({at.x + pad.x, at.y + pad.y}, ink, text.c_str());
}

/// The longest of 1, 2 and 5 times a power of ten that is not longer than `most`, m.
double round_length(double most) {
  const double power = std::pow(10.0, std::floor(std::log10(most)));
  for (const double m : {5.0, 2.0})
    if (m * power <= most) return m * power;
  return power;
}

/// Bar at the lower left with a round length; none where cells have no size.
void scale_bar(const Ui& ui, const DrawnMap& frame, double metres_per_cell) {
  if (!(metres_per_cell > 0.0)) return;
  const double per_pixel = metres_per_cell * frame.camera.cells_per_pixel;
  const double length = round_length(per_pixel * std::min(ui.px(150), 0.4f * frame.size.x));
  const auto wide = static_cast<float>(length / per_pixel);
  const ImVec2 left{frame.low.x + ui.px(14), frame.low.y + frame.size.y - ui.px(16)};
  ImDrawList* list = ImGui::GetWindowDrawList();
  plate(ui, {left.x, left.y - ui.px(32)}, length_text(ui.units(), length));
  list->AddRectFilled({left.x, left.y - ui.px(4)}, {left.x + wide, left.y}, kMapPlate);
  list->AddRectFilled({left.x + 1, left.y - ui.px(3)}, {left.x + wide - 1, left.y - 1}, palette::kText);
}

/// Colours and their meaning, at the right edge.
void height_legend(const Ui& ui, const DrawnMap& frame, const HeightScale& scale) {
  // The legend's height shrinks with the map, so that it does not cover a narrow one.
  const float wide = ui.px(14), high = std::min({ui.px(200), 0.5f * frame.size.y, 0.35f * frame.size.x});
  const ImVec2 high_end{frame.low.x + frame.size.x - ui.px(18), frame.low.y + ui.px(48)};
  const DisplayUnit unit = steady_unit(ui.units(), "m", scale.high - scale.low < 20.0 ? 2 : 0);
  const std::string title = "height, " + unit.label;
  const auto label = [&](double part) { return steady_number(std::lerp(scale.low, scale.high, part), unit); };
  float text = ImGui::CalcTextSize(title.c_str()).x;
  for (const double part : {0.0, 0.5, 1.0}) text = std::max(text, ImGui::CalcTextSize(label(part).c_str()).x);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float line = ImGui::GetTextLineHeight(), left = high_end.x - wide - text - ui.px(18);
  list->AddRectFilled({left, high_end.y - line - ui.px(20)},
                      {high_end.x + ui.px(8), high_end.y + high + ui.px(10)}, kMapPlate, ui.px(5));
  list->AddText({left + ui.px(8), high_end.y - line - ui.px(15)}, palette::kDim, title.c_str());
  constexpr int kSteps = 64;
  for (int k = 0; k < kSteps; ++k) {
    const Rgb c = height_colour(1.0 - (k + 0.5) / kSteps);
    list->AddRectFilled({high_end.x - wide, high_end.y + high * static_cast<float>(k) / kSteps},
                        {high_end.x, high_end.y + high * static_cast<float>(k + 1) / kSteps},
                        ImGui::ColorConvertFloat4ToU32({c.r, c.g, c.b, 1.0f}));
  }
  for (const double part : {0.0, 0.5, 1.0}) {
    const std::string s = label(part);
    const float y = high_end.y + static_cast<float>(1.0 - part) * high;
    list->AddText({high_end.x - wide - ui.px(6) - ImGui::CalcTextSize(s.c_str()).x, y - 0.5f * line},
                  palette::kText, s.c_str());
  }
  ui.mark_area("terrain_legend", {left, high_end.y}, {high_end.x, high_end.y + high});
}

/// The picked window, with all else darkened and its size above it, or below it where there is no room.
void draw_pick(const Ui& ui, const DrawnMap& frame, const TerrainView& view) {
  if (!view.pick_cells || !view.map) return;
  const CellRect& r = *view.pick_cells;
  const ImVec2 a = frame.at(r.column, r.row), b = frame.at(r.column + r.columns, r.row + r.rows);
  const ImVec2 end{frame.low.x + frame.size.x, frame.low.y + frame.size.y};
  ImDrawList* list = ImGui::GetWindowDrawList();
  constexpr ImU32 kOutside = IM_COL32(8, 10, 14, 120);
  list->AddRectFilled(frame.low, {end.x, a.y}, kOutside);
  list->AddRectFilled({frame.low.x, b.y}, end, kOutside);
  list->AddRectFilled({frame.low.x, a.y}, {a.x, b.y}, kOutside);
  list->AddRectFilled({b.x, a.y}, {end.x, b.y}, kOutside);
  list->AddRect({a.x - 1, a.y - 1}, {b.x + 1, b.y + 1}, kMapShade, 0.0f, 0, ui.px(3));
  list->AddRect(a, b, palette::kAccent, 0.0f, 0, ui.px(1.6f));
  const CellSize& cell = view.map->cell;
  std::string text = fmt::format("{} x {} cells", r.columns, r.rows);
  if (cell.east > 0.0)
    text = length_text(ui.units(), r.columns * cell.east) + " x " +
           length_text(ui.units(), r.rows * cell.north) + ",  " + text;
  const float y = a.y - ImGui::GetTextLineHeight() - ui.px(14);
  plate(ui, {std::max(a.x, frame.low.x + ui.px(6)), y > frame.low.y ? y : b.y + ui.px(6)}, text);
}

/// Seams of a mosaic as lines, each with its step in m.
void draw_seams(const Ui& ui, const DrawnMap& frame, const TerrainView& view) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (const MosaicSeam& s : view.outlook->forecast.seams) {
    const bool rows = s.line == SeamLine::along_rows;
    const ImVec2 a = rows ? frame.at(s.first, s.at + 1) : frame.at(s.at + 1, s.first);
    const ImVec2 b = rows ? frame.at(s.last + 1, s.at + 1) : frame.at(s.at + 1, s.last + 1);
    list->AddLine(a, b, kMapShade, ui.px(4));
    list->AddLine(a, b, palette::kWarning, ui.px(2));
    plate(ui, {0.5f * (a.x + b.x) + ui.px(6), 0.5f * (a.y + b.y) + ui.px(4)},
          "seam, " + seam_step_text(ui.units(), s), palette::kWarning);
    ui.mark_area("terrain_seam", a, b);
  }
}

/// Draws the rocks of generated ground as discs of their diameter, at least 0.8 px in radius; their places
/// are m from the middle, east and north.
void draw_rocks(const Ui& ui, const DrawnMap& frame, const Site& site) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const double cell = site.origin().cell;
  for (const Rock& rock : site.origin().rocks) {
    const ImVec2 at = frame.at(0.5 * site.columns() + rock.x / cell, 0.5 * site.rows() - rock.y / cell);
    const auto radius =
        static_cast<float>(std::max(0.8, 0.5 * rock.diameter() / cell / frame.camera.cells_per_pixel));
    list->AddCircleFilled(at, radius, IM_COL32(30, 26, 24, 210));
    if (radius > 2.0f) list->AddCircle(at, radius, IM_COL32(210, 200, 190, 170), 0, ui.px(1));
  }
}

/// The line between before and after, with a grip to drag.
void draw_divider(const Ui& ui, const DrawnMap& frame, float x, bool hot) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 ink = hot ? palette::kAccent : palette::kText;
  list->AddRectFilled({x - ui.px(2), frame.low.y}, {x + ui.px(2), frame.low.y + frame.size.y}, kMapShade);
  list->AddRectFilled({x - ui.px(1), frame.low.y}, {x + ui.px(1), frame.low.y + frame.size.y}, ink);
  const ImVec2 grip{x, frame.low.y + 0.5f * frame.size.y};
  const float r = ui.px(11);
  list->AddCircleFilled(grip, r, palette::kRaised);
  list->AddCircle(grip, r, ink, 0, ui.px(1.5f));
  for (const float side : {-1.0f, 1.0f})
    list->AddTriangleFilled({grip.x + side * 0.65f * r, grip.y},
                            {grip.x + side * 0.2f * r, grip.y - 0.35f * r},
                            {grip.x + side * 0.2f * r, grip.y + 0.35f * r}, ink);
  const float before = ImGui::CalcTextSize("before").x + ui.px(22);
  plate(ui, {x - before, frame.low.y + ui.px(8)}, "before");
  plate(ui, {x + ui.px(8), frame.low.y + ui.px(8)}, "after");
  ui.mark_area("terrain_divider", {x - ui.px(8), grip.y - r}, {x + ui.px(8), grip.y + r});
}

/// The rectangle between the place where a drag began and the pointer, in cells within the map.
CellRect dragged_cells(const TerrainUi& state, const MapShape& shape) {
  const auto within = [](double x, int most) {
    return static_cast<int>(std::clamp(std::floor(x), 0.0, static_cast<double>(most - 1)));
  };
  const int c0 = within(std::min(state.from_column, state.pointer_column), shape.columns);
  const int c1 = within(std::max(state.from_column, state.pointer_column), shape.columns);
  const int r0 = within(std::min(state.from_row, state.pointer_row), shape.rows);
  const int r1 = within(std::max(state.from_row, state.pointer_row), shape.rows);
  return {c0, r0, c1 - c0 + 1, r1 - r0 + 1};
}

/// A drag of the left button over the map asks for a window; shorter than 4 px it is a click.
void drag_pick(TerrainUi& state, const TerrainView& view, const MapShape& shape, TerrainRequests& requests) {
  const bool can_pick = view.shown == TerrainShown::map && state.picking && view.map;
  if (can_pick && ImGui::IsItemActivated() && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    state.dragging_pick = true;
    state.from_column = state.pointer_column, state.from_row = state.pointer_row;
  }
  if (!state.dragging_pick) return;
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) state.dragging_pick = false;
  constexpr float kClick = 4.0f;  // pixels: less is no drag
  const ImVec2 moved = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, kClick);
  if (moved.x == 0.0f && moved.y == 0.0f) return;
  Pick pick;
  pick.cells = dragged_cells(state, shape);
  requests.push_back({.kind = TerrainRequestKind::pick, .pick = pick});
}

/// Drag and wheel move and zoom the camera; while a window is picked, the left button belongs to the pick.
void move_map(TerrainUi& state, const TerrainView& view, const DrawnMap& frame, MapCamera& camera) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool left_moves = view.shown == TerrainShown::site || !state.picking;
  const bool moves =
      ImGui::IsItemActive() && !state.dragging_divider &&
      (ImGui::IsMouseDown(ImGuiMouseButton_Right) || ImGui::IsMouseDown(ImGuiMouseButton_Middle) ||
       (left_moves && ImGui::IsMouseDown(ImGuiMouseButton_Left)));
  if (moves) camera.pan(frame.shape, io.MouseDelta.x, io.MouseDelta.y);
  if (!ImGui::IsItemHovered() || io.MouseWheel == 0.0f) return;
  constexpr double kNotch = 1.25;
  camera.zoom(frame.shape, std::pow(kNotch, io.MouseWheel), io.MousePos.x - frame.middle.x,
              io.MousePos.y - frame.middle.y, frame.size.x, frame.size.y);
}

/// Moves the divider; returns its x, px. It stays between 2 and 98 % of the width.
float drag_divider(const Ui& ui, TerrainUi& state, const DrawnMap& frame) {
  float x = frame.low.x + state.divider * frame.size.x;
  const bool near = std::fabs(ImGui::GetIO().MousePos.x - x) < ui.px(9) && ImGui::IsItemHovered();
  if (near && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) state.dragging_divider = true;
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) state.dragging_divider = false;
  if (near || state.dragging_divider) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (!state.dragging_divider) return x;
  state.divider = std::clamp((ImGui::GetIO().MousePos.x - frame.low.x) / frame.size.x, 0.02f, 0.98f);
  return frame.low.x + state.divider * frame.size.x;
}

/// Name of the work in the middle of an empty map.
void waiting_text(const Ui& ui, const DrawnMap& frame, const TerrainView& view) {
  const std::string text = view.job.empty() ? "Reading " + view.name + "…" : view.job + "…";
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  ImGui::GetWindowDrawList()->AddText({frame.middle.x - 0.5f * size.x, frame.middle.y - ui.px(8)},
                                      palette::kDim, text.c_str());
}

}  // namespace

void map_panel(const Ui& ui, TerrainUi& state, const TerrainView& view, const MapShape& shape,
               const MapPictures& pictures, TerrainRequests& requests) {
  const ImVec2 low = ImGui::GetCursorScreenPos(), size = ImGui::GetContentRegionAvail();
  if (size.x < 8.0f || size.y < 8.0f) return;
  state.width = size.x, state.height = size.y;
  ImGui::InvisibleButton("map", size,
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                             ImGuiButtonFlags_MouseButtonMiddle);
  ui.mark("terrain_map");
  MapCamera& camera = state.camera(view.shown);
  const ImVec2 middle{low.x + 0.5f * size.x, low.y + 0.5f * size.y};
  const DrawnMap frame{low, size, middle, shape, camera};
  if (shape.columns == 0) return waiting_text(ui, frame, view);
  const bool compares = state.compare && view.shown == TerrainShown::site;
  const float divider = compares ? drag_divider(ui, state, frame) : low.x;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool inside = ImGui::IsItemHovered() || state.dragging_pick;
  // Cell under the pointer, -1 outside of the map.
  state.pointer_column = inside ? camera.column_at(mouse.x - middle.x) : -1.0;
  state.pointer_row = inside ? camera.row_at(mouse.y - middle.y, shape) : -1.0;
  move_map(state, view, frame, camera);
  drag_pick(state, view, shape, requests);

  if (pictures.after.empty()) waiting_text(ui, frame, view);
  // Right of the divider the piece as it is, left of it as it was cut.
  draw_pictures(frame, pictures.after, divider, low.x + size.x);
  if (compares) draw_pictures(frame, pictures.before, low.x, divider);
  if (view.shown == TerrainShown::map) draw_pick(ui, frame, view);
  if (view.shown == TerrainShown::site && view.site) draw_rocks(ui, frame, *view.site);
  if (view.shown == TerrainShown::site && view.outlook) draw_seams(ui, frame, view);
  if (compares) draw_divider(ui, frame, divider, state.dragging_divider);
  const bool site = view.shown == TerrainShown::site;
  if (site || view.thumbnail) {
    height_legend(ui, frame, site ? view.site_scale : view.thumbnail->thumbnail.scale);
    scale_bar(ui, frame, site && view.site ? view.site->origin().cell : view.map ? view.map->cell.east : 0.0);
  }
  if (!site && !view.surveyed && view.thumbnail)
    plate(ui, {low.x + ui.px(10), low.y + ui.px(8)},
          fmt::format("first look: {:.0f} % read", 100.0 * view.surveyed_part), palette::kWarning);
}

}  // namespace grouser::desktop
