// SPDX-License-Identifier: BSD-3-Clause
// Three columns: entries, findings, charts. A key's slider runs over its range on the key's own scale;
// moving it asks for the curves at that value.
#include "desks/fit/fit_panel.hpp"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "desks/fit/fit_request.hpp"
#include "grouser/base/asset_path.hpp"
#include "grouser/mission/fit/fit_report.hpp"
#include "widgets/xy_plot.hpp"

namespace grouser::desktop {
namespace {

using Kind = FitRequest::Kind;

/// Combos of the soil, with a search, and of the law.
void soil_choice(const Ui& ui, FitForm& form) {
  const float law_width = ui.px(92);
  ImGui::SetNextItemWidth(-law_width - ImGui::GetStyle().ItemSpacing.x);
  if (ImGui::BeginCombo("##fit_soil", form.soil.c_str())) {
    const std::string& wanted = list_search(ui, "Soil");
    for (const std::string& id : asset_ids("soils"))
      if (id.find(wanted) != std::string::npos && ImGui::Selectable(id.c_str(), id == form.soil))
        form.soil = id;
    ImGui::EndCombo();
  }
  ui.mark("fit_soil");
  hint("The soil whose other numbers are kept");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(-1);
  ImGui::Combo("##fit_law", &form.law, kFitLawNames, static_cast<int>(std::size(kFitLawNames)));
  ui.mark("fit_law");
  hint("The law that is fitted: that of the soil's file, or another");
}

/// Fit, or Stop with the progress.
void start_button(const Ui& ui, const FitForm& form, const FitView& view, Requests& requests) {
  if (view.working) {
    if (ImGui::Button("Stop", {ui.px(80), 0})) ask(requests, FitRequest{.kind = Kind::stop});
    ui.mark("fit_stop");
    ImGui::SameLine();
    if (view.progress >= 0.0)
      ImGui::ProgressBar(static_cast<float>(view.progress), {-1, 0});
    else
      ImGui::TextDisabled("Fitting…");
    return;
  }
  ImGui::BeginDisabled(form.data.empty());
  if (ImGui::Button("Fit", {-1, 0})) ask(requests, FitRequest{.kind = Kind::run});
  ImGui::EndDisabled();
  ui.mark("fit_run");
  hint(form.data.empty() ? "Name a file of measured data first"
                         : "Look for the values that meet the data best");
}

/// Data, the button, soil, and the keys in the rest of the room.
void entries(const Ui& ui, FitForm& form, const FitView& view, Requests& requests) {
  ImGui::SetNextItemWidth(-1);
  ImGui::InputTextWithHint("##fit_data", "Data: bed.csv,radius=0.15,width=0.1", &form.data);
  ui.mark("fit_data");
  hint(
      "A table of a wheel bed (slip, load, drawbar_pull, torque, sinkage), a plate (depth, pressure), a "
      "shear "
      "box or a tilt bed; what it has no column for follows as key=value; more files after ;");
  soil_choice(ui, form);
  start_button(ui, form, view, requests);
  ImGui::TextDisabled("Keys and their ranges, a line for each");
  const float least = 3.2f * ImGui::GetTextLineHeightWithSpacing();
  ImGui::InputTextMultiline("##fit_keys", &form.keys,
                            {-1, std::max(least, ImGui::GetContentRegionAvail().y)});
  ui.mark("fit_keys");
  hint("n=0.5:1.5, say; :log or :linear after it chooses the scale");
}

/// A row of a key: name, slider over its range on the range's own scale, and the 95 % interval of the fit.
void key_row(const Ui& ui, const FitView& view, std::size_t k, Requests& requests) {
  const FitKey& key = view.spec.keys[k];
  const double now = k < view.keys.size() ? view.keys[k] : key.value(0.5);
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(key.key.c_str());
  ImGui::TableNextColumn();
  // The slider holds the place in the range, 0 to 1; its text is the value.
  auto place = static_cast<float>(std::clamp(key.unit(now), 0.0, 1.0));
  ImGui::SetNextItemWidth(-1);
  ImGui::BeginDisabled(view.working || view.values.empty());
  if (ImGui::SliderFloat(("##" + key.key).c_str(), &place, 0.0f, 1.0f, fmt::format("{:.5g}", now).c_str(),
                         ImGuiSliderFlags_NoInput))
    ask(requests, FitRequest{.kind = Kind::slide, .key = k, .value = key.value(static_cast<double>(place))});
  ImGui::EndDisabled();
  ui.mark("fit_key_" + key.key);
  hint("Drag: the curves at another value of this key");
  ImGui::TableNextColumn();
  ImGui::AlignTextToFramePadding();
  // An interval is known only after a whole fit, and only if the data determine the key.
  const bool sure = view.result && std::isfinite(view.result->keys[k].low);
  ImGui::TextDisabled(
      "%s", sure
                ? fmt::format("{:.4g} to {:.4g}", view.result->keys[k].low, view.result->keys[k].high).c_str()
                : "");
}

/// Residuals of each group, warnings about keys that the data confuse, and tests that would help.
void sentences(const FitResult& result) {
  ImGui::PushTextWrapPos(0.0f);
  for (const FittedGroup& group : result.groups)
    ImGui::TextUnformatted(fmt::format("{} of {}: rms {:.3g} {}", group.channel, group.file, group.rms,
                                       group.unit == "-" ? "" : group.unit)
                               .c_str());
  ImGui::PushStyleColor(ImGuiCol_Text, palette::kWarning);
  for (const Confusion& one : result.confusions) ImGui::TextUnformatted(one.text.c_str());
  for (const std::string& note : result.notes) ImGui::TextUnformatted(note.c_str());
  ImGui::PopStyleColor();
  ImGui::PushStyleColor(ImGuiCol_Text, palette::kDim);
  for (const NextTest& test : result.next_tests) ImGui::TextUnformatted(test.text.c_str());
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
}

/// Button and file name for the fitted soil.
void saving(const Ui& ui, FitForm& form, const FitView& view, Requests& requests) {
  ImGui::BeginDisabled(!view.result || form.save_path.empty());
  if (ImGui::Button("Save soil")) ask(requests, FitRequest{.kind = Kind::save});
  ImGui::EndDisabled();
  ui.mark("fit_save");
  hint(view.result ? "The soil with what was found and how sure it is, for scenarios and campaigns"
                   : "There is no fit to save yet");
  ImGui::SameLine();
  ImGui::SetNextItemWidth(-1);
  ImGui::InputText("##fit_save_path", &form.save_path);
  ui.mark("fit_save_path");
  if (!view.saved.empty()) ImGui::TextDisabled("%s", ("Saved " + view.saved).c_str());
}

/// Refusal, keys with their values, saving and sentences; a hint before the first fit.
void findings(const Ui& ui, FitForm& form, const FitView& view, Requests& requests) {
  if (!view.refusal.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, palette::kError);
    ImGui::TextWrapped("%s", view.refusal.c_str());
    ImGui::PopStyleColor();
  }
  ui.mark("fit_refusal");
  if (view.spec.keys.empty()) {
    ImGui::TextWrapped(
        "A fit finds the numbers of a soil, a wheel or a law that meet measured data best, and how sure they "
        "are. Name a table on the left, or drop it on the window.");
    return;
  }
  if (ImGui::BeginTable("keys", 3, ImGuiTableFlags_SizingStretchProp)) {
    ImGui::TableSetupColumn("key", 0, 0.8f);
    ImGui::TableSetupColumn("value", 0, 1.4f);
    ImGui::TableSetupColumn("95 %", 0, 1.2f);
    ImGui::TableHeadersRow();
    for (std::size_t k = 0; k < view.spec.keys.size(); ++k) key_row(ui, view, k, requests);
    ImGui::EndTable();
  }
  saving(ui, form, view, requests);
  if (view.result) sentences(*view.result);
}

/// Charts of the chosen kind; the corner plot needs a result.
std::vector<Chart> shown_charts(const FitForm& form, const FitView& view) {
  if (form.charts == FitCharts::residuals) return make_residual_charts(view.values);
  if (form.charts == FitCharts::corner)
    return view.result ? make_corner_charts(*view.result) : std::vector<Chart>{};
  return make_fit_charts(view.values);
}

/// The charts side by side, in as many rows as keep them readable.
void charts(const Ui& ui, FitForm& form, const FitView& view) {
  // A radio button per kind of chart.
  constexpr const char* kNames[] = {"Curves", "Residuals", "Corner"};
  for (int k = 0; k < 3; ++k) {
    if (k > 0) ImGui::SameLine(0, ui.px(10));
    if (ImGui::RadioButton(kNames[k], static_cast<int>(form.charts) == k))
      form.charts = static_cast<FitCharts>(k);
    ui.mark(fmt::format("fit_charts_{}", k));
  }
  const std::vector<Chart> all = shown_charts(form, view);
  if (all.empty()) {
    ImGui::TextDisabled("%s", form.charts == FitCharts::corner ? "Shown after a fit of two keys or more"
                                                               : "Measured and predicted values come here");
    return;
  }
  // As many columns as have kLeast px each, and rows that share the height, at least 150 px each.
  constexpr float kLeast = 250.0f;  // px, of a chart's width
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const auto count = static_cast<int>(all.size());
  const int columns = std::clamp(static_cast<int>(room.x / ui.px(kLeast)), 1, count);
  const int rows = (count + columns - 1) / columns;
  const ImVec2 gap = ImGui::GetStyle().ItemSpacing;
  const ImVec2 size{
      (room.x - static_cast<float>(columns - 1) * gap.x) / static_cast<float>(columns),
      std::max(ui.px(150), (room.y - static_cast<float>(rows - 1) * gap.y) / static_cast<float>(rows))};
  for (int k = 0; k < count; ++k) {
    if (k % columns != 0) ImGui::SameLine();
    draw_xy_plot(ui, fmt::format("fit_chart_{}", k).c_str(), all[static_cast<std::size_t>(k)], size);
  }
}

}  // namespace

void fit_panel(const Ui& ui, FitForm& form, const FitView& view, Requests& requests) {
  const float gap = ui.px(12);
  ImGui::BeginChild("fit_entries", {ui.px(270), 0});
  entries(ui, form, view, requests);
  ImGui::EndChild();
  ImGui::SameLine(0, gap);
  ImGui::BeginChild("fit_findings", {ui.px(330), 0});
  findings(ui, form, view, requests);
  ImGui::EndChild();
  ImGui::SameLine(0, gap);
  ImGui::BeginChild("fit_charts", {0, 0});
  charts(ui, form, view);
  ImGui::EndChild();
}

}  // namespace grouser::desktop
