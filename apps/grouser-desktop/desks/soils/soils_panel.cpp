// SPDX-License-Identifier: BSD-3-Clause
// Three parts beside each other: list, numbers, curves. Numbers of a soil of the open scenario are fields
// that change the document under the soil's prefix; those of other soils are shown only.
#include "desks/soils/soils_panel.hpp"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "desks/soils/soil_request.hpp"
#include "grouser/soil/laws/moduli_gravity.hpp"
#include "session/document/document_request.hpp"
#include "session/scenario_list.hpp"
#include "widgets/entry_field.hpp"
#include "widgets/units.hpp"

namespace grouser::desktop {

namespace {

using SoilAsk = SoilRequest::Kind;

/// Words on where a soil is from.
const char* origin_text(const ShelvedSoil& soil) {
  if (soil.is_grounds()) return "the ground's soil";
  switch (soil.origin) {
    case SoilOrigin::scenario:
      return "in this scenario";
    case SoilOrigin::own:
      return "yours";
    case SoilOrigin::shipped:
      return "comes with the program";
  }
  return "";
}

/// Tooltip of a soil: name, origin, why it is provisional, and the soil with the same numbers.
std::string about(const ShelvedSoil& soil) {
  std::string text = soil.params.name + "\n" + origin_text(soil);
  if (soil.params.provisional) text += "\nProvisional: " + soil.params.provisional_reason;
  if (!soil.params.same_as.empty()) text += "\nThe same numbers as " + soil.params.same_as;
  return text;
}

/// A line of a list with the soil's id and a short note on the right; true if it was chosen.
bool soil_line(const Ui& ui, const ShelvedSoil& soil, bool chosen, const char* mark) {
  ImGui::PushID(soil.given.c_str());
  const float width = ImGui::GetContentRegionAvail().x;
  // The texts are drawn over an empty selectable, because the note has a place and colour of its own.
  const bool pressed = ImGui::Selectable("##soil", chosen);
  ui.mark(mark + soil.params.id);
  hint(about(soil).c_str());
  const ImVec2 low = ImGui::GetItemRectMin();
  const char* note = soil.is_grounds()                     ? "ground"
                     : soil.params.provisional             ? "provisional"
                     : soil.origin == SoilOrigin::scenario ? "scenario"
                     : soil.origin == SoilOrigin::own      ? "yours"
                                                           : "";
  const float room = ImGui::CalcTextSize(note).x;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddText({low.x + ui.px(3), low.y}, palette::kText,
                fit_text(soil.params.id, width - room - ui.px(14)).c_str());
  list->AddText({low.x + width - room - ui.px(3), low.y},
                soil.params.provisional && !soil.is_grounds() ? palette::kWarning : palette::kDim, note);
  ImGui::PopID();
  return pressed;
}

/// The search and the soils whose words match.
void shelf_list(const Ui& ui, const SoilView& soils, SoilForm& form, Requests& requests) {
  ImGui::SetNextItemWidth(-1);
  ImGui::InputTextWithHint("##soil_search", "Search soils", &form.filter);
  ui.mark("soil_search");
  hint("Words that occur in a soil's name, in its sources or in the reason why it is provisional");
  ImGui::BeginChild("shelf");
  ImGui::Dummy({0, ui.px(1)});  // the first line's highlight reaches above it
  for (const auto& soil : soils.shelf) {
    std::string words = soil->params.id + " " + soil->params.name + " " + origin_text(*soil);
    if (soil->params.provisional) words += " provisional " + soil->params.provisional_reason;
    for (const std::string& source : soil->params.sources) words += " " + source;
    if (contains_words(words, form.filter) && soil_line(ui, *soil, soil == soils.chosen, "soil_"))
      ask(requests, SoilRequest{.kind = SoilAsk::choose, .text = soil->given});
  }
  ImGui::EndChild();
}

/// Source of a soil's number, or the reason why it was filled in.
std::string origin_of_number(const SoilParams& soil, const std::string& key) {
  for (const FilledIn& filled : soil.filled_in)
    if (filled.key == key) return "Not in the source: " + filled.reason;
  std::string text;
  for (const std::string& source : soil.sources) text += (text.empty() ? "" : "\n") + source;
  return text;
}

/// A row with a number's key, field or value, and unit. Dim: not in the source; orange: changed.
void number_row(const Ui& ui, const ShelvedSoil& soil, const KeyNote& note, const DocumentView& document,
                Requests& requests) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::PushID(note.key.c_str());
  const std::string key = soil.prefix + note.key, origin = origin_of_number(soil.params, note.key);
  const bool filled = origin.rfind("Not in", 0) == 0;
  const bool changed = !soil.prefix.empty() && find_change(document.document->changes(), key);
  ImGui::AlignTextToFramePadding();
  ImGui::PushStyleColor(ImGuiCol_Text, changed ? palette::kAccent : filled ? palette::kDim : palette::kText);
  ImGui::TextUnformatted(note.key.c_str());
  ImGui::PopStyleColor();
  const std::string tip = note.key + "\n" + origin;
  hint(tip.c_str());
  ImGui::TableNextColumn();
  const bool known = note.range.unit && std::string(note.range.unit) != "-";
  const DisplayUnit shown = field_unit(ui.units(), known ? note.range.unit : "");
  // A soil without a prefix cannot be set, nor can anything of a recorded run.
  if (soil.prefix.empty() || !document.document->is_open()) {
    const std::optional<double> value = parse_entry(note.value, {}).value;
    ImGui::TextUnformatted(value ? fmt::format("{:.10g}", shown.factor * *value).c_str()
                                 : note.value.c_str());
  } else {
    ImGui::SetNextItemWidth(-1);
    const double least =
        note.range.open_min ? std::nextafter(note.range.min, note.range.max) : note.range.min;
    if (const auto typed = entry_field(ui, "##value", note.value, {note.range.unit, least, note.range.max}))
      ask(requests, DocumentRequest{.settings = {{key, fmt::format("{}", *typed)}},
                                    .what = key + " = " + fmt::format("{}", *typed)});
    ui.mark("soil_key_" + note.key);
  }
  hint(fmt::format("{}\nRange: {:g} to {:g} {}", tip, shown.factor * note.range.min,
                   shown.factor * note.range.max, shown.label)
           .c_str());
  ImGui::TableNextColumn();
  ImGui::TextDisabled("%s", shown.label.c_str());
  ImGui::PopID();
}

/// Popup with a field for the name of a copy and the path where it will be.
void copy_dialog(const Ui& ui, const SoilView& soils, SoilForm& form, Requests& requests) {
  if (!ImGui::BeginPopup("new_soil")) return;
  ImGui::TextUnformatted("Name of the new soil");
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(ui.px(300));
  bool made = ImGui::InputText("##soil_name", &form.name,
                               ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  ui.mark("soil_name");
  hint("Letters, digits, _ and -");
  ImGui::TextDisabled("%s", fit_text((soils.folder / (form.name + ".toml")).string(), ui.px(300)).c_str());
  made = ImGui::Button("Make it") || made;
  ui.mark("soil_copy_confirm");
  hint("Writes the file and lets the ground have this soil; no file is replaced", "Enter");
  if (made) {
    ask(requests, SoilRequest{.kind = SoilAsk::copy, .text = form.name});
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

/// Buttons that give the ground this soil, or a copy of it under another name.
void buttons(const Ui& ui, const SoilView& soils, const DocumentView& document, SoilForm& form,
             Requests& requests) {
  const bool open = document.document->is_open();
  ImGui::BeginDisabled(!open || soils.chosen->is_grounds());
  if (ImGui::Button("Use")) ask(requests, SoilRequest{.kind = SoilAsk::use});
  ImGui::EndDisabled();
  ui.mark("soil_use");
  hint(!open                        ? "A recorded run cannot be changed. Open its scenario."
       : soils.chosen->is_grounds() ? "The ground has this soil"
       : soils.has_soil_map
           ? "The soil map says what lies where: this soil is used outside of it. Paint it where it is to be."
           : "The ground's soil (terrain.soil); changed numbers of the old one are put back");
  ImGui::SameLine(0, ui.px(4));
  ImGui::BeginDisabled(!open);
  if (ImGui::Button("New from it…")) {
    form.name = "my_" + soils.chosen->params.id;
    ImGui::OpenPopup("new_soil");
  }
  ImGui::EndDisabled();
  ui.mark("soil_copy");
  hint("Writes a copy under another name, whose numbers can be changed");
  copy_dialog(ui, soils, form, requests);
}

/// Name, buttons, warnings, numbers and sources of the chosen soil.
void numbers(const Ui& ui, const SoilView& soils, const DocumentView& document, SoilForm& form,
             Requests& requests) {
  const ShelvedSoil& soil = *soils.chosen;
  ImGui::PushFont(ui.fonts.strong);
  ImGui::TextUnformatted(fit_text(soil.params.name, ImGui::GetContentRegionAvail().x).c_str());
  ImGui::PopFont();
  hint(about(soil).c_str());
  buttons(ui, soils, document, form, requests);
  ImGui::BeginChild("numbers");
  if (soil.params.provisional) {
    ImGui::PushStyleColor(ImGuiCol_Text, palette::kWarning);
    ImGui::TextWrapped("Provisional: %s", soil.params.provisional_reason.c_str());
    ImGui::PopStyleColor();
    ui.mark("soil_provisional");
  }
  if (const std::string note = gravity_note(soil.params, soils.rig.gravity); !note.empty()) {
    ImGui::TextWrapped("%s", note.c_str());
    ui.mark("soil_gravity");
  }
  if (ImGui::BeginTable("keys", 3, ImGuiTableFlags_SizingStretchProp)) {
    ImGui::TableSetupColumn("key", 0, 1.2f);
    ImGui::TableSetupColumn("value", 0, 1.0f);
    ImGui::TableSetupColumn("unit", 0, 0.7f);
    for (const KeyNote& note : soil.keys) number_row(ui, soil, note, document, requests);
    ImGui::EndTable();
  }
  ImGui::PushTextWrapPos(0.0f);
  for (const std::string& source : soil.params.sources) ImGui::TextDisabled("Source: %s", source.c_str());
  if (!soil.params.filled_in.empty())
    ImGui::TextDisabled("Dim numbers are not in the source; pointing at one tells where it is from.");
  ImGui::PopTextWrapPos();
  ImGui::EndChild();
}

/// A combo of the soil that is drawn beside the chosen one.
void compare_choice(const Ui& ui, const SoilView& soils, float width, Requests& requests) {
  ImGui::SetNextItemWidth(width);
  const std::string shown = soils.beside ? soils.beside->params.id : "Compare with…";
  if (ImGui::BeginCombo("##soil_compare", shown.c_str(), ImGuiComboFlags_HeightLarge)) {
    if (ImGui::Selectable("Nothing", !soils.beside)) ask(requests, SoilRequest{.kind = SoilAsk::compare});
    for (const auto& soil : soils.shelf)
      if (soil_line(ui, *soil, soil == soils.beside, "soil_beside_"))
        ask(requests, SoilRequest{.kind = SoilAsk::compare, .text = soil->given});
    ImGui::EndCombo();
  }
  ui.mark("soil_compare");
  hint("A second soil, drawn beside this one");
}

/// The wheel of the curves and its load, N.
void wheel_choice(const Ui& ui, const SoilView& soils, float width, Requests& requests) {
  const WheelGeometry& wheel = soils.rig.wheel;
  const std::string size =
      fmt::format("radius {}, width {}, {:g} grousers of {}", value_text(ui.units(), wheel.radius, "m"),
                  value_text(ui.units(), wheel.width, "m"), wheel.grouser_count,
                  value_text(ui.units(), wheel.grouser_height, "m"));
  ImGui::SetNextItemWidth(width);
  const std::string shown = soils.wheels.empty() ? "a wheel of the program" : soils.wheels[soils.wheel];
  if (ImGui::BeginCombo("##soil_wheel", shown.c_str())) {
    for (std::size_t k = 0; k < soils.wheels.size(); ++k)
      if (ImGui::Selectable(soils.wheels[k].c_str(), k == soils.wheel))
        ask(requests, SoilRequest{.kind = SoilAsk::wheel, .wheel = k});
    ImGui::EndCombo();
  }
  ui.mark("soil_wheel");
  hint(("The wheel of both curves: " + size).c_str());
  ImGui::SameLine(0, ui.px(8));
  ImGui::SetNextItemWidth(ui.px(76));
  constexpr double kMost = 1e6;  // N
  const DisplayUnit newtons = field_unit(ui.units(), "N");
  if (const auto typed =
          entry_field(ui, "##soil_load", fmt::format("{:.4g}", soils.rig.load), {"N", 0.0, kMost}))
    ask(requests, SoilRequest{.kind = SoilAsk::load, .load = *typed});
  ui.mark("soil_load");
  hint(fmt::format("Load of the wheel, up to {:g} {}; 0: as at the run's start", newtons.factor * kMost,
                   newtons.label)
           .c_str());
  ImGui::SameLine(0, ui.px(4));
  ImGui::TextDisabled("%s", newtons.label.c_str());
}

/// Remarks on the curves: why one is missing, or what it does not show.
void remarks(const Ui& ui, const SoilView& soils) {
  const auto tell = [&](const SoilCurve& curve) {
    const std::string& text = curve.why_not.empty() ? curve.remark : curve.why_not;
    if (text.empty()) return;
    ImGui::SameLine(0, ui.px(12));
    const float width = ImGui::GetContentRegionAvail().x;
    if (width < ui.px(60)) return;
    ImGui::TextDisabled("%s", fit_text(curve.name + ": " + text, width).c_str());
    hint(text.c_str());
  };
  tell(soils.curves.chosen);
  if (soils.curves.beside) tell(*soils.curves.beside);
}

/// Choices above, then both plots, each half as wide as the part.
void curves(const Ui& ui, const SoilView& soils, Requests& requests) {
  const float room = ImGui::GetContentRegionAvail().x, field = std::min(ui.px(170), 0.26f * room);
  wheel_choice(ui, soils, field, requests);
  ImGui::SameLine(0, ui.px(12));
  compare_choice(ui, soils, field, requests);
  remarks(ui, soils);
  const ImVec2 area = ImGui::GetContentRegionAvail();
  const float gap = ui.px(8);
  const ImVec2 half{0.5f * (area.x - gap), area.y};
  draw_xy_plot(ui, "soil_pressure", pressure_plot(ui.units(), soils), half);
  ImGui::SameLine(0, gap);
  draw_xy_plot(ui, "soil_pull", pull_plot(soils), half);
}

/// A chart with the curves of both soils; `fill` adds the points of one.
template <class Fill>
Chart soil_chart(const SoilView& soils, Chart chart, const Fill& fill) {
  const auto add = [&](const SoilCurve& curve) {
    chart.series.push_back({curve.name, {}, {}});
    fill(curve, chart.series.back());
  };
  add(soils.curves.chosen);
  if (soils.curves.beside) add(*soils.curves.beside);
  chart.nothing = soils.working ? "Working…" : soils.curves.chosen.why_not;
  return chart;
}

}  // namespace

Chart pressure_plot(const ShownUnits& units, const SoilView& soils) {
  const std::string plate = steady_text(units, soils.rig.wheel.width, "mm", 0);
  return soil_chart(soils, {"", "sinkage", "Pressure, plate of " + plate, {}, "m", "Pa"},
                    [](const SoilCurve& curve, ChartSeries& series) {
                      for (const PressurePoint& p : curve.pressure) series.add(p.sinkage, p.pressure);
                    });
}

Chart pull_plot(const SoilView& soils) {
  return soil_chart(soils, {"", "slip", "Drawbar pull", {}, "slip", "N"},
                    [](const SoilCurve& curve, ChartSeries& series) {
                      for (const RigRow& row : curve.pull) series.add(row.slip, row.drawbar_pull);
                    });
}

void soils_panel(const Ui& ui, const SoilView& soils, const DocumentView& document, SoilForm& form,
                 Requests& requests) {
  form.shown = true;
  if (!soils.chosen) return;
  constexpr float kLeastWidth =
      620.0f;  // px that the three parts need; where there is less, they are scrolled
  ImGui::SetNextWindowContentSize({std::max(ImGui::GetContentRegionAvail().x, ui.px(kLeastWidth)), 0.0f});
  ImGui::BeginChild("soil_parts", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar);
  const ImVec2 area = ImGui::GetContentRegionAvail();
  const float gap = ui.px(10), list = std::min(ui.px(230), 0.22f * area.x);
  const float table = std::min(ui.px(330), 0.3f * area.x);
  ImGui::BeginChild("soil_list", {list, area.y});
  shelf_list(ui, soils, form, requests);
  ImGui::EndChild();
  ImGui::SameLine(0, gap);
  ImGui::BeginChild("soil_numbers", {table, area.y});
  numbers(ui, soils, document, form, requests);
  ImGui::EndChild();
  ImGui::SameLine(0, gap);
  ImGui::BeginChild("soil_curves", {0, area.y});
  curves(ui, soils, requests);
  ImGui::EndChild();
  ImGui::EndChild();
}

}  // namespace grouser::desktop
