// SPDX-License-Identifier: BSD-3-Clause
// Each key of the selection is a row with a field of its kind. A field asks for a change of the document
// with the new value as TOML text, and the document decides whether it holds.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "desks/document/document_panels.hpp"
#include "grouser/base/toml_text.hpp"
#include "session/document/document_request.hpp"
#include "session/document/placing_request.hpp"
#include "session/document/saving_request.hpp"
#include "widgets/entry_field.hpp"

namespace grouser::desktop {

namespace {

/// Asks for one key to be set to this TOML value.
void ask_set(Requests& requests, const std::string& key, const std::string& value) {
  ask(requests, DocumentRequest{.settings = {{key, value}}, .what = key + " = " + value});
}

/// "from 0 to 1 m" of a key's range in the unit that is shown; empty where it has no bound.
std::string range_text(const InspectedKey& key, const DisplayUnit& shown) {
  const NumberRange& r = key.note->range;
  // NumberRange has huge numbers for bounds that are open; above this one is such.
  constexpr double kUnbounded = 1e299;
  const bool least = r.min > -kUnbounded, most = r.max < kUnbounded;
  const std::string unit = shown.label.empty() || shown.label == "-" ? "" : " " + shown.label;
  const double min = shown.factor * r.min, max = shown.factor * r.max;
  if (least && most) return fmt::format("{} {:g} to {:g}{}", r.open_min ? "above" : "from", min, max, unit);
  if (least) return fmt::format("{} {:g}{}", r.open_min ? "above" : "at least", min, unit);
  if (most) return fmt::format("at most {:g}{}", max, unit);
  return "";
}

/// A key's default in the unit that is shown; texts without numbers are left as they are.
std::string default_text(const InspectedKey& key, const DisplayUnit& shown) {
  const std::string& text = key.note->fallback;
  if (key.unit.empty() || key.unit == "-") return text;
  if (const std::optional<double> number = parse_entry(text, {key.unit}).value)
    return fmt::format("{:.10g} {}", shown.factor * *number, shown.label);
  // Not one number: a list of numbers, or a word.
  std::vector<double> values = numbers_of(text);
  for (double& value : values) value *= shown.factor;
  return values.empty() ? text : fmt::format("{:.10g} {}", fmt::join(values, ", "), shown.label);
}

/// Unit of a key as it is shown; whole numbers keep their unit.
DisplayUnit unit_of(const Ui& ui, const InspectedKey& key) {
  return key.note->kind == KeyKind::whole ? DisplayUnit{1.0, key.unit} : field_unit(ui.units(), key.unit);
}

/// The tooltip of a key: its path, help, remark, range, default and the file that sets it.
void tell(const Ui& ui, const InspectedKey& key) {
  if (!ImGui::IsItemHovered()) return;
  const KeyNote& note = *key.note;
  std::string text = note.key;
  for (const std::string& words : {std::string(key.note->help), key.remark})
    if (!words.empty()) text += "\n" + words;
  if (const std::string range = range_text(key, unit_of(ui, key)); !range.empty())
    text += "\nRange: " + range;
  if (!note.fallback.empty()) text += "\nDefault: " + default_text(key, unit_of(ui, key));
  text += key.source.empty() ? (note.value.empty() ? "\nNot in a file" : "") : "\nFrom " + key.source;
  hint(text.c_str());
}

/// Limits of a key's field; an open minimum begins at the next number above it.
EntryField field_of(const InspectedKey& key) {
  const NumberRange& r = key.note->range;
  const double least = r.open_min ? std::nextafter(r.min, r.max) : r.min;
  return {key.unit, least, r.max, key.note->kind == KeyKind::whole};
}

/// TOML text of the file's value, else of the default.
const std::string& shown_value(const KeyNote& note) {
  return note.value.empty() ? note.fallback : note.value;
}

std::string unquoted(const std::string& text) {
  return text.size() >= 2 && text.front() == '"' ? text.substr(1, text.size() - 2) : text;
}

/// A field for one number.
void number_field(const Ui& ui, const InspectedKey& key, Requests& requests) {
  if (const auto typed = entry_field(ui, "##value", shown_value(*key.note), field_of(key)))
    ask_set(requests, key.note->key, fmt::format("{}", *typed));
}

/// Up to four fields beside each other; longer lists are only counted. A new number writes the whole list.
void numbers_field(const Ui& ui, const InspectedKey& key, float width, Requests& requests) {
  std::vector<double> values = numbers_of(shown_value(*key.note));
  constexpr std::size_t kMost = 4;
  if (values.empty() || values.size() > kMost) {
    ImGui::TextDisabled(values.empty() ? "none" : "%zu numbers", values.size());
    return;
  }
  const float gap = ui.px(3), each = (width - gap * static_cast<float>(values.size() - 1)) /
                                     static_cast<float>(values.size());
  for (std::size_t k = 0; k < values.size(); ++k) {
    ImGui::PushID(static_cast<int>(k));
    if (k > 0) ImGui::SameLine(0, gap);
    ImGui::SetNextItemWidth(each);
    if (const auto typed = entry_field(ui, "##value", fmt::format("{:.6g}", values[k]), field_of(key))) {
      values[k] = *typed;
      ask_set(requests, key.note->key, toml_numbers(values));
    }
    ImGui::PopID();
  }
}

/// A combo of the allowed words.
void choice_field(const InspectedKey& key, Requests& requests) {
  const std::string& now = shown_value(*key.note);
  if (!ImGui::BeginCombo("##value", unquoted(now).c_str())) return;
  for (const std::string& choice : key.note->choices) {
    const std::string quoted = toml_string(choice);
    const char* label = choice.empty() ? "none" : choice.c_str();  // ImGui aborts at an entry without words
    if (ImGui::Selectable(label, quoted == now) && quoted != now) ask_set(requests, key.note->key, quoted);
  }
  ImGui::EndCombo();
}

/// A field for a text, which is taken on Enter or when the field loses the keyboard.
void text_field(const InspectedKey& key, Requests& requests) {
  std::string text = unquoted(shown_value(*key.note));
  const std::string before = text;
  const bool entered = ImGui::InputText("##value", &text, ImGuiInputTextFlags_EnterReturnsTrue);
  if ((entered || ImGui::IsItemDeactivatedAfterEdit()) && text != before)
    ask_set(requests, key.note->key, toml_string(text));
}

/// The field that suits the key's kind.
void value_field(const Ui& ui, const InspectedKey& key, float width, Requests& requests) {
  ImGui::SetNextItemWidth(width);
  switch (key.note->kind) {
    case KeyKind::number:
    case KeyKind::whole:
      number_field(ui, key, requests);
      break;
    case KeyKind::numbers:
      numbers_field(ui, key, width, requests);
      break;
    case KeyKind::flag: {
      bool on = shown_value(*key.note) == "true";
      if (ImGui::Checkbox("##value", &on)) ask_set(requests, key.note->key, on ? "true" : "false");
      break;
    }
    case KeyKind::choice:
      choice_field(key, requests);
      break;
    case KeyKind::text:
      text_field(key, requests);
      break;
  }
  ui.mark("key_" + key.note->key);
}

/// A line: name, field, unit, and, if it was changed, a button that restores the file's value.
void key_row(const Ui& ui, const DocumentView& view, const InspectedKey& key, Requests& requests) {
  ImGui::PushID(key.note->key.c_str());
  const bool changed = find_change(view.document->changes(), key.note->key) != nullptr;
  // Widths of the row: 42 % for the name, then field, unit and, where it was changed, the button.
  const float row = ImGui::GetContentRegionAvail().x, back = changed ? ui.px(26) : 0.0f;
  const float unit = key.unit.empty() || key.unit == "-" ? 0.0f : ui.px(46);
  const float label = 0.42f * row;
  ImGui::AlignTextToFramePadding();
  // Orange where changed, dim where no file sets the key.
  ImGui::PushStyleColor(ImGuiCol_Text, changed                   ? palette::kAccent
                                       : key.note->value.empty() ? palette::kDim
                                                                 : palette::kText);
  const float x = ImGui::GetCursorPosX();
  ImGui::TextUnformatted(fit_text(key.label, label - ui.px(6)).c_str());
  ImGui::PopStyleColor();
  tell(ui, key);  // three numbers take a line of their own
  const bool wide = key.note->kind == KeyKind::numbers && numbers_of(shown_value(*key.note)).size() > 2;
  const float indent = wide ? ui.px(14) : label;
  wide ? ImGui::SetCursorPosX(x + indent) : ImGui::SameLine(x + indent);
  value_field(ui, key, row - indent - unit - back - ui.px(4), requests);
  tell(ui, key);
  if (unit > 0.0f) {
    ImGui::SameLine(x + row - unit - back);
    ImGui::TextDisabled("%s", unit_of(ui, key).label.c_str());
  }
  if (changed) {
    ImGui::SameLine(x + row - ui.px(22));
    if (ImGui::SmallButton("x"))
      ask(requests, DocumentRequest{.kind = DocumentRequest::Kind::put_back, .text = key.note->key});
    ui.mark("put_back_" + key.note->key);
    hint("Put the file's value back");
  }
  // A refused change keeps its field, with the reason below it.
  const auto& refused = view.document->refused_keys();
  if (!view.document->refusal().empty() &&
      std::find(refused.begin(), refused.end(), key.note->key) != refused.end()) {
    ImGui::PushStyleColor(ImGuiCol_Text, palette::kError);
    ImGui::TextWrapped("%s", view.document->refusal().c_str());
    ImGui::PopStyleColor();
    ui.mark("refused");
  }
  ImGui::PopID();
}

/// All changes of the scenario with buttons that put them back; nothing without changes.
void changes_list(const Ui& ui, const DocumentView& view, Requests& requests) {
  const auto& changes = view.document->changes();
  if (changes.empty()) return;
  ImGui::Dummy({0, ui.px(4)});
  heading(ui, "Changed");
  for (const Override& o : changes) {
    ImGui::PushID(o.key.c_str());
    const float back = ui.px(26), width = ImGui::GetContentRegionAvail().x - back;
    const float x = ImGui::GetCursorPosX();
    ImGui::TextUnformatted(fit_text(o.key + " = " + o.value, width).c_str());
    hint((o.key + " = " + o.value).c_str());
    ImGui::SameLine(x + width);
    if (ImGui::SmallButton("x"))
      ask(requests, DocumentRequest{.kind = DocumentRequest::Kind::put_back, .text = o.key});
    hint("Put the file's value back");
    ImGui::PopID();
  }
  if (ImGui::Button("Put all back"))
    ask(requests, DocumentRequest{.kind = DocumentRequest::Kind::put_all_back});
  ui.mark("put_all_back");
  hint("Every value as its file has it; undo brings the changes again");
  ImGui::SameLine();
  if (ImGui::Button("Save as…")) ask(requests, SavingRequest{.kind = SavingRequest::Kind::show_dialog});
  ui.mark("save_as");
  hint("Write the scenario with these changes", "Ctrl+Shift+S");
}

}  // namespace

void inspector_panel(const Ui& ui, const RunView& run, const DocumentView& view, std::string& filter,
                     Requests& requests) {
  if (!run.scene) return;
  const bool something = view.selection.kind != SelectionKind::none;
  heading(ui, Inspector::title_of(view.selection, *run.scene).c_str());
  // Recorded runs have no document that could change.
  if (!view.document->is_open()) {
    ImGui::TextWrapped("A recorded run cannot be changed. Open its scenario to change numbers.");
    return;
  }
  if (ImGui::Button("Move"))
    ask(requests, PlacingRequest{.kind = PlacingRequest::Kind::begin, .mode = PlacingMode::move});
  ui.mark("place_move");
  hint("Move the vehicle over the ground; a click sets it down", "G");
  ImGui::SameLine();
  if (ImGui::Button("Turn"))
    ask(requests, PlacingRequest{.kind = PlacingRequest::Kind::begin, .mode = PlacingMode::turn});
  ui.mark("place_turn");
  hint("Turn the vehicle about its vertical axis", "R");
  ImGui::SameLine();
  const float close = something ? ui.px(30) : 0.0f;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - close);
  ImGui::InputTextWithHint("##inspector_filter", "Search all numbers", &filter);
  ui.mark("inspector_filter");
  hint("Words that occur in a key or in the remark beside it: \"wheel radius\"");
  if (something) {
    ImGui::SameLine(0, ui.px(4));
    if (ImGui::Button("x", {ui.px(26), 0}))
      ask(requests, DocumentRequest{.kind = DocumentRequest::Kind::select});
    ui.mark("select_nothing");
    hint("Select nothing: the scenario's own numbers", "Esc");
  }
  for (const InspectedGroup& group : view.inspector->groups(view.selection, *run.scene, filter)) {
    ImGui::PushID(group.title.c_str());
    ImGui::SetNextItemOpen(true, ImGuiCond_Once);
    if (ImGui::TreeNodeEx(group.title.c_str(),
                          ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_SpanAvailWidth)) {
      for (const InspectedKey& key : group.keys) key_row(ui, view, key, requests);
    }
    ImGui::PopID();
  }
  changes_list(ui, view, requests);
}

}  // namespace grouser::desktop
