// SPDX-License-Identifier: BSD-3-Clause
// The path over the view, and the pointer's work on it.
// Legs and the drive are projected onto the ground point by point. Pointing is found on the screen:
// waypoints within 12 px come before legs within 8 px.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "desks/path/path_panel.hpp"
#include "desks/path/path_request.hpp"
#include "view/overlay.hpp"
#include "view/picture_area.hpp"
#include "view/scale_bar.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

using PathKind = PathRequest::Kind;
constexpr float kHandle = 7.0f, kHandleReach = 12.0f,
                kLineReach = 8.0f;  // px: radius; how near the pointer has to be
constexpr ImU32 kPathShade = IM_COL32(0, 0, 0, 170), kLeg = IM_COL32(255, 255, 255, 120);

float distance(ImVec2 a, ImVec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// Distance from a point to a line segment, px.
float distance_to_stroke(ImVec2 p, ImVec2 a, ImVec2 b) {
  const float dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
  const float part =
      square > 0.0f ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / square, 0.0f, 1.0f) : 0.0f;
  return distance(p, {a.x + part * dx, a.y + part * dy});
}

/// A straight leg along the ground, in steps of 0.2 m, at most 64; points that the camera does not see are
/// empty.
std::vector<std::optional<ImVec2>> leg_on_screen(const PictureArea& picture, const Vec2& a, const Vec2& b) {
  constexpr double kStep = 0.2;  // m
  constexpr int kMost = 64;
  const int steps = std::clamp(static_cast<int>((b - a).norm() / kStep), 1, kMost);
  std::vector<std::optional<ImVec2>> points;
  for (int k = 0; k <= steps; ++k) points.push_back(ground_on_screen(picture, a + (b - a) * k / steps));
  return points;
}

/// All corners of the legs; the first leg begins at the rover where the path has a lead.
std::vector<Vec2> corners_of(const PathView& path) {
  std::vector<Vec2> corners = path.waypoints;
  if (path.lead) corners.insert(corners.begin(), *path.lead);
  return corners;
}

/// The nearest waypoint within reach of the pointer.
std::optional<std::size_t> waypoint_under(const Ui& ui, const PathView& path, const PictureArea& picture,
                                          ImVec2 mouse) {
  std::optional<std::size_t> found;
  float best = ui.px(kHandleReach);
  for (std::size_t k = 0; k < path.waypoints.size(); ++k) {
    const auto at = ground_on_screen(picture, path.waypoints[k]);
    if (!at || distance(*at, mouse) >= best) continue;
    best = distance(*at, mouse);
    found = k;
  }
  return found;
}

/// The index that a new waypoint on the leg under the pointer gets.
std::optional<std::size_t> leg_under(const Ui& ui, const PathView& path, const PictureArea& picture,
                                     ImVec2 mouse) {
  const std::vector<Vec2> corners = corners_of(path);
  for (std::size_t k = 1; k < corners.size(); ++k) {
    const auto points = leg_on_screen(picture, corners[k - 1], corners[k]);
    for (std::size_t i = 1; i < points.size(); ++i)
      if (points[i - 1] && points[i] &&
          distance_to_stroke(mouse, *points[i - 1], *points[i]) < ui.px(kLineReach))
        return path.lead ? k - 1 : k;
  }
  return std::nullopt;
}

/// A line with a dark one below it; nothing where an end is not in sight.
void stroke(const Ui& ui, const std::optional<ImVec2>& a, const std::optional<ImVec2>& b, ImU32 color,
            float width) {
  if (!a || !b) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddLine(*a, *b, kPathShade, ui.px(width + 2.5f));
  list->AddLine(*a, *b, color, ui.px(width));
}

/// All legs as thin lines, also where no drive was found.
void draw_legs(const Ui& ui, const PathView& path, const PictureArea& picture, ImU32 color) {
  const std::vector<Vec2> corners = corners_of(path);
  for (std::size_t k = 1; k < corners.size(); ++k) {
    const auto points = leg_on_screen(picture, corners[k - 1], corners[k]);
    for (std::size_t i = 1; i < points.size(); ++i) stroke(ui, points[i - 1], points[i], color, 1.0f);
  }
}

/// The places of the drive in the colours of their slip, %; from the place where the rover cannot go on in
/// red, with a cross there.
void draw_drive(const Ui& ui, const PathAnswer& answer, const PictureArea& picture) {
  constexpr std::size_t kMost = 800;  // strokes
  constexpr double kPercent = 100.0;
  const auto& poses = answer.result.poses;
  const double ends = answer.result.failures.empty() ? INFINITY : blocking_failure(answer.result.failures).at;
  // At most kMost strokes are drawn; a long drive skips places.
  const std::size_t stride = poses.size() / kMost + 1;
  std::optional<ImVec2> before;
  for (std::size_t k = 0; k < poses.size(); k += stride) {
    const TraversePose& pose = poses[k];
    const auto at = ground_on_screen(picture, {pose.at.x, pose.at.y});
    const glm::vec3 c =
        color_at(slip_scale(), std::isfinite(pose.slip) ? kPercent * std::fabs(pose.slip) : 0.0);
    const ImU32 color = pose.at.distance >= ends ? palette::kError
                        : pose.ok                ? ImGui::ColorConvertFloat4ToU32({c.x, c.y, c.z, 1.0f})
                                  : palette::kDim;  // nothing was found here, which says little
    stroke(ui, before, at, color, 4.0f);
    before = at;
  }
  if (answer.result.failures.empty()) return;
  const TraverseFailure& end = blocking_failure(answer.result.failures);
  if (const auto at = ground_on_screen(picture, {end.x, end.y})) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float r = ui.px(8);
    for (const auto& [color, width] : {std::pair{kPathShade, 5.0f}, std::pair{palette::kError, 2.5f}}) {
      list->AddLine({at->x - r, at->y - r}, {at->x + r, at->y + r}, color, ui.px(width));
      list->AddLine({at->x - r, at->y + r}, {at->x + r, at->y - r}, color, ui.px(width));
    }
  }
}

/// Waypoints with their numbers; the selected one is bright, the one under the pointer larger.
void draw_handles(const Ui& ui, const PathView& path, const PictureArea& picture,
                  const std::optional<std::size_t>& pointed) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (std::size_t k = 0; k < path.waypoints.size(); ++k) {
    const auto at = ground_on_screen(picture, path.waypoints[k]);
    if (!at) continue;
    const bool bright = path.selected == k, larger = pointed == k;
    const float r = ui.px(larger ? kHandle + 2.0f : kHandle);
    list->AddCircleFilled(*at, r + ui.px(1.5f), kPathShade);
    list->AddCircleFilled(*at, r, bright ? palette::kAccent : palette::kText);
    ui.mark_area(fmt::format("waypoint_{}", k + 1), {at->x - r, at->y - r}, {at->x + r, at->y + r});
    const std::string name = std::to_string(k + 1);
    const ImVec2 text{at->x + r + ui.px(4), at->y - ImGui::GetTextLineHeight()};
    list->AddText({text.x + 1.0f, text.y + 1.0f}, IM_COL32(0, 0, 0, 220), name.c_str());
    list->AddText(text, palette::kText, name.c_str());
  }
}

/// The reason why the path ends, in a few words; the panel has the full text.
std::string trouble_of(const ShownUnits& units, const PathAnswer& answer) {
  if (!answer.refusal.empty()) return answer.refusal;
  if (answer.result.failures.empty()) return "";
  const TraverseFailure& end = blocking_failure(answer.result.failures);
  return fmt::format("At {}: {}", value_text(units, end.at, "m"), end.reason);
}

/// The meaning of the colours, and the reason why the path ends.
void draw_legend(const Ui& ui, const PathView& path, ImVec2 at, float room) {
  std::string title = "Path: slip, %";
  if (path.answer && !path.working)
    title = fmt::format("Path, {}: slip, %", value_text(ui.units(), path.answer->result.path_length, "m"));
  else if (path.working)
    title = "Path: slip, %   working…";
  // The trouble takes up to three lines below the scale.
  const std::string trouble_whole = path.answer ? trouble_of(ui.units(), *path.answer) : "";
  const float pad = ui.px(10), line = ImGui::GetTextLineHeight();
  const float width = std::min(ui.px(trouble_whole.empty() ? 190 : 270), room);
  const float inner = width - 2.0f * pad;
  constexpr int kLines = 3;
  const std::string trouble = fit_text(trouble_whole, inner, kLines);
  const float below =
      trouble.empty() ? 0.0f : ImGui::CalcTextSize(trouble.c_str(), nullptr, false, inner).y + ui.px(6);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float height = 2.0f * line + ui.px(17) + below + 2.0f * pad;
  list->AddRectFilled(at, {at.x + width, at.y + height}, IM_COL32(17, 19, 23, 205), ui.px(6));
  ui.mark_area("path_legend", at, {at.x + width, at.y + height});
  list->AddText({at.x + pad, at.y + pad}, palette::kText, fit_text(title, inner).c_str());
  const float top = at.y + pad + line + ui.px(5);
  const float used = scale_bar(ui, slip_scale(), {at.x + pad, top}, inner);
  if (!trouble.empty())
    list->AddText(nullptr, 0.0f, {at.x + pad, top + used + ui.px(6)}, palette::kError, trouble.c_str(),
                  nullptr, inner);
}

}  // namespace

bool path_mouse(const Ui& ui, const PathView& path, const PictureArea& picture, const Vec2& pointer,
                bool hovered, bool pressed, Requests& requests) {
  const ImGuiIO& io = ImGui::GetIO();
  PathRequest request{.kind = PathKind::drag, .u = pointer.x(), .v = pointer.y(), .grip = grip_now()};
  // A drag goes on until the button is up, also outside the view.
  if (path.dragging) {
    if (io.MouseDelta.x != 0.0f || io.MouseDelta.y != 0.0f) ask(requests, request);
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) ask(requests, PathRequest{.kind = PathKind::release});
    return true;
  }
  if (!hovered || !picture.terrain) return false;
  const auto waypoint = waypoint_under(ui, path, picture, io.MousePos);
  const auto leg = waypoint ? std::nullopt : leg_under(ui, path, picture, io.MousePos);
  if (!waypoint && !leg) return false;
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (!pressed) return false;
  // A pressed waypoint is taken; a pressed leg gets a new one.
  request.kind = waypoint ? PathKind::take : PathKind::insert;
  request.index = waypoint ? *waypoint : *leg;
  ask(requests, request);
  return true;
}

void path_marks(const Ui& ui, const PathView& path, const PictureArea& picture) {
  if (!path.active || !picture.terrain) return;
  if (path.waypoints.empty()) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->PushClipRect(picture.low, {picture.low.x + picture.size.x, picture.low.y + picture.size.y}, true);
  const bool refused = path.answer && !path.answer->refusal.empty();
  draw_legs(ui, path, picture, refused ? palette::kError : kLeg);
  if (path.answer) draw_drive(ui, *path.answer, picture);
  draw_legend(ui, path, {picture.low.x + ui.px(12), picture.low.y + ui.px(12)}, picture.size.x - ui.px(24));
  draw_handles(ui, path, picture, waypoint_under(ui, path, picture, ImGui::GetIO().MousePos));
  list->PopClipRect();
}

}  // namespace grouser::desktop
