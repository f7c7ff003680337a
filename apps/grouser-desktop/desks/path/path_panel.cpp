// SPDX-License-Identifier: BSD-3-Clause
// The tab of the path: the cost of a drive along it, its profile, its waypoints. Numbers of a coarse answer
// have "about" before them.
#include "desks/path/path_panel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "desks/path/path_request.hpp"
#include "widgets/entry_field.hpp"
#include "widgets/units.hpp"
#include "widgets/xy_plot.hpp"

namespace grouser::desktop {
namespace {

using PathKind = PathRequest::Kind;

/// Distance at which the rover cannot go on, m; infinite where it reaches the end.
double end_of_drive(const PathAnswer& answer) {
  return answer.result.failures.empty() ? INFINITY : blocking_failure(answer.result.failures).at;
}

std::string energy_text(const Ui& ui, double joule) {
  constexpr double kWattHour = 3600.0;  // J
  return fmt::format("{}, {} Wh", value_text(ui.units(), joule, "J"), number_text(joule / kWattHour, 3));
}

/// A wrapped text in this colour.
void wrapped(ImU32 color, const std::string& text) {
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::PushTextWrapPos(0.0f);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
}

/// Numbers of the drive; only those of the ground where no place of it was found.
void numbers(const Ui& ui, const PathView& path) {
  const PathAnswer& answer = *path.answer;
  const TraverseResult& r = answer.result;
  double up = 0.0, down = 0.0;
  for (const GroundPoint& p : answer.profile) up = std::max(up, p.slope), down = std::max(down, -p.slope);
  const std::string about = answer.coarse ? "about " : "";
  value_row("Length", value_text(ui.units(), r.path_length, "m"));
  value_row("Steepest up, down",
            value_text(ui.units(), up, "rad") + ", " + value_text(ui.units(), down, "rad"));
  if (!std::isfinite(r.max_slip)) return;
  value_row("Slip: mean, most", about + value_text(ui.units(), r.mean_slip, "slip") + ", " +
                                    value_text(ui.units(), r.max_slip, "slip"));
  value_row("Deepest sinkage", about + value_text(ui.units(), r.max_sinkage, "m"));
  value_row("Rover leans up to", about + value_text(ui.units(), r.max_tilt, "rad"));
  value_row("Energy", about + energy_text(ui, r.energy));
  value_row("Time", about + value_text(ui.units(), r.time, "s"));
  ui.mark("path_time");
  // A run that ends before the drive gets a warning.
  if (path.start + r.time > path.duration && r.failures.empty())
    wrapped(palette::kWarning, fmt::format("The drive ends at {}, the run at {}.",
                                           value_text(ui.units(), path.start + r.time, "s"),
                                           value_text(ui.units(), path.duration, "s")));
}

/// Points over the distance; those past `ends` in red.
Chart profile_plot(const char* title, const char* unit, double ends) {
  Chart chart{"", "distance", title, {{"reached", {}, {}}}, "m", unit, "No place of the path was found"};
  if (std::isfinite(ends)) chart.series.push_back({"not reached", {}, {}, ChartStyle::kLine, kAlarmSeries});
  return chart;
}

/// Adds a point to the series "reached" or "not reached".
void add_point(Chart& chart, double ends, double distance, double value) {
  chart.series[distance >= ends ? 1 : 0].add(distance, value);
}

/// Height, slope and slip over the distance, thinned to at most kMost points each.
void profile(const Ui& ui, const PathAnswer& answer) {
  const double ends = end_of_drive(answer);
  constexpr std::size_t kMost = 1500;
  Chart height = profile_plot("Height", "m", ends), slope = profile_plot("Slope", "rad", ends),
        slip = profile_plot("Slip", "slip", ends);
  const std::size_t stride = answer.profile.size() / kMost + 1;
  for (std::size_t k = 0; k < answer.profile.size(); k += stride) {
    const GroundPoint& p = answer.profile[k];
    add_point(height, ends, p.distance, p.z);
    add_point(slope, ends, p.distance, p.slope);
  }
  for (std::size_t k = 0; k < answer.result.poses.size(); k += stride) {
    const TraversePose& pose = answer.result.poses[k];
    if (pose.ok) add_point(slip, ends, pose.at.distance, pose.slip);
  }
  const ImVec2 size{ImGui::GetContentRegionAvail().x, ui.px(118)};
  draw_xy_plot(ui, "path_height", height, size);
  draw_xy_plot(ui, "path_slope", slope, size);
  if (!answer.result.poses.empty()) draw_xy_plot(ui, "path_slip", slip, size);
}

/// The waypoints to select from.
void waypoint_list(const Ui& ui, const PathView& path, Requests& requests) {
  ImGui::BeginChild("waypoints", {0, ui.px(112)}, true);
  for (std::size_t k = 0; k < path.waypoints.size(); ++k) {
    const Vec2& p = path.waypoints[k];
    const std::string text =
        fmt::format("{}   x {}   y {}###{}", k + 1, steady_text(ui.units(), p.x(), "m", 2),
                    steady_text(ui.units(), p.y(), "m", 2), k);
    if (ImGui::Selectable(text.c_str(), path.selected == k))
      ask(requests, PathRequest{.kind = PathKind::select, .index = k});
    ui.mark(fmt::format("path_row_{}", k + 1));
  }
  ImGui::EndChild();
}

/// Fields for the selected waypoint's x and y, m, and the button that removes it.
void selected_fields(const Ui& ui, const PathView& path, Requests& requests) {
  constexpr double kFarthest = 1e6;  // m
  if (!path.selected || *path.selected >= path.waypoints.size()) return;
  const std::size_t k = *path.selected;
  Vec2 p = path.waypoints[k];
  const float width = 0.32f * ImGui::GetContentRegionAvail().x;
  for (const int axis : {0, 1}) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled(axis == 0 ? "x" : "y");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(width);
    const char* id = axis == 0 ? "##waypoint_x" : "##waypoint_y";
    const auto typed = entry_field(ui, id, fmt::format("{:.10g}", p[axis]), {"m", -kFarthest, kFarthest});
    ui.mark(axis == 0 ? "path_x" : "path_y");
    hint(((axis == 0 ? "East of the middle of the ground, in " : "North of the middle of the ground, in ") +
          field_unit(ui.units(), "m").label)
             .c_str());
    ImGui::SameLine();
    if (!typed) continue;
    p[axis] = *typed;
    ask(requests, PathRequest{.kind = PathKind::place, .index = k, .x = p.x(), .y = p.y()});
  }
  ImGui::BeginDisabled(path.waypoints.size() < 3);
  if (ImGui::Button("Remove", {-1, 0})) ask(requests, PathRequest{.kind = PathKind::remove});
  ImGui::EndDisabled();
  ui.mark("path_remove");
  hint("Takes the selected waypoint away; a path has two at least", "Delete");
}

/// In place of the path of a rover that follows none.
void offer_start(const Ui& ui, Requests& requests) {
  wrapped(
      palette::kDim,
      "This rover is driven without waypoints. A path takes the place of its drive, and Ctrl+Z gives that "
      "back.");
  if (ImGui::Button("Start a path at the rover", {-1, 0}))
    ask(requests, PathRequest{.kind = PathKind::start});
  ui.mark("path_start");
  hint("Two waypoints: where the rover stands, and 3 m ahead of it");
}

}  // namespace

void path_panel(const Ui& ui, const PathView& path, Requests& requests) {
  heading(ui, "Path along waypoints");
  if (!path.why_not.empty()) return wrapped(palette::kDim, path.why_not);
  ImGui::PushStyleColor(ImGuiCol_Button, path.active ? IM_COL32(176, 88, 40, 255) : palette::kRaised);
  if (ImGui::Button(path.active ? "Editing the path: leave" : "Edit the path", {-1, 0}))
    ask(requests, PathRequest{.kind = PathKind::toggle});
  ImGui::PopStyleColor();
  ui.mark("path_toggle");
  hint("Waypoints are dragged over the ground; the drive along them is found as you draw", "W");
  if (!path.active) return;
  if (path.waypoints.empty()) {
    if (path.can_start) offer_start(ui, requests);
    return;
  }
  if (ImGui::Button("Look at it from above", {-1, 0})) ask(requests, PathRequest{.kind = PathKind::look});
  ui.mark("path_look");
  hint("The camera shows the whole path");
  if (path.working)
    ImGui::TextDisabled(
        "%s", fmt::format("Driving the path: {:.0f} %{}", 100.0 * path.progress,
                          path.seconds_left ? fmt::format(", {:.0f} s left", *path.seconds_left) : "")
                  .c_str());
  else
    ImGui::TextDisabled("By equilibria, as 'grouser traverse' does");
  if (path.answer) {
    const PathAnswer& answer = *path.answer;
    if (!answer.refusal.empty()) wrapped(palette::kError, answer.refusal);
    if (!answer.result.message.empty()) {
      wrapped(palette::kError, "Cannot go on: " + answer.result.message);
      ImGui::TextDisabled("Numbers of the places that were found:");
    }
    numbers(ui, path);
  }
  if (path.answer) profile(ui, *path.answer);
  waypoint_list(ui, path, requests);
  selected_fields(ui, path, requests);
  wrapped(palette::kDim,
          "Drag a waypoint, Shift finely, Ctrl in steps of 0.1 m. A click on the line adds one, a click "
          "elsewhere "
          "goes on from the end. Delete removes, Esc leaves.");
}

}  // namespace grouser::desktop
