// SPDX-License-Identifier: BSD-3-Clause
// Settings of a parameter study and its progress; the results are beside them. Each field edits a copy of
// all settings and asks for it as a whole, so that undo takes one step back.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "desks/study/study_panels.hpp"
#include "desks/study/study_results.hpp"
#include "session/channel_values.hpp"
#include "session/scenario_list.hpp"
#include "session/study/study_request.hpp"
#include "widgets/entry_field.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {
namespace {

/// Asks for these settings.
void ask_edit(const StudySettings& settings, Requests& requests) {
  ask(requests, StudyRequest{.kind = StudyRequest::Kind::edit, .settings = settings});
}

/// A combo of the keys with their values and a search. True if another was chosen, which `range` then has
/// with a suggested range.
bool key_field(const Ui& ui, const char* id, const std::vector<NumberKey>& keys, StudyRange& range) {
  bool chosen = false;
  if (ImGui::BeginCombo(id, range.key.c_str(), ImGuiComboFlags_HeightLarge)) {
    const std::string& filter = list_search(ui, "Search keys", ui.px(330));
    for (const NumberKey& key : keys) {
      if (!contains_words(key.key + " " + key.remark, filter)) continue;
      if (ImGui::Selectable(key.key.c_str(), key.key == range.key)) {
        range = suggested_range(key);
        chosen = true;
      }
      if (!key.remark.empty()) hint(key.remark.c_str());
      const std::string value = field_text(ui.units(), key.value, unit_of_key(key.key, key.remark));
      ImGui::SameLine(ui.px(338) - ImGui::CalcTextSize(value.c_str()).x);
      ImGui::TextDisabled("%s", value.c_str());
    }
    ImGui::EndCombo();
  }
  const NumberKey* key = find_number_key(keys, range.key);
  if (key)
    hint(fmt::format("Now {}. In the file: {}",
                     field_text(ui.units(), key->value, unit_of_key(key->key, key->remark)), key->remark)
             .c_str());
  return chosen;
}

/// The key of one range with "from", "to" and the number of values, and a button that removes it.
void range_fields(const Ui& ui, std::size_t k, const StudyView& study, Requests& requests) {
  StudySettings edited = *study.settings;
  StudyRange& range = edited.ranges[k];
  ImGui::PushID(static_cast<int>(k));
  const float close = study.settings->ranges.size() > 1 ? ui.px(32) : 0.0f;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - close);
  if (key_field(ui, "##key", *study.keys, range)) ask_edit(edited, requests);
  ui.mark(fmt::format("study_key_{}", k));
  if (close > 0.0f) {
    ImGui::SameLine(0, ui.px(6));
    if (ImGui::Button("x", {ui.px(26), 0})) {
      edited.ranges.erase(edited.ranges.begin() + static_cast<long>(k));
      ask_edit(edited, requests);
      ImGui::PopID();
      return;
    }
    hint("Do not vary this key");
  }
  // Three fields in a row, or two and one where they would be narrower than 70 px.
  const float room = ImGui::GetContentRegionAvail().x, words = ui.px(112), least = ui.px(70);
  const bool narrow = room - words < 3.0f * least;
  const float width = narrow ? 0.5f * (room - ui.px(76)) : (room - words) / 3.0f;
  const NumberKey* key = find_number_key(*study.keys, range.key);
  const std::string unit = unit_of_key(range.key, key ? key->remark : "");
  const std::string in =
      unit.empty() || unit == "-" ? ", in the key's own unit" : ", in " + field_unit(ui.units(), unit).label;
  const EntryField field{.unit = unit};
  const auto number = [&](const char* label, const char* id, double& value, const std::string& tip) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextDisabled("%s", label);
    ImGui::SameLine(0, ui.px(5));
    ImGui::SetNextItemWidth(width);
    const std::string text = fmt::format("{:.6g}{}", value, unit.empty() || unit == "-" ? "" : " " + unit);
    if (const auto typed = entry_field(ui, id, text, field)) {
      value = *typed;
      ask_edit(edited, requests);
    }
    ui.mark(fmt::format("study_{}_{}", id + 2, k));
    hint(tip.c_str());
    ImGui::SameLine(0, ui.px(7));
  };
  number("from", "##from", range.from, "First value" + in);
  number("to", "##to", range.to, "Last value" + in);
  if (narrow) ImGui::NewLine();
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("values");
  ImGui::SameLine(0, ui.px(5));
  ImGui::SetNextItemWidth(-1);
  constexpr double kMost = 1000.0;  // values of one key; the table shows a row for each
  if (const auto typed = entry_field(ui, "##count", std::to_string(range.count), {"-", 1.0, kMost, true})) {
    range.count = static_cast<int>(*typed);
    ask_edit(edited, requests);
  }
  ui.mark(fmt::format("study_count_{}", k));
  hint("How many values, ends included; 1 to 1000");
  ImGui::PopID();
}

/// The metric that table and plot show; before the study has run, those of the open run.
void metric_field(const Ui& ui, const RunView& run, const StudyView& study, Requests& requests) {
  std::vector<std::string> metrics = study.metrics;
  if (metrics.empty() && run.data) {
    for (const auto& [name, metric] : run.data->report().metrics) metrics.push_back(name);
  }
  ImGui::AlignTextToFramePadding();
  ImGui::TextDisabled("show");
  ImGui::SameLine(0, ui.px(8));
  ImGui::SetNextItemWidth(-1);
  if (ImGui::BeginCombo("##metric", plain_name(study.settings->metric).c_str(),
                        ImGuiComboFlags_HeightLarge)) {
    for (const std::string& name : metrics) {
      if (!ImGui::Selectable(plain_name(name).c_str(), name == study.settings->metric)) continue;
      StudySettings edited = *study.settings;
      edited.metric = name;
      ask_edit(edited, requests);
    }
    ImGui::EndCombo();
  }
  ui.mark("study_metric");
  hint("The number of each run that table and plot show; all of them are in the CSV file");
}

/// "3 of 20, 12 s left".
std::string progress_text(const StudyView& study) {
  if (study.cancelled) return "cancelling";
  const std::string done = fmt::format("{} of {}", study.rows_over, study.rows->size());
  if (!study.seconds_left) return done;
  return done + ", " + time_left_text(*study.seconds_left);
}

/// Progress and Cancel while the study runs, else Start and Save CSV.
void run_controls(const Ui& ui, const StudyView& study, Requests& requests) {
  const float button = ui.px(92);
  if (study.running) {
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, IM_COL32(150, 84, 46, 255));
    ImGui::ProgressBar(static_cast<float>(study.progress),
                       {ImGui::GetContentRegionAvail().x - button - ui.px(8), ImGui::GetFrameHeight()},
                       progress_text(study).c_str());
    ImGui::PopStyleColor();
    ui.mark("study_progress");
    ImGui::SameLine(0, ui.px(8));
    if (ImGui::Button("Cancel", {button, 0})) ask(requests, StudyRequest{.kind = StudyRequest::Kind::cancel});
    ui.mark("study_cancel");
    hint("Ends the study; rows that are done stay");
    return;
  }
  // Each value of a key is combined with each of the others.
  std::size_t runs = 1;
  for (const StudyRange& range : study.settings->ranges) runs *= range_values(range).size();
  ImGui::PushStyleColor(ImGuiCol_Button, IM_COL32(176, 88, 40, 255));
  const std::string text = fmt::format("Start, {} run{}###start", runs, runs == 1 ? "" : "s");
  if (ImGui::Button(text.c_str(), {ImGui::GetContentRegionAvail().x - button - ui.px(8), 0}))
    ask(requests, StudyRequest{.kind = StudyRequest::Kind::start});
  ImGui::PopStyleColor();
  ui.mark("study_start");
  hint("Runs the scenario once for each combination, beside the window, on all cores but one");
  ImGui::SameLine(0, ui.px(8));
  ImGui::BeginDisabled(study.rows->empty());
  if (ImGui::Button("Save CSV", {button, 0}))
    ask(requests, StudyRequest{.kind = StudyRequest::Kind::save_csv});
  ImGui::EndDisabled();
  ui.mark("study_export");
  hint("Writes keys, verdicts and all numbers of all rows into the working folder");
}

/// Ranges, a button for another key, the metric, the controls, and what went wrong.
void settings_column(const Ui& ui, const RunView& run, const StudyView& study, const std::string& note,
                     Requests& requests) {
  for (std::size_t k = 0; k < study.settings->ranges.size(); ++k) range_fields(ui, k, study, requests);
  if (study.settings->ranges.size() < kMostStudyKeys && !study.keys->empty()) {
    const bool second = study.settings->ranges.size() == 1;
    if (ImGui::Button(second ? "Vary a second key###more" : "Vary another key###more")) {
      StudySettings edited = *study.settings;
      // The first key that is not varied yet.
      const auto other = std::find_if(study.keys->begin(), study.keys->end(), [&](const NumberKey& key) {
        return std::none_of(edited.ranges.begin(), edited.ranges.end(),
                            [&](const StudyRange& range) { return range.key == key.key; });
      });
      if (other != study.keys->end()) edited.ranges.push_back(suggested_range(*other));
      ask_edit(edited, requests);
    }
    ui.mark("study_second");
    hint("Every value of each key with every value of the others");
    ImGui::SameLine(0, ui.px(8));
  }
  if (ImGui::Button("Statistics")) ask(requests, ShowStudyCasesRequest{});
  ui.mark("study_statistics");
  hint("Histogram, scatter plot, and which key moves a number most", "Ctrl+Shift+T");
  metric_field(ui, run, study, requests);
  run_controls(ui, study, requests);
  ImGui::PushTextWrapPos(0.0f);
  if (!study.message.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, palette::kError);
    ImGui::TextUnformatted(study.message.c_str());
    ImGui::PopStyleColor();
  } else if (const auto refused =
                 std::find_if(study.rows->begin(), study.rows->end(),
                              [](const StudyRow& r) { return r.status == StudyRowStatus::refused; });
             refused != study.rows->end()) {
    ImGui::PushStyleColor(ImGuiCol_Text, palette::kError);
    ImGui::TextUnformatted(("Refused: " + refused->message).c_str());
    ImGui::PopStyleColor();
  } else if (!note.empty() && !study.running) {
    ImGui::TextDisabled("%s", note.c_str());
  }
  ImGui::PopTextWrapPos();
}

}  // namespace

void study_panel(const Ui& ui, const RunView& run, const StudyView& study, const std::string& note,
                 Requests& requests) {
  if (study.scenario.empty() || study.settings->ranges.empty()) {
    ImGui::Dummy({0, ui.px(6)});
    ImGui::TextDisabled("Open a scenario (not a recorded run) to vary its numbers.");
    return;
  }
  const float width = std::min(ui.px(370), 0.45f * ImGui::GetContentRegionAvail().x);
  ImGui::BeginChild("settings", {width, 0});
  settings_column(ui, run, study, note, requests);
  ImGui::EndChild();
  ImGui::SameLine(0, ui.px(12));
  ImGui::BeginChild("results", {0, 0}, false, ImGuiWindowFlags_NoScrollbar);
  study_results(ui, study, requests);
  ImGui::EndChild();
}

}  // namespace grouser::desktop
