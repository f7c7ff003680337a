// SPDX-License-Identifier: BSD-3-Clause
// The time of what is shown: a field to type into and a bar to drag. A live run's bar fills as the run goes
// on. Marks on the bar are the run's events, and names beside them the parts that touched first.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "desks/playback/playback_panels.hpp"
#include "session/channel_values.hpp"
#include "session/run_request.hpp"
#include "view/context_menu.hpp"
#include "widgets/entry_field.hpp"
#include "widgets/marks.hpp"
#include "widgets/run_colors.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

/// Field for the time, s, up to the end of what exists.
void time_field(const Ui& ui, const RunView& run, Requests& requests) {
  ImGui::SetNextItemWidth(ui.px(96));
  const double end = run.mode == SessionMode::replay ? run.duration : run.newest;
  const auto time = entry_field(ui, "##time", time_text(run.time), {"s", 0.0, end});
  ui.mark("time");
  hint("Time: type seconds, 1:05 or 2 min, and press Enter");
  if (time) ask(requests, RunRequest{.kind = RunRequest::Kind::seek, .time = *time});
}

/// Shape of an event's mark if shapes are wanted besides colours.
MarkShape event_shape(const std::string& kind) {
  if (kind == "lift_off" || kind == "parting") return MarkShape::triangle;
  if (kind == "touchdown" || kind == "contact") return MarkShape::square;
  if (kind == "release") return MarkShape::diamond;
  if (kind == "failure") return MarkShape::cross;
  return MarkShape::circle;
}

/// The bar on the screen.
struct Bar {
  const TimeAxis& axis;
  ImVec2 low, high;
  float x(double time) const {
    return low.x + static_cast<float>(std::clamp(axis.place(time), 0.0, 1.0)) * (high.x - low.x);
  }
  bool holds(double time) const { return axis.place(time) >= 0.0 && axis.place(time) <= 1.0; }
  double time_at(float at) const {
    return axis.time_at(static_cast<double>(std::clamp((at - low.x) / (high.x - low.x), 0.0f, 1.0f)));
  }
};

constexpr int kMostTold = 8;  // events of one mark that its tooltip lists

/// Names of the parts that touch something at a time, s. The first word of a contact's or a parting's text
/// is the part.
std::vector<std::string> touching_at(const std::vector<RunEvent>& events, double time) {
  std::vector<std::string> parts;
  for (const RunEvent& event : events) {
    if (event.time > time || (event.kind != "contact" && event.kind != "parting")) continue;
    const std::string part = event.text.substr(0, event.text.find(' '));
    std::erase(parts, part);
    if (event.kind == "contact") parts.push_back(part);
  }
  return parts;
}

/// Shows below the marks under the pointer the parts that touch at its time.
void tell_touching(const Ui& ui, const RunView& run, double time) {
  const std::vector<std::string> parts = touching_at(run.data->events(), time);
  if (parts.empty()) return;
  std::string names;
  for (const std::string& part : parts) names += (names.empty() ? "" : ", ") + plain_name(part);
  ImGui::PushTextWrapPos(ui.px(460));
  ImGui::TextDisabled("%s  in contact:", time_text(time).c_str());
  ImGui::SameLine();
  ImGui::TextUnformatted(names.c_str());
  ImGui::PopTextWrapPos();
}

/// Time, s, and name of the part.
struct FirstContact {
  double time;
  std::string part;
};

/// First contact of each part. Of two parts that touch each other at the same time the one with the shorter
/// name is kept, because it has no vehicle's name in it.
std::vector<FirstContact> first_contacts(const std::vector<RunEvent>& events) {
  std::vector<std::string> known;
  std::vector<FirstContact> firsts;
  for (const RunEvent& event : events) {
    if (event.kind != "contact") continue;
    const std::string part = event.text.substr(0, event.text.find(' '));
    if (std::find(known.begin(), known.end(), part) != known.end()) continue;
    known.push_back(part);
    if (firsts.empty() || event.time > firsts.back().time)
      firsts.push_back({event.time, part});
    else if (part.size() < firsts.back().part.size())
      firsts.back().part = part;
  }
  return firsts;
}

/// The names of parts beside the marks of their first contacts, where there is room.
void contact_names(const Ui& ui, const RunView& run, const Bar& bar) {
  if (!run.data || run.duration <= 0.0) return;
  float free = bar.low.x;
  for (const FirstContact& first : first_contacts(run.data->events())) {
    const std::string name = plain_name(first.part);
    const ImVec2 size = ImGui::CalcTextSize(name.c_str());
    const float x = bar.x(first.time) + ui.px(4);
    if (!bar.holds(first.time) || x < free || x + size.x > bar.high.x) continue;
    free = x + size.x + ui.px(6);
    ImGui::GetWindowDrawList()->AddText({x, bar.high.y - size.y + ui.px(7)}, palette::kDim, name.c_str());
  }
}

/// Marks of events on the bar; a tooltip lists those within 5 px of the pointer, and the parts in contact
/// there.
void event_marks(const Ui& ui, const RunView& run, const Bar& bar) {
  if (!run.data || run.duration <= 0.0) return;
  const std::vector<RunEvent>& events = run.data->events();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool hovered = ImGui::IsItemHovered();
  const float near = ui.px(5), size = ui.px(4);
  const auto [low, high] = std::pair(bar.low, bar.high);
  std::vector<const RunEvent*> told;
  float drawn = -1e9f;
  for (const RunEvent& event : events) {
    if (!bar.holds(event.time)) continue;
    const float x = bar.x(event.time);
    if (hovered && std::fabs(mouse.x - x) <= near) told.push_back(&event);
    const bool important = event.kind == "verdict" || event.kind == "failure";
    // A crowd of marks within 1.5 px is one mark; verdicts and failures are always drawn.
    if (!important && x - drawn < ui.px(1.5f)) continue;  // one mark a place
    drawn = x;
    const ImU32 color = event_color(event.kind);
    if (ui.kept.patterns)
      shape_mark(list, {x, low.y + size}, size, color, event_shape(event.kind));
    else
      list->AddTriangleFilled({x - size, low.y}, {x + size, low.y}, {x, low.y + 1.5f * size}, color);
    list->AddLine({x, low.y + size}, {x, high.y - ui.px(4)}, (color & 0x00FFFFFFu) | 0x90000000u, ui.px(1));
  }
  const double pointed = bar.time_at(mouse.x);
  if (told.empty() && (!hovered || touching_at(events, pointed).empty())) return;
  ImGui::BeginTooltip();
  for (std::size_t k = 0; k < told.size() && k < kMostTold; ++k) {
    ImGui::PushStyleColor(ImGuiCol_Text, event_color(told[k]->kind));
    ImGui::Text("%s  %s", time_text(told[k]->time).c_str(), plain_name(told[k]->kind).c_str());
    ImGui::PopStyleColor();
    ImGui::SameLine();
    ImGui::PushTextWrapPos(ui.px(460));
    ImGui::TextUnformatted(told[k]->text.c_str());
    ImGui::PopTextWrapPos();
  }
  if (told.size() > kMostTold) ImGui::TextDisabled("and %d more", static_cast<int>(told.size()) - kMostTold);
  if (hovered) tell_touching(ui, run, pointed);
  ImGui::EndTooltip();
}

/// Draws A and B of a loop below the bar, and the span between them.
void loop_marks(const Ui& ui, const RunView& run, const Bar& bar) {
  if (run.duration <= 0.0) return;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto [low, high] = std::pair(bar.low, bar.high);
  const float foot = high.y - ui.px(3);
  if (run.loop_begin && run.loop_end)
    list->AddRectFilled({bar.x(*run.loop_begin), foot - ui.px(3)}, {bar.x(*run.loop_end), foot},
                        palette::kAccent);
  const auto mark = [&](const std::optional<double>& t, const char* name, float side) {
    if (!t || !bar.holds(*t)) return;
    const float x = bar.x(*t), width = ImGui::CalcTextSize(name).x;
    list->AddLine({x, low.y + ui.px(2)}, {x, foot}, palette::kAccent, ui.px(2));
    list->AddText({side < 0.0f ? x - width - ui.px(4) : x + ui.px(4), low.y - ui.px(5)}, palette::kAccent,
                  name);
  };
  mark(run.loop_begin, "A", -1.0f);
  mark(run.loop_end, "B", +1.0f);
}

/// The wheel zooms about the pointer by a fifth per notch, the right button moves the span, a double click
/// shows all.
void take_mouse(TimeAxis& axis, const Bar& bar) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!ImGui::IsItemHovered() && !ImGui::IsItemActive()) return;
  if (io.MouseWheel != 0.0f)
    axis.zoom(std::pow(0.8, static_cast<double>(io.MouseWheel)), bar.time_at(io.MousePos.x));
  if (ImGui::IsMouseDragging(ImGuiMouseButton_Right))
    axis.pan(-static_cast<double>(io.MouseDelta.x / (bar.high.x - bar.low.x)));
  if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) axis.show_all();
}

/// Menu of the right button on the bar at this time, s.
MenuEntries time_menu(double time) {
  return {{"go", "Go to " + time_text(time), RunRequest{.kind = RunRequest::Kind::seek, .time = time}},
          {"next_event"},
          {"previous_event"},
          {"to_end"},
          {},
          {"loop_from"},
          {"loop_to"},
          {"no_loop"},
          {},
          copy_entry("copy_time", "Copy this time", time_text(time))};
}

/// All of the run, or which part of it is shown.
std::string span_text(const RunView& run, const TimeAxis& axis) {
  if (!axis.is_zoomed()) return time_text(run.duration);
  return time_text(axis.shown().low) + " to " + time_text(axis.shown().high) + " of " +
         time_text(run.duration);
}

}  // namespace

void timeline_panel(const Ui& ui, const RunView& run, TimeAxis& axis, Requests& requests) {
  // The field, the bar over the room that is left, and the text of the span.
  time_field(ui, run, requests);
  axis.show(run.duration, run.time);
  const std::string total = span_text(run, axis);
  const float total_width = ImGui::CalcTextSize(total.c_str()).x;
  ImGui::SameLine(0, ui.px(14));
  const float width = ImGui::GetContentRegionAvail().x - total_width - ui.px(14);
  const float height = ImGui::GetFrameHeight();
  ImGui::InvisibleButton("scrub", {std::max(width, 10.0f), height});
  ui.mark("scrub");
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const bool hot = ImGui::IsItemHovered() || ImGui::IsItemActive();
  const Bar bar{axis, low, high};
  take_mouse(axis, bar);
  if (run.duration > 0.0)
    offer_menu(requests, [&] { return time_menu(bar.time_at(ImGui::GetIO().MousePos.x)); });
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float y = 0.5f * (low.y + high.y), half = ui.px(hot ? 3.5f : 2.5f);
  // A stroke of the bar between two times.
  const auto filled = [&](double from, double to, ImU32 color) {
    list->AddRectFilled({bar.x(from), y - half}, {bar.x(to), y + half}, color, half);
  };
  // Three layers: the bar, the part that was simulated, the part up to the time that is shown.
  list->AddRectFilled({low.x, y - half}, {high.x, y + half}, palette::kRaised, half);
  filled(axis.shown().low, run.newest, IM_COL32(92, 102, 120, 255));
  filled(axis.shown().low, run.time, palette::kAccent);
  loop_marks(ui, run, bar);
  event_marks(ui, run, bar);
  contact_names(ui, run, bar);
  if (run.mode != SessionMode::empty && bar.holds(run.time))
    list->AddCircleFilled({bar.x(run.time), y}, ui.px(hot ? 8.0f : 6.5f), palette::kText, 24);
  if (ImGui::IsItemActive() && run.duration > 0.0)
    ask(requests, RunRequest{.kind = RunRequest::Kind::seek, .time = bar.time_at(ImGui::GetIO().MousePos.x)});
  ImGui::SameLine(0, ui.px(14));
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("%s", total.c_str());
  hint("The wheel zooms the time line, the right button moves it, a double click shows all of the run");
}

}  // namespace grouser::desktop
