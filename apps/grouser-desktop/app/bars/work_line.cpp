// SPDX-License-Identifier: BSD-3-Clause
// Work in the status bar. A work is known by its title, and is shown only after it has gone on for a while,
// so that short ones do not flicker.
#include "app/bars/work_line.hpp"

#include <fmt/format.h>

#include "widgets/units.hpp"

namespace grouser::desktop {

namespace {

constexpr double kUnsaid = 0.3;  // s that a work may take before it is shown

/// The title, then the share that is done and the time left where they are known.
std::string text_of(const RunningWork& work) {
  std::string text = work.title;
  if (work.part >= 0.0) text += fmt::format("  {:.0f} %", 100.0 * work.part);
  if (work.left) text += "  " + time_left_text(*work.left);
  return text;
}

/// Requests the end of a work that can be ended; else draws nothing.
void cancel_button(const Ui& ui, const RunningWork& work, Requests& requests) {
  if (!work.cancel) return;
  ImGui::SameLine(0, ui.px(8));
  ImGui::PushID(work.title.c_str());
  if (ImGui::SmallButton("Cancel")) ask(requests, *work.cancel);
  ImGui::PopID();
}

}  // namespace

void WorkLine::draw(const Ui& ui, const std::vector<RunningWork>& works, double now, Requests& requests) {
  // Works that ended drop out of the list, because it is built anew from those that run.
  std::map<std::string, double> since;
  std::vector<const RunningWork*> shown;
  for (const RunningWork& work : works) {
    const auto seen = since_.find(work.title);
    const double begun = seen == since_.end() ? now : seen->second;
    since[work.title] = begun;
    if (now - begun > kUnsaid) shown.push_back(&work);
  }
  since_ = std::move(since);
  if (shown.empty()) return;
  ImGui::SameLine(0, ui.px(22));
  ImGui::TextUnformatted(text_of(*shown.front()).c_str());
  ui.mark("work");
  cancel_button(ui, *shown.front(), requests);
  if (shown.front()->cancel) ui.mark("work_cancel");
  // The others are in a list that opens.
  if (shown.size() < 2) return;
  ImGui::SameLine(0, ui.px(8));
  if (ImGui::SmallButton(fmt::format("and {} more", shown.size() - 1).c_str())) ImGui::OpenPopup("works");
  ui.mark("works");
  hint("All that works beside the window");
  if (!ImGui::BeginPopup("works")) return;
  for (const RunningWork* work : shown) {
    ImGui::TextUnformatted(text_of(*work).c_str());
    cancel_button(ui, *work, requests);
  }
  ImGui::EndPopup();
}

}  // namespace grouser::desktop
