// SPDX-License-Identifier: BSD-3-Clause
// Values are drawn in the display unit's factor. Axes map numbers to px, except the vertical axis of the
// scatter plot, whose factor only its numbers have.
#include "desks/campaigns/charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "desks/campaigns/chart_sheet.hpp"
#include "grouser/mission/statistics/tornado.hpp"
#include "hal/imgui_versions.hpp"

namespace grouser::desktop {
namespace {

constexpr ImU32 kBar = IM_COL32(86, 140, 190, 255), kBarChosen = palette::kAccent;
constexpr ImU32 kMark = IM_COL32(228, 231, 236, 190), kRange = IM_COL32(228, 231, 236, 26);
constexpr ImU32 kPlate = IM_COL32(17, 19, 23, 190);       // under words on the map
constexpr ImU32 kMapTint = IM_COL32(150, 150, 150, 255);  // so that points stand out from the ground

/// Dashed lines at the quantiles with their 95 % intervals as bands; a name that would cover the one before
/// is left out.
void quantile_marks(const Ui& ui, const Sheet& sheet, const SampleSummary& summary, double factor) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float line = ImGui::GetTextLineHeight();
  float free_from = sheet.axes.low.x;  // names do not cover each other
  for (const QuantileEstimate& q : summary.quantiles) {
    // The 90 % quantile has no line.
    if (q.level == 0.9 || !std::isfinite(q.value)) continue;
    const float x = sheet.axes.x(factor * q.value);
    if (std::isfinite(q.range.low) && std::isfinite(q.range.high))
      list->AddRectFilled({sheet.axes.x(factor * q.range.low), sheet.axes.low.y},
                          {sheet.axes.x(factor * q.range.high), sheet.axes.high.y}, kRange);
    for (float y = sheet.axes.low.y; y < sheet.axes.high.y; y += ui.px(8))
      list->AddLine({x, y}, {x, std::min(y + ui.px(4), sheet.axes.high.y)}, kMark, ui.px(1.2f));
    const std::string name = q.level == 0.5 ? "median" : fmt::format("{:g} %", 100.0 * q.level);
    const float width = ImGui::CalcTextSize(name.c_str()).x;
    const float left = std::min(x + ui.px(3), sheet.axes.high.x - width);
    if (left < free_from) continue;
    list->AddText({left, sheet.axes.low.y - 0.35f * line}, kMark, name.c_str());
    free_from = left + width + ui.px(6);
  }
}

/// The colour with another opacity, 0 to 255.
ImU32 with_alpha(ImU32 color, int alpha) {
  return (color & ~IM_COL32_A_MASK) | static_cast<ImU32>(alpha) << IM_COL32_A_SHIFT;
}

/// Look of points: a few are large, many are small, and crowded places are denser.
struct PointLook {
  float radius = 2.0f;
  int alone = 255, crowded = 255;  ///< opacity of one, and of kCrowd or more in one place
  bool outlined = false;
};
constexpr int kCrowd = 12;
constexpr std::size_t kFew = 400;  // points that have room for an outline

/// Look of the points that are not chosen in particular: faint behind a choice.
PointLook look_of_all(const Ui& ui, const CasePoints& points, bool some_chosen) {
  const bool few = points.all.size() <= kFew;
  if (some_chosen) return {ui.px(few ? 2.4f : 1.5f), few ? 80 : 55, 80, false};
  return {ui.px(few ? 2.8f : 1.7f), few ? 235 : 130, 255, false};
}

/// Look of the chosen points: opaque, and outlined while they are few.
PointLook look_of_chosen(const Ui& ui, const CasePoints& points) {
  const bool few = points.chosen.size() <= kFew;
  return {ui.px(few ? 2.6f : 1.9f), 255, 255, few};
}

/// Draws points as filled marks, which are squares by default, so that 10^4 of them stay cheap.
template <class Place>
void draw_points(const Ui& ui, const std::vector<ThinPoint>& points, Place place, const PointLook& look) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float r = look.radius, edge = r + ui.px(1.2f);
  for (const ThinPoint& point : points) {
    const ImVec2 at = place(point.x, point.y);
    if (look.outlined)
      list->AddRectFilled({at.x - edge, at.y - edge}, {at.x + edge, at.y + edge},
                          IM_COL32(255, 255, 255, 235));
    // Opacity rises with the number of cases in the place, up to kCrowd.
    const int more = std::min(point.count, kCrowd) - 1;
    const int alpha = look.alone + (look.crowded - look.alone) * more / (kCrowd - 1);
    const auto tone = static_cast<CaseTone>(point.group);
    shape_mark(list, at, r, with_alpha(tone_color(tone), alpha), tone_shape(ui, tone));
  }
}

/// The point nearest to the pointer, not farther than `within`, px; null: none.
const ThinPoint* nearest_of(const std::vector<ThinPoint>& points, const auto& place, ImVec2 mouse,
                            float within) {
  const ThinPoint* nearest = nullptr;
  float best = within * within;
  for (const ThinPoint& point : points) {
    const ImVec2 at = place(point.x, point.y);
    const float dx = at.x - mouse.x, dy = at.y - mouse.y;
    if (dx * dx + dy * dy >= best) continue;
    best = dx * dx + dy * dy;
    nearest = &point;
  }
  return nearest;
}

/// Draws all points, the chosen ones in front and a ring around the case in focus, and returns the case
/// that was pressed.
template <class Place>
std::optional<CasePress> points_with_mouse(const Ui& ui, const BoardView& board, const CasePoints& points,
                                           std::size_t x, std::size_t y, Place place, bool hovered) {
  draw_points(ui, points.all, place, look_of_all(ui, points, board.choice.has_value()));
  if (board.choice) draw_points(ui, points.chosen, place, look_of_chosen(ui, points));
  ImDrawList* list = ImGui::GetWindowDrawList();
  // Cases without both numbers have no place for the ring.
  const auto ring = [&](double at_x, double at_y) {
    if (!std::isfinite(at_x) || !std::isfinite(at_y)) return;
    list->AddCircle(place(at_x, at_y), ui.px(8), IM_COL32(0, 0, 0, 200), 24, ui.px(4));
    list->AddCircle(place(at_x, at_y), ui.px(8), palette::kText, 24, ui.px(2));
  };
  if (board.focus) ring(board.cases->numbers(x)[*board.focus], board.cases->numbers(y)[*board.focus]);
  if (!hovered) return std::nullopt;
  // With a choice only its points react to the pointer.
  const ThinPoint* near =
      nearest_of(board.choice ? points.chosen : points.all, place, ImGui::GetIO().MousePos, ui.px(12));
  if (!near) return std::nullopt;
  list->AddCircle(place(near->x, near->y), ui.px(6), palette::kText, 24, ui.px(1.4f));
  const std::string more = near->count > 1 ? fmt::format(" and {} more here", near->count - 1) : "";
  hint(fmt::format("Case {:g}{}: {}\nClick points it out, double click opens it in 3D",
                   board.cases->numbers(0)[near->row], more, board.cases->outcomes[near->row])
           .c_str());
  if (ImGui::IsMouseDoubleClicked(0)) return CasePress{near->row, true};
  if (ImGui::IsMouseClicked(0)) return CasePress{near->row, false};
  return std::nullopt;
}

/// A box on the screen, px.
struct ScreenBox {
  ImVec2 low, high;
};
/// The box between the place where the left button was pressed and the pointer, within the axes; nothing
/// for a click.
std::optional<ScreenBox> drawn_box(const Sheet& sheet) {
  if (!sheet.held && !sheet.released) return std::nullopt;
  const ImGuiIO& io = ImGui::GetIO();
  const auto inside = [&](ImVec2 at) {
    return ImVec2{std::clamp(at.x, sheet.axes.low.x, sheet.axes.high.x),
                  std::clamp(at.y, sheet.axes.low.y, sheet.axes.high.y)};
  };
  const ImVec2 from = inside(io.MouseClickedPos[0]), to = inside(io.MousePos);
  constexpr float kClick = 4.0f;  // pixels
  if (std::fabs(from.x - to.x) < kClick || std::fabs(from.y - to.y) < kClick) return std::nullopt;
  return ScreenBox{{std::min(from.x, to.x), std::min(from.y, to.y)},
                   {std::max(from.x, to.x), std::max(from.y, to.y)}};
}

}  // namespace

ImU32 tone_color(CaseTone tone) {
  switch (tone) {
    case CaseTone::good:
      return IM_COL32(86, 180, 233, 255);
    case CaseTone::caution:
      return IM_COL32(240, 228, 66, 255);
    case CaseTone::bad:
      return IM_COL32(224, 100, 20, 255);
    case CaseTone::unknown:
      break;
  }
  return IM_COL32(150, 150, 150, 255);
}

MarkShape tone_shape(const Ui& ui, CaseTone tone) {
  if (!ui.kept.patterns) return MarkShape::square;
  switch (tone) {
    case CaseTone::good:
      return MarkShape::circle;
    case CaseTone::caution:
      return MarkShape::triangle;
    case CaseTone::bad:
      return MarkShape::cross;
    case CaseTone::unknown:
      break;
  }
  return MarkShape::square;
}

std::string quantity_label(const std::string& name) {
  std::string label = name;
  if (label.rfind("ramp/", 0) == 0) label = label.substr(5);
  if (label.ends_with("_deg")) label.resize(label.size() - 4);
  std::replace_if(
      label.begin(), label.end(), [](char c) { return c == '_' || c == '/'; }, ' ');
  return label;
}

std::optional<std::size_t> histogram_chart(const Ui& ui, const char* id, const BoardView& board,
                                           ImVec2 size) {
  const TableColumn& column = board.cases->table.columns[board.bars_of];
  const SampleSummary& s = board.summary;
  const DisplayUnit unit = unit_of(ui, column, s.least, s.greatest);
  // The title has the main quantiles, where there are any.
  const std::string title =
      s.count == 0 ? label_of(column, unit)
                   : fmt::format("Cases by {}: median {}, 95 % below {}, greatest {}", label_of(column, unit),
                                 shown_text(s.quantiles[1].value, unit),
                                 shown_text(s.quantiles[3].value, unit), shown_text(s.greatest, unit));
  Sheet sheet = begin_sheet(ui, id, title, label_of(column, unit), size);
  if (!sheet.usable || board.bins.empty()) return std::nullopt;
  Axes& axes = sheet.axes;
  // The axis reaches 8 % above the highest bar.
  int most = 1;
  for (const HistogramBin& bin : board.bins) most = std::max(most, bin.count);
  axes.t0 = unit.factor * board.bins.front().from;
  axes.t1 = unit.factor * board.bins.back().to;
  axes.y1 = 1.08 * most;
  draw_axes(ui, axes, 1.0, "");
  ImDrawList* list = ImGui::GetWindowDrawList();
  std::optional<std::size_t> pressed;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  // A band marks the bar under the pointer; the chosen share is drawn in front of the bar.
  for (std::size_t k = 0; k < board.bins.size(); ++k) {
    const HistogramBin& bin = board.bins[k];
    const float x0 = axes.x(unit.factor * bin.from) + 1.0f, x1 = axes.x(unit.factor * bin.to);
    const bool over =
        sheet.hovered && mouse.x >= x0 && mouse.x < x1 && mouse.y >= axes.low.y && mouse.y <= axes.high.y;
    if (over) list->AddRectFilled({x0, axes.low.y}, {x1, axes.high.y}, IM_COL32(255, 255, 255, 16));
    list->AddRectFilled({x0, axes.y(bin.count)}, {x1, axes.high.y}, kBar);
    const int chosen = board.chosen_in_bins.empty() ? 0 : board.chosen_in_bins[k];
    if (chosen > 0) list->AddRectFilled({x0, axes.y(chosen)}, {x1, axes.high.y}, kBarChosen);
    if (!over) continue;
    hint(fmt::format("{} to {} {}: {} cases, {:.1f} %\nClick shows them; once more: all",
                     shown_text(bin.from, unit), shown_text(bin.to, unit), unit.label, bin.count,
                     100.0 * bin.share)
             .c_str());
    if (ImGui::IsMouseClicked(0) && bin.count > 0) pressed = k;
  }
  quantile_marks(ui, sheet, s, unit.factor);
  return pressed;
}

ScatterPress scatter_chart(const Ui& ui, const char* id, const BoardView& board, ImVec2 size) {
  const TableColumn& column_x = board.cases->table.columns[board.x_of];
  const TableColumn& column_y = board.cases->table.columns[board.y_of];
  const PointGrid& grid = board.scatter.grid;
  const DisplayUnit unit_x = unit_of(ui, column_x, grid.x0, grid.x1),
                    unit_y = unit_of(ui, column_y, grid.y0, grid.y1);
  Sheet sheet = begin_sheet(ui, id, label_of(column_y, unit_y), label_of(column_x, unit_x), size);
  if (!sheet.usable || board.scatter.all.empty()) return {};
  Axes& axes = sheet.axes;
  // Some air around the points keeps marks at the edge whole.
  const double air_x = 0.04 * (grid.x1 - grid.x0), air_y = 0.06 * (grid.y1 - grid.y0);
  axes.t0 = unit_x.factor * (grid.x0 - air_x);
  axes.t1 = unit_x.factor * (grid.x1 + air_x);
  axes.y0 = grid.y0 - air_y;
  axes.y1 = grid.y1 + air_y;
  draw_axes(ui, axes, unit_y.factor, "");
  const auto place = [&](double x, double y) { return ImVec2{axes.x(unit_x.factor * x), axes.y(y)}; };
  ScatterPress press;
  // While a box is being drawn, points do not react.
  const std::optional<ScreenBox> drawn = drawn_box(sheet);
  press.press =
      points_with_mouse(ui, board, board.scatter, board.x_of, board.y_of, place, sheet.hovered && !drawn);
  if (drawn) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(drawn->low, drawn->high, IM_COL32(255, 255, 255, 24));
    list->AddRect(drawn->low, drawn->high, palette::kText);
  }
  // On release the box's corners become ranges of the columns; y of the screen points down.
  if (drawn && sheet.released) {
    const auto along = [&](float x) {
      return (axes.t0 + (axes.t1 - axes.t0) * (x - axes.low.x) / (axes.high.x - axes.low.x)) / unit_x.factor;
    };
    const auto up = [&](float y) {
      return axes.y0 + (axes.y1 - axes.y0) * (axes.high.y - y) / (axes.high.y - axes.low.y);
    };
    press.box = CaseChoice{.ranges = {{board.x_of, along(drawn->low.x), along(drawn->high.x)},
                                      {board.y_of, up(drawn->high.y), up(drawn->low.y)}},
                           .outcome = {},
                           .reason = {},
                           .group = {}};
  }
  return press;
}

std::optional<CasePress> case_map(const Ui& ui, const char* id, const BoardView& board,
                                  const GroundPicture* picture, std::uintptr_t texture, ImVec2 size) {
  ImGui::InvisibleButton(id, {std::max(1.0f, size.x), std::max(1.0f, size.y)});
  ui.mark(id);
  const bool hovered = ImGui::IsItemHovered();
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(low, high, palette::kBackground, ui.px(4));
  // Without a picture the map is as large as the area of the cases.
  const PointGrid& grid = board.map.grid;
  const double west = picture ? picture->west : grid.x0, east = picture ? picture->east : grid.x1;
  const double south = picture ? picture->south : grid.y0, north = picture ? picture->north : grid.y1;
  // One scale for both directions, with 4 px left free at each side.
  const double per_metre =
      std::min((high.x - low.x - ui.px(8)) / (east - west), (high.y - low.y - ui.px(8)) / (north - south));
  if (!(per_metre > 0.0)) return std::nullopt;
  const ImVec2 middle{0.5f * (low.x + high.x), 0.5f * (low.y + high.y)};
  const auto place = [&](double x, double y) {
    return ImVec2{middle.x + static_cast<float>(per_metre * (x - 0.5 * (west + east))),
                  middle.y - static_cast<float>(per_metre * (y - 0.5 * (south + north)))};
  };
  list->PushClipRect(low, high, true);
  if (texture && picture)
    list->AddImage(gui::texture_id(texture), place(west, north), place(east, south), {0, 0}, {1, 1},
                   kMapTint);
  else
    list->AddRect(place(west, north), place(east, south), palette::kLine);
  std::optional<CasePress> press;
  if (board.cases && board.cases->column_x >= 0)
    press = points_with_mouse(ui, board, board.map, static_cast<std::size_t>(board.cases->column_x),
                              static_cast<std::size_t>(board.cases->column_y), place, hovered);
  // a bar shows the length of a round number of metres
  const double metres = round_step(ui.px(45) / per_metre);
  const DisplayUnit shown = field_unit(ui.units(), "m");
  const ImVec2 foot{low.x + ui.px(12), high.y - ui.px(12)};
  const auto length = static_cast<float>(per_metre * metres);
  list->AddRectFilled({foot.x - ui.px(6), foot.y - ui.px(24)},
                      {foot.x + length + ui.px(6), foot.y + ui.px(7)}, kPlate, ui.px(4));
  list->AddRectFilled({foot.x, foot.y - ui.px(2)}, {foot.x + length, foot.y + ui.px(1)}, palette::kText);
  list->AddText({foot.x, foot.y - ui.px(21)}, palette::kText,
                fmt::format("{:g} {}", shown.factor * metres, shown.label).c_str());
  if (picture) {
    const DisplayUnit height = steady_unit(ui.units(), "m", 1);
    const std::string heights =
        fit_text(fmt::format("heights {} (blue) to {}{} (yellow)", steady_number(picture->low, height),
                             steady_number(picture->high, height), behind_number(height)),
                 size.x - ui.px(24));
    const ImVec2 text{low.x + ui.px(12), low.y + ui.px(7)}, room = ImGui::CalcTextSize(heights.c_str());
    list->AddRectFilled({text.x - ui.px(6), text.y - ui.px(3)},
                        {text.x + room.x + ui.px(6), text.y + room.y + ui.px(3)}, kPlate, ui.px(4));
    list->AddText(text, palette::kDim, heights.c_str());
  }
  list->PopClipRect();
  return press;
}

void tornado_chart(const Ui& ui, const char* id, const Tornado& tornado, const TableColumn& number,
                   ImVec2 size) {
  using enum LanePart::Kind;
  // The longest bar is the first, so it sets the unit.
  const double least = tornado.bars.empty() ? tornado.mean : tornado.bars.front().low;
  const DisplayUnit unit = unit_of(ui, number, least, tornado.mean);
  const std::string name = quantity_label(number.name);
  LaneChart chart{"What moves " + name + " most", name, quantity_unit(number.name, number.unit), {}};
  // Each key is a lane from its least mean to its greatest, with a tick at the mean of all.
  for (const TornadoBar& bar : tornado.bars)
    chart.lanes.push_back({fmt::format("{}: {} at {:.4g}, {} at {:.4g}", bar.key, shown_text(bar.low, unit),
                                       bar.low_at, shown_text(bar.high, unit), bar.high_at),
                           {{box, bar.low, tornado.mean, 0},
                            {box, tornado.mean, bar.high, 5},
                            {tick, tornado.mean, 0.0, LanePart::kInk, 190}}});
  lanes_widget(ui, id, chart, size);
  if (!tornado.bars.empty() && ImGui::IsItemHovered())
    hint(fmt::format(
             "Means over all {} runs with one value of the key; the line is the mean of all, {} {}.\nBlue is "
             "below it, orange above.",
             tornado.count, shown_text(tornado.mean, unit), unit.label)
             .c_str());
}

}  // namespace grouser::desktop
