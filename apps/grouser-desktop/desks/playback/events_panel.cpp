// SPDX-License-Identifier: BSD-3-Clause
// Events are sorted by time for the list, because a recording may have them in another order. Those after
// the time that is shown are dim.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "desks/playback/playback_panels.hpp"
#include "session/channel_values.hpp"
#include "session/run_request.hpp"
#include "session/scenario_list.hpp"
#include "view/context_menu.hpp"
#include "widgets/run_colors.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {

namespace {

/// Menu of the right button on an event.
MenuEntries event_menu(const RunEvent& event) {
  return {{"go", "Go to " + time_text(event.time),
           RunRequest{.kind = RunRequest::Kind::seek, .time = event.time}},
          {"next_event"},
          {"previous_event"},
          {},
          copy_entry("copy_row", "Copy this line",
                     time_text(event.time) + "\t" + plain_name(event.kind) + "\t" + event.text)};
}

/// A line of the list; `next`: it comes after the time that is shown. True when it was pressed.
bool event_row(const Ui& ui, const RunEvent& event, int index, bool next, Requests& requests) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushID(index);
  const bool pressed =
      ImGui::Selectable(time_text(event.time).c_str(), false, ImGuiSelectableFlags_SpanAllColumns);
  if (index == 0) ui.mark("event_first");
  offer_menu(requests, [&] { return event_menu(event); });
  ImGui::PopID();
  ImGui::TableNextColumn();
  ImGui::PushStyleColor(ImGuiCol_Text, next ? palette::kDim : event_color(event.kind));
  ImGui::TextUnformatted(plain_name(event.kind).c_str());
  ImGui::PopStyleColor();
  ImGui::TableNextColumn();
  const std::string text = plain_name(event.text);
  next ? ImGui::TextDisabled("%s", text.c_str()) : ImGui::TextUnformatted(text.c_str());
  return pressed;
}

}  // namespace

void events_panel(const Ui& ui, const RunView& run, std::string& filter, Requests& requests) {
  if (!run.data || run.data->events().empty()) {
    ImGui::TextDisabled(
        "Nothing has happened yet: contacts, lift-offs, releases and the verdict are listed here.");
    return;
  }
  ImGui::SetNextItemWidth(ui.px(260));
  ImGui::InputTextWithHint("##event_filter", "Search events", &filter);
  ui.mark("event_filter");
  const std::vector<RunEvent>& events = run.data->events();
  std::vector<int> shown;
  for (std::size_t k = 0; k < events.size(); ++k)
    if (contains_words(plain_name(events[k].kind) + " " + events[k].text, filter))
      shown.push_back(static_cast<int>(k));
  std::stable_sort(shown.begin(), shown.end(), [&](int a, int b) {
    return events[static_cast<std::size_t>(a)].time < events[static_cast<std::size_t>(b)].time;
  });
  ImGui::SameLine();
  ImGui::TextDisabled("%zu of %zu", shown.size(), events.size());
  constexpr ImGuiTableFlags kFlags =
      ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingStretchProp;
  if (!ImGui::BeginTable("events", 3, kFlags)) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn("Time", 0, 0.16f);
  ImGui::TableSetupColumn("Event", 0, 0.2f);
  ImGui::TableSetupColumn("What happened", 0, 0.64f);
  ImGui::TableHeadersRow();
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(shown.size()));
  while (clipper.Step())
    for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
      const RunEvent& event = events[static_cast<std::size_t>(shown[static_cast<std::size_t>(row)])];
      if (event_row(ui, event, row, event.time > run.time + 1e-9, requests))
        ask(requests, RunRequest{.kind = RunRequest::Kind::seek, .time = event.time});
    }
  ImGui::EndTable();
}

}  // namespace grouser::desktop
