// SPDX-License-Identifier: BSD-3-Clause
// Choices on the left, findings on the right, the file's name below. Everything is read again as soon as a
// choice changes.
#include "desks/rover/rover_dialog.hpp"

#include <imgui.h>
#include <imgui_stdlib.h>

#include "desks/rover/rover_request.hpp"
#include "grouser/base/output_files.hpp"
#include "widgets/dialog.hpp"

namespace grouser::desktop {
namespace {

namespace fs = std::filesystem;

/// A field with its label on the left; true when the field was edited and then left or entered.
bool field(const Ui& ui, const char* label, const char* mark, const char* empty, const char* tip,
           std::string& text) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(label);
  ImGui::SameLine(ui.px(120));
  ImGui::SetNextItemWidth(-1);
  ImGui::InputTextWithHint((std::string("##") + mark).c_str(), empty, &text);
  ui.mark(mark);
  const bool left = ImGui::IsItemDeactivatedAfterEdit();
  hint(tip);
  return left;
}

/// Fields for all that the file does not say; true when a choice has changed.
bool choices(const Ui& ui, RoverForm& form) {
  bool changed =
      field(ui, "Wheels", "rover_wheels", "found by their form",
            "Joints that turn wheels, with commas; * at the end for all that begin so", form.wheels);
  changed |= field(ui, "Left rocker", "rover_left", "no differential",
                   "Joint that a differential holds to the opposite turn of the other", form.left_rocker);
  changed |= field(ui, "Right rocker", "rover_right", "no differential",
                   "The other joint of the differential", form.right_rocker);
  changed |= field(ui, "Wheel radius, m", "rover_radius", "that of the file", "Of all wheels", form.radius);
  changed |= field(ui, "Wheel width, m", "rover_width", "that of the file", "Of all wheels", form.width);
  changed |= field(ui, "Also read in", "rover_allowed", "the file's folder and package alone",
                   "A further folder whose meshes may be read", form.allowed);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Drives along");
  ImGui::SameLine(ui.px(120));
  ImGui::SetNextItemWidth(ui.px(80));
  if (ImGui::Combo("##forward", &form.forward, kForward, static_cast<int>(std::size(kForward))))
    changed = true;
  ui.mark("rover_forward");
  hint("Axis of the root link that points ahead");
  if (ImGui::Checkbox("Collision forms of the file touch", &form.collisions)) changed = true;
  ui.mark("rover_collisions");
  hint("Else shapes are made for the bodies; wheels always touch as wheels");
  return changed;
}

/// A title and its lines with bullets; nothing without lines.
void lines(const char* title, const std::vector<std::string>& all, ImU32 color) {
  if (all.empty()) return;
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::TextUnformatted(title);
  ImGui::PopStyleColor();
  ImGui::PushTextWrapPos(0.0f);
  for (const std::string& line : all) {
    ImGui::Bullet();
    ImGui::SameLine();
    ImGui::TextUnformatted(line.c_str());
  }
  ImGui::PopTextWrapPos();
  ImGui::Spacing();
}

/// Refusal, warnings, stance and the report's lists, or the reading in progress.
void findings(const RoverForm& form) {
  if (form.working) {
    ImGui::TextDisabled("Reading %s…", form.source.filename().string().c_str());
    return;
  }
  const RoverAnswer& answer = form.answer;
  if (!answer.refusal.empty()) lines("It cannot be taken yet", {answer.refusal}, palette::kError);
  lines("Look at", answer.report.warnings, palette::kWarning);
  lines("How it stands", answer.stance, palette::kGood);
  lines("Guessed", answer.report.guessed, palette::kAccent);
  lines("Left out", answer.report.left_out, palette::kAccent);
  lines("Taken", answer.report.took, palette::kDim);
}

/// The name of the file to save; true when Enter was pressed in it.
bool save_field(const Ui& ui, RoverForm& form) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Save as");
  ImGui::SameLine(ui.px(120));
  ImGui::SetNextItemWidth(-1);
  const bool entered = ImGui::InputTextWithHint("##rover_save_path", "rover.toml", &form.save_path,
                                                ImGuiInputTextFlags_EnterReturnsTrue);
  ui.mark("rover_save_path");
  if (ImGui::IsItemEdited()) form.refusal.clear();
  hint("The rover as a vehicle's file of Grouser (.toml)");
  return entered;
}

/// The refusal of the last attempt, or a warning that a file will be replaced.
void tell_place(const RoverForm& form) {
  std::error_code error;
  const fs::path full = fs::absolute(form.save_path, error);
  ImGui::PushTextWrapPos(0.0f);
  ImGui::PushStyleColor(ImGuiCol_Text, form.refusal.empty() ? palette::kWarning : palette::kError);
  if (!form.refusal.empty())
    ImGui::TextUnformatted(form.refusal.c_str());
  else if (fs::exists(full, error) && is_ours(full, text_kind({".toml"}, kImportedRoverBegin)))
    ImGui::TextUnformatted("This file exists and will be replaced.");
  ImGui::PopStyleColor();
  ImGui::PopTextWrapPos();
}

}  // namespace

void rover_dialog(const Ui& ui, RoverForm& form, Requests& requests) {
  const std::string title = "Take the rover of " + form.source.filename().string() + "###rover";
  if (!begin_dialog(ui, title.c_str(), form.dialog, {900, 620})) return;
  (void)form.dialog.take_fresh();
  const float foot = 3.0f * ImGui::GetFrameHeightWithSpacing() + ui.px(8);
  ImGui::BeginChild("choices", {ui.px(360), -foot});
  if (choices(ui, form)) ask(requests, RoverRequest{RoverRequest::Kind::look});
  ImGui::EndChild();
  ImGui::SameLine(0, ui.px(14));
  ImGui::BeginChild("findings", {0, -foot});
  findings(form);
  ImGui::EndChild();
  const bool entered = save_field(ui, form);
  tell_place(form);
  const DialogButtons buttons{.confirm = "Save and show",
                              .mark = "rover_save",
                              .tip = "Write the file, and stand the rover on flat sand",
                              .cancel_tip = "Take nothing",
                              .cancel_mark = "rover_cancel",
                              .can = !form.working && form.answer.refusal.empty() && !form.save_path.empty(),
                              .color = IM_COL32(176, 88, 40, 255)};
  const DialogAnswer answer = dialog_buttons(ui, buttons, entered);
  if (answer.confirmed) ask(requests, RoverRequest{RoverRequest::Kind::save});
  end_dialog(form.dialog, answer.cancelled ? DialogEnd::closes : DialogEnd::stays);
}

}  // namespace grouser::desktop
