// SPDX-License-Identifier: BSD-3-Clause
// The field shows a text until somebody types. Its state (EntryEdit) outlives the picture: a refused text
// comes back with the keyboard after Enter, and is dropped when the field is left.
#include "widgets/entry_field.hpp"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <cmath>
#include <cstdlib>

#include "hal/imgui_versions.hpp"

namespace grouser::desktop {
namespace {

/// The reason above the field, in front of what is there.
void show_refusal(const Ui& ui, const std::string& reason) {
  const ImVec2 item = ImGui::GetItemRectMin(), pad{ui.px(9), ui.px(5)};
  const ImVec2 text = ImGui::CalcTextSize(reason.c_str());
  const float room = ImGui::GetIO().DisplaySize.x - text.x - 2.0f * pad.x - ui.px(6);
  const ImVec2 high{std::fmin(item.x, room) + text.x + 2.0f * pad.x, item.y - ui.px(4)};
  const ImVec2 low{high.x - text.x - 2.0f * pad.x, high.y - text.y - 2.0f * pad.y};
  ImDrawList* list = ImGui::GetForegroundDrawList();
  list->AddRectFilled(low, high, palette::kErrorFill, ui.px(4));
  list->AddRect(low, high, palette::kError, ui.px(4));
  list->AddText({low.x + pad.x, low.y + pad.y}, palette::kText, reason.c_str());
  ui.mark_area("refusal", low, high);
}

/// A field in the unit that was chosen for the window.
struct ShownField {
  EntryField field;
  std::string text;
  double factor = 1.0;  ///< shown = the field's own times this
};

/// The field in the window's unit: text, limits and factor.
ShownField shown_field(const ShownUnits& units, const std::string& text, const EntryField& field) {
  ShownField shown{field, text};
  if (field.as_in_file || field.whole) return shown;
  const DisplayUnit unit = field_unit(units, field.unit);
  if (unit.label == field.unit) return shown;
  shown.factor = unit.factor;
  shown.field.unit = unit.label;
  shown.field.least *= unit.factor;
  shown.field.most *= unit.factor;
  if (const std::optional<double> value = parse_entry(text, {field.unit}).value)
    shown.text = fmt::format("{:.10g}", unit.factor * *value) +
                 (text.ends_with(" " + field.unit) ? " " + unit.label : "");
  return shown;
}

/// The value in the field's unit, without the rounding error of the division: 0.142 for 142 mm.
double from_shown(double value, double factor) {
  return factor == 1.0 ? value : std::strtod(fmt::format("{:.15g}", value / factor).c_str(), nullptr);
}

/// The number after the field is left or Enter is pressed; nothing if it is refused.
std::optional<double> conclude(EntryEdit& edit, ImGuiID self, const std::string& typed, bool entered,
                               const EntryField& field) {
  const Entry entry = parse_entry(typed, field);
  edit = {};
  if (entry.value) return entry.value;
  edit.field = self;
  edit.text = typed;
  edit.refusal = entry.refusal;
  edit.again = entered;  // to be mended; who leaves the field has the old value back
  return std::nullopt;
}

}  // namespace

std::optional<double> entry_field(const Ui& ui, const char* id, const std::string& given,
                                  const EntryField& own_field) {
  // The text that was refused comes back, with the keyboard; a click elsewhere drops it.
  const auto [field, text, factor] = shown_field(ui.units(), given, own_field);
  EntryEdit& edit = ui.entry;
  const ImGuiID self = ImGui::GetID(id);
  const bool again = edit.field == self && edit.again;
  if (edit.field == self && !again && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) edit = {};
  std::string typed = again ? edit.text : text;
  if (again) ImGui::SetKeyboardFocusHere();
  // A refused field has a red frame.
  const bool refused = edit.field == self && !edit.refusal.empty();
  ImGui::PushStyleColor(ImGuiCol_Border, palette::kError);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, refused ? ui.px(1) : 0.0f);
  const bool entered =
      ImGui::InputText(id, &typed, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  // The typed text is noted while it is there, because ImGui drops it when the field is left by Tab.
  const bool active = ImGui::IsItemActive();
  if (active) {
    edit.typing_in = self;
    edit.typed = typed;
  }
  if (active && edit.field == self) {
    edit.again = false;
    if (typed != edit.text) edit = {};  // the reason was about a text that is gone now
  }
  if (edit.field == self && !edit.refusal.empty()) show_refusal(ui, edit.refusal);
  // Enter or leaving the field concludes, Escape gives up.
  const bool escaped = gui::is_key_pressed(ImGuiKey_Escape);
  const bool left = ImGui::IsItemDeactivatedAfterEdit();
  if (!active && edit.typing_in == self) {
    if (left && typed == text) typed = edit.typed;
    edit.typing_in = 0;
  }
  if (escaped || !(entered || left) || typed == text) return std::nullopt;
  const std::optional<double> value = conclude(edit, self, typed, entered, field);
  return value ? std::optional(from_shown(*value, factor)) : std::nullopt;
}

}  // namespace grouser::desktop
