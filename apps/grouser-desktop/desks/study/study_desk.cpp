// SPDX-License-Identifier: BSD-3-Clause
// The study itself is in shared_.study; the desk carries out requests and opens it for the scenario that is
// built.
#include "desks/study/study_desk.hpp"

#include <fmt/format.h>

#include <utility>

#include "desks/study/study_panels.hpp"
#include "grouser/simulation/step/world.hpp"
#include "session/study/study_moves.hpp"
#include "session/study/study_request.hpp"

namespace grouser::desktop {

void StudyDesk::register_requests(RequestTable& table) {
  table.on<StudyRequest>(
      [this](const StudyRequest& r) { desktop::carry_out(r, shared_.study, shared_.session, note_); });
}

std::vector<Tab> StudyDesk::tabs() {
  return {{.order = 60,
           .name = "Study",
           .id = "study",
           .tip = "One scenario, many variations of its numbers",
           .draw =
               [this](const Ui& ui, Requests& requests) {
                 has_keyboard_ = ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows);
                 study_panel(ui, shared_.session.view(), shared_.study.view(), note_, requests);
               },
           .least = 190.0f,
           .most = 0.75f}};
}

void StudyDesk::opened() {
  if (!shared_.session.world()) shared_.study.close();
}

void StudyDesk::rebuilt() {
  const Session& session = shared_.session;
  if (session.world())
    shared_.study.open(session.path(), session.world()->documents, session.view().scene->group,
                       session.overrides());
}

void StudyDesk::update(double, Requests&) { shared_.study.update(); }

bool StudyDesk::move_in_history(HistoryMove move) {
  if (!has_keyboard_) return false;
  move == HistoryMove::undo ? shared_.study.undo() : shared_.study.redo();
  return true;
}

void StudyDesk::note(Activity& activity) const {
  const StudyView& view = shared_.study.view();
  if (!view.running) return;
  activity.busy = true;
  activity.works.push_back({.title = "Study",
                            .part = view.progress,
                            .left = view.seconds_left,
                            .cancel = StudyRequest{.kind = StudyRequest::Kind::cancel}});
}

void StudyDesk::note(UiReport& report) const {
  const StudyView& view = shared_.study.view();
  report["study_rows"] = fmt::format("{}/{}", view.rows_over, view.rows->size());
}

}  // namespace grouser::desktop
