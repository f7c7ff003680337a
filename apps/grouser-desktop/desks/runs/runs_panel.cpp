// SPDX-License-Identifier: BSD-3-Clause
// The tree is a table with indented names. The dialog edits its form in place and asks for the branch when
// it is confirmed.
#include "desks/runs/runs_panel.hpp"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "desks/runs/runs_request.hpp"
#include "session/file_request.hpp"
#include "view/context_menu.hpp"
#include "widgets/progress_card.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

namespace fs = std::filesystem;

/// The texts with commas between them.
std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : ",  ") + text;
  return all;
}

/// Status and verdict of a run's end.
std::string end_of(const RunHead& head) {
  if (head.status.empty()) return "not closed";
  return head.verdict.empty() ? head.status : head.status + ", " + head.verdict;
}

/// Menu of the right button on a run.
MenuEntries family_menu(const std::string& path) {
  return {{"open_file", "Show this run", RunsRequest{.kind = RunsRequest::Kind::open, .path = path}},
          {"compare_file", "Compare with it", FileRequest{.kind = FileRequest::Kind::compare, .path = path}},
          {"show_in_folder", "Show in folder", ShowInFolderRequest{path}},
          {},
          {"branch"},
          {"rerun"},
          {},
          copy_entry("copy_path", "Copy its path", path)};
}

/// A line of the tree: file, time of the branch, changes, simulated time and end.
void family_row(const Ui& ui, const FamilyRow& row, bool shown, Requests& requests) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const std::string name = row.head.path.filename().string();
  const float indent = ui.px(16) * static_cast<float>(row.depth) + 1.0f;
  ImGui::Indent(indent);
  if (ImGui::Selectable(name.c_str(), shown, ImGuiSelectableFlags_SpanAllColumns) && !shown)
    ask(requests, RunsRequest{.kind = RunsRequest::Kind::open, .path = row.head.path.string()});
  ui.mark("run_" + name);
  offer_menu(requests, [&] { return family_menu(row.head.path.string()); });
  hint(("Show " + row.head.path.string()).c_str());
  ImGui::Unindent(indent);
  ImGui::TableNextColumn();
  const bool branch = row.head.parent.has_value();
  ImGui::TextUnformatted(branch ? time_text(row.head.parent->time).c_str() : "start");
  if (row.orphan) {
    ImGui::SameLine();
    ImGui::TextDisabled("of %s, which is not here", row.head.parent->file.c_str());
  }
  ImGui::TableNextColumn();
  // A branch lists only the settings that differ from its parent's.
  const std::vector<std::string>& changed = branch && !row.orphan ? row.changed : row.head.overrides;
  ImGui::TextUnformatted(changed.empty() ? "-" : joined(changed).c_str());
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(row.head.status.empty() ? "-" : time_text(row.head.simulated).c_str());
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(end_of(row.head).c_str());
}

/// The tree as a table, with the open run marked.
void family_table(const Ui& ui, const RunsView& runs, Requests& requests) {
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY |
                                     ImGuiTableFlags_Resizable | ImGuiTableFlags_SizingStretchProp;
  if (!ImGui::BeginTable("family", 5, kFlags)) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn("Run", 0, 3.0f);
  ImGui::TableSetupColumn("From", 0, 1.0f);
  ImGui::TableSetupColumn("Changed there", 0, 3.0f);
  ImGui::TableSetupColumn("Simulated", 0, 1.0f);
  ImGui::TableSetupColumn("End", 0, 1.6f);
  ImGui::TableHeadersRow();
  std::error_code ignored;
  for (const FamilyRow& row : runs.family->rows)
    family_row(ui, row, fs::equivalent(row.head.path, runs.open, ignored), requests);
  ImGui::EndTable();
}

/// A key of those that the run has, and its new value. True if the row is to be removed.
bool change_row(const Ui& ui, const std::vector<NumberKey>& keys, Override& change, int index) {
  ImGui::PushID(index);
  const float button = ui.px(34), value = ui.px(150);
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - button - value - ui.px(16));
  if (ImGui::BeginCombo("##key", change.key.empty() ? "Setting…" : change.key.c_str(),
                        ImGuiComboFlags_HeightLarge)) {
    for (const NumberKey& key : keys) {
      if (ImGui::Selectable(fmt::format("{}  ({:g})", key.key, key.value).c_str(), key.key == change.key))
        change = {key.key, fmt::format("{:g}", key.value)};
      if (!key.remark.empty()) hint(key.remark.c_str());
    }
    ImGui::EndCombo();
  }
  ui.mark(fmt::format("branch_key_{}", index));
  ImGui::SameLine(0, ui.px(8));
  ImGui::SetNextItemWidth(value);
  ImGui::InputText("##value", &change.value);
  ui.mark(fmt::format("branch_value_{}", index));
  hint("As it stands in a scenario: 25, true, \"text\", [1, 2]");
  ImGui::SameLine(0, ui.px(8));
  const bool goes = ImGui::Button("-", {button, 0});
  hint("Do not change this");
  ImGui::PopID();
  return goes;
}

}  // namespace

void runs_panel(const Ui& ui, const RunView& run, const RunsView& runs, Requests& requests) {
  // Branches and reruns need a recorded run, and one job runs at a time.
  const bool replay = run.mode == SessionMode::replay, idle = replay && !runs.job;
  ImGui::BeginDisabled(!idle);
  if (ImGui::Button("Branch from here…"))
    ask(requests, RunsRequest{.kind = RunsRequest::Kind::show_branch_form});
  ui.mark("branch");
  hint("Go on from the moment shown, with other settings, as a run file of its own", "Ctrl+B");
  ImGui::SameLine();
  if (ImGui::Button("Rerun and compare")) ask(requests, RunsRequest{.kind = RunsRequest::Kind::rerun});
  ui.mark("rerun");
  hint("Compute this run anew from its file and compare each frame to the bit");
  ImGui::EndDisabled();
  if (!replay) {
    ImGui::TextWrapped(
        "Here stand a recorded run and its branches. Record this run (Ctrl+R) and open its file.");
    return;
  }
  ImGui::SameLine();
  if (ImGui::Button("Look again")) ask(requests, RunsRequest{.kind = RunsRequest::Kind::look_again});
  hint("Read again which run files lie in the folder of this one");
  if (runs.looking) {
    ImGui::SameLine();
    ImGui::TextDisabled("reading the folder…");
  } else if (runs.family && runs.family->unread > 0) {
    ImGui::SameLine();
    ImGui::TextDisabled("%zu other files are not shown", runs.family->unread);
  }
  if (runs.family && !runs.family->rows.empty()) family_table(ui, runs, requests);
}

void branch_dialog(const Ui& ui, const RunView& run, const RunsView& runs, BranchForm& form,
                   Requests& requests) {
  constexpr const char* kTitle = "Branch from here";
  // ImGui may close the popup by itself; the form follows.
  if (!form.open && !ImGui::IsPopupOpen(kTitle)) return;
  if (form.fresh) ImGui::OpenPopup(kTitle);
  form.fresh = false;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5f * screen.x, 0.42f * screen.y}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(ui.px(620), 0.9f * screen.x), 0.0f});
  if (!ImGui::BeginPopupModal(kTitle, &form.open, ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove)) {
    form.open = false;
    return;
  }
  ImGui::PushTextWrapPos(0.0f);
  ImGui::Text(
      "The run goes on from the recorded moment at or before %s. Until there it is the same to the bit.",
      time_text(run.time).c_str());
  ImGui::PopTextWrapPos();
  ImGui::Dummy({0, ui.px(4)});
  ImGui::TextDisabled("What is changed from there on");
  static const std::vector<NumberKey> kNone;
  for (std::size_t k = 0; k < form.changes.size(); ++k)
    if (change_row(ui, runs.family ? runs.family->keys : kNone, form.changes[k], static_cast<int>(k))) {
      form.changes.erase(form.changes.begin() + static_cast<std::ptrdiff_t>(k));
      break;
    }
  if (ImGui::Button("Another setting")) form.changes.emplace_back();
  ImGui::Dummy({0, ui.px(4)});
  ImGui::TextDisabled("Run file");
  ImGui::SetNextItemWidth(-1);
  bool confirmed = ImGui::InputText("##branch_path", &form.path, ImGuiInputTextFlags_EnterReturnsTrue);
  ui.mark("branch_path");
  ImGui::Dummy({0, ui.px(4)});
  const float button = ui.px(96);
  ImGui::SetCursorPosX(ImGui::GetContentRegionMax().x - 2.0f * button - ui.px(8));
  const bool cancel = ImGui::Button("Cancel", {button, 0});
  ImGui::SameLine(0, ui.px(8));
  confirmed = ImGui::Button("Go on", {button, 0}) || confirmed;
  ui.mark("branch_confirm");
  hint("Simulate the branch; it is shown beside this run", "Enter");
  // Rows without a key are left out.
  if (confirmed) {
    RunsRequest request{.kind = RunsRequest::Kind::branch, .path = form.path};
    for (const Override& change : form.changes)
      if (!change.key.empty()) request.changes.push_back(change);
    ask(requests, std::move(request));
  }
  if (cancel || confirmed) {
    form.open = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

void run_job_panel(const Ui& ui, const Job* job, ImVec2 corner, Requests& requests) {
  if (!job) return;
  const std::optional<double> left = job->seconds_left();
  const std::string text = job->cancelled() ? "stopping" : left ? time_left_text(*left) : "";
  if (progress_card(ui,
                    {"run_job", job->title(), text, static_cast<float>(job->progress()), job->cancelled(),
                     "Stop; what a branch came to until now stays in its file"},
                    corner))
    ask(requests, RunsRequest{.kind = RunsRequest::Kind::cancel});
}

}  // namespace grouser::desktop
